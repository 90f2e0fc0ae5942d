/** A game whose state comes from server snapshots. Between snapshots, a local clock keeps time. */
/** @typedef {import("./board.js").Cell} Cell */
/**
 * @typedef {{seed: string | null, mines: Cell[], wrong_flags: Cell[], openings: number,
 *   islands: number, three_bv: number, solved_three_bv: number, ioe: number,
 *   throughput: number, correctness: number, three_bv_per_second: number}} Result The metrics of a finished game.
 */
/**
 * @typedef {{id: string, level: string, width: number, height: number, mines: number,
 *   start: string, status: "ready" | "playing" | "won" | "lost", rows: string[],
 *   mines_left: number, seconds: number, version: number, clicks: number, can_undo: boolean,
 *   can_retry: boolean, paused?: boolean, practice?: boolean, no_guess?: boolean, difficulty?: string | null, first?:
 *   Cell | null,
 *   assistance?: Record<string, number>, assisted?: boolean, pauses?: number,
 *   owner?: boolean, share?: string | null, result: Result | null}} Snapshot The state of a game on the server.
 */
/** @typedef {import("./move_queue.js").Action} Action */
/** @typedef {{changed: number[], finished: boolean}} Change */
import { Board, predictMarks } from "./board.js";

/** The game that the page currently shows. */
export class Game {
  /** @param {() => number} [now] a clock in milliseconds with an arbitrary origin */
  constructor(now = () => performance.now()) {
    this.now = now;
    this.board = new Board(1, 1);
    /** @type {Snapshot | null} */
    this.snapshot = null;
    /** The local time at which the snapshot's elapsed seconds were accurate. */
    this.measuredAt = 0;
    /** The time of the first reveal, or null if there has been none or the server has responded to it. */
    /** @type {number | null} */
    this.startedAt = null;
  }

  /**
   * Replaces the snapshot.
   *
   * @param {Snapshot} snapshot The new snapshot.
   * @param {Action[]} [pending] The moves that the snapshot does not contain yet.
   * @param {number} [measuredAt] The local time at which the snapshot's elapsed seconds were accurate.
   * @returns {Change} The changed cells, and whether the game has ended.
   */
  apply(snapshot, pending = [], measuredAt = this.now()) {
    const before = this.snapshot;
    if (!before) this.board = new Board(snapshot.width, snapshot.height);
    this.snapshot = snapshot;
    this.measuredAt = measuredAt;
    const changed = this.predict(pending);
    return { changed, finished: Boolean(before) && !isOver(before) && isOver(snapshot) };
  }

  /**
   * Applies the pending moves' marks to the board of the snapshot, and starts the clock at the first reveal.
   *
   * @param {Action[]} pending The moves that the snapshot does not contain yet.
   * @returns {number[]} The indices of the changed cells.
   */
  predict(pending) {
    if (!this.snapshot) return [];
    const shown = this.board.codes;
    this.board.applyRows(this.snapshot.rows, this.snapshot.result?.wrong_flags);
    if (!this.isOver) predictMarks(this.board, pending);
    const isStarting = this.snapshot.status === "ready" && pending.some(({ kind }) => kind === "reveal");
    this.startedAt = isStarting ? (this.startedAt ?? this.now()) : null;
    return this.board.changesSince(shown);
  }

  /** The number of mines minus the number of flags, including flags that the server has not confirmed. */
  get minesLeft() {
    if (!this.snapshot) return 0;
    const confirmed = [...this.snapshot.rows.join("")].filter((symbol) => symbol === "F" || symbol === "f").length;
    return this.snapshot.mines_left + (this.isOver ? 0 : confirmed - this.board.flagCount);
  }

  get id() {
    return this.snapshot?.id ?? "";
  }

  get isOver() {
    return isOver(this.snapshot);
  }

  /** True if the game is unfinished, not paused and belongs to this player. */
  get isPlayable() {
    return Boolean(this.snapshot) && !this.isOver && !this.snapshot?.paused && this.snapshot?.owner !== false;
  }

  /** The elapsed time in seconds, including the time since the last snapshot. */
  get seconds() {
    if (!this.snapshot) return 0;
    if (this.snapshot.paused) return this.snapshot.seconds;
    const runningSince = this.snapshot.status === "playing" ? this.measuredAt : this.startedAt;
    const sinceThen = runningSince === null ? 0 : (this.now() - runningSince) / 1000;
    return this.snapshot.seconds + Math.max(0, sinceThen);
  }
}

/** @param {Snapshot | null | undefined} snapshot */
export function isOver(snapshot) {
  return snapshot?.status === "won" || snapshot?.status === "lost";
}

/** @param {number} progress from 0 to 1 @returns {string} a whole percentage such as `34%` that is not rounded up */
export const describeProgress = (progress) => `${Math.floor(progress * 100)}%`;
