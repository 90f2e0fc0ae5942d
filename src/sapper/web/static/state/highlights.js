/**
 * Highlights that show hints, AI moves, errors and reviewed moves on the board. The highlights are numbered rings
 * around the clues of a proof, shaded areas and outlined cells.
 *
 * @typedef {import("./board.js").Cell} Cell
 * @typedef {{kind: "ring" | "area" | "reveal" | "flag" | "error" | "better" | "last-move" | "start",
 *   cell: Cell, label?: string}} Highlight
 * @typedef {{grade: number, text: string, cells: Cell[], clues: Cell[],
 *   uses_mine_count?: boolean, certain: boolean, cell?: Cell, action?: "reveal" | "flag",
 *   proof?: {text: string, kind: string, name?: string | null} | null,
 *   guess?: {text?: string} | null}} Hint
 */
import { sameCell } from "./board.js";

/** The move classes that a review reports as errors. */
export const BAD_MOVE_CLASSES = ["mistake", "needless guess", "wrong flag"];

/** @param {Hint} hint @returns {Highlight[]} */
export function hintHighlights(hint) {
  /** @type {Highlight[]} */
  const highlights = hint.cells
    .filter((cell) => !sameCell(cell, hint.cell))
    .map((cell) => ({ kind: "area", cell }));
  hint.clues.forEach((cell, i) => {
    highlights.push({ kind: "ring", cell, label: String(i + 1) });
  });
  if (hint.cell) highlights.push({ kind: hint.action ?? "reveal", cell: hint.cell });
  return highlights;
}

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
