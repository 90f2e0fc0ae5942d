/**
 * The visible state of a board, stored as one byte per cell. This module does not access the DOM.
 * Each byte is a character of the position notation: `#` (hidden), `.` or `1`-`8` (revealed), `F`
 * (the player's flag), `f` (the AI's flag), `?` (question mark), `*` (mine) or `!` (exploded mine).
 * The page also uses `X` for a wrong flag.
 */
/** @typedef {[number, number]} Cell the row and column, both counted from 0 */
/** @typedef {"primary" | "secondary" | "chord"} PressKind */
/** @typedef {{kind: "reveal" | "flag" | "question" | "chord", cell: Cell}} PlayerMove */

const HIDDEN = "#".charCodeAt(0);
const FLAG = "F".charCodeAt(0);
const AI_FLAG = "f".charCodeAt(0);
const QUESTION = "?".charCodeAt(0);
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
   * @param {string[]} rows The rows of the snapshot.
   * @param {Cell[]} [wrongFlags] The wrong flags of a finished game.
   * @returns {number[]} The indices of the cells whose symbols changed.
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
    const previous = this.codes;
    this.codes = next;
    return this.changesSince(previous);
  }

  /** @param {Uint8Array} previous @returns {number[]} the indices of the cells whose symbols differ */
  changesSince(previous) {
    const changed = [];
    for (let i = 0; i < previous.length; i++) if (previous[i] !== this.codes[i]) changed.push(i);
    return changed;
  }

  /** The number of flags that the player and the AI have placed. */
  get flagCount() {
    return this.codes.reduce((count, code) => count + Number(code === FLAG || code === AI_FLAG), 0);
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
 * @param {Board} board The board on which the cursor moves.
 * @param {Cell} cell The current cursor position.
 * @param {string} command The cursor command.
 * @returns {Cell | null} The new cursor position, or null.
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
 * Returns the move for a press on a cell. No other function decides whether a press reveals, flags, places a question
 * mark or chords. The server decides whether the move has an effect, and counts the click in any case.
 *
 * @param {Board} board The board before the move.
 * @param {Cell} cell The pressed cell.
 * @param {PressKind} press The kind of press.
 * @param {{flagMode?: boolean, questionMarks?: boolean, chordOnClick?: boolean}} [options] The player's input settings.
 * @returns {PlayerMove} The move to send to the server.
 */
export function moveForPress(board, cell, press, options = {}) {
  const { flagMode = false, questionMarks = false, chordOnClick = true } = options;
  if (press === "chord") return { kind: "chord", cell };
  if (board.isRevealed(cell)) {
    return { kind: press === "secondary" ? "flag" : chordOnClick ? "chord" : "reveal", cell };
  }
  if ((press === "secondary") === flagMode) return { kind: "reveal", cell };
  // Repeated presses change a hidden cell to a flag, then to a question mark and back. If question marks are disabled,
  // a press on an existing question mark changes it to a flag.
  const isQuestion = questionMarks && "Ff?".includes(board.symbolAt(cell));
  return { kind: isQuestion ? "question" : "flag", cell };
}

/**
 * Returns the cells that a move may reveal, which look pressed until the server responds.
 *
 * @param {Board} board The board before the move.
 * @param {PlayerMove} move The move that the player makes.
 * @returns {number[]} The indices of the cells that look pressed.
 */
export function pressedCells(board, { kind, cell }) {
  const [row, column] = cell;
  const reach = kind === "chord" ? 1 : 0;
  const pressed = [];
  if (kind !== "reveal" && kind !== "chord") return [];
  for (let r = row - reach; r <= row + reach; r++) {
    for (let c = column - reach; c <= column + reach; c++) {
      if (board.contains([r, c]) && "#?".includes(board.symbolAt([r, c]))) pressed.push(board.indexOf([r, c]));
    }
  }
  return pressed;
}

/**
 * Predicts how the pending moves will change the marks on the server.
 *
 * @param {Board} board The board whose marks change.
 * @param {{kind: string, cell?: Cell}[]} moves The moves that the server has not applied yet.
 * @returns {number[]} The indices of the cells whose symbols changed.
 */
export function predictMarks(board, moves) {
  const codes = board.codes.slice();
  for (const { kind, cell } of moves) {
    if (!cell || !board.contains(cell) || board.isRevealed(cell)) continue;
    const index = board.indexOf(cell);
    const symbol = String.fromCharCode(codes[index] ?? HIDDEN);
    if (kind === "flag") codes[index] = "Ff".includes(symbol) ? HIDDEN : FLAG;
    if (kind === "question") codes[index] = symbol === "?" ? HIDDEN : QUESTION;
  }
  return board.setCodes(codes);
}
