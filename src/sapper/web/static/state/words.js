/** What a screen reader says: cells, changes and ends of games in words. */

import { longRisk } from "./odds.js";

/** @typedef {import("./board.js").Cell} Cell */

/** @type {Record<string, string>} */
const SYMBOLS = {
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
export const symbolWords = (symbol) => SYMBOLS[symbol] ?? symbol;

/** @param {number} row @returns {string} A to Z, then AA, AB … */
export function rowLetters(row) {
  const last = String.fromCharCode(65 + (row % 26));
  return row < 26 ? last : rowLetters(Math.floor(row / 26) - 1) + last;
}

/** @param {Cell} cell @returns {string} such as `C12`: the row's letter, the column from 1 */
export const cellName = ([row, column]) => `${rowLetters(row)}${column + 1}`;

/** @param {string} name @returns {Cell | null} */
export function cellNamed(name) {
  const match = /^([A-Z]{1,2})(\d{1,3})$/.exec(name);
  if (!match) return null;
  const row = [...(match[1] ?? "")].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  return [row, Number(match[2]) - 1];
}

/**
 * @param {import("./board.js").Board} board @param {Cell} cell @param {number} [risk]
 * @returns {string} such as `hidden, 12% mine, A3`
 */
export function cellWords(board, cell, risk = -1) {
  const odds = risk >= 0 ? `, ${longRisk(risk)} mine` : "";
  return `${symbolWords(board.at(cell))}${odds}, ${cellName(cell)}`;
}

/**
 * What a move did, in one sentence; empty when nothing is to be said.
 *
 * @param {import("./board.js").Board} board @param {number[]} changed
 * @param {import("./game.js").Snapshot} game
 */
export function changeWords(board, changed, game) {
  if (game.status === "won") return `You won in ${game.seconds.toFixed(1)} seconds.`;
  if (game.status === "lost") return "A mine exploded. The game is lost.";
  const [only] = changed;
  if (only === undefined) return "Nothing changed.";
  if (changed.length === 1) {
    const cell = board.cellOf(only);
    return `${cellWords(board, cell)}. ${minesWords(game.mines_left)}`;
  }
  const open = changed.filter((index) => board.isRevealed(board.cellOf(index))).length;
  return `${open || changed.length} cells ${open ? "revealed" : "changed"}.`;
}

/** A message of the library as a sentence. @param {string} text */
export function sentence(text) {
  const plain = plainCells(text);
  return plain.charAt(0).toUpperCase() + plain.slice(1) + (/[.?!]$/.test(plain) ? "" : ".");
}

/** @param {number} left */
export const minesWords = (left) => `${left} ${left === 1 ? "mine" : "mines"} left.`;

/** The library counts from 0 and writes (4, 7); people read E8. @param {string} text */
export const plainCells = (text) =>
  text.replace(/\((\d+), (\d+)\)/g, (_, row, column) => cellName([Number(row), Number(column)]));
