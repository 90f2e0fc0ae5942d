/** Drills: positions from the player's own mistakes, and others by theme. */
import { get, post } from "../api.js";
import { hintMarks } from "../state/highlights.js";
import { Position } from "../state/position_editor.js";
import { element, hideToast, make, say, select, showError, showMessage } from "./dom.js";

/** The screen of drills. */
export class Drills {
  /** @param {import("./board_widget.js").TableType} table */
  constructor(table) {
    this.table = table;
    this.isShown = false;
    /** @type {any} */
    this.drill = null;
    this.isAnswered = false;
    this.isAsking = false;
    this.asked = 0;
    this.right = 0;
    this.tried = 0;
    element("drill-next").addEventListener("click", () => void this.next().catch(showError));
    element("drill-show-answer").addEventListener("click", () => void this.#answer(null).catch(showError));
    select("drill-theme").addEventListener("change", () => void this.next().catch(showError));
  }

  async show() {
    this.isShown = true;
    if (this.drill) this.#lay();
    else await this.next();
  }

  hide() {
    this.isShown = false;
  }

  async next() {
    const asked = ++this.asked;
    const theme = select("drill-theme").value;
    const drill = await get(`/drills/next?theme=${encodeURIComponent(theme)}`);
    if (asked !== this.asked) return; // another theme was chosen meanwhile
    hideToast();
    this.drill = drill;
    this.isAnswered = false;
    const themes = /** @type {string[]} */ (this.drill.themes ?? []);
    if (themes.length && select("drill-theme").options.length <= 1) {
      select("drill-theme").replaceChildren(make("option", { value: "" }, ["any"]),
        ...themes.map((name) => make("option", { value: name }, [name])));
      select("drill-theme").value = theme;
    }
    if (this.isShown) this.#lay();
  }

  #lay() {
    const position = Position.parse(this.drill.position);
    this.table.use(position.board, { press: (cell) => void this.#answer(cell).catch(showError) });
    element("drill-question").textContent = this.drill.question;
    element("drill-question").dataset.drill = this.drill.id; // which drill is shown
    showMessage("drill-text", "");
    element("drill-show-answer").hidden = this.isAnswered;
    element("drill-show-answer").textContent = this.drill.theme === "fifty-fifty" ? "Nothing is certain" : "Show me";
    this.table.scroller.focus({ preventScroll: true });
    say(this.drill.question);
  }

  /** @param {[number, number] | null} cell null gives up */
  async #answer(cell) {
    const drill = this.drill;
    if (!drill || this.isAnswered || this.isAsking) return;
    this.isAsking = true; // a server that is busy can be asked again
    const answer = await post(`/drills/${encodeURIComponent(drill.id)}`, { cell }).finally(() => (this.isAsking = false));
    if (drill !== this.drill) return;
    hideToast();
    this.isAnswered = true;
    this.tried++;
    if (answer.right) this.right++;
    const hint = answer.hint ?? answer;
    const marks = hintMarks({ cells: [], clues: [], certain: true, grade: 3, text: "", ...hint });
    if (cell && !answer.right) marks.push({ kind: "error", cell });
    this.table.view.setMarks(marks);
    const text = cell ? answer.text : answer.text.replace(/^Wrong\. /, "");
    showMessage("drill-text", text, { bad: !answer.right && cell !== null });
    say(text);
    element("drill-show-answer").hidden = true;
    element("drill-score").textContent = `${this.right} of ${this.tried} right.`;
  }
}
