/**
 * Cell names, as used in the terminal app. Row letters are followed by the column number, and the top-left cell is
 * `A1`.
 */

/** @typedef {import("./board.js").Cell} Cell */

/** @param {number} row @returns {string} `A` to `Z`, then `AA`, `AB` and so on */
export function rowLetters(row) {
  const last = String.fromCharCode(65 + (row % 26));
  return row < 26 ? last : rowLetters(Math.floor(row / 26) - 1) + last;
}

/** @param {Cell} cell @returns {string} such as `C12` */
export const cellName = ([row, column]) => `${rowLetters(row)}${column + 1}`;

/** @param {import("./board.js").Board} board @returns {Map<string, Cell>} all cells by name */
export const cellsByName = (board) =>
  new Map(Array.from(board.codes, (_, i) => [cellName(board.cellAt(i)), board.cellAt(i)]));
