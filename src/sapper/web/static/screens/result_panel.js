/** The result panel, which shows the outcome of a finished game and its standing among the player's games. */
/** @typedef {import("../state/result_text.js").Summary} Summary */
import { gamePath, get } from "../api.js";
import { describeResult, describeStanding, describeStreak, resultMetrics } from "../state/result_text.js";
import { formatTime } from "../state/time_format.js";
import { openChallengeDialog } from "./challenge_dialog.js";
import { announce, element, linkCellNames, showMetrics } from "./dom.js";
import { NARROW_SCREEN } from "./hint_panel.js";

const TITLES = /** @type {Record<string, string>} */ ({ won: "You won", lost: "Game over" });

/** The result panel of the current game, which is hidden until the game is over. */
export class ResultPanel {
  /** @param {import("./play.js").PlayScreen} play */
  constructor(play) {
    this.play = play;
    /** The summary of the current game, and the game and version that it belongs to. */
    this.summary = /** @type {Summary | null} */ (null);
    this.summarised = "";
    element("open-review").addEventListener("click", () => this.#openReview());
    element("open-challenge").addEventListener("click", () => this.#challenge());
    element("show-avoidable").addEventListener("click", () => this.#openReview(this.summary?.avoidable?.move));
  }

  /** @param {number} [move] the index of the move to show, or undefined for the turning point */
  #openReview(move) {
    location.hash = `#/game/${this.play.game.id}/review${move === undefined ? "" : `/${move + 1}`}`;
  }

  #challenge() {
    const { summarised } = this;
    openChallengeDialog(this.play.game.id, (challenge) => {
      if (summarised !== this.summarised || !this.summary) return;
      this.summary = { ...this.summary, challenge };
      this.refresh();
    });
  }

  refresh() {
    const { game } = this.play;
    const snapshot = game.snapshot;
    const isOver = Boolean(snapshot?.result) && game.isOver;
    element("result-panel").hidden = !isOver;
    // The result panel has its own button for a new game, and a finished board takes no flags.
    element("new-game").hidden = element("flag-mode").hidden = isOver;
    element("bottom-toolbar").classList.toggle("is-idle", isOver);
    if (!snapshot || !isOver) return;
    const key = `${game.id} ${snapshot.version}`;
    if (key !== this.summarised) {
      this.summarised = key;
      this.summary = null;
      if (snapshot.owner !== false) void this.#loadSummary(key);
    }
    this.#show(snapshot);
  }

  /** On narrow screens, where the panel is below the board, scrolls until its main buttons are visible. */
  scrollIntoView() {
    const isSmooth = this.play.settings.isAnimated;
    if (this.play.isShown && matchMedia(NARROW_SCREEN).matches) {
      element("result-actions").scrollIntoView({ block: "nearest", behavior: isSmooth ? "smooth" : "instant" });
    }
  }

  /** @param {string} key */
  async #loadSummary(key) {
    // If the summary is unavailable, the panel still shows the result.
    const summary = await get(gamePath(this.play.game.id, "/summary")).catch(() => null);
    if (key !== this.summarised || !summary) return;
    this.summary = summary;
    this.refresh();
    this.scrollIntoView();
    const { snapshot } = this.play.game;
    const isWon = snapshot?.status === "won";
    if (this.play.isShown) announce(isWon ? describeStanding(summary, snapshot.seconds) : summary.verdict);
  }

  /** @param {import("../state/game.js").Snapshot} snapshot */
  #show(snapshot) {
    const { summary } = this;
    const isWon = snapshot.status === "won";
    const standing = summary ? describeStanding(summary, snapshot.seconds) : "";
    element("result-panel").dataset.status = snapshot.status;
    element("result-title").textContent = TITLES[snapshot.status] ?? "";
    element("result-time").textContent = formatTime(snapshot.seconds);
    element("result-standing").textContent = standing;
    element("result-standing").classList.toggle("new-best", standing.startsWith("New best"));
    element("result-streak").textContent = summary && isWon ? describeStreak(summary) : "";
    element("result-verdict").replaceChildren(...linkCellNames(summary?.verdict ?? ""));
    element("show-avoidable").hidden = !summary?.avoidable;
    element("result-text").textContent = describeResult(snapshot);
    showMetrics(element("result-metrics"), resultMetrics(snapshot, summary));
    const seed = snapshot.result?.seed ?? null;
    element("result-seed").textContent = seed === null ? "" : `Seed ${seed}`;
    const isOwner = snapshot.owner !== false;
    element("share-game").hidden = !isOwner;
    element("open-challenge").hidden = !isOwner || Boolean(snapshot.practice);
    const event = summary ? eventLink(summary) : null;
    const link = /** @type {HTMLAnchorElement} */ (element("open-event"));
    link.hidden = !event;
    if (event) Object.assign(link, { href: event.hash, textContent: event.label });
  }
}

/** Returns the link to the daily boards or the challenge that a game belongs to. @param {Summary} summary */
function eventLink({ challenge, daily }) {
  if (challenge) return { hash: `#/challenge/${encodeURIComponent(challenge)}`, label: "Challenge results" };
  return daily ? { hash: "#/daily", label: "Daily results" } : null;
}
