/** The entry point, which creates the screens and shows the screen selected by the URL. */
import { ApiError } from "./api.js";
import { AnalyserScreen } from "./screens/analyser.js";
import { BoardWidget } from "./screens/board_widget.js";
import { ChallengeScreen } from "./screens/challenge.js";
import { ConnectionStatus } from "./screens/connection_status.js";
import { showDaily } from "./screens/daily.js";
import { element, showError } from "./screens/dom.js";
import { PuzzlesScreen } from "./screens/puzzles.js";
import { GamesScreen } from "./screens/game_list.js";
import { openHelp } from "./screens/help_dialog.js";
import { LessonScreen, showLessonList } from "./screens/lessons.js";
import { OddsLegend } from "./screens/odds_legend.js";
import { PatternsScreen } from "./screens/patterns.js";
import { PlayScreen } from "./screens/play.js";
import { ReviewScreen } from "./screens/review.js";
import { RushScreen } from "./screens/rush.js";
import { Settings } from "./screens/settings.js";
import { showStatistics } from "./screens/statistics.js";
import { setVolume } from "./sound.js";
import { commandForKey } from "./state/keyboard.js";

const ZOOM_STEP = 1.15;
const TITLES = /** @type {Record<string, string>} */ ({
  play: "Play", review: "Review", analyse: "Analyser", puzzles: "Puzzles", daily: "Daily boards", challenge: "Challenge", games: "Games", stats: "Statistics",
  learn: "Learn", lesson: "Lesson", patterns: "Patterns", rush: "Puzzle rush",
});

const settings = new Settings();
const connection = new ConnectionStatus();
const widget = new BoardWidget(() => settings.current);
const oddsLegend = new OddsLegend(widget);
const play = new PlayScreen(widget, settings, connection, oddsLegend);
const review = new ReviewScreen(widget);
const analyser = new AnalyserScreen(widget, oddsLegend);
const puzzles = new PuzzlesScreen(widget);
const rush = new RushScreen(widget);
const patterns = new PatternsScreen(widget);
const games = new GamesScreen();
const challenge = new ChallengeScreen();
const lesson = new LessonScreen(widget, settings);

settings.onChange = () => {
  widget.view.isAnimated = settings.isAnimated;
  widget.view.preferredCellSize = settings.current.cellSize;
  widget.view.showCoordinates = settings.current.coordinates;
  widget.view.applyTheme();
  setVolume(settings.current.sounds ? settings.current.volume : 0);
  play.levelBar.refresh();
  play.refreshCounters();
};
settings.onChange();

/** Shows the elements of a screen and hides those of all other screens. @param {string} name a key of TITLES */
function showElementsOf(name) {
  for (const found of document.querySelectorAll("[data-screens]")) {
    const part = /** @type {HTMLElement} */ (found);
    part.hidden = !part.dataset.screens?.split(" ").includes(name);
  }
  for (const found of document.querySelectorAll("[data-section]")) {
    const link = /** @type {HTMLElement} */ (found);
    link.ariaCurrent = link.dataset.section?.split(" ").includes(name) ? "page" : null;
  }
  const title = TITLES[name] ?? "";
  document.title = name === "play" ? "Sapper" : `${title} – Sapper`;
  element("page-title").textContent = `Sapper: ${title}`;
}

/** Decodes a part of the URL, or returns it unchanged if it is malformed. @param {string} text */
function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The number of navigations so far. An earlier navigation must not overwrite a later one. */
let latestNavigation = 0;

