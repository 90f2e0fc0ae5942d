/**
 * An editable position that can be parsed, painted and formatted. The server decides whether a position is consistent.
 *
 * @typedef {import("./board.js").Cell} Cell
 */
import { Board } from "./board.js";
import { formatSize, parseSize } from "./board_size.js";

/** The symbols that can be painted, in the order in which clicks cycle through them. */
export const BRUSHES = ["#", ".", "1", "2", "3", "4", "5", "6", "7", "8", "F"];
const VALID_ROW = /^[#.0-8HFf?*!M]*$/;
const LINK_SEPARATOR = "_";

/** A parse error with a message for the user. */
export class PositionError extends Error {}

/** A board with a mine count that can be painted cell by cell. */
export class PositionEditor {
  /** @param {number} width @param {number} height @param {number} mines */
  constructor(width, height, mines) {
    this.mines = mines;
    this.board = new Board(width, height);
  }

  /**
   * Parses a position: a `WxH/M` header followed by the rows. The parser also accepts `WxHxM`, the symbols `0`, `H` and
   * `M`, and rows joined by `_` as in links.
   *
   * @param {string} text @param {number} [maxSide] @returns {PositionEditor}
   */
  static parse(text, maxSide = 100) {
    const lines = text.trim().split(/[\r\n_]+/).map((line) => line.trim());
    const size = parseSize(lines[0] ?? "");
    if (!size) throw new PositionError("The first line must be the board size, such as 9x9/10.");
    if (size.width < 1 || size.height < 1 || Math.max(size.width, size.height) > maxSide) {
      throw new PositionError(`The analyser supports boards of up to ${maxSide} × ${maxSide} cells.`);
    }
    const rows = lines.slice(1);
    if (rows.length !== size.height) {
      throw new PositionError(`Expected ${size.height} rows after the board size but found ${rows.length}.`);
    }
    rows.forEach((row, i) => {
      if (row.length !== size.width) {
        throw new PositionError(`Row ${i + 1} has ${row.length} cells instead of ${size.width}.`);
      }
      if (!VALID_ROW.test(row)) {
        const invalid = [...row].find((symbol) => !VALID_ROW.test(symbol));
        throw new PositionError(`Row ${i + 1} contains an invalid symbol: “${invalid}”. Valid symbols: # . F f ? * ! and the digits 1 to 8`);
      }
    });
    const editor = new PositionEditor(size.width, size.height, size.mines);
    editor.board.applyRows(
      rows.map((row) => row.replaceAll("H", "#").replaceAll("0", ".").replaceAll("M", "*")),
    );
    return editor;
  }

  /** @returns {string} the position in standard notation */
  toString() {
    const { width, height } = this.board;
    return [formatSize({ width, height, mines: this.mines }), ...this.board.rows()].join("\n");
  }

  /** @returns {string} the position as one word that needs no escaping in a URL */
  toLink() {
    return this.toString()
      .replace("/", "x")
      .replaceAll("\n", LINK_SEPARATOR)
      .replaceAll("#", "H")
      .replaceAll(".", "0");
  }

  /** @param {Cell} cell @param {string} symbol @returns {boolean} true if the cell changed */
  paint(cell, symbol) {
    if (!this.board.contains(cell) || this.board.symbolAt(cell) === symbol) return false;
    this.board.codes[this.board.indexOf(cell)] = symbol.charCodeAt(0);
    return true;
  }

  /**
   * Paints a cell with the next brush in the cycle, or with the previous brush if `step` is -1.
   *
   * @param {Cell} cell @param {number} [step]
   */
  cycle(cell, step = 1) {
    const current = BRUSHES.indexOf(this.board.symbolAt(cell));
    const next = (Math.max(current, 0) + step + BRUSHES.length) % BRUSHES.length;
    return this.paint(cell, BRUSHES[next] ?? "#");
  }

  /**
   * Returns a copy of the position with a different size. Cells outside the new bounds are dropped, and new cells are
   * hidden.
   *
   * @param {number} width @param {number} height
   */
  resized(width, height) {
    const copy = new PositionEditor(width, height, this.mines);
    for (let row = 0; row < Math.min(height, this.board.height); row++) {
      for (let column = 0; column < Math.min(width, this.board.width); column++) {
        copy.paint([row, column], this.board.symbolAt([row, column]));
      }
    }
    return copy;
  }
}

/** @param {string} key @returns {string | null} the symbol painted by a key, or null */
export function symbolForKey(key) {
  if (/^[1-8]$/.test(key)) return key;
  const symbols = /** @type {Record<string, string>} */ ({
    0: ".", ".": ".", "#": "#", Backspace: "#", Delete: "#", h: "#", H: "#", f: "F", F: "F",
  });
  return symbols[key] ?? null;
}
