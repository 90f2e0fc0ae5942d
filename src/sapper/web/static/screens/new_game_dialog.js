/** The dialog for a custom game, which sets the board size, the start rule, the seed and practice. */
import { get } from "../api.js";
import { toSentence } from "../state/wording.js";
import { formatSize, parseSize } from "../state/board_size.js";
import { dialog, element } from "./dom.js";

/** @typedef {import("../state/preferences.js").GameSetup} GameSetup */
/** @typedef {"width" | "height" | "mines"} Dimension */

/** @type {import("../state/level_names.js").Level[]} */
let levels = [];
/** @type {Dimension[]} */
const DIMENSIONS = ["width", "height", "mines"];
const form = /** @type {HTMLFormElement} */ (element("new-game-form"));
/**
 * @type {Record<Dimension | "start" | "practice" | "seed", HTMLInputElement>} The form's controls by name. A group of
 *   radio buttons acts as one control.
 */
const controls = /** @type {any} */ (form.elements);

/** Returns the named levels, which are requested from the server only once. */
export async function loadLevels() {
  if (!levels.length) {
    const answer = await get("/levels");
    levels = answer.levels;
    controls.width.max = controls.height.max = String(answer.max_side);
  }
  return levels;
}

/** Shows the mine density and clears the last error. */
function refresh() {
  const { width, height, mines } = controls;
  const density = Math.round((100 * mines.valueAsNumber) / (width.valueAsNumber * height.valueAsNumber));
  element("custom-note").textContent = Number.isFinite(density) ? `${density}% of cells are mines.` : "";
  showFormError("", "");
}

/** @param {string} message @param {string} field the name of the invalid field, or an empty string */
function showFormError(message, field) {
  element("new-game-error").textContent = message;
  for (const name of /** @type {const} */ ([...DIMENSIONS, "seed"])) {
    controls[name].setAttribute("aria-invalid", String(name === field));
  }
}

/** @param {GameSetup} setup the choices made outside the form @returns {GameSetup} */
function readSetup(setup) {
  const { start, practice, width, height, mines } = controls;
  const size = formatSize({
    width: width.valueAsNumber, height: height.valueAsNumber, mines: mines.valueAsNumber,
  });
  const level = levels.find((named) => named.size === size)?.name ?? size;
  return { ...setup, level, start: start.value, practice: practice.checked };
}

/**
 * @param {GameSetup} setup The initial values of the form.
 * @param {(setup: GameSetup, seed: string | null) => Promise<void>} onStart The function that starts the game. If the
 *   game cannot be started, the dialog shows the error.
 */
export async function openNewGameDialog(setup, onStart) {
  await loadLevels();
  const size = levels.find(({ name }) => name === setup.level) ?? parseSize(setup.level);
  if (size) for (const name of DIMENSIONS) controls[name].valueAsNumber = size[name];
  controls.start.value = setup.start;
  controls.practice.checked = setup.practice;
  controls.seed.value = "";
  refresh();
  const startButton = /** @type {HTMLButtonElement} */ (element("new-game-start"));
  form.oninput = refresh;
  form.onsubmit = async (event) => {
    event.preventDefault();
    startButton.disabled = true;
    try {
      await onStart(readSetup(setup), controls.seed.value.trim() || null);
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
