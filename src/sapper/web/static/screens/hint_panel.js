/** The hint panel, which shows hints in three grades, their proofs and the mine odds. */
import { gamePath, get } from "../api.js";
import { cellName } from "../state/cell_names.js";
import { describeRisk } from "../state/odds_format.js";
import { PositionEditor } from "../state/position_editor.js";
import { announce, commandButtons, element, showError, showMessage } from "./dom.js";

/** The screens on which the panel is below the board. The style sheet has the same condition. */
export const NARROW_SCREEN =
  "(max-width: 860px), (max-height: 480px) and (orientation: landscape) and (max-width: 1000px)";
/** The hint button's label after each hint grade. */
const BUTTON_LABELS = ["Hint", "Show clues", "Show move", "Hint"];

/** A panel that shows hints and odds for the current game. */
export class HintPanel {
  /** @param {import("./play.js").PlayScreen} play */
  constructor(play) {
    this.play = play;
    this.grade = 0;
    this.areOddsShown = false;
    /** The number of positions shown so far. Responses that refer to an earlier position are ignored. */
    this.position = 0;
    this.legend = play.oddsLegend;
    /** The hint that is being loaded. @type {Promise<void>} */
    this.loading = Promise.resolve();
    const narrow = (this.narrow = matchMedia(NARROW_SCREEN));
    // On narrow screens, the hint text appears directly below the board.
    const place = () => element(narrow.matches ? "board-area" : "hint-panel").append(element("hint-text"));
    element("analyse-game").addEventListener("click", () => void this.#openAnalyser().catch(showError));
    narrow.addEventListener("change", place);
    place();
  }

  /** Requests and shows the next grade of the hint, after any earlier grades have loaded. */
  showNextGrade() {
    const { position } = this;
    const shown = this.loading.then(() => (position === this.position ? this.#loadGrade() : undefined));
    // A failed request must not block the next one.
    this.loading = shown.catch(() => {});
    return shown;
  }

  async #loadGrade() {
    if (!this.play.game.isPlayable) return;
    const grade = this.grade >= 3 ? 3 : this.grade + 1;
    const { position } = this;
    /** @type {import("../state/highlights.js").Hint} */
    const hint = await get(gamePath(this.play.game.id, `/hint?grade=${grade}`));
    if (position !== this.position || !this.play.isShown) return;
    this.grade = hint.grade;
    this.play.widget.view.setHighlights(hint.highlights);
    const order = hint.highlights.some(({ number }) => number === 2) ? "Follow the numbered clues in order." : "";
    const mineCount = hint.uses_mine_count ? "The proof also uses the number of mines left." : "";
    showMessage("hint-text", hint.text, { note: [mineCount, order].filter(Boolean).join(" ") });
    announce(hint.text);
    // On narrow screens, the bottom toolbar may cover the hint text.
    if (this.narrow.matches) element("hint-text").scrollIntoView({ block: "nearest" });
    this.#showAssistance(hint);
    const [target] = hint.highlights;
    if (target) this.play.widget.view.scrollToCell(target.cell);
  }

  async toggleOdds() {
    this.areOddsShown = !this.areOddsShown && this.play.game.isPlayable;
    if (this.areOddsShown) await this.#loadOdds();
    else this.legend.hide();
    this.refresh();
  }

  async #loadOdds() {
    const { position } = this;
    const { game } = this.play;
    const answer = await get(gamePath(game.id, "/probabilities"));
    if (position !== this.position || !this.areOddsShown) return;
    const odds = this.legend.show(game.board, answer);
    const { best } = answer;
    const bestMove = best ? `Best move: ${cellName(best)} (${describeRisk(odds.riskAt(odds.best))}).` : "";
    const estimate = answer.exact === false ? "The odds are estimates." : "";
    const text = odds.promise || [bestMove, estimate].filter(Boolean).join(" ");
    element("odds-summary").textContent = text;
    announce(text);
    this.#showAssistance(answer);
  }

  /**
   * Opens the position in the analyser. The analyser computes the odds, so the server counts a request for odds first.
   */
  async #openAnalyser() {
    const { game } = this.play;
    const position = PositionEditor.fromBoard(game.board, game.snapshot?.mines ?? 0);
    if (game.isPlayable) await get(gamePath(game.id, "/probabilities"));
    location.hash = `#/analyse/${position.toLink()}`;
  }

  /** @param {{assistance?: Record<string, number>, assisted?: boolean}} response */
  #showAssistance({ assistance, assisted }) {
    Object.assign(this.play.game.snapshot ?? {}, { assistance, assisted });
    this.play.refresh();
  }

  /** Clears the hint and updates the odds after a move. */
  onBoardChange() {
    this.#clearHint();
    if (!this.areOddsShown) return;
    if (this.play.game.isPlayable) void this.#loadOdds().catch(() => this.clear());
    else this.clear();
  }

  #clearHint() {
    this.grade = 0;
    this.position++;
    showMessage("hint-text", "");
    this.play.widget.view.setHighlights([]);
  }

  clear() {
    this.#clearHint();
    this.areOddsShown = false;
    this.legend.hide();
    this.refresh();
  }

  refresh() {
    element("hint-label").textContent = BUTTON_LABELS[this.grade] ?? "Hint";
    for (const button of commandButtons("odds")) button.ariaPressed = String(this.areOddsShown);
    const { game, widget } = this.play;
    const isUntouched = game.snapshot?.status === "ready" && this.grade === 0;
    const start = game.snapshot?.first;
    if (isUntouched && start && this.play.isShown && !widget.view.highlights.length) {
      widget.view.setHighlights([{ kind: "start", cell: start }]);
      showMessage("hint-text", "This board can be solved without guessing. Start at the highlighted cell.");
    }
  }
}
