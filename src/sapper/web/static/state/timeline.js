/**
 * Playback of a finished game. At index *i*, the first *i* moves have been played.
 *
 * @typedef {{at: number, changes: [number, number, string][]}} Frame the time of a move in seconds and the changed
 *   cells as row, column and symbol
 */

const MIN_DELAY = 30;
const MAX_DELAY = 2000;
const HIDDEN = "#".charCodeAt(0);

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
   * @param {number} speed
   */
  nextDelay(speed) {
    const next = this.frames[this.index];
    if (!next) return null;
    const elapsed = (next.at - (this.frames[this.index - 1]?.at ?? 0)) * 1000;
    return Math.min(Math.max(elapsed / speed, MIN_DELAY), MAX_DELAY);
  }
}
