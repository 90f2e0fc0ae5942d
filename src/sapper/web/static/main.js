/** The entry point, which creates the screens and shows the screen selected by the URL. */
import { ApiError, ConnectionLost } from "./api.js";
import { BoardWidget } from "./screens/board_widget.js";
import { ConnectionStatus } from "./screens/connection_status.js";
import { element, showError } from "./screens/dom.js";
import { OddsLegend } from "./screens/odds_legend.js";
import { PlayScreen } from "./screens/play.js";
import { Settings } from "./screens/settings.js";
import { setVolume } from "./sound.js";
import { commandForKey } from "./state/keyboard.js";

const ZOOM_STEP = 1.15;
/** The URL argument of a review, with an optional number of moves to show, as in `#/game/ID/review/37`. */
const REVIEW = /^(.*)\/review(?:\/(\d{1,6}))?$/;
const TITLES = /** @type {Record<string, string>} */ ({
  play: "Play", review: "Review", analyse: "Analyser", puzzles: "Puzzles", daily: "Daily boards", challenge: "Challenge", games: "Games", stats: "Statistics",
  learn: "Learn", lesson: "Lesson", patterns: "Patterns", rush: "Puzzle rush",
});

const settings = new Settings();
const connection = new ConnectionStatus();
const widget = new BoardWidget(() => settings.current);
const oddsLegend = new OddsLegend(widget);
const play = new PlayScreen(widget, settings, connection, oddsLegend);

/** Functions that load each of the other screens when the player first opens it. */
const LOADERS = /** @type {Record<string, () => Promise<any>>} */ ({
  analyse: async () => new (await import("./screens/analyser.js")).AnalyserScreen(widget, oddsLegend),
  challenge: async () => new (await import("./screens/challenge.js")).ChallengeScreen(),
  daily: async () => ({ show: (await import("./screens/daily.js")).showDaily }),
  games: async () => new (await import("./screens/game_list.js")).GamesScreen(),
  learn: async () => ({ show: (await import("./screens/lessons.js")).showLessonList }),
  lesson: async () => new (await import("./screens/lessons.js")).LessonScreen(widget, settings),
  patterns: async () => new (await import("./screens/patterns.js")).PatternsScreen(widget),
  puzzles: async () => new (await import("./screens/puzzles.js")).PuzzlesScreen(widget),
  review: async () => new (await import("./screens/review.js")).ReviewScreen(widget),
  rush: async () => new (await import("./screens/rush.js")).RushScreen(widget),
  stats: async () => ({ show: (await import("./screens/statistics.js")).showStatistics }),
});
/** The screens that have been opened so far. @type {Map<string, Promise<any>>} */
const screens = new Map([["play", Promise.resolve(play)]]);
/** The screen that is shown. @type {any} */
let currentScreen = null;

/** Returns the error to show if a module could not be loaded. @param {unknown} error */
function loadingError(error) {
  // Browsers report a module that cannot be fetched as a TypeError.
  return error instanceof TypeError ? new ConnectionLost() : error;
}

/** Returns a screen, and loads it first if necessary. @param {string} name a key of TITLES @returns {Promise<any>} */
function loadScreen(name) {
  const loaded = screens.get(name) ?? LOADERS[name]?.().catch((error) => {
    screens.delete(name);
    throw loadingError(error);
  });
  screens.set(name, /** @type {Promise<any>} */ (loaded));
  return /** @type {Promise<any>} */ (loaded);
}

let shownTheme = "";
settings.onChange = () => {
  const { theme = "" } = document.documentElement.dataset;
  // The pictures of boards on these screens have the colours of the previous theme.
  if (shownTheme && theme !== shownTheme && element("game-layout").hidden) void navigate();
  shownTheme = theme;
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

/** The number of navigations so far. An earlier navigation must not overwrite the result of a later one. */
let latestNavigation = 0;

/** Returns the name of the screen for a URL. @param {string} section @param {string} argument */
function screenName(section, argument) {
  if (section === "learn") return argument ? "lesson" : "learn";
  if (section === "shared" || (section === "game" && REVIEW.test(argument))) return "review";
  return section in LOADERS ? section : "play";
}

/** Opens the screen for the current URL, unless a later navigation has begun. @param {number} navigation */
async function openScreen(navigation) {
  const [, section = "", ...rest] = location.hash.split("/");
  const argument = decode(rest.join("/"));
  const name = screenName(section, argument);
  showElementsOf(name);
  const screen = await loadScreen(name);
  if (navigation !== latestNavigation) return;
  currentScreen = screen;
  // From this point on, the screen's controls respond to input.
  document.documentElement.dataset.screen = name;
  if (section === "shared") {
    await screen.openShared(argument);
  } else if (name === "review") {
    const [, game, move] = REVIEW.exec(argument) ?? [];
    await screen.open(game, move === undefined ? null : Number(move));
  } else if (name !== "play") {
    await screen.show(argument);
  } else if (section === "game") {
    await play.open(argument);
  } else {
    await play.openHome();
    if (play.isShown) history.replaceState(null, "", `#/game/${play.game.id}`);
  }
}

/** Shows the screen for the current URL. If the server does not respond, the page keeps retrying. */
async function navigate() {
  const navigation = ++latestNavigation;
  const hash = location.hash;
  scrollTo(0, 0);
  element("site-nav").hidePopover();
  currentScreen?.hide?.();
  delete document.documentElement.dataset.screen;
  try {
    await connection.retry(async () => {
      if (navigation === latestNavigation) await openScreen(navigation);
    });
  } catch (error) {
    if (navigation !== latestNavigation) return;
    showError(error);
    if (error instanceof ApiError && error.status === 404 && hash) location.hash = "#/";
  }
}

async function openHelp() {
  const help = await import("./screens/help_dialog.js").catch((error) => {
    throw loadingError(error);
  });
  help.openHelp(play);
}

element("open-help").addEventListener("click", () => void openHelp().catch(showError));
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
  // After Tab, keys act on the focused element rather than on the cell under the mouse.
  if (event.key === "Tab") widget.mouseCell = null;
  const command = commandForKey(event);
  const isForBoard = target === document.body || widget.mouseCell || command === "flag" || command === "chord";
  // Space and Enter activate a focused control, unless the control received the focus from a click.
  const isForControl = command === "primary" && target.matches("a:focus-visible, button:focus-visible, summary");
  if (isForBoard && !isForControl && !element("game-layout").hidden && element("pause-cover").hidden) {
    widget.handleKey(event);
    if (event.defaultPrevented) return widget.scroller.focus({ preventScroll: true });
  }
  if (!command || command === "primary") return;
  if (command === "help") void openHelp().catch(showError);
  else if (command === "zoom-in") widget.view.zoomBy(ZOOM_STEP);
  else if (command === "zoom-out") widget.view.zoomBy(1 / ZOOM_STEP);
  else if (!play.isShown || ["flag", "chord"].includes(command)) return;
  else play.runCommand(command);
  event.preventDefault();
});
addEventListener("hashchange", () => void navigate());
// The menu is a popover only on narrow screens.
matchMedia("(max-width: 560px)").addEventListener("change", () => element("site-nav").hidePopover());
// A page restored from the back/forward cache may show a stale clock and board.
addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});

void settings.load();
void play.aiPanel.loadStrategies().catch(() => {});
void play.levelBar.loadPresets().catch(() => {});
void navigate();
