/**
 * A queue that sends moves one at a time. The player can keep playing without waiting for the
 * server. Every move includes the game version it applies to.
 */
/** @typedef {{kind: string, cell?: [number, number]}} Action */

/**
 * @template Game
 * @typedef {{
 *   send: (action: Action, version: number) => Promise<Game & {version: number}>,
 *   refetch: () => Promise<Game & {version: number}>,
 *   onGame: (game: Game & {version: number}, action: Action | null) => void,
 *   onError: (error: unknown, action: Action) => void,
 * }} Handlers The callbacks of the queue. `send` and `refetch` repeat their request until the server responds.
 */
import { ApiError } from "../api.js";

const MAX_PENDING = 50;

/** @template Game */
export class MoveQueue {
  /** @param {Handlers<Game>} handlers */
  constructor(handlers) {
    this.handlers = handlers;
    this.version = 0;
    /** The moves that the server has not confirmed. The first one has been sent. @type {Action[]} */
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
      const [action] = this.pending;
      if (!action) return;
      await this.#deliver(action, generation);
    }
  }

  /** @param {Action} action @param {number} generation */
  async #deliver(action, generation) {
    let game;
    try {
      game = await this.handlers.send(action, this.version);
    } catch (error) {
      if (generation === this.generation) await this.#recover(error, action, generation);
      return;
    }
    this.#accept(game, action, generation);
  }

  /**
   * Handles a move that the server refused.
   *
   * @param {unknown} error The error response.
   * @param {Action} action The move that was sent.
   * @param {number} generation The number of the game to which the move belongs.
   */
  async #recover(error, action, generation) {
    if (!(error instanceof ApiError && error.status === 409)) return this.#refuse(error, action);
    let game;
    try {
      game = await this.handlers.refetch();
    } catch (refetchError) {
      if (generation === this.generation) this.#refuse(refetchError, action);
      return;
    }
    // If only the response was lost, the repeated move is refused because the server has already made it.
    const isMade = error.attempts > 1 && game.version === this.version + 1;
    if (!isMade && generation === this.generation) this.pending = [];
    this.#accept(game, isMade ? action : null, generation);
  }

  /** @param {unknown} error @param {Action} action */
  #refuse(error, action) {
    this.pending.shift();
    this.handlers.onError(error, action);
  }

  /**
   * @param {Game & {version: number}} game The server's state of the game.
   * @param {Action | null} action The move that was sent.
   * @param {number} generation The number of the game to which the move belongs.
   */
  #accept(game, action, generation) {
    if (generation !== this.generation) return;
    if (action) this.pending.shift();
    this.version = game.version;
    this.handlers.onGame(game, action);
  }
}
