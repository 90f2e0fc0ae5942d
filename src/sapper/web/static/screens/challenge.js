/**
 * The challenge screen. Before the game, the screen invites the recipient to play. After the game, the screen
 * compares the results of both players move by move. The sender sees the results of all recipients.
 */
/** @typedef {import("../state/race.js").RaceResult} RaceResult */
/**
 * @typedef {{id: string, level: string, size: string, no_guess: boolean, is_sender: boolean, hides_result: boolean,
 *   sender: RaceResult, results: (RaceResult & {game: string | null})[]}} Challenge The response of `GET /api/challenges/{code}`.
 */
import { ApiError, get, post } from "../api.js";
import { countOf, toSentence } from "../state/wording.js";
import { parseSize } from "../state/board_size.js";
import { compareResults, describeRaceResult } from "../state/challenge_text.js";
import { describeLevel } from "../state/level_names.js";
import { formatTime } from "../state/time_format.js";
import { copyChallengeLink, rememberName, rememberedName } from "./challenge_dialog.js";
import { create, element, showError } from "./dom.js";
import { RaceView } from "./race_view.js";

const MAX_NAME_LENGTH = 24;
const isFinished = (/** @type {RaceResult} */ { status }) => status === "won" || status === "lost";

export class ChallengeScreen {
  constructor() {
    /** The number of times the player has left this screen. Responses to requests from earlier visits are ignored. */
    this.visit = 0;
    /** @type {RaceView | null} */
    this.race = null;
  }

  /** @param {string} code */
  async show(code) {
    const { visit } = this;
    this.#fill(create("p", { class: "empty-state" }, ["Loading the challenge…"]));
    /** @type {Challenge} */
    let challenge;
    try {
      challenge = await get(`/challenges/${encodeURIComponent(code)}`);
    } catch (error) {
      if (!(error instanceof ApiError) || visit !== this.visit) throw error;
      return this.#showUnavailable(error);
    }
    if (visit !== this.visit) return;
    const [own] = challenge.results;
    if (challenge.is_sender) this.#showResults(challenge);
    else if (own && isFinished(own)) this.#compare(challenge, { ...own, name: "You" }, senderOf(challenge));
    else this.#invite(challenge);
  }

  hide() {
    this.visit++;
    this.race?.hide();
    this.race = null;
  }

