/** The connection banner, shown until the server responds again. */
import { get } from "../api.js";
import { element } from "./dom.js";

const MIN_BACKOFF = 500;
const MAX_BACKOFF = 5000;

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
   * @param {number} milliseconds @returns {Promise<void>}
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

  /** Shows the banner and polls the server until it responds. */
  async waitUntilConnected() {
    this.set(false);
    for (let backoff = MIN_BACKOFF; ; backoff = Math.min(backoff * 2, MAX_BACKOFF)) {
      await this.sleep(backoff);
      try {
        await get("/levels");
        return this.set(true);
      } catch {
        // The server is still not responding. Keep polling.
      }
    }
  }
}
