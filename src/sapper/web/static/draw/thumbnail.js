/** Small pictures of final positions. */
import { readPalette } from "./palette.js";

const MAX_WIDTH = 96;
const MAX_CELL = 8;

/**
 * @param {number} width The number of columns.
 * @param {number} height The number of rows.
 * @returns {string[]} The rows of a board with no revealed cells.
 */
export const hiddenRows = (width, height) => Array.from({ length: height }, () => "#".repeat(width));

/** Draws a position on a new canvas. @param {string[]} rows @param {string} label the accessible name */
export function drawThumbnail(rows, label) {
  const canvas = document.createElement("canvas");
  const [width, height] = [rows[0]?.length ?? 1, rows.length];
  const side = Math.max(2, Math.min(MAX_CELL, Math.floor(MAX_WIDTH / width)));
  canvas.width = width * side;
  canvas.height = height * side;
  if (label) canvas.setAttribute("aria-label", label);
  canvas.setAttribute(label ? "role" : "aria-hidden", label ? "img" : "true");
  const context = canvas.getContext("2d");
  if (!context) return canvas;
  const palette = readPalette();
  const gap = side > 2 ? 1 : 0;
  const colours = /** @type {Record<string, string>} */ ({
    "#": palette["hidden-bottom"], "?": palette["hidden-bottom"], F: palette.flag, f: palette["ai-flag"],
    "*": palette.mine, "!": palette.explosion, ".": palette.revealed,
  });
  context.fillStyle = palette["revealed-border"];
  context.fillRect(0, 0, canvas.width, canvas.height);
  rows.forEach((row, y) => [...row].forEach((symbol, x) => {
    context.fillStyle = colours[symbol] ?? /** @type {any} */ (palette)[`clue-${symbol}`] ?? palette.revealed;
    context.fillRect(x * side, y * side, side - gap, side - gap);
  }));
  return canvas;
}
