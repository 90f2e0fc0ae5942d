/** The undo history of the analyser. */

const MAX_STATES = 200;

/** Two stacks of earlier and later states. */
export class EditHistory {
  constructor() {
    /** @type {string[]} */
    this.earlier = [];
    /** @type {string[]} */
    this.later = [];
  }

  /** Records the state before a change. @param {string} state */
  record(state) {
    this.earlier.push(state);
    if (this.earlier.length > MAX_STATES) this.earlier.shift();
    this.later = [];
  }

  /** @param {string} current @returns {string | null} the state before the last change, or null if there is none */
  undo(current) {
    const state = this.earlier.pop();
    if (state === undefined) return null;
    this.later.push(current);
    return state;
  }

  /** @param {string} current @returns {string | null} the state that was undone last, or null if there is none */
  redo(current) {
    const state = this.later.pop();
    if (state === undefined) return null;
    this.earlier.push(current);
    return state;
  }
}
