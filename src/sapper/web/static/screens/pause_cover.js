/** The cover over the board of a paused game. A game is paused when the player leaves it. */
import { gamePath, post } from "../api.js";
import { element } from "./dom.js";

export class PauseCover {
  /** @param {import("./play.js").PlayScreen} play */
  constructor(play) {
    this.play = play;
    element("resume-game").addEventListener("click", () => this.#resume());
    document.addEventListener("visibilitychange", () => {
      if (document.hidden && play.isShown && !play.aiPanel.isRunning) this.pause();
    });
  }

  /** True if the clock of the current game is running. */
  get #isClockRunning() {
    const { snapshot, isPlayable } = this.play.game;
    return isPlayable && snapshot?.status === "playing";
  }

  /** Pauses the game after the moves that wait in the queue. */
  pause() {
    if (this.#isClockRunning) void this.play.queue.push({ kind: "pause" });
  }

  /** Pauses the game that another game is about to replace. */
  pauseBeforeReplacement() {
    if (!this.#isClockRunning) return;
    // If the request is lost, the clock keeps running, as it does when the computer is switched off.
    void post(gamePath(this.play.game.id, "/pause")).catch(() => {});
  }

  #resume() {
    void this.play.queue.push({ kind: "resume" }).then(() => {
      this.play.widget.scroller.focus({ preventScroll: true });
    });
  }

  refresh() {
    const isPaused = Boolean(this.play.game.snapshot?.paused);
    const cover = element("pause-cover");
    const wasHidden = cover.hidden;
    cover.hidden = !isPaused || !this.play.isShown;
    if (wasHidden && !cover.hidden) element("resume-game").focus({ preventScroll: true });
  }
}
