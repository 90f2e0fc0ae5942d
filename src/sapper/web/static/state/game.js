/**
 * One game as the server tells it: the board, the counters, a clock that goes on between answers.
 *
 * @typedef {import("./board.js").Cell} Cell
 * @typedef {{seed: string | null, mines: Cell[], wrong_flags: Cell[], openings: number,
 *   islands: number, three_bv: number, solved_three_bv: number, efficiency: number,
 *   three_bv_per_second: number}} Result
 * @typedef {{id: string, level: string, width: number, height: number, mines: number,
 *   start: string, status: "ready" | "playing" | "won" | "lost", rows: string[],
 *   mines_left: number, seconds: number, version: number, clicks: number, can_undo: boolean,
 *   practice?: boolean, no_guess?: boolean, difficulty?: string | null, first?: Cell | null,
 *   ai_flags?: Cell[], assists?: Record<string, number>, assisted?: boolean,
 *   owner?: boolean, share?: string | null, result: Result | null}} Snapshot
 * @typedef {{changed: number[], resized: boolean, started: boolean, finished: boolean}} Change
 */
import { Board } from "./board.js";

/** The current game of the page. */
export class Game {
  /** @param {() => number} [now] milliseconds, from any origin */
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
    const resized =
      snapshot.width !== this.board.width || snapshot.height !== this.board.height || !before;
    if (resized) this.board = new Board(snapshot.width, snapshot.height);
    const changed = this.board.apply(snapshot.rows, {
      aiFlags: snapshot.ai_flags,
      wrongFlags: snapshot.result?.wrong_flags,
    });
    this.snapshot = snapshot;
    this.appliedAt = this.now();
    const same = before?.id === snapshot.id;
    return {
      changed,
      resized,
      started: same && before?.status === "ready" && snapshot.status !== "ready",
      finished: same && !isOver(before) && isOver(snapshot),
    };
  }

  get id() {
    return this.snapshot?.id ?? "";
  }

  get isOver() {
    return isOver(this.snapshot);
  }

  /** Whether moves may be made: it is running and belongs to this player. */
  get isPlayable() {
    return Boolean(this.snapshot) && !this.isOver && this.snapshot?.owner !== false;
  }

  /** Seconds on the clock at this moment. */
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

/** @param {number} seconds @returns {string} `0:42`, `12:05`, `1:00:09` */
export function clockText(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours
    ? `${hours}:${two(minutes)}:${two(whole % 60)}`
    : `${minutes}:${two(whole % 60)}`;
}

/** @param {Snapshot} snapshot @returns {string} such as `Expert, 30 × 16, 99 mines` */
export function levelText(snapshot) {
  const size = `${snapshot.width} × ${snapshot.height}, ${snapshot.mines} mines`;
  const named = /^[a-z]/i.test(snapshot.level);
  return named ? `${snapshot.level[0]?.toUpperCase()}${snapshot.level.slice(1)}, ${size}` : size;
}
