/** The AI at the player's board: one move, or on to the end at a speed, with its reasons. */
import { get } from "../api.js";
import { stepMarks } from "../state/highlights.js";
import { longRisk } from "../state/odds_format.js";
import { pauseOf } from "../state/preferences.js";
import { cellName, replaceCoordinates } from "../state/cell_names.js";
import { NARROW } from "./hint_panel.js";
import { element, input, make, select, showError, showMessage, withCells } from "./dom.js";

const MOST_LINES = 60;

/** Lets a strategy play. */
export class AutoPlay {
  /** @param {import("./play.js").Play} play */
  constructor(play) {
    this.play = play;
    this.isRunning = false;
    /** @type {{name: string, summary: string}[]} */
    this.strategies = [];
    select("strategy").addEventListener("change", () => {
      this.play.settings.set({ strategy: select("strategy").value });
      this.refresh();
    });
    input("ai-speed").addEventListener("input", () => this.play.settings.set({ speed: input("ai-speed").valueAsNumber }));
    element("finish-game").addEventListener("click", () => (this.isRunning ? this.stop() : void this.run()));
  }

  async load() {
    const answer = await get("/strategies");
    this.strategies = answer.strategies;
    const chosen = this.play.settings.now.strategy;
    const names = this.strategies.map(({ name }) => name);
    select("strategy").replaceChildren(...names.map((name) => make("option", { value: name }, [name])));
    const preferred = names.includes(chosen) ? chosen : answer.default;
    select("strategy").value = names.includes(preferred) ? preferred : (names[0] ?? "");
    this.refresh();
  }

  /** One move. */
  step() {
    if (!this.play.game.isPlayable) return Promise.resolve();
    return this.play.queue.push(/** @type {any} */ ({ kind: "ai", strategy: select("strategy").value, steps: 1 }));
  }

  async run() {
    if (this.isRunning || !this.play.game.isPlayable) return;
    this.isRunning = true;
    this.refresh();
    try {
      const { id } = this.play.game;
      while (this.isRunning && this.play.game.isPlayable && this.play.game.id === id) {
        const before = this.play.queue.version;
        await this.step();
        if (this.play.queue.version === before) break; // the AI had nothing to do
        await new Promise((resolve) => setTimeout(resolve, pauseOf(this.play.settings.now.speed)));
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

  /** Another game begins. */
  reset() {
    this.stop();
    element("ai-log").replaceChildren();
    element("ai-log").hidden = true;
  }

  /** @param {{kind: string, cell: [number, number], reason: string, risk: number | null}[]} steps */
  show(steps) {
    const log = element("ai-log");
    for (const step of steps) {
      const risk = step.kind === "reveal" && step.risk ? ` (risk ${longRisk(step.risk)})` : "";
      const head = `${step.kind === "flag" ? "Flag" : "Reveal"} ${cellName(step.cell)}${risk}. `;
      log.prepend(make("li", {}, [make("b", {}, withCells(head)), ...withCells(replaceCoordinates(step.reason))]));
    }
    while (log.children.length > MOST_LINES) log.lastElementChild?.remove();
    log.hidden = false;
    const last = steps.at(-1);
    if (last) {
      if (matchMedia(NARROW).matches) showMessage("hint-text", log.firstElementChild?.textContent ?? "");
      this.play.table.view.setMarks(stepMarks(last));
      this.play.table.view.reveal(last.cell);
    }
  }

  refresh() {
    const label = element("finish-game").querySelector("span");
    if (label) label.textContent = this.isRunning ? "Stop" : "To the end";
    element("finish-game").classList.toggle("primary", this.isRunning);
    input("ai-speed").valueAsNumber = this.play.settings.now.speed;
    const chosen = this.strategies.find(({ name }) => name === select("strategy").value);
    element("strategy-summary").textContent = chosen?.summary ?? "";
  }
}
