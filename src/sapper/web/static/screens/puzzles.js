/** The puzzles screen: rated puzzles, puzzles by theme and the player's own mistakes. */
import { ApiError, get, post } from "../api.js";
import { announce, create, element, errorText, flagMove, hideToast, input, select, showError, showMessage } from "./dom.js";
import { PuzzleBoard } from "./puzzle_board.js";

/** @typedef {import("./puzzle_board.js").Given} Given */
/** @typedef {{name: string, ladder: number, ladder_solved: number}} ThemeProgress */

/** The puzzles screen. */
export class PuzzlesScreen {
  /** @param {import("./board_widget.js").BoardWidget} widget */
  constructor(widget) {
    this.isShown = false;
    /** @type {any} */
    this.puzzle = null;
    /** @type {any} */
    this.answer = null;
    /** @type {[number, number] | null} */
    this.cell = null;
    this.isAnswered = false;
    this.isRetry = false;
    this.isSubmitting = false;
    this.isProofShown = true;
    this.latestRequest = 0;
    this.correctCount = 0;
    this.answeredCount = 0;
    this.board = new PuzzleBoard(widget, {
      onAnswer: (given) => void this.#answer(given).catch(showError),
      onKey: (key) => this.#pressKey(key),
      onMinesLeft: (text) => (element("puzzle-mines").textContent = text),
    });
    element("puzzle-next").addEventListener("click", () => void this.loadNext().catch(showError));
    element("puzzle-show-answer").addEventListener("click", () => void this.#answer({}).catch(showError));
    element("puzzle-why").addEventListener("click", () => this.#toggleProof());
    element("puzzle-retry").addEventListener("click", () => this.#retry());
    element("puzzle-number-form").addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#answer({ number: input("puzzle-number").valueAsNumber }).catch(showError);
    });
    select("puzzle-theme").addEventListener("change", () => {
      history.replaceState(null, "", select("puzzle-theme").value ? `#/puzzles/${select("puzzle-theme").value}` : "#/puzzles");
      void this.loadNext().catch(showError);
    });
  }

  /** @param {string} mode a theme, "mistakes" or "" for rated puzzles */
  async show(mode) {
    this.isShown = true;
    await this.#showProgress();
    const isOther = mode !== select("puzzle-theme").value;
    select("puzzle-theme").value = mode;
    if (select("puzzle-theme").selectedIndex < 0) select("puzzle-theme").value = "";
    if (this.puzzle && !isOther && !this.isAnswered) this.#ask();
    else await this.loadNext();
  }

  hide() {
    this.isShown = false;
  }

  /** Lists the modes with the player's progress in each theme. */
  async #showProgress() {
    const { themes, due } = await get("/puzzles/progress");
    const list = select("puzzle-theme");
    const chosen = list.value;
    const options = /** @type {ThemeProgress[]} */ (themes).map(({ name, ladder, ladder_solved: solved }) =>
      create("option", { value: name }, [`${name} (${solved} of ${ladder})`]));
    list.replaceChildren(
      create("option", { value: "" }, ["Rated puzzles at your level"]),
      create("option", { value: "mistakes" }, [`Your mistakes (${due} due)`]),
      create("optgroup", { label: "Themes, from easy to hard" }, options),
    );
    list.value = chosen;
    const theme = /** @type {ThemeProgress[]} */ (themes).find(({ name }) => name === chosen);
    const bar = /** @type {HTMLProgressElement} */ (element("puzzle-progress"));
    element("puzzle-progress-row").hidden = !theme;
    if (!theme) return;
    bar.max = theme.ladder;
    bar.value = theme.ladder_solved;
    element("puzzle-progress-text").textContent = `${theme.ladder_solved} of ${theme.ladder} solved`;
  }

  async loadNext() {
    const request = ++this.latestRequest;
    const theme = select("puzzle-theme").value;
    const isMode = theme === "" || theme === "mistakes";
    const query = isMode ? `mode=${theme || "rated"}` : `mode=theme&theme=${encodeURIComponent(theme)}`;
    const puzzle = await get(`/puzzles/next?${query}`).catch((error) => {
      if (error instanceof ApiError && error.status === 404) return { reason: errorText(error) };
      throw error;
    });
    // The player may have chosen another theme while the request was pending.
    if (request !== this.latestRequest) return;
    hideToast();
    this.puzzle = puzzle.reason ? null : puzzle;
    this.isAnswered = this.isRetry = false;
    if (this.isShown) puzzle.reason ? this.#showNone(puzzle.reason) : this.#ask();
    void this.#showProgress().catch(() => {});
  }

