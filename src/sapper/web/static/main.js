/** Where the page begins: puts the parts together and follows the address. */
import { ApiError, ConnectionLost } from "./api.js";
import { Analyse } from "./screens/analyser.js";
import { Connection } from "./screens/connection_status.js";
import { Drills } from "./screens/drills.js";
import { dialog, element, make, showError } from "./screens/dom.js";
import { Play } from "./screens/play.js";
import { Review } from "./screens/review.js";
import { Settings } from "./screens/settings.js";
import { showStatistics } from "./screens/statistics.js";
import { createTable } from "./screens/board_widget.js";
import { commandFor, keyHelp } from "./state/keyboard.js";

const settings = new Settings();
const connection = new Connection();
const table = createTable(() => settings.now);
const play = new Play(table, settings, connection);
const review = new Review(table, play);
const analyse = new Analyse(table);
const drills = new Drills(table);

settings.changed = () => {
  table.view.animated = settings.animated;
  table.view.chosenSize = settings.now.cellSize;
  table.view.showRulers = settings.now.coordinates;
  table.view.restyle();
};
settings.changed();

/** @param {string} name */
function showPanel(name) {
  for (const panel of document.querySelectorAll("[data-panel]")) {
    /** @type {HTMLElement} */ (panel).hidden = /** @type {HTMLElement} */ (panel).dataset.panel !== name;
  }
  const section = name === "review" ? "play" : name;
  for (const link of document.querySelectorAll("[data-section]")) {
    const isHere = /** @type {HTMLElement} */ (link).dataset.section === section;
    if (isHere) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  const isTable = name !== "stats";
  element("game-layout").hidden = !isTable;
  element("statistics").hidden = isTable;
  const isPlay = name === "play";
  element("counters").hidden = !isPlay;
  element("bottom-toolbar").hidden = !isPlay;
  const titles = { play: "Play", review: "Review", analyse: "Analyser", drills: "Drills", stats: "Statistics" };
  const title = titles[/** @type {"play"} */ (name)] ?? "";
  document.title = title && title !== "Play" ? `${title} – Sapper` : "Sapper";
  element("page-title").textContent = `Sapper: ${title}`;
}

let visit = 0;

/** What an address means; one that was cut off or made up is taken as it is. @param {string} text */
function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

async function follow() {
  const here = ++visit;
  const [, section = "", ...rest] = location.hash.split("/");
  const argument = decode(rest.join("/"));
  play.hide();
  review.hide();
  analyse.hide();
  drills.hide();
  try {
    if (section === "stats") {
      showPanel("stats");
      await showStatistics();
    } else if (section === "analyse") {
      showPanel("analyse");
      analyse.show(argument);
    } else if (section === "drills") {
      showPanel("drills");
      await drills.show();
    } else if (section === "shared") {
      showPanel("review");
      await review.openShared(argument);
    } else if (section === "game" && argument.endsWith("/review")) {
      showPanel("review");
      await review.open(argument.slice(0, -"/review".length));
    } else if (section === "game") {
      showPanel("play");
      await play.open(argument);
    } else {
      showPanel("play");
      await play.resume();
      if (here === visit) history.replaceState(null, "", `#/game/${play.game.id}`);
    }
  } catch (error) {
    if (here !== visit) return;
    if (error instanceof ConnectionLost) {
      await connection.untilUp();
      if (here === visit) await follow();
    } else if (error instanceof ApiError && error.status === 404 && section) {
      showError(error);
      location.hash = "#/";
    } else showError(error);
  }
}

function openHelp() {
  element("help-shortcuts").replaceChildren(...keyHelp().map((line) => make("li", {}, [line])));
  dialog("help-dialog").showModal();
}

element("open-help").addEventListener("click", openHelp);
for (const button of document.querySelectorAll("[data-command]")) {
  const command = /** @type {HTMLElement} */ (button).dataset.command ?? "";
  button.addEventListener("click", () => play.command(command));
}
for (const button of document.querySelectorAll("[data-close]")) {
  button.addEventListener("click", () => button.closest("dialog")?.close());
}
// Dialogs close on a click beside them.
for (const found of document.querySelectorAll("dialog")) {
  found.addEventListener("click", (event) => {
    if (event.target === found) found.close();
  });
}
addEventListener("keydown", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (target.closest("dialog") || target.matches("input, select, textarea")) return;
  if (target === document.body && !element("game-layout").hidden) {
    table.key(event);
    if (event.defaultPrevented) return table.scroller.focus({ preventScroll: true });
  }
  const command = commandFor(event);
  if (!command || command === "primary") return;
  if (command === "help") openHelp();
  else if (command === "larger" || command === "smaller") table.view.zoomBy(command === "larger" ? 1.15 : 1 / 1.15);
  else if (!play.isShown || ["flag", "chord"].includes(command)) return;
  else play.command(command);
  event.preventDefault();
});
addEventListener("hashchange", () => void follow());
// The clock and the board may be old after a phone was asleep.
addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});

void settings.load();
void play.auto.load().catch(() => {});
void follow();
