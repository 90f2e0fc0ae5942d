/** The review of a finished game, with move classes, a timeline and playback. */
/** @typedef {import("../state/board.js").Cell} Cell */
/**
 * @typedef {{index: number, kind: string, cell: Cell | null, by: string, at: number, class: string,
 *   is_error: boolean, risk: number | null, lowest_risk: number | null, text: string, better: Cell | null,
 *   highlights: import("../state/highlights.js").Highlight[]}} Move A reviewed move.
 */
import { gamePath, get } from "../api.js";
import { createSvg } from "../draw/svg.js";
import { toSentence } from "../state/wording.js";
import { Board } from "../state/board.js";
import { cellName } from "../state/cell_names.js";
import { describeLevel } from "../state/level_names.js";
import { formatPercent, formatRisk } from "../state/odds_format.js";
import { PositionEditor } from "../state/position_editor.js";
import { Timeline, findMistake, timelineColumns } from "../state/timeline.js";
import { button, create, element, input, linkCellNames, select, showMessage, showMetrics } from "./dom.js";

const WRONG_FLAG = "X".charCodeAt(0);
const [CHART_WIDTH, CHART_HEIGHT] = [300, 46];
/** The maximum number of bars, chosen so that each bar is at least three pixels wide. */
const MAX_BARS = 100;
/** The bar height for each move class, in legend order. More serious move classes have taller bars. */
const BAR_HEIGHTS = /** @type {Record<string, number>} */ ({
  certain: 14, free: 10, "forced guess": 26, "needless guess": 34, mistake: 42, flag: 6, "wrong flag": 42,
  "no effect": 6, undo: 6,
});

