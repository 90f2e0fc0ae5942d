/**
 * Cell names, as used in the terminal. A name consists of the row letters followed by the column number, and the
 * top left cell is `A1`.
 */

/** @typedef {import("./board.js").Cell} Cell */

/** @param {number} row @returns {string} `A` to `Z`, then `AA`, `AB` and so on */
export function rowLetters(row) {
  const last = String.fromCharCode(65 + (row % 26));
  return row < 26 ? last : rowLetters(Math.floor(row / 26) - 1) + last;
}

/** @param {Cell} cell @returns {string} such as `C12` */
export const cellName = ([row, column]) => `${rowLetters(row)}${column + 1}`;

/** @param {string} name @returns {Cell | null} null if the text is not a cell name */
export function parseCellName(name) {
  const match = /^([A-Z]{1,2})(\d{1,3})$/.exec(name);
  if (!match) return null;
  const row = [...(match[1] ?? "")].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  return [row, Number(match[2]) - 1];
}

/**
 * Replaces zero-based coordinates such as `(4, 7)` in a server message with cell names such as `E8`.
 *
 * @param {string} text
 */
export const replaceCoordinates = (text) =>
  text.replace(/\((\d+), (\d+)\)/g, (_, row, column) => cellName([Number(row), Number(column)]));
