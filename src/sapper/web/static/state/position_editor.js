/**
 * An editable position that can be painted and formatted. The server reads text and decides whether
 * a position is consistent.
 */
/** @typedef {import("./board.js").Cell} Cell */
import { Board } from "./board.js";
import { formatSize, parseSize } from "./board_size.js";

/** The symbols that can be painted, in the order in which clicks cycle through them. */
export const BRUSHES = ["#", ".", "1", "2", "3", "4", "5", "6", "7", "8", "F"];
const LINK_SEPARATOR = "_";

/** A board with a mine count that can be painted cell by cell. */
export class PositionEditor {
  /** @param {number} width @param {number} height @param {number} mines */
  constructor(width, height, mines) {
    this.mines = mines;
    this.board = new Board(width, height);
  }

  /** Returns an editor for a position from the server. @param {string} position */
  static of(position) {
    const [size = "", ...rows] = position.split("\n");
    const { width, height, mines } = parseSize(size) ?? { width: 1, height: 1, mines: 0 };
    const editor = new PositionEditor(width, height, mines);
    editor.board.applyRows(rows);
    return editor;
  }

  /**
   * Creates a position from a board without mines on it. The AI's flags and wrong flags become flags.
   *
   * @param {Board} board The board to copy.
   * @param {number} mines The number of mines.
   */
  static fromBoard(board, mines) {
    const editor = new PositionEditor(board.width, board.height, mines);
    editor.board.applyRows(board.rows().map((row) => row.replaceAll(/[fX]/g, "F")));
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

  /** @param {string} link made by `toLink` @returns {string} the text for the server */
  static textOfLink(link) {
    return link.replaceAll(LINK_SEPARATOR, "\n").replace(/^(\d+x\d+)x/, "$1/");
  }

  /** @param {Cell} cell @param {string} symbol @returns {boolean} true if the cell changed */
  paint(cell, symbol) {
    if (!this.board.contains(cell) || this.board.symbolAt(cell) === symbol) return false;
    this.board.codes[this.board.indexOf(cell)] = symbol.charCodeAt(0);
    return true;
  }

  /**
   * Returns the symbol that follows a cell's symbol in the cycle, or precedes it if `step` is -1.
   *
   * @param {Cell} cell The cell whose symbol changes.
   * @param {number} [step] The direction in the cycle, 1 or -1.
   */
  nextSymbol(cell, step = 1) {
    const current = BRUSHES.indexOf(this.board.symbolAt(cell));
    return BRUSHES[(Math.max(current, 0) + step + BRUSHES.length) % BRUSHES.length] ?? "#";
  }

  /**
   * Returns a copy of the position with a different size. Cells outside the new bounds are dropped, and new cells are
   * hidden.
   *
   * @param {number} width The new width.
   * @param {number} height The new height.
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
