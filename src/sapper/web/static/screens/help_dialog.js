/** The help dialog, which lists the keyboard shortcuts and starts the five systems that Sapper reimplements. */
import { get, post } from "../api.js";
import { levelName } from "../state/level_names.js";
import { keyboardHelp } from "../state/keyboard.js";
import { DEFAULTS } from "../state/preferences.js";
import { create, dialog, element, showError } from "./dom.js";

/** @typedef {{text: string, shown_by: string, tests: string[]}} Feature */
/**
 * @typedef {{name: string, level: string, start: string, strategy: string, summary: string, features: Feature[],
 *   differences: string[]}} System One of the five systems.
 */

/** @param {import("./play.js").PlayScreen} play */
export function openHelp(play) {
  element("help-shortcuts").replaceChildren(...keyboardHelp().map((line) => create("li", {}, [line])));
  dialog("help-dialog").showModal();
  void listSystems(play).catch(showError);
}

/** @param {import("./play.js").PlayScreen} play */
async function listSystems(play) {
  if (element("help-systems").childElementCount) return;
  const { systems } = await get("/systems");
  element("help-systems").replaceChildren(...systems.map((/** @type {System} */ system) => systemItem(play, system)));
}

/** @param {import("./play.js").PlayScreen} play @param {System} system */
function systemItem(play, system) {
  const button = create("button", { type: "button", "aria-label": `Try ${system.name}` }, ["Try it"]);
  button.addEventListener("click", () => void startSystem(play, system).catch(showError));
  const choices = ` ${levelName(system.level)}, strategy ${system.strategy}. ${system.summary}`;
  const summary = create("span", {}, [create("b", {}, [`${system.name}.`]), choices]);
  return create("li", {}, [summary, button, featureList(system)]);
}

/** @param {System} system */
function featureList({ features, differences }) {
  const items = features.map(({ text, shown_by: place, tests }) => create("li", {}, [
    ...marked(text),
    create("p", { class: "note" }, ["In Sapper: ", ...marked(place), ". Tests: ", tests.join(", "), "."]),
  ]));
  return create("details", {}, [
    create("summary", {}, ["Features"]),
    create("ul", {}, items),
    create("p", {}, ["Sapper differs from the original in these ways:"]),
    create("ul", {}, differences.map((text) => create("li", {}, marked(text)))),
  ]);
}

/**
 * Converts a text to nodes, with an element for each `code` span and each **label**.
 *
 * @param {string} text A text that uses these two kinds of Markdown formatting.
 */
function marked(text) {
  return text.replaceAll("\\*", "*").split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part) => {
    if (part.startsWith("`")) return create("code", {}, [part.slice(1, -1)]);
    return part.startsWith("**") ? create("b", {}, [part.slice(2, -2)]) : part;
  });
}

/**
 * Starts a game on the system's board, selects its strategy and uses both for later games.
 *
 * @param {import("./play.js").PlayScreen} play The play screen.
 * @param {System} system The system to start.
 */
async function startSystem(play, { level, start, strategy }) {
  const game = await post("/games", { level, start });
  play.settings.update({ setup: { ...DEFAULTS.setup, level, start } });
  play.aiPanel.selectStrategy(strategy);
  dialog("help-dialog").close();
  location.hash = `#/game/${game.id}`;
}
