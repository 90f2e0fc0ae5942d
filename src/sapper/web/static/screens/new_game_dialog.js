/** The dialog for starting a new game with a level or custom size, a start rule and options. */
import { get } from "../api.js";
import { countOf, toSentence } from "../state/announcements.js";
import { formatSize, parseSize } from "../state/board_size.js";
import { levelName } from "../state/game.js";
import { create, dialog, element } from "./dom.js";

/**
 * @typedef {import("../state/preferences.js").GameSetup} GameSetup
 * @typedef {"width" | "height" | "mines"} Dimension
 */

/** @type {{name: string, size: string}[]} */
let levels = [];
/** @type {Dimension[]} */
const DIMENSIONS = ["width", "height", "mines"];
const form = /** @type {HTMLFormElement} */ (element("new-game-form"));
/**
 * The form's controls by name. A group of radio buttons acts as one control.
 *
 * @type {Record<Dimension | "level" | "start" | "noGuess" | "difficulty" | "practice" | "seed", HTMLInputElement>}
 */
const controls = /** @type {any} */ (form.elements);

/** @returns {Promise<void>} */
async function loadLevels() {
  if (levels.length) return;
  const answer = await get("/levels");
  levels = answer.levels;
  controls.width.max = controls.height.max = String(answer.max_side);
  element("level-options").replaceChildren(...levels.map(levelOption), levelOption({ name: "custom", size: "" }));
}

/** @param {{name: string, size: string}} level */
function levelOption({ name, size }) {
  const parsed = parseSize(size);
  const text = parsed ? `${parsed.width} × ${parsed.height}, ${countOf(parsed.mines, "mine")}` : "Any size";
  return create("label", {}, [
    create("input", { type: "radio", name: "level", value: name }),
    create("b", {}, [levelName(name)]),
    create("span", {}, [text]),
  ]);
}

/** Shows the fields of the selected level and removes the last error. */
function refresh() {
  const isCustom = controls.level.value === "custom";
  element("custom-size").hidden = !isCustom;
  for (const name of DIMENSIONS) controls[name].disabled = !isCustom;
  const { width, height, mines } = controls;
  const density = Math.round((100 * mines.valueAsNumber) / (width.valueAsNumber * height.valueAsNumber));
  element("custom-note").textContent = Number.isFinite(density) ? `${density}% of cells are mines.` : "";
  controls.difficulty.disabled = !controls.noGuess.checked;
  showFormError("", "");
}

/** @param {string} message @param {string} field the name of the invalid field, or an empty string */
function showFormError(message, field) {
  element("new-game-error").textContent = message;
  for (const name of /** @type {const} */ ([...DIMENSIONS, "seed"])) {
    controls[name].setAttribute("aria-invalid", String(name === field));
  }
}

/** @returns {GameSetup} the choices in the form */
function readSetup() {
  const { level, start, noGuess, difficulty, practice, width, height, mines } = controls;
  const size = { width: width.valueAsNumber, height: height.valueAsNumber, mines: mines.valueAsNumber };
  return {
    level: level.value === "custom" ? formatSize(size) : level.value,
    start: start.value,
    noGuess: noGuess.checked,
    difficulty: noGuess.checked ? difficulty.value : "",
    practice: practice.checked,
  };
}

/**
 * @param {GameSetup} setup the initial values of the form
 * @param {(setup: GameSetup, seed: string | null) => Promise<void>} onStart starts the game; the dialog shows its error
 */
export async function openNewGameDialog(setup, onStart) {
  await loadLevels();
  const isNamed = levels.some(({ name }) => name === setup.level);
  controls.level.value = isNamed ? setup.level : "custom";
  const size = isNamed ? null : parseSize(setup.level);
  if (size) for (const name of DIMENSIONS) controls[name].valueAsNumber = size[name];
  controls.start.value = setup.start;
  controls.noGuess.checked = setup.noGuess;
  controls.difficulty.value = setup.difficulty;
  controls.practice.checked = setup.practice;
  controls.seed.value = "";
  refresh();
  const startButton = /** @type {HTMLButtonElement} */ (element("new-game-start"));
  form.oninput = refresh;
  form.onsubmit = async (event) => {
    event.preventDefault();
    startButton.disabled = true;
    try {
      await onStart(readSetup(), controls.seed.value.trim() || null);
      dialog("new-game-dialog").close();
    } catch (error) {
      const { message = "", field = "" } = /** @type {{message?: string, field?: string}} */ (error);
      showFormError(toSentence(message), field);
    } finally {
      startButton.disabled = false;
    }
  };
  dialog("new-game-dialog").showModal();
}
