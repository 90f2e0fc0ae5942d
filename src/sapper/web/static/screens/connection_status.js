/** The connection banner, shown until the server responds again. */
import { retryUntilConnected } from "../state/retry.js";
import { element } from "./dom.js";

/** A banner that is shown while the server does not respond. */
export class ConnectionStatus {
  constructor() {
    this.isConnected = true;
    /** @type {() => void} */
    this.retryNow = () => {};
    element("connection-retry").addEventListener("click", () => this.retryNow());
    addEventListener("online", () => this.retryNow());
  }

  /** @param {boolean} isConnected */
  set(isConnected) {
    if (isConnected === this.isConnected) return;
    this.isConnected = isConnected;
    element("connection-banner").hidden = isConnected;
    element("connection-banner-text").textContent = isConnected
      ? ""
      : "The server is not responding. Your moves are safe. Retrying…";
  }

  /**
   * Waits for the given time or until the player clicks “Retry now”.
   *
   * @param {number} milliseconds The time to wait.
   * @returns {Promise<void>} A promise that resolves when the wait is over.
   */
  sleep(milliseconds) {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.retryNow = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Repeats an action until the server responds. @template Result @param {() => Promise<Result>} action */
  retry(action) {
    return retryUntilConnected(action, {
      onConnection: (isConnected) => this.set(isConnected),
      sleep: (milliseconds) => this.sleep(milliseconds),
    });
  }
}
