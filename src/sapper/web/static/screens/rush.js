/** The rush screen: as many puzzles as possible in three minutes, with three lives. */
import { get, post } from "../api.js";
import { formatLives, formatTimeLeft, resultText } from "../state/rush_text.js";
import { announce, create, element, input, showError, showMessage } from "./dom.js";
import { PuzzleBoard } from "./puzzle_board.js";

const CLOCK_INTERVAL = 200;

/** @typedef {{puzzle: any, answer: any, cell: [number, number] | null}} Missed */

/** The rush screen. */
export class RushScreen {
  /** @param {import("./board_widget.js").BoardWidget} widget */
  constructor(widget) {
    this.isShown = false;
    /** @type {any} */
    this.run = null;
    /** @type {any} */
    this.puzzle = null;
    this.endsAt = 0;
    this.timer = 0;
    this.isSubmitting = false;
    /** @type {number | null} */
    this.best = null;
    /** @type {Missed[]} */
    this.missed = [];
    this.board = new PuzzleBoard(widget, {
      onAnswer: (given) => void this.#answer(given).catch(showError),
      onKey: (key) => this.#pressKey(key),
      onMinesLeft: (text) => (element("rush-mines").textContent = text),
    });
    element("rush-start").addEventListener("click", () => void this.#start().catch(showError));
    element("rush-pass").addEventListener("click", () => void this.#answer({}).catch(showError));
    element("rush-number-form").addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#answer({ number: input("rush-number").valueAsNumber }).catch(showError);
    });
  }

  async show() {
    this.isShown = true;
    await this.#showBest();
    if (this.run && this.puzzle) this.#ask(this.puzzle);
    else this.#showIntroduction();
  }

  hide() {
    this.isShown = false;
  }

  async #showBest() {
    const { rush_scores: runs } = /** @type {{rush_scores: [number, number][]}} */ (await get("/puzzles/progress"));
    this.best = runs[0]?.[1] ?? null;
    element("rush-best").replaceChildren(...runs.slice(0, 5).map(([time, score]) =>
      create("li", {}, [create("b", {}, [String(score)]), ` on ${new Date(time * 1000).toLocaleDateString()}`])));
    element("rush-best-card").hidden = !runs.length;
  }

  #showIntroduction() {
    element("rush-running").hidden = true;
    element("rush-start").hidden = false;
    showMessage("rush-text", "Solve as many puzzles as you can in three minutes. You have three lives. The clock starts when you press Start.");
    this.board.showEmpty();
  }

  async #start() {
    this.missed = [];
    element("rush-missed").replaceChildren();
    this.run = await post("/puzzles/rush");
    this.endsAt = performance.now() + this.run.seconds_left * 1000;
    element("rush-start").hidden = true;
    element("rush-running").hidden = false;
    showMessage("rush-text", "");
    clearInterval(this.timer);
    this.timer = Number(setInterval(() => this.#tick(), CLOCK_INTERVAL));
    this.#showRun();
    await this.#loadNext();
  }

  #tick() {
    const left = (this.endsAt - performance.now()) / 1000;
    element("rush-clock").textContent = formatTimeLeft(left);
    if (left <= 0) void this.#finish().catch(showError);
  }

  #showRun() {
    element("rush-lives").textContent = formatLives(this.run.lives);
    element("rush-lives").ariaLabel = `${this.run.lives} lives left`;
    element("rush-score").textContent = String(this.run.score);
    this.#tick();
  }

  async #loadNext() {
    const { run } = this;
    const puzzle = await get(`/puzzles/next?mode=rush&run=${encodeURIComponent(run.id)}`);
    if (run.id !== this.run?.id) return;
    this.puzzle = puzzle;
    if (this.isShown) this.#ask(puzzle);
  }

  /** @param {any} puzzle */
  #ask(puzzle) {
    this.board.ask(puzzle);
    element("rush-question").textContent = puzzle.question;
    element("rush-question").dataset.attempt = puzzle.attempt;
    element("rush-pass").textContent = puzzle.kind === "certain" ? "No safe cell" : "Pass (costs a life)";
    element("rush-number-form").hidden = puzzle.kind !== "count";
    input("rush-number").value = "";
    announce(puzzle.question);
  }

  /** @param {string} key */
  #pressKey(key) {
    if (key.toLowerCase() === "a" && this.puzzle) void this.#answer({}).catch(showError);
    else if (key === " " && !this.run) void this.#start().catch(showError);
    else return false;
    return true;
  }

  /** @param {import("./puzzle_board.js").Given} given */
  async #answer(given) {
    const { puzzle } = this;
    if (!puzzle || this.isSubmitting) return;
    this.isSubmitting = true;
    const answer = await post(`/puzzles/${encodeURIComponent(puzzle.attempt)}`, given)
      .finally(() => (this.isSubmitting = false));
    if (puzzle !== this.puzzle || !this.run) return;
    this.puzzle = null;
    if (!answer.correct) this.missed.push({ puzzle, answer, cell: given.cell ?? null });
    this.run = answer.run ?? this.run;
    showMessage("rush-text", answer.verdict, { isError: !answer.correct });
    this.#showRun();
    if (this.run.is_over) await this.#finish();
    else await this.#loadNext();
  }

  async #finish() {
    clearInterval(this.timer);
    if (!this.run) return;
    const { score } = this.run;
    this.run = this.puzzle = null;
    element("rush-running").hidden = true;
    element("rush-start").hidden = false;
    element("rush-start").textContent = "Start again";
    const text = resultText(score, this.best);
    showMessage("rush-text", text);
    announce(text);
    element("rush-missed").replaceChildren(...this.missed.map((missed, index) => {
      const onclick = () => this.#showMissed(missed);
      return create("button", { type: "button", onclick }, [`Missed puzzle ${index + 1}: ${missed.answer.theme}`]);
    }));
    if (this.missed[0]) this.#showMissed(this.missed[0], text);
    await this.#showBest();
  }

  /** Shows a missed puzzle with its proof. @param {Missed} missed @param {string} [result] shown before the explanation */
  #showMissed({ puzzle, answer, cell }, result = "") {
    this.board.puzzle = puzzle;
    this.board.showProof(answer, cell);
    showMessage("rush-text", [result, answer.explanation].filter(Boolean).join("\n"));
  }
}
