/**
 * Highlights that show hints, AI moves, errors and reviewed moves on the board. The server chooses a hint's highlights:
 * `safe`, `mine` or `guess` for the move's cell, numbered clues, and areas.
 *
 * @typedef {import("./board.js").Cell} Cell
 * @typedef {{kind: "safe" | "mine" | "guess" | "clue" | "area" | "error" | "better" | "last-move" | "start",
 *   cell: Cell, number?: number | null}} Highlight
 * @typedef {{grade: number, text: string, highlights: Highlight[], uses_mine_count: boolean}} Hint
 */
import { sameCell } from "./board.js";

/** The move classes that a review reports as errors. */
export const BAD_MOVE_CLASSES = ["mistake", "needless guess", "wrong flag"];

/** @param {{kind: string, cell: Cell}} move @returns {Highlight[]} */
export const aiMoveHighlights = (move) => [{ kind: "last-move", cell: move.cell }];

/** @param {Cell | null} cell @returns {Highlight[]} */
export const errorHighlights = (cell) => (cell ? [{ kind: "error", cell }] : []);

/** @param {{cell: Cell | null, better: Cell | null, class: string}} move @returns {Highlight[]} */
export function reviewHighlights(move) {
  /** @type {Highlight[]} */
  const highlights = [];
  if (move.cell) {
    highlights.push({ kind: BAD_MOVE_CLASSES.includes(move.class) ? "error" : "last-move", cell: move.cell });
  }
  if (move.better && !sameCell(move.better, move.cell)) {
    highlights.push({ kind: "better", cell: move.better });
  }
  return highlights;
}
