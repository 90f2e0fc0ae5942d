/** Plain-text descriptions of cells and moves for screen readers and messages. */

import { cellName, replaceCoordinates } from "./cell_names.js";
import { longRisk } from "./odds_format.js";

/** @typedef {import("./board.js").Cell} Cell */

/** @type {Record<string, string>} */
const SYMBOL_NAMES = {
  "#": "hidden",
  ".": "empty",
  F: "flag",
  f: "flag of the AI",
  "?": "question mark",
  "*": "mine",
  "!": "exploded mine",
  X: "wrong flag",
};

/** @param {string} symbol */
export const symbolName = (symbol) => SYMBOL_NAMES[symbol] ?? symbol;

/**
 * @param {import("./board.js").Board} board @param {Cell} cell @param {number} [risk]
 * @returns {string} such as `hidden, 12% mine, A3`
 */
export function describeCell(board, cell, risk = -1) {
  const odds = risk >= 0 ? `, ${longRisk(risk)} mine` : "";
  return `${symbolName(board.at(cell))}${odds}, ${cellName(cell)}`;
}

/**
 * Describes the effect of a move in one or two sentences.
 *
 * @param {import("./board.js").Board} board @param {number[]} changed indices of the changed cells
 * @param {import("./game.js").Snapshot} game
 */
export function describeChange(board, changed, game) {
  if (game.status === "won") return `You won in ${game.seconds.toFixed(1)} seconds.`;
  if (game.status === "lost") return "A mine exploded. The game is lost.";
  const [only] = changed;
  if (only === undefined) return "Nothing changed.";
  if (changed.length === 1) {
    const cell = board.cellOf(only);
    return `${describeCell(board, cell)}. ${describeMinesLeft(game.mines_left)}`;
  }
  const open = changed.filter((index) => board.isRevealed(board.cellOf(index))).length;
  return `${open || changed.length} cells ${open ? "revealed" : "changed"}.`;
}

/** @param {number} left */
export const describeMinesLeft = (left) => `${left} ${left === 1 ? "mine" : "mines"} left.`;

/** Turns a server message into a capitalised sentence with cell names. @param {string} text */
export function toSentence(text) {
  const named = replaceCoordinates(text);
  return named.charAt(0).toUpperCase() + named.slice(1) + (/[.?!]$/.test(named) ? "" : ".");
}
