/**
 * The player's place in a lesson: the current step, the moves made on its board and the completed
 * steps. This module does not access the DOM.
 */
/** @typedef {{kind: string, cell: [number, number]}} Move */

/** The progress in one lesson. Steps are numbered from 1. */
export class LessonProgress {
  /** @param {number} stepCount @param {number[]} [completed] the numbers of the completed steps */
  constructor(stepCount, completed = []) {
    this.stepCount = stepCount;
    this.completed = new Set(completed);
    /** The current step: the first step that is not completed, or the first step of a completed lesson. */
    this.step = 1;
    for (let step = stepCount; step >= 1; step--) if (!this.completed.has(step)) this.step = step;
    /** @type {Move[]} the moves made on the board of the current step */
    this.moves = [];
    this.isStepDone = false;
  }

  /** @param {number} step */
  isCompleted(step) {
    return this.completed.has(step);
  }

  /** Discards the moves of the current step. */
  restart() {
    this.moves = [];
    this.isStepDone = false;
  }

  /** Records the server's response to a move. @param {Move} move @param {{isMade: boolean, isDone: boolean}} response */
  record(move, { isMade, isDone }) {
    if (isMade) this.moves.push(move);
    this.isStepDone = isDone;
    if (isDone) this.completed.add(this.step);
  }

  /** Moves on to the next step. @returns {boolean} false if this was the last step */
  advance() {
    if (this.step >= this.stepCount) return false;
    this.step++;
    this.restart();
    return true;
  }
}
