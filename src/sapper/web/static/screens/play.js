/** The play screen, which shows a game with its counters, badges and result. */
/** @typedef {import("../state/board.js").Cell} Cell */
/** @typedef {import("../state/game.js").Snapshot} Snapshot */
/** @typedef {import("../state/move_queue.js").Action} Action */
/** @typedef {import("../state/preferences.js").GameSetup} GameSetup */
import { ApiError, gamePath, get, post } from "../api.js";
import { playReveal, playSound } from "../sound.js";
import { describeChange } from "../state/announcements.js";
import { moveForPress, pressedCells } from "../state/board.js";
import { Game } from "../state/game.js";
import { formatClock } from "../state/time_format.js";
import { ledNumber, ledSeconds } from "../state/led_format.js";
import { describeLevel } from "../state/level_names.js";
import { MoveQueue } from "../state/move_queue.js";
import { DEFAULTS } from "../state/preferences.js";
import { usedAssistance } from "../state/result_text.js";
import { AiPanel } from "./ai_panel.js";
import {
  announce, basicMoves, commandButtons, copyToClipboard, create, element, setText, showError, showToast,
} from "./dom.js";
import { HintPanel } from "./hint_panel.js";
import { LevelBar } from "./level_bar.js";
import { PauseCover } from "./pause_cover.js";
import { ResultPanel } from "./result_panel.js";
import { showUnfinishedGames } from "./unfinished_games.js";

const STATUS_LABELS = { ready: "Ready", playing: "Playing", won: "Won", lost: "Lost" };
const START_BADGES = /** @type {Record<string, string>} */ ({
  opening: "First click is an opening",
  safe: "First click is safe",
  any: "First click may hit a mine",
});

const HAS_PLAYED_KEY = "sapper-has-played";
/** The interval between clock updates in milliseconds, indexed by the number of decimal places. */
const CLOCK_INTERVALS = /** @type {Record<number, number>} */ ({ 0: 200, 1: 50, 3: 16 });