  /** @param {...Node} parts */
  #fill(...parts) {
    this.race?.hide();
    this.race = null;
    element("challenge-body").replaceChildren(...parts);
  }

  /** @param {ApiError} error */
  #showUnavailable(error) {
    this.#fill(create("section", { class: "card invitation" }, [
      create("h2", {}, ["This challenge is unavailable"]),
      create("p", {}, [toSentence(error.message)]),
      create("div", { class: "button-row" }, [create("a", { class: "button primary", href: "#/" }, ["Play a new game"])]),
    ]));
  }

  /** @param {Challenge} challenge */
  #invite(challenge) {
    const [own] = challenge.results;
    const { name } = challenge.sender;
    const isDeleted = own?.status === "deleted";
    const field = create("input", {
      type: "text", id: "recipient-name", maxLength: MAX_NAME_LENGTH, autocomplete: "nickname", value: rememberedName(),
    });
    const play = create("button", { class: "primary large", id: "accept-challenge" }, [own ? "Continue" : "Play this board"]);
    const error = create("p", { class: "form-error", role: "alert" });
    const form = create("form", { class: "stack" }, [
      ...(own ? [] : [create("label", { class: "labelled" }, ["Your name (optional)", field])]),
      error, play,
    ]);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#accept(challenge.id, /** @type {HTMLInputElement} */ (field).value.trim(), error);
    });
    this.#fill(create("section", { class: "card invitation" }, [
      create("h2", {}, [name ? `${name} challenges you` : "You have been challenged"]),
      create("p", {}, [boardText(challenge)]),
      ...targetText(challenge),
      ...(isDeleted
        ? [create("p", {}, ["You cannot play this board again: you deleted your game, and each challenge allows only one attempt."])]
        : [form, create("p", { class: "note" }, [
          "You have one attempt, which starts at the same cell. The game counts as assisted in your statistics " +
          "because the board is not random.",
        ])]),
    ]));
  }

  /**
   * @param {string} code The code of the challenge.
   * @param {string} name The name that the recipient chose.
   * @param {HTMLElement} error The element that shows the reason if the server rejects the request.
   */
  async #accept(code, name, error) {
    const { visit } = this;
    try {
      const game = await post(`/challenges/${encodeURIComponent(code)}/games`, { name });
      rememberName(name);
      if (visit === this.visit) location.hash = `#/game/${game.id}`;
    } catch (reason) {
      if (!(reason instanceof ApiError)) return showError(reason);
      error.textContent = toSentence(reason.message);
    }
  }

  /** Shows the sender a list of the players who have played the board. @param {Challenge} challenge */
  #showResults(challenge) {
    const own = { ...challenge.sender, name: "You" };
    const results = challenge.results.map((result, i) => ({ ...result, name: result.name || `Player ${i + 1}` }));
    const rows = results.map((result) => create("li", {}, [
      create("div", {}, [
        create("b", {}, [result.name]),
        create("span", { class: "note" }, [`${describeRaceResult(result)}. ${compareResults(own, result)}.`]),
      ]),
      ...(result.moves && own.moves
        ? [create("button", { onclick: () => this.#compare(challenge, own, result) }, ["Compare"])]
        : []),
    ]));
    this.#fill(create("section", { class: "card invitation" }, [
      create("h2", {}, ["Your challenge"]),
      create("p", {}, [`${boardText(challenge)} ${describeRaceResult(own)}.`]),
      create("p", {}, [rows.length
        ? `${countOf(rows.length, "friend")} finished the board:`
        : "Nobody has finished this board yet. Send the link to a friend."]),
      create("ul", { class: "challenge-results" }, rows),
      create("div", { class: "button-row" }, [
        create("button", { class: "primary", onclick: () => void copyChallengeLink(challenge.id) }, ["Copy link"]),
        create("a", { class: "button", href: "#/" }, ["New game"]),
      ]),
    ]));
  }

  /** @param {Challenge} challenge @param {RaceResult} own @param {RaceResult} other */
  #compare(challenge, own, other) {
    const size = parseSize(challenge.size);
    if (!size || !own.moves || !other.moves) return this.#showUnavailable(new ApiError(0, {
      message: "these games have too many moves to compare",
    }));
    const race = new RaceView(size, own, other);
    const back = challenge.is_sender
      ? create("button", { onclick: () => this.#showResults(challenge) }, ["All results"])
      : create("a", { class: "button", href: "#/" }, ["New game"]);
    this.#fill(
      create("div", { class: "race-heading" }, [
        create("div", {}, [
          create("h2", { id: "race-verdict", tabIndex: -1 }, [compareResults(own, other)]),
          create("p", { class: "note" }, [boardText(challenge)]),
        ]),
        back,
      ]),
      race.root,
    );
    this.race = race;
    race.show();
  }
}

/** @param {Challenge} challenge */
const senderOf = ({ sender }) => ({ ...sender, name: sender.name || "Your challenger" });

/** @param {Challenge} challenge */
function boardText({ level, size, no_guess: isNoGuess }) {
  const { width = 0, height = 0, mines = 0 } = parseSize(size) ?? {};
  return `${describeLevel({ name: level, size, width, height, mines })}${isNoGuess ? ", no guessing" : ""}.`;
}

/** @param {Challenge} challenge */
function targetText(challenge) {
  const { name, status, seconds } = senderOf(challenge);
  if (status === null || seconds === null) return [create("p", {}, [`${name}’s result stays hidden until you finish.`])];
  if (status === "lost") return [create("p", {}, [`${name} hit a mine after ${formatTime(seconds)}. Can you do better?`])];
  return [create("p", { class: "target-time" }, ["Time to beat ", create("b", {}, [formatTime(seconds)])])];
}
