/** The drills screen, which presents generated positions and positions from the player's own mistakes. */
import { get, post } from "../api.js";
import { countOf } from "../state/announcements.js";
import { errorHighlights } from "../state/highlights.js";
import { PositionEditor } from "../state/position_editor.js";
import { announce, create, element, hideToast, select, showError, showMessage } from "./dom.js";

/** The drills screen. */
export class DrillsScreen {
  /** @param {import("./board_widget.js").BoardWidget} widget */
  constructor(widget) {
    this.widget = widget;
    this.isShown = false;
    /** @type {any} */
    this.drill = null;
    this.isAnswered = false;
    this.isSubmitting = false;
    this.latestRequest = 0;
    this.correctCount = 0;
    this.mines = 0;
    this.answeredCount = 0;
    element("drill-next").addEventListener("click", () => void this.loadNext().catch(showError));
    element("drill-show-answer").addEventListener("click", () => void this.#answer(null).catch(showError));
    select("drill-theme").addEventListener("change", () => void this.loadNext().catch(showError));
  }

  async show() {
    this.isShown = true;
    if (this.drill) this.#showDrill();
    else await this.loadNext();
  }

  hide() {
    this.isShown = false;
  }

  async loadNext() {
    const request = ++this.latestRequest;
    const theme = select("drill-theme").value;
    const drill = await get(`/drills/next?theme=${encodeURIComponent(theme)}`);
    // The player may have chosen another theme while the request was pending.
    if (request !== this.latestRequest) return;
    hideToast();
    this.drill = drill;
    this.isAnswered = false;
    const themes = /** @type {string[]} */ (this.drill.themes ?? []);
    if (themes.length && select("drill-theme").options.length <= 1) {
      select("drill-theme").replaceChildren(create("option", { value: "" }, ["Any"]),
        ...themes.map((name) => create("option", { value: name }, [name])));
      select("drill-theme").value = theme;
    }
    if (this.isShown) this.#showDrill();
  }

  #showDrill() {
    const { board, mines } = PositionEditor.of(this.drill.position);
    this.mines = mines;
    this.widget.attach(board, { onPress: (cell, kind) => this.#press(board, cell, kind) });
    this.#showMinesLeft(board);
    element("drill-question").textContent = this.drill.question;
    element("drill-question").dataset.drill = this.drill.id;
    showMessage("drill-text", "");
    const isFiftyFifty = this.drill.theme === "fifty-fifty";
    element("drill-show-answer").hidden = this.isAnswered;
    element("drill-show-answer").textContent = isFiftyFifty ? "No safe cell" : "Show answer";
    this.widget.scroller.focus({ preventScroll: true });
    announce(this.drill.question);
  }

  /**
   * Answers with a cell, or flags it as an aid to memory. A flag is never an answer.
   *
   * @param {import("../state/board.js").Board} board @param {[number, number]} cell
   * @param {import("../state/board.js").PressKind} kind
   */
  #press(board, cell, kind) {
    const symbol = board.symbolAt(cell);
    if (kind === "primary" && symbol !== "F") return void this.#answer(cell).catch(showError);
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
    element("drill-mines").textContent = flags
      ? `${left} left of ${this.mines}.`
      : `${left} on the board. Right-click or press F to flag a cell; flags are not answers.`;
  }

  /** Submits an answer. @param {[number, number] | null} cell null if the player gives up or sees no safe cell */
  async #answer(cell) {
    const drill = this.drill;
    if (!drill || this.isAnswered || this.isSubmitting) return;
    this.isSubmitting = true;
    const path = `/drills/${encodeURIComponent(drill.id)}`;
    // If the request fails, the player can answer again.
    const answer = await post(path, { cell }).finally(() => (this.isSubmitting = false));
    if (drill !== this.drill) return;
    hideToast();
    this.isAnswered = true;
    this.answeredCount++;
    if (answer.correct) this.correctCount++;
    const highlights = [...answer.hint.highlights, ...(answer.correct ? [] : errorHighlights(cell))];
    this.widget.view.setHighlights(highlights);
    // A player who asks for the answer has not given a wrong one.
    const text = cell || answer.correct ? `${answer.verdict} ${answer.explanation}` : answer.explanation;
    showMessage("drill-text", text, { isError: !answer.correct && cell !== null });
    announce(text);
    element("drill-show-answer").hidden = true;
    element("drill-score").textContent = `${this.correctCount} of ${this.answeredCount} correct`;
  }
}
