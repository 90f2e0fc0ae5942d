/**
 * Playing: one game, its moves, its counters and what is said when it ends.
 *
 * @typedef {import("../state/board.js").Cell} Cell
 * @typedef {import("../state/game.js").Snapshot} Snapshot
 * @typedef {import("./new_game_dialog.js").Setup} Setup
 */
import { ApiError, gamePath, get, post } from "../api.js";
import { playSound } from "../sound.js";
import { moveFor } from "../state/board.js";
import { Game, clockText, levelText } from "../state/game.js";
import { DEFAULTS } from "../state/preferences.js";
import { MoveQueue } from "../state/move_queue.js";
import { describeChange } from "../state/announcements.js";
import { AutoPlay } from "./ai_panel.js";
import { Coach } from "./hint_panel.js";
import { copy, element, make, say, showError, showFigures, toast } from "./dom.js";
import { showGames } from "./recent_games.js";
import { openSetup } from "./new_game_dialog.js";

const NAMES = { ready: "Ready", playing: "Playing", won: "Won", lost: "Lost" };

/** @param {Snapshot} snapshot */
const hadHelp = ({ assists }) => Object.values(assists ?? {}).some((count) => count > 0);

/** The screen of a game. */
export class Play {
  /**
   * @param {import("./board_widget.js").TableType} table @param {import("./settings.js").Settings} settings
   * @param {import("./connection_status.js").Connection} connection
   */
  constructor(table, settings, connection) {
    this.table = table;
    this.settings = settings;
    this.connection = connection;
    this.game = new Game();
    this.flagMode = false;
    this.isShown = false;
    // Counts how often the screen was left: an answer that comes later must not bring it back.
    this.visit = 0;
    /** @type {MoveQueue<Snapshot & {steps?: any[]}>} */
    this.queue = new MoveQueue({
      send: (action, version) => this.#send(action, version),
      refetch: () => get(gamePath(this.game.id)),
      onGame: (game, action) => this.#take(game, action),
      onError: (error, action) => {
        if (action.kind === "ai") this.auto.stop();
        showError(error);
      },
      onConnection: (connected) => connection.set(connected),
      wait: (ms) => connection.wait(ms),
    });
    this.coach = new Coach(this);
    this.auto = new AutoPlay(this);
    setInterval(() => this.#showClock(), 200);
    element("open-new-game").addEventListener("click", () => this.choose());
    element("share-game").addEventListener("click", () => void this.share().catch(showError));
  }

  get player() {
    return {
      press: (/** @type {Cell} */ cell, /** @type {"primary" | "secondary" | "chord"} */ kind) =>
        this.press(cell, kind),
    };
  }

  /** Puts this game back on the table. */
  show() {
    this.isShown = true;
    this.table.use(this.game.board, this.player);
    const { status, first } = this.game.snapshot ?? {};
    if (status === "ready" && first) this.table.moveCursor(first, false);
    this.#showAll();
  }

  hide() {
    this.isShown = false;
    this.visit++;
    this.auto.stop();
    this.coach.clear();
  }

  /** Opens a game by its id. @param {string} id */
  async open(id) {
    const visit = this.visit;
    if (this.game.id !== id) {
      const snapshot = await get(gamePath(id));
      if (visit !== this.visit) return;
      this.#begin(snapshot);
    }
    this.show();
    void showGames(id);
  }

  /** Goes on with the newest game that is not over, or begins one. */
  async resume() {
    if (this.game.id && !this.game.isOver) return this.show();
    const visit = this.visit;
    const { games } = await get("/games");
    if (visit !== this.visit) return;
    const latest = (/** @type {string} */ status) =>
      games.filter((/** @type {any} */ game) => game.status === status)
        .sort((/** @type {any} */ a, /** @type {any} */ b) => b.moved_at - a.moved_at)[0];
    const open = latest("playing") ?? latest("ready");
    if (open) await this.open(open.id);
    else {
      await this.create(this.settings.now.setup).catch((error) => {
        // What was chosen once may not be possible any more; there is always a board.
        if (!(error instanceof ApiError) || error.status !== 422) throw error;
        return this.create(DEFAULTS.setup);
      });
    }
  }

  /** @param {Setup} setup @param {string | null} [seed] @param {string | null} [retryOf] */
  async create(setup, seed = null, retryOf = null) {
    this.auto.stop();
    const visit = this.visit;
    const snapshot = await post("/games", {
      level: setup.level,
      start: setup.start,
      seed,
      practice: setup.practice,
      ...(setup.noGuess ? { no_guess: true, difficulty: setup.difficulty || null } : {}),
      retry_of: retryOf,
    });
    if (visit !== this.visit) return;
    this.#begin(snapshot);
    this.show();
    history.replaceState(null, "", `#/game/${this.game.id}`);
    void showGames(this.game.id);
    say(`New game. ${levelText(/** @type {Snapshot} */ (this.game.snapshot))}.`);
  }

  /** @param {Snapshot} snapshot */
  #begin(snapshot) {
    this.auto.reset();
    this.coach.clear();
    this.game = new Game();
    this.game.apply(snapshot);
    this.queue.reset(snapshot.version);
    element("share-link").textContent = "";
  }

