/** Retries with exponential backoff while the server does not respond. This module does not access the DOM. */
import { ApiError, ConnectionLost } from "../api.js";

const MIN_BACKOFF = 500;
const MAX_BACKOFF = 5000;

/**
 * Repeats an action until the server responds, and returns the result of the action.
 *
 * @template Result
 * @param {() => Promise<Result>} action The action to repeat.
 * @param {{onConnection: (isConnected: boolean) => void, sleep: (milliseconds: number) => Promise<void>}} handlers
 *   The callbacks that report the connection state and wait between attempts.
 */
export async function retryUntilConnected(action, { onConnection, sleep }) {
  let backoff = MIN_BACKOFF;
  for (let attempts = 1; ; attempts++) {
    try {
      const result = await action();
      onConnection(true);
      return result;
    } catch (error) {
      const isConnected = !(error instanceof ConnectionLost);
      onConnection(isConnected);
      if (error instanceof ApiError) error.attempts = attempts;
      if (isConnected) throw error;
      await sleep(backoff);
      backoff = Math.min(backoff * 2, MAX_BACKOFF);
    }
  }
}
