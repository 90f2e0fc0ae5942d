/**
 * What is drawn over the board: rings around clues in the order of an argument, outlines of cells,
 * one target. Hints, moves of the AI, errors and reviews all become marks.
 *
 * @typedef {import("./board.js").Cell} Cell
 * @typedef {{kind: "ring" | "area" | "reveal" | "flag" | "error" | "better" | "last" | "first",
 *   cell: Cell, label?: string}} Mark
 * @typedef {{grade: number, text: string, cells: Cell[], clues: Cell[],
 *   uses_mine_count?: boolean, certain: boolean, cell?: Cell, action?: "reveal" | "flag",
 *   proof?: {text: string, kind: string, name?: string | null} | null,
 *   guess?: {text?: string} | null}} Hint
 */
import { sameCell } from "./board.js";

/** @param {Hint} hint @returns {Mark[]} */
export function hintMarks(hint) {
  /** @type {Mark[]} */
  const marks = hint.cells
    .filter((cell) => !sameCell(cell, hint.cell))
    .map((cell) => ({ kind: "area", cell }));
  hint.clues.forEach((cell, i) => {
    marks.push({ kind: "ring", cell, label: String(i + 1) });
  });
  if (hint.cell) marks.push({ kind: hint.action ?? "reveal", cell: hint.cell });
  return marks;
}

/** @param {{kind: string, cell: Cell}} step @returns {Mark[]} */
export const stepMarks = (step) => [{ kind: "last", cell: step.cell }];

/** What an error says about a cell. @param {Cell | null} cell @returns {Mark[]} */
export const errorMarks = (cell) => (cell ? [{ kind: "error", cell }] : []);

/**
 * The marks of one reviewed move.
 *
 * @param {{cell: Cell | null, better: Cell | null, class: string}} move @returns {Mark[]}
 */
export function reviewMarks(move) {
  /** @type {Mark[]} */
  const marks = [];
  if (move.cell) {
    const bad = ["mistake", "needless guess", "wrong flag"].includes(move.class);
    marks.push({ kind: bad ? "error" : "last", cell: move.cell });
  }
  if (move.better && !sameCell(move.better, move.cell)) {
    marks.push({ kind: "better", cell: move.better });
  }
  return marks;
}
