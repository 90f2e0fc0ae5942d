/** The wave of light that runs over a won board, starting at the last move. */
/** @typedef {import("../state/board.js").Cell} Cell */
import { fillCell } from "./cell_symbols.js";

/** The time in milliseconds that one cell takes to light up and fade. */
const FLASH_DURATION = 300;
/** The delay per cell of distance, in milliseconds. On large boards, the wave runs faster. */
const CELL_DELAY = 24;
const MAX_TRAVEL_TIME = 700;
const MAX_ALPHA = 0.6;

/**
 * Draws one frame of the wave on the overlay.
 *
 * @param {CanvasRenderingContext2D} context The canvas context to draw on.
 * @param {{board: {width: number, height: number}, origin: Cell, elapsed: number, side: number, left: number,
 *   top: number, colour: string}} scene The state of the wave, with lengths in device pixels and times in milliseconds.
 * @returns {boolean} True until the wave has crossed the board.
 */
export function drawWinWave(context, { board, origin, elapsed, side, left, top, colour }) {
  const [row, column] = origin;
  const reach = Math.hypot(Math.max(row, board.height - row), Math.max(column, board.width - column));
  const delay = Math.min(CELL_DELAY, MAX_TRAVEL_TIME / reach);
  const { width, height } = context.canvas;
  context.save();
  for (let r = Math.max(0, Math.floor(top / side)); r < board.height && r * side - top < height; r++) {
    for (let c = Math.max(0, Math.floor(left / side)); c < board.width && c * side - left < width; c++) {
      const progress = (elapsed - Math.hypot(r - row, c - column) * delay) / FLASH_DURATION;
      if (progress <= 0 || progress >= 1) continue;
      context.globalAlpha = Math.sin(progress * Math.PI) * MAX_ALPHA;
      context.setTransform(1, 0, 0, 1, c * side - left, r * side - top);
      fillCell(context, side, colour);
    }
  }
  context.restore();
  return elapsed < reach * delay + FLASH_DURATION;
}
