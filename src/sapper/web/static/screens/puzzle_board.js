/**
 * A puzzle on the board widget: the question, the player's flags, the mines left, and the layout or proof that
 * explains an answer.
 *
 * @typedef {[number, number]} Cell The row and column of a cell, both counted from 0.
 * @typedef {{cell?: Cell, number?: number}} Given An answer, which is empty if the player gives up or claims that no
 *   cell is safe.
 */
import { countOf } from "../state/wording.js";
import { errorHighlights } from "../state/highlights.js";
import { PositionEditor } from "../state/position_editor.js";

const EMPTY_BOARD = ["9x9/10", ...Array(9).fill("#".repeat(9))].join("\n");

/** A puzzle shown on the board widget, shared by the puzzles screen and the rush screen. */
export class PuzzleBoard {
  /**
   * @param {import("./board_widget.js").BoardWidget} widget The board widget of the page.
   * @param {{onAnswer: (given: Given) => void, onKey: (key: string) => boolean,
   *   onMinesLeft: (text: string) => void}} handlers The callbacks of the screen. `onKey` returns true if the screen
   *   handled the key.
   */
  constructor(widget, handlers) {
    this.widget = widget;
    this.handlers = handlers;
    /** @type {any} */
    this.puzzle = null;
    this.mines = 0;
    this.isOpen = false;
  }

  /** Shows a puzzle and waits for an answer. @param {any} puzzle */
  ask(puzzle) {
    this.puzzle = puzzle;
    this.isOpen = true;
    const { board, mines } = PositionEditor.of(puzzle.position);
    this.mines = mines;
    this.widget.attach(board, {
      onPress: (cell, kind) => this.#press(board, cell, kind),
      onKey: (key) => this.#pressKey(key),
    });
    this.widget.view.setHighlights(puzzle.marked.map((/** @type {Cell} */ cell) => ({ kind: "area", cell, number: null })));
    this.#showMinesLeft(board);
    this.widget.scroller.focus({ preventScroll: true });
  }

  /** Shows the proof of the correct answer. @param {any} answer @param {Cell | null} cell the player's cell */
  showProof(answer, cell) {
    const errors = answer.correct || !cell ? [] : errorHighlights(cell);
    this.#showPosition(this.puzzle.position, [...answer.highlights, ...errors]);
  }

  /** Shows the layout that refutes the player's cell. @param {any} answer @param {Cell | null} cell */
  showCounterexample(answer, cell) {
    const [header, ...rows] = this.puzzle.position.split("\n").map((/** @type {string} */ line) => [...line]);
    for (const [row, column] of answer.counterexample) rows[row][column] = "*";
    const position = [header, ...rows].map((row) => row.join("")).join("\n");
    this.#showPosition(position, cell ? errorHighlights(cell) : []);
  }

  /** Shows a hidden board without a question. */
  showEmpty() {
    this.#showPosition(EMPTY_BOARD, []);
  }

  /** @param {string} position @param {any[]} highlights */
  #showPosition(position, highlights) {
    this.isOpen = false;
    this.widget.attach(PositionEditor.of(position).board, { onPress: () => {}, onKey: (key) => this.handlers.onKey(key) });
    this.widget.view.setHighlights(highlights);
  }

  /** @param {string} key */
  #pressKey(key) {
    if (this.puzzle.kind === "count" && /^\d$/.test(key)) {
      this.handlers.onAnswer({ number: Number(key) });
      return true;
    }
    return this.handlers.onKey(key);
  }

  /**
   * Submits a cell as the answer, or flags the cell as a reminder. A flag never counts as an answer.
   *
   * @param {import("../state/board.js").Board} board The board of the puzzle.
   * @param {Cell} cell The pressed cell.
   * @param {import("../state/board.js").PressKind} kind The kind of press.
   */
  #press(board, cell, kind) {
    const symbol = board.symbolAt(cell);
    if (!this.isOpen || !"#F".includes(symbol)) return;
    if (kind === "primary") {
      // The answer to a count puzzle is a number, so a press only flags.
      if (this.puzzle.kind !== "count" && symbol !== "F") this.handlers.onAnswer({ cell });
      return;
    }
    if (kind !== "secondary") return;
    board.codes[board.indexOf(cell)] = (symbol === "F" ? "#" : "F").charCodeAt(0);
    this.widget.view.invalidate([board.indexOf(cell)]);
    this.widget.updateAccessibleCells();
    this.#showMinesLeft(board);
  }

  /** @param {import("../state/board.js").Board} board */
  #showMinesLeft(board) {
    const flags = board.rows().join("").replaceAll(/[^F]/g, "").length;
    const left = countOf(this.mines - flags, "mine");
    this.handlers.onMinesLeft(flags ? `${left} left of ${this.mines}.` : `${left} on the board.`);
  }
}
