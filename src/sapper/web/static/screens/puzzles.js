/** The puzzles screen: rated puzzles, puzzles by theme and the player's own mistakes. */
import { get, post } from "../api.js";
import { countOf } from "../state/announcements.js";
import { errorHighlights } from "../state/highlights.js";
import { PositionEditor } from "../state/position_editor.js";
import { announce, create, element, hideToast, input, select, showError, showMessage } from "./dom.js";

/** @typedef {[number, number]} Cell */

/** The puzzles screen. */
export class PuzzlesScreen {
  /** @param {import("./board_widget.js").BoardWidget} widget */
  constructor(widget) {
    this.widget = widget;
    this.isShown = false;
    this.mines = 0;
    /** @type {any} */
    this.puzzle = null;
    /** @type {any} */
    this.answer = null;
    this.isCounterexampleShown = false;
    this.isAnswered = false;
    this.isSubmitting = false;
    this.latestRequest = 0;
    this.correctCount = 0;
    this.answeredCount = 0;
    element("puzzle-next").addEventListener("click", () => void this.loadNext().catch(showError));
    element("puzzle-show-answer").addEventListener("click", () => void this.#answer({}).catch(showError));
    element("puzzle-why").addEventListener("click", () => this.#toggleCounterexample());
    element("puzzle-number-form").addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#answer({ number: input("puzzle-number").valueAsNumber }).catch(showError);
    });
    select("puzzle-theme").addEventListener("change", () => void this.loadNext().catch(showError));
  }

  async show() {
    this.isShown = true;
    if (this.puzzle) this.#showPuzzle();
    else await this.loadNext();
  }

  hide() {
    this.isShown = false;
  }

  async loadNext() {
    const request = ++this.latestRequest;
    const theme = select("puzzle-theme").value;
    const isMode = theme === "" || theme === "mistakes";
    const query = isMode ? `mode=${theme || "rated"}` : `mode=theme&theme=${encodeURIComponent(theme)}`;
    const puzzle = await get(`/puzzles/next?${query}`);
    // The player may have chosen another theme while the request was pending.
    if (request !== this.latestRequest) return;
    hideToast();
    this.puzzle = puzzle;
    this.isAnswered = false;
    const themes = /** @type {string[]} */ (this.puzzle.themes ?? []);
    if (themes.length && select("puzzle-theme").options.length <= 1) {
      select("puzzle-theme").replaceChildren(create("option", { value: "" }, ["Rated, at your level"]),
        create("option", { value: "mistakes" }, ["Your mistakes"]),
        ...themes.map((name) => create("option", { value: name }, [name])));
      select("puzzle-theme").value = theme;
    }
    if (this.isShown) this.#showPuzzle();
  }

  #showPuzzle() {
    const puzzle = this.puzzle;
    const { board, mines } = PositionEditor.of(puzzle.position);
    this.mines = mines;
    this.widget.attach(board, { onPress: (cell, kind) => this.#press(board, cell, kind) });
    this.widget.view.setHighlights(puzzle.marked.map((/** @type {Cell} */ cell) => ({ kind: "area", cell, number: null })));
    this.#showMinesLeft(board);
    element("puzzle-question").textContent = puzzle.question;
    element("puzzle-question").dataset.attempt = puzzle.attempt;
    showMessage("puzzle-text", "");
    element("puzzle-show-answer").hidden = this.isAnswered;
    element("puzzle-show-answer").textContent = puzzle.kind === "certain" ? "No safe cell" : "Show answer";
    element("puzzle-number-form").hidden = this.isAnswered || puzzle.kind !== "count";
    element("puzzle-why").hidden = true;
    this.widget.scroller.focus({ preventScroll: true });
    announce(puzzle.question);
  }

  /**
   * Answers with a cell, or flags the cell as a reminder. A flag is never an answer.
   *
   * @param {import("../state/board.js").Board} board The board of the puzzle.
   * @param {Cell} cell The pressed cell.
   * @param {import("../state/board.js").PressKind} kind The kind of press.
   */
  #press(board, cell, kind) {
    const symbol = board.symbolAt(cell);
    if (kind === "primary" && symbol !== "F") return void this.#answer({ cell }).catch(showError);
    if (kind !== "secondary" || this.isAnswered || !"#F".includes(symbol)) return;
    board.codes[board.indexOf(cell)] = (symbol === "F" ? "#" : "F").charCodeAt(0);
    this.widget.view.invalidate([board.indexOf(cell)]);
    this.widget.updateAccessibleCells();
    this.#showMinesLeft(board);
  }

