/**
 * A finished game to scrub through: what each move changed, a place among the moves, a speed.
 * At place 0 the board is untouched, at place i it is as after move i.
 *
 * @typedef {{at: number, changes: [number, number, string][]}} Moment
 */

const SHORTEST = 30;
const LONGEST = 2000;
const HIDDEN = 35;

/** The moves of one game. */
export class Timeline {
  /** @param {number} width @param {number} height @param {Moment[]} moves */
  constructor(width, height, moves) {
    this.width = width;
    this.cells = width * height;
    this.moves = moves;
    this.at = 0;
    this.speed = 4;
    this.shown = { at: 0, codes: new Uint8Array(this.cells).fill(HIDDEN) };
  }

  get last() {
    return this.moves.length;
  }

  /** The cells at this place, one character each; going back plays again from the start. */
  get codes() {
    const { at, codes } = this.shown;
    const begin = at <= this.at ? at : 0;
    const next = begin ? codes.slice() : new Uint8Array(this.cells).fill(HIDDEN);
    for (const { changes } of this.moves.slice(begin, this.at)) {
      for (const [row, column, symbol] of changes) next[row * this.width + column] = symbol.charCodeAt(0);
    }
    this.shown = { at: this.at, codes: next };
    return next;
  }

  /** @param {number} at @returns {boolean} whether the place changed */
  go(at) {
    const next = Math.min(Math.max(Math.round(at), 0), this.last);
    const moved = next !== this.at;
    this.at = next;
    return moved;
  }

  /** How long to wait before the next move, in milliseconds; null at the end. */
  get pause() {
    const next = this.moves[this.at];
    if (!next) return null;
    const real = (next.at - (this.moves[this.at - 1]?.at ?? 0)) * 1000;
    // Long thinking is shortened, so that a replay never looks as if it had stopped.
    return Math.min(Math.max(real / this.speed, SHORTEST), LONGEST);
  }
}
