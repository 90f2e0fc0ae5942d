/**
 * The visible state of a board, stored as one byte per cell. This module does not access the DOM.
 *
 * Each byte is a character of the position notation: `#` (hidden), `.` or `1`-`8` (revealed), `F` (the player's flag),
 * `f` (the AI's flag), `?` (question mark), `*` (mine) or `!` (exploded mine). The page also uses `X` for a wrong flag.
 *
 * @typedef {[number, number]} Cell the row and column, both counted from 0
 * @typedef {"primary" | "secondary" | "chord"} PressKind
 */

const HIDDEN = "#".charCodeAt(0);
const WRONG_FLAG = "X".charCodeAt(0);
const CLUES = ".12345678";

/** @param {Cell | null | undefined} a @param {Cell | null | undefined} b */
export function sameCell(a, b) {
  return Boolean(a && b && a[0] === b[0] && a[1] === b[1]);
}

/** The symbols of one rectangular board. */
export class Board {
  /** @param {number} width @param {number} height */
  constructor(width, height) {
    this.width = width;
    this.height = height;
    /** @type {Uint8Array} character codes, row by row */
    this.codes = new Uint8Array(width * height).fill(HIDDEN);
  }

  /** @param {Cell} cell */
  contains([row, column]) {
    return row >= 0 && column >= 0 && row < this.height && column < this.width;
  }

  /** @param {Cell} cell */
  indexOf([row, column]) {
    return row * this.width + column;
  }

  /** @param {number} index @returns {Cell} */
  cellAt(index) {
    return [Math.floor(index / this.width), index % this.width];
  }

  /** @param {Cell} cell @returns {string} */
  symbolAt(cell) {
    return String.fromCharCode(this.codes[this.indexOf(cell)] ?? HIDDEN);
  }

  /** @param {Cell} cell @returns {number | null} null if the cell is not revealed */
  clueAt(cell) {
    const clue = CLUES.indexOf(this.symbolAt(cell));
    return clue < 0 ? null : clue;
  }

  /** @param {Cell} cell */
  isRevealed(cell) {
    return this.clueAt(cell) !== null;
  }

  /**
   * Copies the rows of a server snapshot into the board.
   *
   * @param {string[]} rows @param {Cell[]} [wrongFlags]
   * @returns {number[]} the indices of the cells whose symbols changed
   */
  applyRows(rows, wrongFlags = []) {
    const next = new Uint8Array(this.codes.length).fill(HIDDEN);
    rows.slice(0, this.height).forEach((row, r) => {
      for (let c = 0; c < this.width && c < row.length; c++) {
        next[r * this.width + c] = row.charCodeAt(c);
      }
    });
    for (const cell of wrongFlags) next[this.indexOf(cell)] = WRONG_FLAG;
    return this.setCodes(next);
  }

  /** @param {Uint8Array} next @returns {number[]} the indices of the cells whose symbols changed */
  setCodes(next) {
    const changed = [];
    for (let i = 0; i < next.length; i++) if (next[i] !== this.codes[i]) changed.push(i);
    this.codes = next;
    return changed;
  }

  /** @returns {string[]} the rows in position notation */
  rows() {
    const rows = [];
    for (let r = 0; r < this.height; r++) {
      rows.push(String.fromCharCode(...this.codes.subarray(r * this.width, (r + 1) * this.width)));
    }
    return rows;
  }
}

/**
 * Returns the cursor position after a cursor command, clamped to the board, or null for any other command.
 *
 * @param {Board} board @param {Cell} cell @param {string} command
 * @returns {Cell | null}
 */
export function moveCursor(board, [row, column], command) {
  /** @type {Record<string, Cell>} */
  const targets = {
    up: [row - 1, column],
    down: [row + 1, column],
    left: [row, column - 1],
    right: [row, column + 1],
    home: [row, 0],
    end: [row, board.width - 1],
    top: [0, column],
    bottom: [board.height - 1, column],
  };
  const target = targets[command];
  if (!target) return null;
  return [Math.min(Math.max(target[0], 0), board.height - 1), Math.min(Math.max(target[1], 0), board.width - 1)];
}

/**
 * Returns the move for a press on a cell, or null if there is none. No other function decides whether a press reveals,
 * flags, places a question mark or chords. The server decides whether the move has an effect.
 *
 * @param {Board} board @param {Cell} cell @param {PressKind} press
 * @param {{flagMode?: boolean, questionMarks?: boolean, chordOnClick?: boolean}} [options]
 * @returns {{kind: "reveal" | "flag" | "question" | "chord", cell: Cell} | null}
 */
export function moveForPress(board, cell, press, options = {}) {
  const { flagMode = false, questionMarks = false, chordOnClick = true } = options;
  const clue = board.clueAt(cell);
  if (clue !== null) {
    const isChord = press === "chord" || (press === "primary" && chordOnClick);
    return isChord && clue > 0 ? { kind: "chord", cell } : null;
  }
  if (press === "chord") return null;
  const symbol = board.symbolAt(cell);
  if ((press === "secondary") !== flagMode) {
    // The cycle is hidden, flag, question mark and hidden again. If question marks are disabled, pressing an existing
    // one changes it to a flag.
    const isQuestion = questionMarks && (symbol === "F" || symbol === "f" || symbol === "?");
    return { kind: isQuestion ? "question" : "flag", cell };
  }
  return symbol === "F" || symbol === "f" ? null : { kind: "reveal", cell };
}