/** The play screen. */
export class PlayScreen {
  /**
   * @param {import("./board_widget.js").BoardWidget} widget The board widget of the page.
   * @param {import("./settings.js").Settings} settings The player's settings.
   * @param {import("./connection_status.js").ConnectionStatus} connection The connection banner.
   * @param {import("./odds_legend.js").OddsLegend} oddsLegend The odds legend below the board.
   */
  constructor(widget, settings, connection, oddsLegend) {
    this.widget = widget;
    this.oddsLegend = oddsLegend;
    this.settings = settings;
    this.game = new Game();
    this.flagMode = false;
    this.isShown = false;
    /** The number of times the player has left this screen. Responses to requests from earlier visits are ignored. */
    this.visit = 0;
    /** The time at which the last move was sent. */
    this.sentAt = 0;
    /** @type {MoveQueue<Snapshot & {steps?: any[]}>} */
    this.queue = new MoveQueue({
      send: (action, version) => {
        // A repeated request must not reach a game that was opened later.
        const { id } = this.game;
        return connection.retry(() => this.#send(id, action, version));
      },
      refetch: () => {
        const path = gamePath(this.game.id);
        return connection.retry(() => get(path));
      },
      onGame: (game, action) => this.#onSnapshot(game, action),
      onError: (error, action) => {
        if (action.kind === "ai") this.aiPanel.stop();
        // Redraws the board without the refused move.
        this.#predict();
        if (error instanceof ApiError && action.cell) void this.#refetch();
        showError(error);
      },
    });
    this.hintPanel = new HintPanel(this);
    this.aiPanel = new AiPanel(this);
    this.#runClock();
    this.levelBar = new LevelBar(this);
    this.pauseCover = new PauseCover(this);
    this.resultPanel = new ResultPanel(this);
    element("share-game").addEventListener("click", () => void this.share().catch(showError));
  }

  /** Shows the current game on the board. */
  show() {
    this.isShown = true;
    this.widget.attach(this.game.board, {
      onPress: (cell, kind) => this.press(cell, kind),
      onHold: (isHeld) => this.#showFace(isHeld),
      pressedCells: (cell, kind) =>
        this.game.isPlayable ? pressedCells(this.game.board, this.#moveFor(cell, kind)) : [],
    });
    this.#showPending();
    const { status, first } = this.game.snapshot ?? {};
    if (status === "ready" && first) this.widget.moveCursorTo(first, false);
    this.refresh();
  }

  hide() {
    this.pauseCover.pause();
    this.isShown = false;
    this.visit++;
    element("pause-cover").hidden = element("first-visit-tip").hidden = true;
    this.aiPanel.stop();
    this.hintPanel.clear();
  }

  /** @param {string} id */
  async open(id) {
    const visit = this.visit;
    if (this.game.id !== id) {
      const snapshot = await get(gamePath(id));
      if (visit !== this.visit) return;
      this.#startGame(snapshot);
      this.#rememberLevel(snapshot);
    }
    this.show();
    void showUnfinishedGames(id);
  }

  /** Uses the level of the player's game for later games. @param {Snapshot} snapshot */
  #rememberLevel({ level, owner }) {
    const { setup } = this.settings.current;
    if (owner !== false && level !== setup.level) this.settings.update({ setup: { ...setup, level } });
  }

  /** Opens a new board at the last level and lists the unfinished games. */
  async openHome() {
    // A board without moves is equivalent to a new one.
    if (this.game.snapshot?.status === "ready" && !this.queue.isBusy) return this.show();
    await this.create(this.settings.current.setup).catch((error) => {
      // If the server no longer accepts the stored setup, the default setup is used.
      if (!(error instanceof ApiError) || error.status !== 422) throw error;
      return this.create(DEFAULTS.setup);
    });
  }

  /** Starts a game and uses its setup for later games. @param {GameSetup} setup @param {string | null} [seed] */
  async startWith(setup, seed = null) {
    await this.create(setup, seed);
    this.settings.update({ setup });
    this.levelBar.refresh();
  }

  /** @param {GameSetup} setup @param {string | null} [seed] */
  create({ level, start, practice, noGuess, difficulty }, seed = null) {
    const options = { practice, no_guess: noGuess, difficulty: (noGuess && difficulty) || null };
    return this.#create({ level, start, seed, ...options });
  }

  /** @param {object} body the request for a new game */
  async #create(body) {
    this.aiPanel.stop();
    const visit = this.visit;
    const snapshot = await post("/games", body);
    if (visit !== this.visit) return;
    this.#startGame(snapshot);
    this.show();
    scrollTo({ top: 0, behavior: "instant" });
    // If the button that started the game kept the focus, Space would press it again.
    if (document.activeElement !== document.body) this.widget.scroller.focus({ preventScroll: true });
    history.replaceState(null, "", `#/game/${this.game.id}`);
    void showUnfinishedGames(this.game.id);
    announce(`New game. ${describeLevel(/** @type {Snapshot} */ (this.game.snapshot))}.`);
  }

