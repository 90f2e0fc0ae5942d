/**
 * A finished game again: every move classed, a timeline to scrub, a replay.
 *
 * @typedef {import("../state/board.js").Cell} Cell
 * @typedef {{index: number, kind: string, cell: Cell | null, by: string, at: number, class: string,
 *   risk: number | null, least_risk: number | null, text: string, better: Cell | null}} Move
 */
import { gamePath, get } from "../api.js";
import { Board } from "../state/board.js";
import { levelText } from "../state/game.js";
import { reviewMarks } from "../state/highlights.js";
import { longRisk } from "../state/odds_format.js";
import { Timeline } from "../state/timeline.js";
import { toSentence } from "../state/announcements.js";
import { cellName } from "../state/cell_names.js";
import { element, input, make, makeSvg, select, showFigures, showMessage } from "./dom.js";

const KINDS = ["certain", "free", "forced guess", "needless guess", "mistake", "flag", "wrong flag", "undo"];
const HEIGHTS = /** @type {Record<string, number>} */ ({
  certain: 14, free: 10, "forced guess": 26, "needless guess": 34, mistake: 42, flag: 6, "wrong flag": 42, undo: 6,
});

/** The screen of a review. */
export class Review {
  /** @param {import("./board_widget.js").TableType} table @param {import("./play.js").Play} play */
  constructor(table, play) {
    this.table = table;
    this.play = play;
    this.isShown = false;
    this.visit = 0;
    this.timer = 0;
    this.timeline = new Timeline(1, 1, []);
    /** @type {Move[]} */
    this.moves = [];
    this.board = new Board(1, 1);
    /** @type {Cell[]} */
    this.wrongFlags = [];
    element("open-review").addEventListener("click", () => (location.hash = `#/game/${play.game.id}/review`));
    input("review-slider").addEventListener("input", () => this.go(input("review-slider").valueAsNumber));
    element("review-first").addEventListener("click", () => this.go(0));
    element("review-previous").addEventListener("click", () => this.go(this.timeline.at - 1));
    element("review-next").addEventListener("click", () => this.go(this.timeline.at + 1));
    element("review-last").addEventListener("click", () => this.go(this.timeline.last));
    element("review-play").addEventListener("click", () => (this.timer ? this.stop() : this.run()));
    element("review-close").addEventListener("click", () => (location.hash = this.back));
    element("review-timeline").addEventListener("click", (event) => this.#clickStrip(/** @type {MouseEvent} */ (event)));
    this.back = "#/";
  }

  /** @param {string} id */
  async open(id) {
    const visit = this.visit;
    const [game, review, replay] = await Promise.all([
      get(gamePath(id)), get(gamePath(id, "/review")), get(gamePath(id, "/replay?format=json")),
    ]);
    if (visit !== this.visit) return; // the player went elsewhere meanwhile
    this.back = `#/game/${id}`;
    this.#take(game, review, replay);
    const record = /** @type {HTMLAnchorElement} */ (element("review-download"));
    record.href = `/api${gamePath(id, "/replay")}`;
    record.hidden = false;
  }

  /** A game that somebody shared. @param {string} token */
  async openShared(token) {
    const visit = this.visit;
    const game = await get(`/shared/${encodeURIComponent(token)}`);
    if (visit !== this.visit) return;
    this.back = "#/";
    // Of a game that still runs there is only the board.
    this.#take(game, game.review, game.replay);
    element("review-download").hidden = true;
  }

  /** @param {any} game @param {any} review @param {any} replay */
  #take(game, review, replay) {
    this.isShown = true;
    this.moves = review?.moves ?? [];
    this.board = new Board(game.width, game.height);
    this.wrongFlags = game.result?.wrong_flags ?? [];
    this.timeline = new Timeline(game.width, game.height, replay?.moves ?? [still(game)]);
    this.timeline.speed = Number(select("review-speed").value);
    element("review-title").textContent = `Review: ${levelText(game)}`;
    element("review-summary").textContent = review?.summary ?? `${game.status === "won" ? "Won" : game.status === "lost" ? "Lost" : "Not over yet"}, ${game.seconds.toFixed(1)} seconds.`;
    const percent = (/** @type {unknown} */ value) => (typeof value === "number" ? `${Math.round(value * 100)}%` : "–");
    showFigures(element("review-metrics"), review ? [
      ["skill", percent(review.skill)], ["accuracy", percent(review.accuracy)], ["odds survived", percent(review.luck)],
      ["3BV/s", (review.three_bv_per_second ?? 0).toFixed(2)],
    ] : []);
    const seen = KINDS.filter((kind) => this.moves.some((move) => move.class === kind));
    element("review-move-classes").replaceChildren(...seen.map((kind) =>
      make("li", {}, [makeSvg("svg", { viewBox: "0 0 10 10", "aria-hidden": "true" }, [
        makeSvg("circle", { cx: 5, cy: 5, r: 5, class: className(kind) })]),
      `${kind} ${this.moves.filter((move) => move.class === kind).length}`])));
    input("review-slider").max = String(this.timeline.last);
    this.table.use(this.board, { press: () => {}, key: (key) => this.#key(key) });
    this.#drawStrip();
    const turning = review?.turning_point;
    this.go(typeof turning === "number" ? turning + 1 : this.timeline.last);
  }

  hide() {
    this.isShown = false;
    this.visit++;
    this.stop();
  }

  /** @param {number} at a frame; its move is the one before it */
  go(at) {
    this.timeline.go(at);
    if (!this.isShown) return;
    const codes = this.timeline.codes.slice();
    const isEnd = this.timeline.at === this.timeline.last;
    if (isEnd) for (const cell of this.wrongFlags) codes[this.board.index(cell)] = "X".charCodeAt(0);
    this.table.view.invalidate(this.board.take(codes));
    this.table.describe();
    input("review-slider").valueAsNumber = this.timeline.at;
    const move = this.moves[this.timeline.at - 1];
    this.table.view.setMarks(move ? reviewMarks(move) : []);
    if (move) {
      const where = move.cell ? ` ${cellName(move.cell)}` : "";
      const risk = typeof move.risk === "number" && move.risk > 0 ? `Risk ${longRisk(move.risk)}, least possible ${longRisk(move.least_risk ?? 0)}. ` : "";
      const better = move.better ? `Better: ${cellName(move.better)}, drawn with a dashed line.` : "";
      showMessage("review-move", `Move ${this.timeline.at} of ${this.timeline.last}, ${move.at.toFixed(1)} s: ${move.kind}${where} – ${move.class}.\n${toSentence(move.text)}`,
        { bad: ["mistake", "needless guess", "wrong flag"].includes(move.class), note: risk + better });
      if (move.cell) this.table.view.reveal(move.cell);
    } else showMessage("review-move", this.timeline.at === 0 ? "Before the first move." : "");
    const line = element("review-timeline").querySelector(".playhead");
    const x = this.timeline.last ? (this.timeline.at / this.timeline.last) * 300 : 0;
    line?.setAttribute("x1", String(x));
    line?.setAttribute("x2", String(x));
    input("review-slider").setAttribute("aria-valuetext", move ? `move ${this.timeline.at}, ${move.class}` : "start");
  }

  run() {
    this.timeline.speed = Number(select("review-speed").value);
    if (this.timeline.pause === null) this.go(0);
    element("review-play").textContent = "Pause";
    const tick = () => {
      const pause = this.timeline.pause;
      if (pause === null) return this.stop();
      this.timer = Number(setTimeout(() => {
        this.timeline.speed = Number(select("review-speed").value);
        this.go(this.timeline.at + 1);
        tick();
      }, pause));
    };
    tick();
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = 0;
    element("review-play").textContent = "Play";
  }

  /** A bar for each move: higher where more was at stake. */
  #drawStrip() {
    const strip = element("review-timeline");
    strip.setAttribute("viewBox", "0 0 300 46");
    strip.setAttribute("preserveAspectRatio", "none");
    const width = 300 / Math.max(1, this.moves.length);
    strip.replaceChildren(
      ...this.moves.map((move, i) => {
        const height = HEIGHTS[move.class] ?? 8;
        return makeSvg("rect", { x: i * width, y: 46 - height, width: Math.max(0.6, width * 0.8), height, class: className(move.class) });
      }),
      makeSvg("line", { class: "playhead", y1: 0, y2: 46, x1: 300, x2: 300, "vector-effect": "non-scaling-stroke" }),
    );
  }

  /** @param {MouseEvent} event */
  #clickStrip(event) {
    const box = element("review-timeline").getBoundingClientRect();
    this.go(Math.ceil(((event.clientX - box.left) / box.width) * this.timeline.last));
  }

  /** @param {string} key */
  #key(key) {
    if (key === "ArrowLeft" || key === "ArrowRight") this.go(this.timeline.at + (key === "ArrowLeft" ? -1 : 1));
    else if (key === " ") this.timer ? this.stop() : this.run();
    else return false;
    return true;
  }
}

/** A board that only stands there, as one move. @param {{rows: string[], seconds: number}} game */
function still({ rows, seconds }) {
  const changes = rows.flatMap((row, r) =>
    [...row].map((symbol, c) => /** @type {[number, number, string]} */ ([r, c, symbol])));
  return { at: seconds, changes };
}

/** @param {string} kind */
const className = (kind) => `move-${kind.replaceAll(" ", "-")}`;
