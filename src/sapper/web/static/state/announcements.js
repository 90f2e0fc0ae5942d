/** Plain-text descriptions of cells and moves for screen readers and messages. */

import { cellName } from "./cell_names.js";
import { formatRisk } from "./odds_format.js";
import { countOf } from "./wording.js";

/** @typedef {import("./board.js").Cell} Cell */

/** @type {Record<string, string>} */
const SYMBOL_NAMES = {
  "#": "hidden",
  ".": "empty",
  F: "flag",
  f: "AI flag",
  "?": "question mark",
  "*": "mine",
  "!": "exploded mine",
  X: "wrong flag",
};

/** @param {string} symbol */
export const symbolName = (symbol) => SYMBOL_NAMES[symbol] ?? symbol;

/**
 * @param {import("./board.js").Board} board The board that contains the cell.
 * @param {Cell} cell The cell to describe.
 * @param {number} [risk] The mine probability of the cell.
 * @returns {string} A description such as `hidden, 12% risk, A3`.
 */
export function describeCell(board, cell, risk = -1) {
  const odds = risk >= 0 ? `, ${formatRisk(risk)} risk` : "";
  return `${symbolName(board.symbolAt(cell))}${odds}, ${cellName(cell)}`;
}

/**
 * Describes the effect of a move in one or two sentences.
 *
 * @param {import("./game.js").Game} game The game after the move.
 * @param {number[]} changed The indices of the changed cells.
 */
export function describeChange(game, changed) {
  const { board } = game;
  if (game.snapshot?.status === "won") return `You won in ${game.seconds.toFixed(1)} seconds.`;
  if (game.snapshot?.status === "lost") return "You hit a mine. Game over.";
  const [first] = changed;
  if (first === undefined) return "No change.";
  if (changed.length === 1) {
    return `${describeCell(board, board.cellAt(first))}. ${countOf(game.minesLeft, "mine")} left.`;
  }
  const revealed = changed.filter((index) => board.isRevealed(board.cellAt(index))).length;
  return `${countOf(revealed || changed.length, "cell")} ${revealed ? "revealed" : "changed"}.`;
}