  /** @param {import("../state/move_queue.js").Action} action @param {number} version */
  async #send({ kind, cell, ...rest }, version) {
    const id = this.game.id;
    if (kind === "undo") return post(gamePath(id, "/undo"), { version });
    if (kind === "ai") {
      const answer = await post(gamePath(id, "/ai"), { ...rest, version });
      return { ...answer.game, steps: answer.steps };
    }
    return post(gamePath(id, "/moves"), { kind, cell, version });
  }

  /** @param {Cell} cell @param {"primary" | "secondary" | "chord"} kind */
  press(cell, kind) {
    if (!this.game.isPlayable) return;
    if (this.auto.isRunning) this.auto.stop();
    const { questionMarks, chordOnClick } = this.settings.now;
    const move = moveFor(this.game.board, cell, kind, { flagMode: this.flagMode, questionMarks, chordOnClick });
    if (move) void this.queue.push(move);
  }

  /**
   * An answer of the server.
   *
   * @param {Snapshot & {steps?: any[]}} snapshot @param {import("../state/move_queue.js").Action | null} action
   */
  #take(snapshot, action) {
    if (snapshot.id && snapshot.id !== this.game.id) return;
    const from = this.game.board.codes;
    const change = this.game.apply(snapshot);
    if (!action) toast("This game had gone on elsewhere. It is up to date now.");
    if (!this.isShown) return;
    const origin = snapshot.steps?.at(-1)?.cell ?? action?.cell ?? null;
    this.coach.boardChanged(change.changed.length > 0);
    this.table.view.invalidate(change.changed, { from, origin });
    if (snapshot.steps) this.auto.show(snapshot.steps);
    this.#showAll();
    this.table.describe();
    if (change.changed.length || change.finished) say(describeChange(this.game.board, change.changed, snapshot));
    this.#sound(change, action);
  }

  /** @param {import("../state/game.js").Change} change @param {import("../state/move_queue.js").Action | null} action */
  #sound(change, action) {
    if (!this.settings.now.sounds || !change.changed.length) return;
    const { status } = /** @type {Snapshot} */ (this.game.snapshot);
    if (change.finished) return playSound(status);
    const marks = action?.kind === "flag" || action?.kind === "question";
    playSound(marks ? "flag" : change.changed.length > 3 ? "flood" : "reveal");
  }

  // What the counters, badges and cards say --------------------------------------------------

  #showAll() {
    const snapshot = this.game.snapshot;
    if (!snapshot) return;
    const count = element("mines-left").querySelector("b");
    if (count) count.textContent = String(snapshot.mines_left);
    const state = element("game-status");
    state.textContent = NAMES[snapshot.status];
    state.dataset.status = snapshot.status;
    element("game-title").textContent = levelText(snapshot);
    this.#showBadges(snapshot);
    this.#showClock();
    this.table.scroller.dataset.version = String(snapshot.version); // which position is shown
    const mine = snapshot.owner !== false;
    for (const name of ["hint", "odds", "ai-move"]) this.#enable(name, this.game.isPlayable);
    this.#enable("undo", Boolean(snapshot.practice) && snapshot.can_undo && mine);
    element("undo").hidden = !snapshot.practice;
    element("flag-mode").classList.toggle("full-width", !snapshot.practice);
    element("hint-panel").hidden = element("ai-panel").hidden = !this.game.isPlayable;
    this.#enable("retry", mine && this.game.isOver);
    for (const toggle of document.querySelectorAll('[data-command="flag-mode"]')) {
      toggle.setAttribute("aria-pressed", String(this.flagMode));
    }
    this.auto.refresh();
    this.#showResult(snapshot);
    this.coach.refresh();
  }

  /** @param {string} name @param {boolean} enabled */
  #enable(name, enabled) {
    for (const button of document.querySelectorAll(`[data-command="${name}"]`)) {
      /** @type {HTMLButtonElement} */ (button).disabled = !enabled;
    }
  }

  /** @param {Snapshot} snapshot */
  #showBadges(snapshot) {
    const start = { opening: "first reveal opens", safe: "first reveal is safe", any: "no promises" }[snapshot.start];
    const badges = [start, snapshot.no_guess && `no guessing${snapshot.difficulty ? `, ${snapshot.difficulty}` : ""}`,
      snapshot.practice && "practice"].filter(Boolean);
    const spans = badges.map((text) => make("span", {}, [String(text)]));
    if (snapshot.assisted) spans.push(make("span", { class: "muted", title: "Apart in the statistics" }, [hadHelp(snapshot) ? "with help" : "counts apart"]));
    element("badges").replaceChildren(...spans);
  }

  #showClock() {
    const shown = element("clock").querySelector("b");
    const text = clockText(this.game.seconds);
    if (shown && shown.textContent !== text) shown.textContent = text;
  }

  /** @param {Snapshot} snapshot */
  #showResult(snapshot) {
    const card = element("result-panel");
    const result = snapshot.result;
    card.hidden = !result || !this.game.isOver;
    if (!result) return;
    card.dataset.status = snapshot.status;
    const won = snapshot.status === "won";
    element("result-title").textContent = won ? "Board cleared" : "A mine went off";
    const wrong = result.wrong_flags.length;
    const parts = [
      won ? "" : `${result.solved_three_bv} of ${result.three_bv} 3BV were solved.`,
      wrong ? `${wrong} ${wrong === 1 ? "flag was" : "flags were"} wrong: crossed out on the board.` : "",
      snapshot.assisted ? `It counts apart: ${hadHelp(snapshot) ? "you had help" : "the board was chosen or for practice"}.` : "",
    ];
    element("result-text").textContent = parts.filter(Boolean).join(" ");
    showFigures(element("result-metrics"), [
      ["seconds", snapshot.seconds.toFixed(2)],
      ["3BV", String(result.three_bv)],
      // The AI's moves are no clicks and take no time: of a game that it helped in these say nothing.
      .../** @type {[string, string][]} */ (snapshot.assists?.ai ? [] : [
        ["3BV/s", result.three_bv_per_second.toFixed(2)],
        ["efficiency", `${Math.round(result.efficiency * 100)}%`],
        ["clicks", String(snapshot.clicks)],
      ]),
    ]);
    element("result-seed").textContent = result.seed === null ? "" : `Seed ${result.seed}`;
    element("share-game").hidden = snapshot.owner === false;
  }

  // Commands ---------------------------------------------------------------------------------

  choose() {
    void openSetup(this.settings.now.setup, (setup, seed) => {
      this.settings.set({ setup });
      void this.create(setup, seed).catch(showError);
    }).catch(showError);
  }

  /** @param {string} command */
  command(command) {
    if (command === "new") void this.create(this.settings.now.setup).catch(showError);
    else if (command === "retry") this.#retry();
    else if (command === "flag-mode") this.flagMode = !this.flagMode;
    else if (command === "undo") this.#undo();
    else if (command === "hint") void this.coach.more().catch(showError);
    else if (command === "odds") void this.coach.toggleOdds().catch(showError);
    else if (command === "ai-move") this.auto.step();
    else if (command === "clear") {
      this.auto.stop();
      this.coach.clear();
    }
    this.#showAll();
  }

  #retry() {
    const snapshot = this.game.snapshot;
    if (!snapshot || snapshot.owner === false) return;
    if (!this.game.isOver) return toast("The same board can be played again once this game is over.");
    const setup = {
      level: `${snapshot.width}x${snapshot.height}/${snapshot.mines}`,
      start: snapshot.start,
      noGuess: Boolean(snapshot.no_guess),
      difficulty: snapshot.difficulty ?? "",
      practice: Boolean(snapshot.practice),
    };
    void this.create(setup, null, snapshot.id).catch(showError);
  }

  #undo() {
    if (!this.game.snapshot?.practice) return toast("Only practice games can be undone. Choose one under “Choose…”.");
    if (this.game.snapshot.can_undo) void this.queue.push({ kind: "undo" });
  }

  async share() {
    const { share } = await post(gamePath(this.game.id, "/share"));
    const link = `${location.origin}/#/shared/${share}`;
    element("share-link").textContent = link;
    await copy(link, "Link copied. Whoever has it can watch this game.");
  }
}
