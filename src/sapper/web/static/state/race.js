/** Two finished games on the same board, replayed side by side on one clock. */
/** @typedef {import("./board.js").Cell} Cell */
/**
 * @typedef {{kind: string, cell: Cell | null, by: string, at: number, revealed: number,
 *   changes: [number, number, string][]}} RaceMove A move with its time in seconds and the number of revealed cells.
 */
/**
 * @typedef {{name: string, status: string | null, seconds: number | null, moves: RaceMove[] | null,
 *   assisted?: boolean, paused?: boolean}} RaceResult
 *   One player's result. The status is null if the sender hides the result.
 */
import { cellName } from "./cell_names.js";
import { formatTime } from "./time_format.js";
import { Timeline } from "./timeline.js";

/** A playback position in two games. At index *i*, the first *i* moves of both games together have been played. */
export class Race {
  /**
   * @param {number} width The number of columns.
   * @param {number} height The number of rows.
   * @param {[RaceMove[], RaceMove[]]} moves The moves of the two players.
   */
  constructor(width, height, moves) {
    this.moves = moves;
    this.timelines = moves.map((frames) => new Timeline(width, height, frames));
    /** The moves of both players by time. If two moves have the same time, the first player's move comes first. */
    this.order = moves
      .flatMap((frames, player) => frames.map(({ at }, index) => ({ at, player, index })))
      .sort((a, b) => a.at - b.at || a.player - b.player || a.index - b.index);
    this.index = 0;
  }

  get length() {
    return this.order.length;
  }

  /** The time of the last move that has been played, in seconds. */
  get time() {
    return this.order[this.index - 1]?.at ?? 0;
  }

  /** @param {number} index */
  seek(index) {
    this.index = Math.min(Math.max(Math.round(index), 0), this.length);
    const played = this.order.slice(0, this.index);
    this.timelines.forEach((timeline, player) => timeline.seek(played.filter((move) => move.player === player).length));
  }

  /** Returns the index after all moves up to a time. @param {number} seconds */
  indexAt(seconds) {
    return this.order.filter(({ at }) => at <= seconds).length;
  }

  /**
   * @param {number} player 0 for the first player, or 1 for the second player.
   * @returns {string} A description of the last move, such as `Move 3 of 20: flag B4 at 1.250 s`.
   */
  describe(player) {
    const { index = 0, length = 0 } = this.timelines[player] ?? {};
    const move = this.moves[player]?.[index - 1];
    return move ? `Move ${index} of ${length}: ${describeMove(move)}` : `No moves yet (${length} in total)`;
  }
}

/**
 * @param {RaceMove} move The move to describe.
 * @returns {string} A description such as `flag B4 at 1.250 s`.
 */
export const describeMove = ({ kind, cell, at }) => `${kind}${cell ? ` ${cellName(cell)}` : ""} at ${formatTime(at)}`;
