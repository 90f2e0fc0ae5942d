/** The help dialog, which lists the keyboard shortcuts and starts the five systems that Sapper reimplements. */
import { get, post } from "../api.js";
import { levelName } from "../state/level_names.js";
import { keyboardHelp } from "../state/keyboard.js";
import { DEFAULTS } from "../state/preferences.js";
import { create, dialog, element, showError } from "./dom.js";

/** @typedef {{name: string, level: string, start: string, strategy: string, summary: string}} System */

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
  return create("li", {}, [create("span", {}, [create("b", {}, [`${system.name}.`]), choices]), button]);
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
