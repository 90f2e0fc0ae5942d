/** Hints in three grades with their proof on the board, and the odds. */
import { gamePath, get } from "../api.js";
import { hintMarks } from "../state/highlights.js";
import { oddsByIndex, riskWords } from "../state/odds_format.js";
import { cellName, replaceCoordinates } from "../state/cell_names.js";
import { element, say, showMessage } from "./dom.js";

export const NARROW = "(max-width: 860px)";
const LABELS = ["Hint", "Which clues?", "Show the move", "Hint"];

/** Help during one game. */
export class Coach {
  /** @param {import("./play.js").Play} play */
  constructor(play) {
    this.play = play;
    this.grade = 0;
    this.showsOdds = false;
    // Only the answer to the last question of a kind counts.
    this.asked = 0;
    this.askedOdds = 0;
    const narrow = (this.narrow = matchMedia(NARROW));
    // On a phone the words belong under the board, where the eyes are.
    const place = () => element(narrow.matches ? "board-area" : "hint-panel").append(element("hint-text"));
    narrow.addEventListener("change", place);
    place();
  }

  /** The next grade of the hint. */
  async more() {
    if (!this.play.game.isPlayable) return;
    const grade = this.grade >= 3 ? 3 : this.grade + 1;
    const asked = ++this.asked;
    const hint = await get(gamePath(this.play.game.id, `/hint?grade=${grade}`));
    if (asked !== this.asked || !this.play.isShown) return;
    this.grade = hint.grade ?? grade;
    this.play.table.view.setMarks(hintMarks(hint));
    const order = hint.clues.length > 1 ? "The circles are numbered in the order of the argument." : "";
    const count = hint.uses_mine_count ? "The number of mines that are left counts too." : "";
    const text = replaceCoordinates(hint.text);
    showMessage("hint-text", text, { note: [count, order].filter(Boolean).join(" ") });
    say(text);
    // On a phone the bar at the bottom may cover the words.
    if (this.narrow.matches) element("hint-text").scrollIntoView({ block: "nearest" });
    const { first, status } = this.play.game.snapshot ?? {};
    if (!first || status !== "ready") this.#noteAssist("hints"); // where to begin is shown anyway
    this.refresh();
    const target = hint.cell ?? hint.clues[0] ?? hint.cells[0];
    if (target) this.play.table.view.reveal(target);
  }

  async toggleOdds() {
    this.showsOdds = !this.showsOdds && this.play.game.isPlayable;
    if (this.showsOdds) await this.#loadOdds();
    else this.play.table.view.setOdds(null);
    this.refresh();
  }

  async #loadOdds() {
    const asked = ++this.askedOdds;
    const { game, table } = this.play;
    const answer = await get(gamePath(game.id, "/probabilities"));
    if (asked !== this.askedOdds || !this.showsOdds) return;
    const odds = oddsByIndex(game.board, answer.mine_probability);
    table.view.setOdds(odds);
    table.describe();
    const best = answer.best;
    const risk = best ? odds[game.board.index(best)] : undefined;
    const exact = answer.exact === false ? " An estimate: there is too much to count." : "";
    const words = best ? `Best: ${cellName(best)}, ${riskWords(risk ?? 0)}.${exact}` : exact;
    element("odds-summary").textContent = words;
    say(words);
    this.#noteAssist("odds");
  }

  /** The server counts what help was used; the page says so without asking again. @param {string} kind */
  #noteAssist(kind) {
    const snapshot = this.play.game.snapshot;
    if (!snapshot || snapshot.assists?.[kind]) return;
    snapshot.assisted = true;
    snapshot.assists = { ...snapshot.assists, [kind]: 1 };
    this.play.command("");
  }

  /** A move was answered. @param {boolean} changed whether any cell looks different */
  boardChanged(changed) {
    if (!changed) return;
    this.grade = 0;
    this.#forgetQuestions();
    showMessage("hint-text", "");
    const first = this.play.game.snapshot?.status === "ready" ? this.#firstMark() : [];
    this.play.table.view.setMarks(first);
    if (this.showsOdds && this.play.game.isPlayable) void this.#loadOdds().catch(() => this.clear());
    else if (this.showsOdds) this.clear();
  }

  /** Where a board without guessing must be begun. @returns {import("../state/highlights.js").Mark[]} */
  #firstMark() {
    const cell = this.play.game.snapshot?.first;
    return cell ? [{ kind: "first", cell }] : [];
  }

  /** Answers that are still to come are about a position that was left. */
  #forgetQuestions() {
    this.asked++;
    this.askedOdds++;
  }

  clear() {
    this.grade = 0;
    this.#forgetQuestions();
    this.showsOdds = false;
    showMessage("hint-text", "");
    this.play.table.view.setOdds(null);
    this.play.table.view.setMarks([]);
    this.refresh();
  }

  refresh() {
    element("hint-label").textContent = LABELS[this.grade] ?? "Hint";
    element("odds-legend").hidden = !this.showsOdds;
    for (const toggle of document.querySelectorAll('[data-command="odds"]')) {
      toggle.setAttribute("aria-pressed", String(this.showsOdds));
    }
    const { game, table } = this.play;
    const untouched = game.snapshot?.status === "ready" && this.grade === 0;
    if (untouched && game.snapshot?.first && this.play.isShown && !table.view.marks.length) {
      table.view.setMarks(this.#firstMark());
      showMessage("hint-text", "This board has been checked: it needs no guess if you begin at the marked cell.");
    }
  }
}
