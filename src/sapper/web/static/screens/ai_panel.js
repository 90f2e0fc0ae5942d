/** The AI panel, which lets a strategy play single moves or the rest of the game and shows its reasons in a log. */
import { get } from "../api.js";
import { toSentence } from "../state/wording.js";
import { cellName } from "../state/cell_names.js";
import { aiMoveHighlights } from "../state/highlights.js";
import { formatRisk } from "../state/odds_format.js";
import { moveDelay } from "../state/preferences.js";
import { create, element, linkCellNames, select, showError, showMessage } from "./dom.js";
import { NARROW_SCREEN } from "./hint_panel.js";

/**
 * @typedef {{name: string, title: string, character: string, summary: string, uses_marks: boolean,
 *   exact_risks: boolean}} Strategy A strategy in the server's list.
 */

const MAX_LOG_LINES = 60;

/** A panel that plays AI moves in the current game. */
export class AiPanel {
  /** @param {import("./play.js").PlayScreen} play */
  constructor(play) {
    this.play = play;
    this.isRunning = false;
    /** @type {Strategy[]} strongest first */
    this.strategies = [];
    select("strategy").addEventListener("change", () => this.selectStrategy(select("strategy").value));
    element("autoplay").addEventListener("click", () => (this.isRunning ? this.stop() : void this.startAutoplay()));
  }

  async loadStrategies() {
    const answer = await get("/strategies");
    this.strategies = answer.strategies;
    const stored = this.play.settings.current.strategy;
    const names = this.strategies.map(({ name }) => name);
    select("strategy").replaceChildren(
      ...this.strategies.map(({ name, title }) => create("option", { value: name }, [title])),
    );
    const preferred = names.includes(stored) ? stored : answer.default;
    select("strategy").value = names.includes(preferred) ? preferred : (names[0] ?? "");
    this.refresh();
  }

  /** @param {string} name */
  selectStrategy(name) {
    select("strategy").value = name;
    this.play.settings.update({ strategy: name });
    this.refresh();
  }

  playMove() {
    if (!this.play.game.isPlayable) return Promise.resolve();
    return this.play.queue.push(/** @type {any} */ ({ kind: "ai", strategy: select("strategy").value, steps: 1 }));
  }

  /** Plays moves at the chosen speed until the game ends or the player stops the AI. */
  async startAutoplay() {
    if (this.isRunning || !this.play.game.isPlayable) return;
    this.isRunning = true;
    this.refresh();
    try {
      const { id } = this.play.game;
      while (this.isRunning && this.play.game.isPlayable && this.play.game.id === id) {
        const versionBefore = this.play.queue.version;
        await this.playMove();
        // If the game version is unchanged, the AI had no move to make.
        if (this.play.queue.version === versionBefore) break;
        await new Promise((resolve) => setTimeout(resolve, moveDelay(this.play.settings.current.speed)));
      }
    } catch (error) {
      showError(error);
    } finally {
      this.stop();
    }
  }

  stop() {
    this.isRunning = false;
    this.refresh();
  }

  /** Stops the AI and clears the log for a new game. */
  reset() {
    this.stop();
    element("ai-log").replaceChildren();
    element("ai-log").hidden = true;
  }

  /** @param {{kind: string, cell: [number, number], reason: string, risk: number | null}[]} moves */
  showMoves(moves) {
    const log = element("ai-log");
    // Only exact probabilities are shown as risks. If a strategy only estimates risks, the reason for the move states
    // the estimates.
    const hasRisks = this.#selected?.exact_risks;
    for (const move of moves) {
      const risk = hasRisks && move.kind === "reveal" && move.risk ? ` (${formatRisk(move.risk)} risk)` : "";
      const heading = `${move.kind === "flag" ? "Flag" : "Reveal"} ${cellName(move.cell)}${risk}. `;
      const reason = linkCellNames(toSentence(move.reason));
      log.prepend(create("li", {}, [create("b", {}, linkCellNames(heading)), ...reason]));
    }
    while (log.children.length > MAX_LOG_LINES) log.lastElementChild?.remove();
    log.hidden = false;
    const last = moves.at(-1);
    if (last) {
      if (matchMedia(NARROW_SCREEN).matches) showMessage("hint-text", log.firstElementChild?.textContent ?? "");
      this.play.widget.view.setHighlights(aiMoveHighlights(last));
      this.play.widget.view.scrollToCell(last.cell);
    }
  }

  get #selected() {
    return this.strategies.find(({ name }) => name === select("strategy").value);
  }

  /**
   * Shows the selected strategy and the state of the buttons. After a game, only the log of its AI moves remains
   * visible.
   */
  refresh() {
    const { isRunning, play } = this;
    element("autoplay-label").textContent = isRunning ? "Stop" : "Autoplay";
    element("autoplay-icon").setAttribute("href", isRunning ? "#icon-stop" : "#icon-play");
    element("autoplay").classList.toggle("primary", isRunning);
    element("ai-controls").hidden = !play.game.isPlayable;
    element("ai-panel").hidden = !play.game.isPlayable && !element("ai-log").childElementCount;
    const strategy = this.#selected;
    element("strategy-character").textContent = strategy?.character ?? "";
    element("strategy-name").textContent = strategy
      ? `${strategy.name}${strategy.uses_marks ? ", relies on your flags" : ""}`
      : "";
    element("strategy-name").title = strategy?.summary ?? "";
  }
}
