/** Playback of a finished game. At index *i*, the first *i* moves have been played. */
/** @typedef {{at: number, changes: [number, number, string][]}} Frame */

const MIN_DELAY = 30;
const MAX_DELAY = 2000;
const HIDDEN = "#".charCodeAt(0);

/**
 * Groups moves into columns that are wide enough to see. A column takes the class of its most severe move, so that no
 * mistake disappears in a long game.
 *
 * @template {{class: string}} M
 * @param {M[]} moves The moves of the game.
 * @param {number} maxColumns The maximum number of columns.
 * @param {(moveClass: string) => number} severity The function that ranks the classes of moves.
 * @returns {{first: number, count: number, class: string}[]} The first move, the number of moves and the class of
 *   each column.
 */
export function timelineColumns(moves, maxColumns, severity) {
  const size = Math.ceil(moves.length / maxColumns) || 1;
  const columns = [];
  for (let first = 0; first < moves.length; first += size) {
    const classes = moves.slice(first, first + size).map((move) => move.class);
    const worst = classes.reduce((a, b) => (severity(b) > severity(a) ? b : a));
    columns.push({ first, count: classes.length, class: worst });
  }
  return columns;
}

/**
 * @param {{is_error: boolean}[]} moves The moves of the game.
 * @param {number} index The number of moves on the board.
 * @param {1 | -1} direction 1 for the next mistake, or -1 for the previous mistake.
 * @returns {number | null} The number of moves after that mistake, or null if there is none.
 */
export function findMistake(moves, index, direction) {
  for (let i = index - 1 + direction; i >= 0 && i < moves.length; i += direction) {
    if (moves[i]?.is_error) return i + 1;
  }
  return null;
}

/** A playback position within the moves of one game. */
export class Timeline {
  /** @param {number} width @param {number} height @param {Frame[]} frames */
  constructor(width, height, frames) {
    this.width = width;
    this.cellCount = width * height;
    this.frames = frames;
    this.index = 0;
  }

  get length() {
    return this.frames.length;
  }

  /** The character codes of all cells at the current index. */
  get codes() {
    const codes = new Uint8Array(this.cellCount).fill(HIDDEN);
    for (const { changes } of this.frames.slice(0, this.index)) {
      for (const [row, column, symbol] of changes) codes[row * this.width + column] = symbol.charCodeAt(0);
    }
    return codes;
  }

  /** @param {number} index */
  seek(index) {
    this.index = Math.min(Math.max(Math.round(index), 0), this.length);
  }

  /**
   * Returns the delay before the next move in milliseconds, or null after the last move. Long pauses are shortened.
   *
   * @param {number} speed The playback speed as a factor.
   */
  nextDelay(speed) {
    const next = this.frames[this.index];
    if (!next) return null;
    const elapsed = (next.at - (this.frames[this.index - 1]?.at ?? 0)) * 1000;
    return Math.min(Math.max(elapsed / speed, MIN_DELAY), MAX_DELAY);
  }
}
