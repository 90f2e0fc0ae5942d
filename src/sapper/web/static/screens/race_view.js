/** Two games on the same board, replayed side by side. */
import { RaceBoard } from "../draw/race_board.js";
import { raceChart } from "../draw/race_chart.js";
import { describeRaceResult } from "../state/challenge_text.js";
import { Race, describeMove } from "../state/race.js";
import { formatTime } from "../state/time_format.js";
import { create } from "./dom.js";

/** @typedef {import("../state/race.js").RaceResult} RaceResult */

const FRAME_INTERVAL = 40;

/** The boards, the progress chart, the controls and the list of moves. */
export class RaceView {
  /** @param {{width: number, height: number}} size @param {RaceResult} first @param {RaceResult} second */
  constructor({ width, height }, first, second) {
    this.race = new Race(width, height, [first.moves ?? [], second.moves ?? []]);
    this.timer = 0;
    const players = [first, second];
    this.boards = players.map(({ name }) => new RaceBoard(width, height, `${name}’s board`));
    this.captions = players.map(() => create("p", { class: "note" }));
    this.columns = players.map((result, i) => create("section", { class: "card race-player" }, [
      create("h3", {}, [create("i", { class: `race-key race-key-${i + 1}` }), result.name]),
      create("p", {}, [describeRaceResult(result)]),
      /** @type {RaceBoard} */ (this.boards[i]).canvas,
      /** @type {HTMLElement} */ (this.captions[i]),
    ]));
    this.chart = raceChart(this.race.moves, `Cells revealed over time by ${first.name} and ${second.name}`);
    this.slider = /** @type {HTMLInputElement} */ (create("input", {
      type: "range", min: "0", max: String(this.race.length), "aria-label": "Move",
      oninput: () => this.seek(this.slider.valueAsNumber),
    }));
    this.clock = create("b", { class: "race-clock" });
    this.playButton = create("button", { class: "primary", onclick: () => this.#toggle() }, ["Play"]);
    const step = (/** @type {string} */ label, /** @type {string} */ text, /** @type {() => number} */ target) =>
      create("button", { "aria-label": label, title: label, onclick: () => this.seek(target()) }, [text]);
    const controls = create("div", { class: "button-row playback-controls" }, [
      step("Go to start", "«", () => 0),
      step("Previous move", "‹", () => this.race.index - 1),
      this.playButton,
      step("Next move", "›", () => this.race.index + 1),
      step("Go to end", "»", () => this.race.length),
      this.clock,
    ]);
    this.root = create("div", { class: "race" }, [
      create("div", { class: "race-boards" }, this.columns),
      create("section", { class: "card" }, [create("h3", {}, ["Cells revealed"]), this.chart.svg, this.slider, controls]),
      moveTable(first, second),
    ]);
  }

  show() {
    this.resizeObserver = new ResizeObserver(() => this.#draw());
    this.resizeObserver.observe(this.root);
    this.seek(this.race.length);
  }

  hide() {
    this.#pause();
    this.resizeObserver?.disconnect();
  }

  /** @param {number} index */
  seek(index) {
    this.#pause();
    this.#showIndex(index);
  }

  /** @param {number} index */
  #showIndex(index) {
    this.race.seek(index);
    this.slider.valueAsNumber = this.race.index;
    this.slider.setAttribute("aria-valuetext", formatTime(this.race.time));
    this.#showTime(this.race.time);
    this.captions.forEach((caption, player) => (caption.textContent = this.race.describe(player)));
    this.#draw();
  }

  /** @param {number} seconds */
  #showTime(seconds) {
    this.clock.textContent = formatTime(seconds);
    this.chart.showTime(seconds);
  }

  #draw() {
    this.boards.forEach((board, player) => {
      const maxWidth = board.canvas.parentElement ? board.canvas.parentElement.clientWidth - 34 : 0;
      const codes = this.race.timelines[player]?.codes;
      if (codes && maxWidth > 0) board.draw(codes, maxWidth);
    });
  }

  #toggle() {
    if (this.timer) return this.#pause();
    if (this.race.index === this.race.length) this.#showIndex(0);
    this.playButton.textContent = "Pause";
    const startedAt = performance.now() - this.race.time * 1000;
    this.timer = Number(setInterval(() => {
      const seconds = (performance.now() - startedAt) / 1000;
      const index = this.race.indexAt(seconds);
      if (index !== this.race.index) this.#showIndex(index);
      if (index === this.race.length) return this.#pause();
      this.#showTime(seconds);
    }, FRAME_INTERVAL));
  }

  #pause() {
    clearInterval(this.timer);
    this.timer = 0;
    this.playButton.textContent = "Play";
  }
}

/** @param {RaceResult} first @param {RaceResult} second */
function moveTable(first, second) {
  const players = [first, second];
  const length = Math.max(...players.map(({ moves }) => moves?.length ?? 0));
  const headers = ["Move", ...players.map(({ name }) => name)].map((text) => create("th", { scope: "col" }, [text]));
  const rows = Array.from({ length }, (_, i) => create("tr", {}, [
    create("td", {}, [String(i + 1)]),
    ...players.map(({ moves }) => {
      const move = moves?.[i];
      return create("td", {}, [move ? describeMove(move) : ""]);
    }),
  ]));
  const table = create("table", { class: "race-table" }, [
    create("thead", {}, [create("tr", {}, headers)]), create("tbody", {}, rows),
  ]);
  return create("details", { class: "card" }, [
    create("summary", {}, ["All moves"]), create("div", { class: "table-scroll" }, [table]),
  ]);
}
