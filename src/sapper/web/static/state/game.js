/**
 * A game whose state comes from server snapshots. Between snapshots, a local clock keeps time.
 *
 * @typedef {import("./board.js").Cell} Cell
 * @typedef {{seed: string | null, mines: Cell[], wrong_flags: Cell[], openings: number,
 *   islands: number, three_bv: number, solved_three_bv: number, efficiency: number,
 *   three_bv_per_second: number}} Result
 * @typedef {{id: string, level: string, width: number, height: number, mines: number,
 *   start: string, status: "ready" | "playing" | "won" | "lost", rows: string[],
 *   mines_left: number, seconds: number, version: number, clicks: number, can_undo: boolean,
 *   can_retry: boolean, practice?: boolean, no_guess?: boolean, difficulty?: string | null, first?: Cell | null,
 *   assistance?: Record<string, number>, assisted?: boolean,
 *   owner?: boolean, share?: string | null, result: Result | null}} Snapshot
 * @typedef {{changed: number[], finished: boolean}} Change
 */
import { Board } from "./board.js";

/** The game that the page currently shows. */
export class Game {
  /** @param {() => number} [now] a clock in milliseconds with an arbitrary origin */
  constructor(now = () => performance.now()) {
    this.now = now;
    this.board = new Board(1, 1);
    /** @type {Snapshot | null} */
    this.snapshot = null;
    this.appliedAt = 0;
  }

  /** @param {Snapshot} snapshot @returns {Change} */
  apply(snapshot) {
    const before = this.snapshot;
    if (!before) this.board = new Board(snapshot.width, snapshot.height);
    const changed = this.board.applyRows(snapshot.rows, snapshot.result?.wrong_flags);
    this.snapshot = snapshot;
    this.appliedAt = this.now();
    return { changed, finished: Boolean(before) && !isOver(before) && isOver(snapshot) };
  }

  get id() {
    return this.snapshot?.id ?? "";
  }

  get isOver() {
    return isOver(this.snapshot);
  }

  /** True if the game is unfinished and belongs to this player. */
  get isPlayable() {
    return Boolean(this.snapshot) && !this.isOver && this.snapshot?.owner !== false;
  }

  /** The elapsed time in seconds, including the time since the last snapshot. */
  get seconds() {
    if (!this.snapshot) return 0;
    const since = this.snapshot.status === "playing" ? (this.now() - this.appliedAt) / 1000 : 0;
    return this.snapshot.seconds + since;
  }
}

/** @param {Snapshot | null | undefined} snapshot */
export function isOver(snapshot) {
  return snapshot?.status === "won" || snapshot?.status === "lost";
}

/** @param {number} seconds @returns {string} such as `0:42`, `12:05` or `1:00:09` */
export function formatClock(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  const twoDigits = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours
    ? `${hours}:${twoDigits(minutes)}:${twoDigits(whole % 60)}`
    : `${minutes}:${twoDigits(whole % 60)}`;
}
