/**
 * The position in the analyser: text in, edits, text out. It knows the notation and nothing of
 * what a position means; the server reads and judges it.
 *
 * @typedef {import("./board.js").Cell} Cell
 */
import { Board } from "./board.js";
import { parseSize } from "./board_size.js";

/** What a brush may paint, in the order in which a click cycles. */
export const BRUSHES = ["#", ".", "1", "2", "3", "4", "5", "6", "7", "8", "F"];
const KNOWN = /^[#.0-8HFf?*!M]*$/;
const SEPARATOR = "_";

/** A position that cannot be read; the message is for people. */
export class PositionError extends Error {}

/** A board with its mine count, to be edited. */
export class Position {
  /** @param {number} width @param {number} height @param {number} mines */
  constructor(width, height, mines) {
    this.mines = mines;
    this.board = new Board(width, height);
  }

  /**
   * Reads `WxH/M` and rows. Also takes `0`, `H`, `WxHxM`, and rows joined by `_` as in links.
   *
   * @param {string} text @param {number} [mostSide] @returns {Position}
   */
  static parse(text, mostSide = 100) {
    const lines = text.trim().split(/[\r\n_]+/).map((line) => line.trim());
    const size = parseSize(lines[0] ?? "");
    if (!size) throw new PositionError("The first line is the size, such as 9x9/10.");
    if (size.width < 1 || size.height < 1 || Math.max(size.width, size.height) > mostSide) {
      throw new PositionError(`The page shows boards of up to ${mostSide} × ${mostSide} cells.`);
    }
    const rows = lines.slice(1);
    if (rows.length !== size.height) {
      throw new PositionError(`${size.height} rows should follow the size, not ${rows.length}.`);
    }
    rows.forEach((row, i) => {
      if (row.length !== size.width) {
        throw new PositionError(`Row ${i + 1} has ${row.length} cells, not ${size.width}.`);
      }
      if (!KNOWN.test(row)) {
        const wrong = [...row].find((symbol) => !KNOWN.test(symbol));
        throw new PositionError(`Row ${i + 1} has “${wrong}”. Cells are # . 1 to 8 F ? * and !`);
      }
    });
    const position = new Position(size.width, size.height, size.mines);
    position.board.apply(
      rows.map((row) => row.replaceAll("H", "#").replaceAll("0", ".").replaceAll("M", "*")),
    );
    return position;
  }

  /** @returns {string} the text that every part of Sapper reads */
  toString() {
    const { width, height } = this.board;
    return [`${width}x${height}/${this.mines}`, ...this.board.rows()].join("\n");
  }

  /** @returns {string} one word that is safe in an address */
  toLink() {
    return this.toString()
      .replace("/", "x")
      .replaceAll("\n", SEPARATOR)
      .replaceAll("#", "H")
      .replaceAll(".", "0");
  }

  /** @param {Cell} cell @param {string} symbol @returns {boolean} whether anything changed */
  paint(cell, symbol) {
    if (!this.board.contains(cell) || this.board.at(cell) === symbol) return false;
    this.board.codes[this.board.index(cell)] = symbol.charCodeAt(0);
    return true;
  }

  /** Paints the next symbol: hidden, open, 1, 2 … @param {Cell} cell @param {number} [by] */
  cycle(cell, by = 1) {
    const now = BRUSHES.indexOf(this.board.at(cell));
    const next = (Math.max(now, 0) + by + BRUSHES.length) % BRUSHES.length;
    return this.paint(cell, BRUSHES[next] ?? "#");
  }

  /** The same cells on a board of another size. @param {number} width @param {number} height */
  resized(width, height) {
    const other = new Position(width, height, this.mines);
    for (let row = 0; row < Math.min(height, this.board.height); row++) {
      for (let column = 0; column < Math.min(width, this.board.width); column++) {
        other.paint([row, column], this.board.at([row, column]));
      }
    }
    return other;
  }
}

/** @param {string} key @returns {string | null} the symbol that a key paints */
export function symbolForKey(key) {
  if (/^[1-8]$/.test(key)) return key;
  const symbols = /** @type {Record<string, string>} */ ({
    0: ".", ".": ".", "#": "#", Backspace: "#", Delete: "#", h: "#", H: "#", f: "F", F: "F",
  });
  return symbols[key] ?? null;
}
