/** Tells people when the server is away, and waits for it. */
import { get } from "../api.js";
import { element } from "./dom.js";

/** The banner over the page. */
export class Connection {
  constructor() {
    this.isUp = true;
    /** @type {() => void} */
    this.wake = () => {};
    element("connection-retry").addEventListener("click", () => this.wake());
    addEventListener("online", () => this.wake());
  }

  /** @param {boolean} up */
  set(up) {
    if (up === this.isUp) return;
    this.isUp = up;
    element("connection-banner").hidden = up;
    element("connection-banner-text").textContent = up ? "" : "The server does not answer. Nothing is lost; trying again…";
  }

  /** Waits, or until the player is impatient. @param {number} milliseconds @returns {Promise<void>} */
  wait(milliseconds) {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Waits until the server answers again. */
  async untilUp() {
    this.set(false);
    for (let wait = 500; ; wait = Math.min(wait * 2, 5000)) {
      await this.wait(wait);
      try {
        await get("/levels");
        return this.set(true);
      } catch {
        // still away
      }
    }
  }
}