/** The review screen. */
export class ReviewScreen {
  /** @param {import("./board_widget.js").BoardWidget} widget */
  constructor(widget) {
    this.widget = widget;
    this.isShown = false;
    /** The number of times the player has left this screen. Responses to requests from earlier visits are ignored. */
    this.visit = 0;
    this.timer = 0;
    this.timeline = new Timeline(1, 1, []);
    /** @type {Move[]} */
    this.moves = [];
    this.board = new Board(1, 1);
    /** @type {Cell[]} */
    this.wrongFlags = [];
    this.mines = 0;
    this.returnHash = "#/";
    input("review-slider").addEventListener("input", () => this.seek(input("review-slider").valueAsNumber));
    element("review-first").addEventListener("click", () => this.seek(0));
    element("review-previous").addEventListener("click", () => this.seek(this.timeline.index - 1));
    element("review-next").addEventListener("click", () => this.seek(this.timeline.index + 1));
    element("review-last").addEventListener("click", () => this.seek(this.timeline.length));
    element("review-previous-mistake").addEventListener("click", () => this.#seekMistake(-1));
    element("review-next-mistake").addEventListener("click", () => this.#seekMistake(1));
    element("review-analyse").addEventListener("click", () => (location.hash = `#/analyse/${this.#position().toLink()}`));
    element("review-play").addEventListener("click", () => (this.timer ? this.pause() : this.play()));
    element("review-close").addEventListener("click", () => (location.hash = this.returnHash));
    element("review-timeline").addEventListener("click", (event) =>
      this.#seekToClick(/** @type {MouseEvent} */ (event)));
  }

  /** @param {string} id @param {number | null} move the number of moves to show, or null for the turning point */
  async open(id, move = null) {
    const visit = this.visit;
    const [game, review, replay] = await Promise.all([
      get(gamePath(id)), get(gamePath(id, "/review")), get(gamePath(id, "/replay?format=json")),
    ]);
    if (visit !== this.visit) return;
    this.returnHash = `#/game/${id}`;
    element("review-close").textContent = "Back to game";
    this.#show(game, review, replay, move);
    const download = /** @type {HTMLAnchorElement} */ (element("review-download"));
    download.href = `/api${gamePath(id, "/replay")}`;
    download.hidden = false;
  }

  /** Opens a game from a share link. @param {string} token */
  async openShared(token) {
    const visit = this.visit;
    const game = await get(`/shared/${encodeURIComponent(token)}`);
    if (visit !== this.visit) return;
    this.returnHash = "#/";
    element("review-close").textContent = "Play a game";
    // If the game is unfinished, it has neither a review nor a replay.
    this.#show(game, game.review, game.replay);
    element("review-download").hidden = true;
  }

  /** @param {any} game @param {any} review @param {any} replay @param {number | null} [move] */
  #show(game, review, replay, move = null) {
    this.isShown = true;
    this.mines = game.mines;
    this.moves = review?.moves ?? [];
    this.board = new Board(game.width, game.height);
    this.wrongFlags = game.result?.wrong_flags ?? [];
    this.timeline = new Timeline(game.width, game.height, replay?.moves ?? [singleFrame(game)]);
    this.widget.attach(this.board, { onPress: () => {}, onKey: (key) => this.#handleKey(key) });
    element("review-title").textContent = `Review: ${describeLevel(game)}`;
    element("review-verdict").replaceChildren(...linkCellNames(review?.verdict ?? ""));
    const [outcome, ...sentences] = review?.summary ?? [describeOutcome(game)];
    element("review-outcome").textContent = outcome;
    element("review-summary").replaceChildren(
      ...sentences.map((/** @type {string} */ sentence) => create("li", {}, linkCellNames(sentence))),
    );
    showMetrics(element("review-metrics"), review ? [
      ["Skill", formatPercent(review.skill)],
      ["Accuracy", formatPercent(review.accuracy)],
      ["Luck", formatPercent(review.luck)],
      ["3BV/s", (review.three_bv_per_second ?? 0).toFixed(2)],
    ] : []);
    this.#drawLegend();
    input("review-slider").max = String(this.timeline.length);
    this.#drawTimeline();
    const turningPoint = review?.turning_point;
    this.seek(move ?? (typeof turningPoint === "number" ? turningPoint + 1 : this.timeline.length));
  }

  hide() {
    this.isShown = false;
    this.visit++;
    this.pause();
  }

  /** Shows the board after a number of moves. @param {number} index */
  seek(index) {
    this.timeline.seek(index);
    if (!this.isShown) return;
    const { timeline, widget } = this;
    const codes = timeline.codes.slice();
    if (timeline.index === timeline.length) {
      for (const cell of this.wrongFlags) codes[this.board.indexOf(cell)] = WRONG_FLAG;
    }
    widget.view.invalidate(this.board.setCodes(codes));
    widget.updateAccessibleCells();
    const move = this.moves[timeline.index - 1];
    widget.view.setHighlights(move?.highlights ?? []);
    if (move) this.#showMove(move);
    else showMessage("review-move", timeline.index === 0 ? "This is the board before the first move." : "");
    if (move?.cell) widget.view.scrollToCell(move.cell);
    const slider = input("review-slider");
    slider.valueAsNumber = timeline.index;
    slider.setAttribute("aria-valuetext", move ? `Move ${timeline.index}, ${move.class}` : "Start");
    const playhead = element("review-timeline").querySelector(".playhead");
    const x = timeline.length ? (timeline.index / timeline.length) * CHART_WIDTH : 0;
    playhead?.setAttribute("x1", String(x));
    playhead?.setAttribute("x2", String(x));
    for (const [name, direction] of /** @type {const} */ ([["previous", -1], ["next", 1]])) {
      button(`review-${name}-mistake`).disabled = findMistake(this.moves, timeline.index, direction) === null;
    }
  }

  /** @param {1 | -1} direction */
  #seekMistake(direction) {
    const index = findMistake(this.moves, this.timeline.index, direction);
    if (index !== null) this.seek(index);
  }

  /** Returns the position on the board, or the position before the losing move if a mine has exploded. */
  #position() {
    const shown = this.timeline.index;
    if (this.board.rows().some((row) => /[*!]/.test(row))) this.timeline.seek(shown - 1);
    const board = new Board(this.board.width, this.board.height);
    board.setCodes(this.timeline.codes);
    this.timeline.seek(shown);
    return PositionEditor.fromBoard(board, this.mines);
  }

  /** @param {Move} move */
  #showMove(move) {
    const { index, length } = this.timeline;
    const cell = move.cell ? ` ${cellName(move.cell)}` : "";
    const heading = `Move ${index} of ${length}, ${move.at.toFixed(1)} s: ${move.kind}${cell} (${move.class}).`;
    const hasRisk = typeof move.risk === "number" && move.risk > 0;
    const risk = hasRisk ? `Risk: ${formatRisk(move.risk ?? 0)} (lowest: ${formatRisk(move.lowest_risk ?? 0)}).` : "";
    const better = move.better ? `Better move: ${cellName(move.better)} (dashed outline).` : "";
    showMessage("review-move", `${heading}\n${toSentence(move.text)}`,
      { isError: move.is_error, note: [risk, better].filter(Boolean).join(" ") });
  }

  play() {
    if (this.timeline.index === this.timeline.length) this.seek(0);
    element("review-play").textContent = "Pause";
    const scheduleNext = () => {
      const delay = this.timeline.nextDelay(Number(select("review-speed").value));
      if (delay === null) return this.pause();
      this.timer = Number(setTimeout(() => {
        this.seek(this.timeline.index + 1);
        scheduleNext();
      }, delay));
    };
    scheduleNext();
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = 0;
    element("review-play").textContent = "Play";
  }

  /** Lists the move classes of this game with their colours and counts. */
  #drawLegend() {
    const count = (/** @type {string} */ name) => this.moves.filter((move) => move.class === name).length;
    const names = Object.keys(BAR_HEIGHTS).filter((name) => count(name) > 0);
    element("review-move-classes").replaceChildren(...names.map((name) => {
      const dot = createSvg("circle", { cx: 5, cy: 5, r: 5, class: cssClass(name) });
      const icon = createSvg("svg", { viewBox: "0 0 10 10", "aria-hidden": "true" }, [dot]);
      return create("li", {}, [icon, `${name} ${count(name)}`]);
    }));
  }

