/**
 * Sends moves one after the other, so that a fast player is never made to wait and every move
 * carries the version that it was meant for.
 *
 * @typedef {{kind: string, cell?: [number, number]}} Action
 */

/**
 * @template Game
 * @typedef {{
 *   send: (action: Action, version: number) => Promise<Game & {version: number}>,
 *   refetch: () => Promise<Game & {version: number}>,
 *   onGame: (game: Game & {version: number}, action: Action | null) => void,
 *   onError: (error: Error, action: Action) => void,
 *   onConnection: (connected: boolean) => void,
 *   wait: (milliseconds: number) => Promise<void>,
 * }} Wiring
 */
import { isLost, isStale } from "../api.js";

const FIRST_WAIT = 500;
const LONGEST_WAIT = 5000;
const MOST_WAITING = 50;

/** @template Game */
export class MoveQueue {
  /** @param {Wiring<Game>} wiring */
  constructor(wiring) {
    this.wiring = wiring;
    this.version = 0;
    /** @type {Action[]} */
    this.waiting = [];
    /** @type {Promise<void> | null} */
    this.running = null;
    // Answers of an earlier game must not reach a later one.
    this.generation = 0;
  }

  get isBusy() {
    return this.running !== null;
  }

  /** Forgets all that is waiting: another game begins. @param {number} version */
  reset(version) {
    this.generation++;
    this.waiting = [];
    this.version = version;
    this.running = null;
  }

  /** @param {Action} action */
  push(action) {
    if (this.waiting.length >= MOST_WAITING) return this.running ?? Promise.resolve();
    this.waiting.push(action);
    if (!this.running) {
      const run = this.#pump(this.generation).finally(() => {
        if (this.running === run) this.running = null;
      });
      this.running = run;
    }
    return this.running;
  }

  /** @param {number} generation */
  async #pump(generation) {
    while (generation === this.generation) {
      const action = this.waiting.shift();
      if (!action) return;
      await this.#deliver(action, generation);
    }
  }

  /** @param {Action} action @param {number} generation */
  async #deliver(action, generation) {
    for (let wait = FIRST_WAIT; generation === this.generation; ) {
      try {
        const game = await this.wiring.send(action, this.version);
        if (generation === this.generation) this.#accept(game, action);
        return;
      } catch (error) {
        if (generation !== this.generation) return;
        if (isLost(error)) {
          this.wiring.onConnection(false);
          await this.wiring.wait(wait);
          wait = Math.min(wait * 2, LONGEST_WAIT);
        } else if (isStale(error)) {
          // Another tab moved, or the answer to this move was lost: what is true is on the server.
          this.waiting = [];
          try {
            const game = await this.wiring.refetch();
            if (generation === this.generation) this.#accept(game, null);
            return;
          } catch (second) {
            if (!isLost(second)) return this.wiring.onError(asError(second), action);
          }
        } else {
          return this.wiring.onError(asError(error), action);
        }
      }
    }
  }

  /** @param {Game & {version: number}} game @param {Action | null} action */
  #accept(game, action) {
    this.version = game.version;
    this.wiring.onConnection(true);
    this.wiring.onGame(game, action);
  }
}

/** @param {unknown} error */
function asError(error) {
  return error instanceof Error ? error : new Error(String(error));
}
