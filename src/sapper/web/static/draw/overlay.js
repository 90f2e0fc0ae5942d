/**
 * The overlay that draws the cursor, the hovered and pressed cells, highlights and coordinates on top of the board.
 * Every change redraws the whole overlay.
 *
 * @typedef {import("../state/board.js").Cell} Cell
 * @typedef {import("../state/highlights.js").Highlight} Highlight
 * @typedef {import("./palette.js").Palette} Palette
 */
import { rowLetters } from "../state/cell_names.js";
import { roundedRect } from "./cell_symbols.js";

/** The highlight kinds, from the bottom layer to the top. */
const LAYERS = ["area", "start", "last-move", "better", "error", "clue", "safe", "mine", "guess"];

/**
 * @param {CanvasRenderingContext2D} context
 * @param {{side: number, left: number, top: number, margin: number, palette: Palette, highlights: Highlight[],
 *   cursor: Cell | null, hover: Cell | null, pressed: Cell | null}} scene with lengths in device pixels
 */
export function drawOverlay(context, scene) {
  const { side, left, top, palette } = scene;
  context.clearRect(0, 0, context.canvas.width, context.canvas.height);
  const at = (/** @type {Cell} */ [row, column]) =>
    /** @type {[number, number]} */ ([column * side - left, row * side - top]);
  if (scene.hover) fillCell(context, at(scene.hover), side, palette.hover);
  if (scene.pressed) fillCell(context, at(scene.pressed), side, palette.revealed);
  const byLayer = (/** @type {Highlight} */ a, /** @type {Highlight} */ b) =>
    LAYERS.indexOf(a.kind) - LAYERS.indexOf(b.kind);
  const highlights = [...scene.highlights].sort(byLayer);
  for (const highlight of highlights) drawHighlight(context, highlight, at(highlight.cell), side, palette);
  for (const highlight of highlights) {
    if (highlight.number) drawBadge(context, highlight, at(highlight.cell), scene);
  }
  if (scene.cursor) drawCursor(context, at(scene.cursor), side, palette);
}

/**
 * Draws row letters and column numbers, which stay in place while the board scrolls.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {{board: {width: number, height: number}, side: number, left: number, top: number,
 *   margin: number, palette: Palette}} scene
 */
export function drawCoordinates(context, { board, side, left, top, margin, palette }) {
  if (!margin) return;
  const { width, height } = context.canvas;
  context.fillStyle = palette.coordinates;
  context.fillRect(0, 0, width, margin);
  context.fillRect(0, 0, margin, height);
  context.fillStyle = palette["coordinates-text"];
  context.font = `500 ${Math.round(margin * 0.6)}px ${palette.font}`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  // If the columns are narrow, only some are numbered, so the numbers do not overlap.
  const interval = side > margin * 1.3 || board.width < 10 ? 1 : side > margin * 0.7 ? 2 : 5;
  for (let column = 0; column < board.width; column += interval) {
    const x = (column + 0.5) * side - left;
    if (x > margin && x < width) context.fillText(String(column + 1), x, margin / 2 + 1);
  }
  for (let row = 0; row < board.height; row += side > margin * 0.7 ? 1 : 2) {
    const y = (row + 0.5) * side - top;
    if (y > margin && y < height) context.fillText(rowLetters(row), margin / 2, y);
  }
}

/**
 * @param {CanvasRenderingContext2D} context @param {[number, number]} at @param {number} side
 * @param {string} colour
 */
function fillCell(context, [x, y], side, colour) {
  const inset = Math.max(1, side * 0.03);
  context.fillStyle = colour;
  roundedRect(context, x + inset, y + inset, side - 2 * inset, side - 2 * inset, side * 0.15);
  context.fill();
}

/**
 * @param {CanvasRenderingContext2D} context @param {Highlight} highlight @param {[number, number]} at
 * @param {number} side @param {Palette} palette
 */