  /** Draws one bar for each move, or for each group of moves if there are too many moves. */
  #drawTimeline() {
    const chart = element("review-timeline");
    chart.setAttribute("viewBox", `0 0 ${CHART_WIDTH} ${CHART_HEIGHT}`);
    chart.setAttribute("preserveAspectRatio", "none");
    const barHeight = (/** @type {string} */ moveClass) => BAR_HEIGHTS[moveClass] ?? 8;
    const step = CHART_WIDTH / Math.max(1, this.moves.length);
    const bars = timelineColumns(this.moves, MAX_BARS, barHeight).map(({ first, count, class: moveClass }) => {
      const height = barHeight(moveClass);
      const size = { x: first * step, y: CHART_HEIGHT - height, width: count * step * 0.8, height };
      return createSvg("rect", { ...size, class: cssClass(moveClass) });
    });
    const end = { x1: CHART_WIDTH, x2: CHART_WIDTH, y1: 0, y2: CHART_HEIGHT };
    chart.replaceChildren(...bars,
      createSvg("line", { class: "playhead", ...end, "vector-effect": "non-scaling-stroke" }));
  }

  /** @param {MouseEvent} event */
  #seekToClick(event) {
    const box = element("review-timeline").getBoundingClientRect();
    this.seek(Math.ceil(((event.clientX - box.left) / box.width) * this.timeline.length));
  }

  /** @param {string} key @returns {boolean} true if the key was handled */
  #handleKey(key) {
    if (key === "ArrowLeft" || key === "ArrowRight") {
      this.seek(this.timeline.index + (key === "ArrowLeft" ? -1 : 1));
    } else if (key === "Home" || key === "End") this.seek(key === "Home" ? 0 : this.timeline.length);
    else if (key.toLowerCase() === "n") this.#seekMistake(1);
    else if (key.toLowerCase() === "p") this.#seekMistake(-1);
    else if (key === " ") this.timer ? this.pause() : this.play();
    else return false;
    return true;
  }
}

/** Returns the whole board as one frame. @param {{rows: string[], seconds: number}} game */
function singleFrame({ rows, seconds }) {
  const changes = rows.flatMap((row, r) =>
    [...row].map((symbol, c) => /** @type {[number, number, string]} */ ([r, c, symbol])));
  return { at: seconds, changes };
}

/** @param {{status: string, seconds: number}} game */
function describeOutcome({ status, seconds }) {
  const outcome = status === "won" ? "Won in" : status === "lost" ? "Lost after" : "In progress for";
  return `${outcome} ${seconds.toFixed(1)} seconds.`;
}

/** @param {string} moveClass */
const cssClass = (moveClass) => `move-${moveClass.replaceAll(" ", "-")}`;
