/**
 * The cover over the board of a paused game. A game is paused when the player leaves it, and after its tab has been
 * hidden for a while. During a short visit to another tab, the clock keeps running.
 */
import { gamePath, post } from "../api.js";
import { element } from "./dom.js";

/** The time in milliseconds after which a game in a hidden tab is paused. */
const MAX_HIDDEN_TIME = 60_000;

export class PauseCover {
  /** @param {import("./play.js").PlayScreen} play */
  constructor(play) {
    this.play = play;
    this.hiddenTimer = 0;
    /**
     * True if another tab has shown the same game since this tab was hidden. While this value is true, the other tab
     * decides when to pause the game.
     */
    this.isShownElsewhere = false;
    /** Tells other tabs which game this tab shows. */
    this.channel = new BroadcastChannel("sapper-shown-game");
    this.channel.addEventListener("message", ({ data }) => {
      if (document.hidden && data === play.game.id) this.isShownElsewhere = true;
    });
    element("resume-game").addEventListener("click", ({ detail }) => this.#resume({ byKeyboard: detail === 0 }));
    element("pause-game").addEventListener("click", () => this.pause());
    document.addEventListener("visibilitychange", () => this.#onVisibilityChange());
    addEventListener("pagehide", () => this.#pauseAbandoned());
  }

  /** True if the clock of the current game is running. */
  get #isClockRunning() {
    const { snapshot, isPlayable } = this.play.game;
    return isPlayable && snapshot?.status === "playing";
  }

  #onVisibilityChange() {
    clearTimeout(this.hiddenTimer);
    this.isShownElsewhere = false;
    if (document.hidden) this.hiddenTimer = Number(setTimeout(() => this.#pauseAbandoned(), MAX_HIDDEN_TIME));
    else this.#claimGame();
  }

  #claimGame() {
    if (this.play.isShown && this.play.game.id && !document.hidden) this.channel.postMessage(this.play.game.id);
  }

  /** Pauses the game, unless the AI is playing it or the player has continued it in another tab. */
  #pauseAbandoned() {
    if (this.play.isShown && !this.play.aiPanel.isRunning && !this.isShownElsewhere) this.pause();
  }

  /** Pauses the game once all queued moves have been sent. */
  pause() {
    if (this.#isClockRunning) void this.play.queue.push({ kind: "pause" });
  }

  /** Pauses the game that another game is about to replace. */
  pauseBeforeReplacement() {
    if (!this.#isClockRunning) return;
    // If the request is lost, the clock keeps running, as it does when the computer is switched off.
    void post(gamePath(this.play.game.id, "/pause")).catch(() => {});
  }

  /** @param {{byKeyboard: boolean}} options The board shows its cursor only to players who use the keyboard. */
  #resume({ byKeyboard }) {
    void this.play.queue.push({ kind: "resume" }).then(() => {
      if (byKeyboard) this.play.widget.scroller.focus({ preventScroll: true });
      else element("resume-game").blur();
    });
  }

  /** Covers or uncovers the board of the current game. */
  refresh() {
    const isPaused = Boolean(this.play.game.snapshot?.paused);
    const cover = element("pause-cover");
    const wasHidden = cover.hidden;
    cover.hidden = !isPaused || !this.play.isShown;
    element("pause-game").hidden = !this.#isClockRunning;
    if (wasHidden && !cover.hidden) element("resume-game").focus({ preventScroll: true });
    this.#claimGame();
  }
}