  /** @param {import("../state/board.js").Board} board */
  #showMinesLeft(board) {
    const flags = board.rows().join("").replaceAll(/[^F]/g, "").length;
    const left = countOf(this.mines - flags, "mine");
    element("puzzle-mines").textContent = flags
      ? `${left} left of ${this.mines}.`
      : `${left} on the board. Right-click or press F to flag a cell; flags are not answers.`;
  }

  /** Submits an answer. @param {{ cell?: Cell, number?: number }} given empty if the player gives up or sees no safe cell */
  async #answer(given) {
    const puzzle = this.puzzle;
    if (!puzzle || this.isAnswered || this.isSubmitting) return;
    // The answer to this kind of puzzle is a number, not a cell.
    if (puzzle.kind === "count" && given.cell) return;
    this.isSubmitting = true;
    const path = `/puzzles/${encodeURIComponent(puzzle.attempt)}`;
    // If the request fails, the player can answer again.
    const answer = await post(path, given).finally(() => (this.isSubmitting = false));
    if (puzzle !== this.puzzle) return;
    hideToast();
    this.isAnswered = true;
    this.answeredCount++;
    if (answer.correct) this.correctCount++;
    this.answer = { ...answer, cell: given.cell ?? null };
    this.#showSolution();
    const isGivenUp = given.cell === undefined && given.number === undefined;
    // A request to see the answer is not a wrong answer.
    const text = isGivenUp && !answer.correct ? answer.explanation : `${answer.verdict} ${answer.explanation}`;
    showMessage("puzzle-text", text, { isError: !answer.correct && !isGivenUp });
    announce(text);
    element("puzzle-show-answer").hidden = true;
    element("puzzle-number-form").hidden = true;
    element("puzzle-why").hidden = !answer.counterexample;
    const sign = answer.rating_change > 0 ? "+" : "";
    const rating = puzzle.mode === "rated" ? `, rating ${answer.rating} (${sign}${answer.rating_change})` : "";
    element("puzzle-score").textContent = `${this.correctCount} of ${this.answeredCount} correct${rating}`;
  }

  #showSolution() {
    const { answer, puzzle } = this;
    this.isCounterexampleShown = false;
    element("puzzle-why").textContent = "Why not my cell?";
    this.widget.attach(PositionEditor.of(puzzle.position).board, { onPress: () => {} });
    this.widget.view.setHighlights([...answer.highlights, ...(answer.correct ? [] : errorHighlights(answer.cell))]);
  }

  /** Switches between the solution and the layout that refutes the player's cell. */
  #toggleCounterexample() {
    if (this.isCounterexampleShown) {
      this.#showSolution();
      return;
    }
    const [header, ...rows] = this.puzzle.position.split("\n").map((/** @type {string} */ line) => [...line]);
    for (const [row, column] of this.answer.counterexample) rows[row][column] = "*";
    const position = [header, ...rows].map((row) => row.join("")).join("\n");
    this.isCounterexampleShown = true;
    element("puzzle-why").textContent = "Show the solution";
    this.widget.attach(PositionEditor.of(position).board, { onPress: () => {} });
    this.widget.view.setHighlights(errorHighlights(this.answer.cell));
  }
}
