/**
 * A queue that sends moves one at a time. The player can keep playing without waiting for the server. Every move
 * includes the game version it applies to.
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
 *   sleep: (milliseconds: number) => Promise<void>,
 * }} Handlers
 */
import { isConnectionLost, isVersionConflict } from "../api.js";

const MIN_BACKOFF = 500;
const MAX_BACKOFF = 5000;
const MAX_PENDING = 50;

/** @template Game */
export class MoveQueue {
  /** @param {Handlers<Game>} handlers */
  constructor(handlers) {
    this.handlers = handlers;
    this.version = 0;
    /** @type {Action[]} */
    this.pending = [];
    /** @type {Promise<void> | null} */
    this.running = null;
    /** The number of games so far. Late responses that belong to an earlier game are ignored. */
    this.generation = 0;
  }

  get isBusy() {
    return this.running !== null;
  }

  /** Discards all pending moves and prepares the queue for another game. @param {number} version */
  reset(version) {
    this.generation++;
    this.pending = [];
    this.version = version;
    this.running = null;
  }

  /** @param {Action} action @returns {Promise<void>} resolved when the queue is empty */
  push(action) {
    if (this.pending.length >= MAX_PENDING) return this.running ?? Promise.resolve();
    this.pending.push(action);
    if (!this.running) {
      const run = this.#drain(this.generation).finally(() => {
        if (this.running === run) this.running = null;
      });
      this.running = run;
    }
    return this.running;
  }

  /** @param {number} generation */
  async #drain(generation) {
    while (generation === this.generation) {
      const action = this.pending.shift();
      if (!action) return;
      await this.#deliver(action, generation);
    }
  }

  /** Sends one move and retries with exponential backoff. @param {Action} action @param {number} generation */
  async #deliver(action, generation) {
    for (let backoff = MIN_BACKOFF; generation === this.generation; ) {
      try {
        const game = await this.handlers.send(action, this.version);
        if (generation === this.generation) this.#accept(game, action);
        return;
      } catch (error) {
        if (generation !== this.generation) return;
        if (isConnectionLost(error)) {
          this.handlers.onConnection(false);
          await this.handlers.sleep(backoff);
          backoff = Math.min(backoff * 2, MAX_BACKOFF);
        } else if (isVersionConflict(error)) {
          // Another tab made a move, or the response to this move was lost, so the current state is fetched again.
          this.pending = [];
          try {
            const game = await this.handlers.refetch();
            if (generation === this.generation) this.#accept(game, null);
            return;
          } catch (refetchError) {
            if (!isConnectionLost(refetchError)) return this.handlers.onError(asError(refetchError), action);
          }
        } else {
          return this.handlers.onError(asError(error), action);
        }
      }
    }
  }

  /** @param {Game & {version: number}} game @param {Action | null} action null after a refetch */
  #accept(game, action) {
    this.version = game.version;
    this.handlers.onConnection(true);
    this.handlers.onGame(game, action);
  }
}

/** @param {unknown} error */
function asError(error) {
  return error instanceof Error ? error : new Error(String(error));
}