function drawHighlight(context, highlight, at, side, palette) {
  const [x, y] = at;
  const line = Math.max(2, side * 0.085);
  const outline = (/** @type {string} */ colour, /** @type {number[]} */ dash = []) => {
    context.strokeStyle = colour;
    context.lineWidth = line;
    context.setLineDash(dash);
    const inset = line * 0.6;
    roundedRect(context, x + inset, y + inset, side - 2 * inset, side - 2 * inset, side * 0.17);
    context.stroke();
    context.setLineDash([]);
  };
  if (highlight.kind === "area") fillCell(context, at, side, palette.area);
  else if (highlight.kind === "clue") {
    context.strokeStyle = palette.ring;
    context.lineWidth = line;
    context.beginPath();
    context.arc(x + side / 2, y + side / 2, side * 0.44, 0, Math.PI * 2);
    context.stroke();
  } else if (highlight.kind === "error") {
    fillCell(context, at, side, "rgb(200 30 30 / 22%)");
    outline(palette.error);
  } else if (highlight.kind === "better") outline(palette.better, [side * 0.16, side * 0.12]);
  else if (highlight.kind === "last-move") outline(palette["last-move"]);
  else {
    fillCell(context, at, side, palette.area);
    outline(palette.target, highlight.kind === "guess" ? [side * 0.16, side * 0.12] : []);
    drawIcon(context, highlight.kind, at, side, palette);
  }
}

/**
 * Draws a tick on a safe cell, a flag on a mine, or a question mark on a guess.
 *
 * @param {CanvasRenderingContext2D} context @param {Highlight["kind"]} kind @param {[number, number]} at
 * @param {number} side @param {Palette} palette
 */
function drawIcon(context, kind, [x, y], side, palette) {
  context.save();
  context.translate(x, y);
  context.scale(side, side);
  context.strokeStyle = palette.target;
  context.fillStyle = palette.target;
  context.lineWidth = 0.11;
  context.lineCap = context.lineJoin = "round";
  context.beginPath();
  if (kind === "guess") {
    context.arc(0.5, 0.4, 0.14, Math.PI, 0.4 * Math.PI);
    context.lineTo(0.5, 0.62);
    context.moveTo(0.5, 0.77);
    context.lineTo(0.5, 0.77);
  } else if (kind === "mine") {
    context.moveTo(0.4, 0.25);
    context.lineTo(0.7, 0.4);
    context.lineTo(0.4, 0.55);
    context.fill();
    context.beginPath();
    context.moveTo(0.4, 0.25);
    context.lineTo(0.4, 0.75);
  } else {
    context.moveTo(0.3, 0.52);
    context.lineTo(0.45, 0.67);
    context.lineTo(0.71, 0.36);
  }
  context.stroke();
  context.restore();
}

/**
 * @param {CanvasRenderingContext2D} context @param {Highlight} highlight @param {[number, number]} at
 * @param {{side: number, margin: number, palette: Palette}} scene
 */
function drawBadge(context, highlight, [x, y], { side, margin, palette }) {
  const radius = Math.max(7, side * 0.23);
  // The badge stays inside the canvas and does not overlap the coordinates.
  const centre = {
    x: Math.min(x + side * 0.86, context.canvas.width - radius),
    y: y > margin - side / 2 ? Math.max(y + side * 0.14, margin + radius) : y + side * 0.14,
  };
  context.fillStyle = palette.ring;
  context.beginPath();
  context.arc(centre.x, centre.y, radius, 0, Math.PI * 2);
  context.fill();
  context.fillStyle = palette["ring-text"];
  context.font = `700 ${Math.round(radius * 1.3)}px ${palette.font}`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(String(highlight.number), centre.x, centre.y + radius * 0.08);
}

/**
 * @param {CanvasRenderingContext2D} context @param {[number, number]} at @param {number} side
 * @param {Palette} palette
 */
function drawCursor(context, [x, y], side, palette) {
  const line = Math.max(2, Math.round(side * 0.08));
  for (const [colour, inset] of /** @type {const} */ ([
    [palette.cursor, line / 2],
    [palette.revealed, line * 1.5],
  ])) {
    context.strokeStyle = colour;
    context.lineWidth = inset < line ? line : Math.max(1, line / 2);
    roundedRect(context, x + inset, y + inset, side - 2 * inset, side - 2 * inset, side * 0.14);
    context.stroke();
  }
}