/** Opens the screen for the current URL. */
async function openScreen() {
  const [, section = "", ...rest] = location.hash.split("/");
  const argument = decode(rest.join("/"));
  // A review can start at a move, as in `#/game/ID/review/37`.
  const [, reviewedGame, move] = /^(.*)\/review(?:\/(\d{1,6}))?$/.exec(argument) ?? [];
  if (section === "stats") {
    showElementsOf("stats");
    await showStatistics();
  } else if (section === "daily") {
    showElementsOf("daily");
    await showDaily();
  } else if (section === "challenge") {
    showElementsOf("challenge");
    await challenge.show(argument);
  } else if (section === "games") {
    showElementsOf("games");
    await games.show();
  } else if (section === "analyse") {
    showElementsOf("analyse");
    analyser.show(argument);
  } else if (section === "learn" && argument) {
    showElementsOf("lesson");
    await lesson.show(argument);
  } else if (section === "learn") {
    showElementsOf("learn");
    await showLessonList();
  } else if (section === "puzzles") {
    showElementsOf("puzzles");
    await puzzles.show(argument);
  } else if (section === "rush") {
    showElementsOf("rush");
    await rush.show();
  } else if (section === "patterns") {
    showElementsOf("patterns");
    await patterns.show(argument);
  } else if (section === "shared") {
    showElementsOf("review");
    await review.openShared(argument);
  } else if (section === "game" && reviewedGame !== undefined) {
    showElementsOf("review");
    await review.open(reviewedGame, move === undefined ? null : Number(move));
  } else if (section === "game") {
    showElementsOf("play");
    await play.open(argument);
  } else {
    showElementsOf("play");
    await play.openHome();
    if (play.isShown) history.replaceState(null, "", `#/game/${play.game.id}`);
  }
}

/** Shows the screen for the current URL. If the server does not respond, the page keeps trying. */
async function navigate() {
  const navigation = ++latestNavigation;
  const hash = location.hash;
  scrollTo(0, 0);
  element("site-nav").hidePopover();
  for (const screen of [play, review, analyser, puzzles, rush, patterns, lesson, challenge]) screen.hide();
  try {
    await connection.retry(async () => {
      if (navigation === latestNavigation) await openScreen();
    });
  } catch (error) {
    if (navigation !== latestNavigation) return;
    showError(error);
    if (error instanceof ApiError && error.status === 404 && hash) location.hash = "#/";
  }
}

element("open-help").addEventListener("click", () => openHelp(play));
for (const button of document.querySelectorAll("[data-command]")) {
  const command = /** @type {HTMLElement} */ (button).dataset.command ?? "";
  button.addEventListener("click", () => play.runCommand(command));
}
for (const button of document.querySelectorAll("[data-close]")) {
  button.addEventListener("click", () => button.closest("dialog")?.close());
}
// Clicking the backdrop closes the dialog.
for (const found of document.querySelectorAll("dialog")) {
  found.addEventListener("click", (event) => {
    if (event.target === found) found.close();
  });
}
addEventListener("keydown", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  const isTyping = target.matches("input, select, textarea") && event.key !== "F2";
  if (target.closest("dialog") || isTyping || element("site-nav").matches(":popover-open")) return;
  // The keyboard now acts on the focused element.
  if (event.key === "Tab") widget.mouseCell = null;
  const command = commandForKey(event);
  const isForBoard = target === document.body || widget.mouseCell || command === "flag" || command === "chord";
  // Space and Enter activate a control that has the focus, unless the player has only clicked it.
  const isForControl = command === "primary" && target.matches("a:focus-visible, button:focus-visible, summary");
  if (isForBoard && !isForControl && !element("game-layout").hidden && element("pause-cover").hidden) {
    widget.handleKey(event);
    if (event.defaultPrevented) return widget.scroller.focus({ preventScroll: true });
  }
  if (!command || command === "primary") return;
  if (command === "help") openHelp(play);
  else if (command === "zoom-in") widget.view.zoomBy(ZOOM_STEP);
  else if (command === "zoom-out") widget.view.zoomBy(1 / ZOOM_STEP);
  else if (!play.isShown || ["flag", "chord"].includes(command)) return;
  else play.runCommand(command);
  event.preventDefault();
});
addEventListener("hashchange", () => void navigate());
// A page restored from the back/forward cache may show a stale clock and board.
addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});

void settings.load();
void play.aiPanel.loadStrategies().catch(() => {});
void play.levelBar.loadPresets().catch(() => {});
void navigate();