  /** Fetches the game again after a refused move, because another tab may have paused or deleted it. */
  async #refetch() {
    const { game, visit } = this;
    const snapshot = await get(gamePath(game.id)).catch(() => null);
    if (!snapshot || visit !== this.visit || game !== this.game || this.queue.isBusy) return;
    this.queue.reset(snapshot.version);
    game.apply(snapshot);
    this.show();
  }

  /** @param {Snapshot} snapshot */
  #startGame(snapshot) {
    this.pauseCover.pauseBeforeReplacement();
    this.aiPanel.reset();
    this.hintPanel.clear();
    this.game = new Game();
    this.game.apply(snapshot);
    this.queue.reset(snapshot.version);
    element("share-link").textContent = "";
  }

  /** @param {string} id @param {Action} action @param {number} version */
  async #send(id, { kind, cell, ...rest }, version) {
    if (kind === "undo") return post(gamePath(id, "/undo"), { version });
    if (kind === "pause" || kind === "resume") return post(gamePath(id, `/${kind}`));
    if (kind === "ai") {
      const answer = await post(gamePath(id, "/ai"), { ...rest, version });
      return { ...answer.game, steps: answer.steps };
    }
    this.sentAt = performance.now();
    return post(gamePath(id, "/moves"), { kind, cell, version });
  }

  /** @param {Cell} cell @param {import("../state/board.js").PressKind} kind */
  press(cell, kind) {
    if (!this.game.isPlayable) return;
    if (this.aiPanel.isRunning) this.aiPanel.stop();
    void this.queue.push(this.#moveFor(cell, kind));
    const changed = this.#predict();
    if (!changed.length) return;
    announce(describeChange(this.game, changed));
    playSound("flag");
  }

  /** @param {Cell} cell @param {import("../state/board.js").PressKind} kind */
  #moveFor(cell, kind) {
    const { questionMarks, chordOnClick } = this.settings.current;
    return moveForPress(this.game.board, cell, kind, { flagMode: this.flagMode, questionMarks, chordOnClick });
  }

  /** Shows the effect of the pending moves before the server responds. Returns the changed cells. */
  #predict() {
    const changed = this.game.predict(this.queue.pending);
    if (!this.isShown) return changed;
    this.#showPending();
    this.#showClock();
    if (!changed.length) return changed;
    this.hintPanel.onBoardChange();
    this.widget.view.invalidate(changed);
    this.#showMinesLeft();
    this.widget.updateAccessibleCells();
    return changed;
  }

  /** Draws the cells of pending reveals and chords as pressed. */
  #showPending() {
    const moves = this.queue.pending.filter(({ cell }) => cell);
    const cells = moves.flatMap((move) =>
      pressedCells(this.game.board, /** @type {import("../state/board.js").PlayerMove} */ (move)));
    this.widget.setPendingCells(cells);
  }

  /** @param {boolean} isHeld true while a cell is held down */
  #showFace(isHeld) {
    const { snapshot, isOver, isPlayable } = this.game;
    element("face").dataset.mood = isOver ? (snapshot?.status ?? "idle") : isHeld && isPlayable ? "pressed" : "idle";
  }

  #showMinesLeft() {
    const { minesLeft } = this.game;
    setText("mines-left-count", this.settings.hasLedDigits ? ledNumber(minesLeft) : String(minesLeft));
  }

  /**
   * Applies the server's response to a move.
   *
   * @param {Snapshot & {steps?: any[]}} snapshot The state of the game after the move.
   * @param {Action | null} action The move, or null after a version conflict.
   */
  #onSnapshot(snapshot, action) {
    if (snapshot.id && snapshot.id !== this.game.id) return;
    const previousCodes = this.game.board.codes;
    // The snapshot's elapsed seconds were accurate when the move was sent, because the network delays all moves
    // alike.
    const measuredAt = action?.cell ? this.sentAt : undefined;
    const change = this.game.apply(snapshot, this.queue.pending, measuredAt);
    if (!action) showToast("This game was changed in another tab. The board is now up to date.");
    if (!this.isShown) return;
    const origin = snapshot.steps?.at(-1)?.cell ?? action?.cell ?? null;
    if (change.changed.length) this.hintPanel.onBoardChange();
    this.widget.view.invalidate(change.changed, { previousCodes, origin });
    this.#showPending();
    if (snapshot.steps) this.aiPanel.showMoves(snapshot.steps);
    if (change.finished && snapshot.status === "won") this.widget.view.celebrate(origin);
    this.refresh();
    if (change.finished) this.resultPanel.scrollIntoView();
    this.widget.updateAccessibleCells();
    if (change.changed.length || change.finished) {
      announce(describeChange(this.game, change.changed));
    }
    this.#playSound(change, action);
  }

  /** @param {import("../state/game.js").Change} change @param {Action | null} action */
  #playSound(change, action) {
    if (!change.changed.length) return;
    const { status } = /** @type {Snapshot} */ (this.game.snapshot);
    if (change.finished) return playSound(status);
    const isFlag = action?.kind === "flag" || action?.kind === "question";
    if (isFlag) playSound("flag");
    else playReveal(change.changed.length);
  }

  /** Updates the counters, badges, buttons and panels. */
  refresh() {
    const snapshot = this.game.snapshot;
    if (!snapshot) return;
    this.#showMinesLeft();
    setText("game-status", STATUS_LABELS[snapshot.status]);
    this.#showFace(this.widget.isHeld);
    setText("game-title", describeLevel(snapshot));
    this.#showBadges(snapshot);
    this.#showClock();
    this.widget.scroller.dataset.version = String(snapshot.version);
    const isOwner = snapshot.owner !== false;
    for (const command of ["hint", "odds", "ai-move"]) this.#setEnabled(command, this.game.isPlayable);
    this.#setEnabled("undo", Boolean(snapshot.practice) && snapshot.can_undo && isOwner);
    element("undo").hidden = !snapshot.practice;
    element("hint-panel").hidden = !this.game.isPlayable;
    this.#setEnabled("retry", isOwner && snapshot.can_retry);
    for (const button of commandButtons("flag-mode")) button.ariaPressed = String(this.flagMode);
    this.#showTip(snapshot);
    this.levelBar.refresh();
    this.pauseCover.refresh();
    this.aiPanel.refresh();
    this.resultPanel.refresh();
    this.hintPanel.refresh();
  }

  /** Explains the two basic moves until the player has made the first move in this browser. @param {Snapshot} snapshot */
  #showTip({ status }) {
    if (status !== "ready") localStorage.setItem(HAS_PLAYED_KEY, "yes");
    const tip = element("first-visit-tip");
    tip.hidden = !this.isShown || localStorage.getItem(HAS_PLAYED_KEY) !== null;
    if (tip.hidden) return;
    tip.replaceChildren(basicMoves(), " New to Minesweeper? ",
      create("a", { class: "text-link", href: "#/learn/numbers" }, ["Start with a short lesson."]));
  }

  /** @param {string} command @param {boolean} isEnabled */
  #setEnabled(command, isEnabled) {
    for (const button of commandButtons(command)) button.disabled = !isEnabled;
  }

  /** @param {Snapshot} snapshot */
  #showBadges(snapshot) {
    const labels = [
      START_BADGES[snapshot.start],
      snapshot.no_guess && `No guessing${snapshot.difficulty ? `, ${snapshot.difficulty}` : ""}`,
      snapshot.practice && "Practice",
    ].filter(Boolean);
    const badges = labels.map((label) => create("span", { class: "muted" }, [String(label)]));
    if (snapshot.assisted) {
      const label = usedAssistance(snapshot) ? "Assisted" : "Counts as assisted";
      badges.push(create("span", { title: "Listed separately in the statistics" }, [label]));
    }
    element("badges").replaceChildren(...badges);
  }

  /** Updates the clock often enough for its last decimal place. */
  #runClock() {
    this.#showClock();
    setTimeout(() => this.#runClock(), CLOCK_INTERVALS[this.settings.current.clockDecimals] ?? 200);
  }

  /** Updates the counters after a change of theme. */
  refreshCounters() {
    this.#showMinesLeft();
    this.#showClock();
  }

  #showClock() {
    const { hasLedDigits, current: { clockDecimals } } = this.settings;
    setText("clock-text", (hasLedDigits ? ledSeconds : formatClock)(this.game.seconds, clockDecimals));
  }

  /** @param {string} command */
  runCommand(command) {
    if (command === "new") void this.create(this.settings.current.setup).catch(showError);
    else if (command === "retry") this.#retry();
    else if (command === "flag-mode") this.flagMode = !this.flagMode;
    else if (command === "undo") this.#undo();
    else if (command === "hint") void this.hintPanel.showNextGrade().catch(showError);
    else if (command === "odds") void this.hintPanel.toggleOdds().catch(showError);
    else if (command === "ai-move") this.aiPanel.playMove();
    else if (command === "clear") {
      this.aiPanel.stop();
      this.hintPanel.clear();
    }
    this.refresh();
  }

  #retry() {
    const snapshot = this.game.snapshot;
    if (!snapshot || snapshot.owner === false) return;
    void this.#create({ retry_of: snapshot.id, practice: snapshot.practice }).catch(showError);
  }

  #undo() {
    if (!this.game.snapshot?.practice) {
      return showToast("Undo is only available in practice games. Choose “Custom…” to start one.");
    }
    if (this.game.snapshot.can_undo) void this.queue.push({ kind: "undo" });
  }

  async share() {
    const { share } = await post(gamePath(this.game.id, "/share"));
    const link = `${location.origin}/#/shared/${share}`;
    element("share-link").textContent = link;
    await copyToClipboard(link, "Link copied. Anyone with the link can view this game.");
  }
}
