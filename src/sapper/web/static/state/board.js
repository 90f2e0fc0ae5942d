/**
 * The cells as they are to be drawn: headless, one byte per cell.
 *
 * A cell is a character of the notation: `#` hidden, `.` and `1`-`8` revealed, `F` a player's flag,
 * `f` a flag of the AI, `?` a mark, `*` a mine, `!` the one that exploded; and `X`, which only the
 * page knows: a flag that turned out wrong.
 *
 * @typedef {[number, number]} Cell row and column, both from 0
 */

const HIDDEN = "#".charCodeAt(0);
const CLUES = ".12345678";

/** @param {Cell | null | undefined} a @param {Cell | null | undefined} b */
export function sameCell(a, b) {
  return Boolean(a && b && a[0] === b[0] && a[1] === b[1]);
}

/** What is on the screen of one board. */
export class Board {
  /** @param {number} width @param {number} height */
  constructor(width, height) {
    this.width = width;
    this.height = height;
    /** @type {Uint8Array} */
    this.codes = new Uint8Array(width * height).fill(HIDDEN);
  }

  /** @param {Cell} cell */
  contains([row, column]) {
    return row >= 0 && column >= 0 && row < this.height && column < this.width;
  }

  /** @param {Cell} cell */
  index([row, column]) {
    return row * this.width + column;
  }

  /** @param {Cell} cell @returns {string} the character of the cell */
  at(cell) {
    return String.fromCharCode(this.codes[this.index(cell)] ?? HIDDEN);
  }

  /** @param {Cell} cell @returns {number | null} the clue of a revealed cell */
  clue(cell) {
    const clue = CLUES.indexOf(this.at(cell));
    return clue < 0 ? null : clue;
  }

  /** @param {Cell} cell */
  isRevealed(cell) {
    return this.clue(cell) !== null;
  }

  /**
   * Takes the rows of a snapshot.
   *
   * @param {string[]} rows
   * @param {{aiFlags?: Cell[], wrongFlags?: Cell[]}} [marks]
   * @returns {number[]} the indices of the cells that look different now
   */
  apply(rows, { aiFlags = [], wrongFlags = [] } = {}) {
    const next = new Uint8Array(this.codes.length).fill(HIDDEN);
    rows.slice(0, this.height).forEach((row, r) => {
      for (let c = 0; c < this.width && c < row.length; c++) {
        next[r * this.width + c] = row.charCodeAt(c);
      }
    });
    const put = (/** @type {Cell} */ cell, /** @type {string} */ symbol) => {
      next[this.index(cell)] = symbol.charCodeAt(0);
    };
    for (const cell of aiFlags) if (next[this.index(cell)] === 70) put(cell, "f");
    for (const cell of wrongFlags) put(cell, "X");
    return this.take(next);
  }

  /** @param {Uint8Array} next @returns {number[]} the indices of the cells that look different now */
  take(next) {
    const changed = [];
    for (let i = 0; i < next.length; i++) if (next[i] !== this.codes[i]) changed.push(i);
    this.codes = next;
    return changed;
  }

  /** @returns {string[]} the rows of the notation */
  rows() {
    const rows = [];
    for (let r = 0; r < this.height; r++) {
      rows.push(String.fromCharCode(...this.codes.subarray(r * this.width, (r + 1) * this.width)));
    }
    return rows;
  }

  /** @param {number} index @returns {Cell} */
  cellOf(index) {
    return [Math.floor(index / this.width), index % this.width];
  }
}

/**
 * Where a cursor stands after a step; it stops at the edge.
 *
 * @param {Board} board @param {Cell} cell @param {string} step
 * @returns {Cell}
 */
export function stepFrom(board, [row, column], step) {
  /** @type {Record<string, Cell>} */
  const places = {
    up: [row - 1, column],
    down: [row + 1, column],
    left: [row, column - 1],
    right: [row, column + 1],
    home: [row, 0],
    end: [row, board.width - 1],
    top: [0, column],
    bottom: [board.height - 1, column],
  };
  const [r, c] = places[step] ?? [row, column];
  return [
    Math.min(Math.max(r, 0), board.height - 1),
    Math.min(Math.max(c, 0), board.width - 1),
  ];
}

/**
 * The move that a press asks for, or null when it asks for none: the one place where the page
 * decides between reveal, flag, question and chord. Whether a move has an effect is for the
 * server to say.
 *
 * @param {Board} board @param {Cell} cell @param {"primary" | "secondary" | "chord"} press
 * @param {{flagMode?: boolean, questionMarks?: boolean, chordOnClick?: boolean}} [options]
 * @returns {{kind: "reveal" | "flag" | "question" | "chord", cell: Cell} | null}
 */
export function moveFor(board, cell, press, options = {}) {
  const { flagMode = false, questionMarks = false, chordOnClick = true } = options;
  const clue = board.clue(cell);
  if (clue !== null) {
    const chords = press === "chord" || (press === "primary" && chordOnClick);
    return chords && clue > 0 ? { kind: "chord", cell } : null;
  }
  if (press === "chord") return null;
  const symbol = board.at(cell);
  if ((press === "secondary") !== flagMode) {
    const asks = questionMarks && (symbol === "F" || symbol === "f" || symbol === "?");
    // Without question marks an old mark becomes a flag; with them: hidden, flag, mark, hidden.
    return { kind: asks ? "question" : "flag", cell };
  }
  return symbol === "F" || symbol === "f" ? null : { kind: "reveal", cell };
}