  /** Shows that the mode has no puzzle. @param {string} reason */
  #showNone(reason) {
    this.board.showEmpty();
    for (const id of ["puzzle-question", "puzzle-mines", "puzzle-help"]) element(id).textContent = "";
    for (const id of ["puzzle-show-answer", "puzzle-number-form", "puzzle-why", "puzzle-retry"]) element(id).hidden = true;
    element("puzzle-next").hidden = false;
    showMessage("puzzle-text", reason);
    announce(reason);
  }

  #ask() {
    const { puzzle } = this;
    this.isAnswered = false;
    this.board.ask(puzzle);
    element("puzzle-question").textContent = puzzle.question;
    element("puzzle-question").dataset.attempt = puzzle.attempt;
    element("puzzle-help").textContent = `${flagMove()} Flags do not count as answers.`;
    showMessage("puzzle-text", "");
    element("puzzle-show-answer").hidden = false;
    element("puzzle-show-answer").textContent = puzzle.kind === "certain" ? "No safe cell" : "Show answer";
    element("puzzle-number-form").hidden = puzzle.kind !== "count";
    input("puzzle-number").value = "";
    element("puzzle-why").hidden = element("puzzle-retry").hidden = true;
    // Until the puzzle is answered, the next puzzle would be the same one.
    element("puzzle-next").hidden = !this.isRetry;
    announce(puzzle.question);
  }

  /** @param {string} key */
  #pressKey(key) {
    const letter = key.toLowerCase();
    if (this.isAnswered && (key === " " || key === "Enter")) void this.loadNext().catch(showError);
    else if (letter === "n" && (this.isAnswered || this.isRetry || !this.puzzle)) void this.loadNext().catch(showError);
    else if (letter === "a" && !this.isAnswered) void this.#answer({}).catch(showError);
    else if (letter === "w" && !element("puzzle-why").hidden) this.#toggleProof();
    else if (letter === "r" && !element("puzzle-retry").hidden) this.#retry();
    else return false;
    return true;
  }

  /** Submits an answer. @param {Given} given */
  async #answer(given) {
    const { puzzle, isRetry } = this;
    if (!puzzle || this.isAnswered || this.isSubmitting) return;
    this.isSubmitting = true;
    const path = `/puzzles/${encodeURIComponent(puzzle.attempt)}`;
    // If the request fails, the player can answer again.
    const answer = await post(path, { ...given, retry: isRetry }).finally(() => (this.isSubmitting = false));
    if (puzzle !== this.puzzle) return;
    hideToast();
    this.isAnswered = true;
    this.answer = answer;
    this.cell = given.cell ?? null;
    this.isGivenUp = given.cell === undefined && given.number === undefined;
    this.isProofShown = !answer.counterexample;
    this.#showSolution();
    element("puzzle-show-answer").hidden = true;
    element("puzzle-number-form").hidden = true;
    element("puzzle-why").hidden = !answer.counterexample;
    element("puzzle-retry").hidden = answer.correct;
    element("puzzle-next").hidden = false;
    if (isRetry) return;
    this.answeredCount++;
    if (answer.correct) this.correctCount++;
    const sign = answer.rating_change > 0 ? "+" : "";
    const rating = puzzle.mode === "rated" ? `, rating ${answer.rating} (${sign}${answer.rating_change})` : "";
    element("puzzle-score").textContent = `${this.correctCount} of ${this.answeredCount} correct${rating}`;
    void this.#showProgress().catch(() => {});
  }

  /** Shows why the player's cell is wrong, or the proof of the correct answer. */
  #showSolution() {
    const { answer, cell, isProofShown } = this;
    element("puzzle-why").textContent = isProofShown ? "Why not my cell?" : "Show the proof";
    if (isProofShown) this.board.showProof(answer, cell);
    else this.board.showCounterexample(answer, cell);
    const explanation = isProofShown ? answer.explanation : answer.refutation;
    // A player who gave up has not submitted a wrong answer, so the verdict is omitted.
    const text = this.isGivenUp && !answer.correct ? explanation : `${answer.verdict} ${explanation}`;
    showMessage("puzzle-text", text, { isError: !answer.correct && !this.isGivenUp });
    announce(text);
  }

  #toggleProof() {
    this.isProofShown = !this.isProofShown;
    this.#showSolution();
  }

  /** Presents the puzzle again. The second answer is not rated. */
  #retry() {
    this.isRetry = true;
    this.#ask();
  }
}
