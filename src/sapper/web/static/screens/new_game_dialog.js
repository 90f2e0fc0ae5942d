/** The dialog for starting a new game with a level or custom size, a start rule and options. */
import { get } from "../api.js";
import { countOf, toSentence } from "../state/announcements.js";
import { formatSize, parseSize } from "../state/board_size.js";
import { levelName } from "../state/game.js";
import { create, dialog, element, input, select } from "./dom.js";

/** @typedef {import("../state/preferences.js").GameSetup} GameSetup */

/** @type {{name: string, size: string}[]} */
let levels = [];
/** The inputs of the fields that the server can report as invalid. */
const INPUTS = /** @type {Record<string, string>} */ ({
  width: "custom-width", height: "custom-height", mines: "custom-mines", seed: "new-game-seed",
});

/** @returns {Promise<void>} */
async function loadLevels() {
  if (levels.length) return;
  const answer = await get("/levels");
  levels = answer.levels;
  for (const side of ["width", "height"]) input(`custom-${side}`).max = String(answer.max_side);
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

/** @param {string} name @returns {string} the value of the checked radio button */
function checkedValue(name) {
  const radio = /** @type {HTMLInputElement | null} */ (document.querySelector(`input[name="${name}"]:checked`));
  return radio?.value ?? "";
}

/** @param {string} name @param {string} value */
function checkRadio(name, value) {
  for (const found of document.querySelectorAll(`input[name="${name}"]`)) {
    const radio = /** @type {HTMLInputElement} */ (found);
    radio.checked = radio.value === value;
  }
}

function customSize() {
  const number = (/** @type {string} */ id) => input(id).valueAsNumber;
  return { width: number("custom-width"), height: number("custom-height"), mines: number("custom-mines") };
}

/** Shows the fields of the selected level and removes the last error. */
function refresh() {
  const isCustom = checkedValue("level") === "custom";
  element("custom-size").hidden = !isCustom;
  for (const side of ["width", "height", "mines"]) input(`custom-${side}`).disabled = !isCustom;
  const { width, height, mines } = customSize();
  const density = Math.round((100 * mines) / (width * height));
  element("custom-note").textContent = Number.isFinite(density) ? `${density}% of cells are mines.` : "";
  select("new-game-difficulty").disabled = !input("new-game-no-guess").checked;
  showFormError("", "");
}

/** @param {string} message @param {string} field the name of the invalid field, or an empty string */
function showFormError(message, field) {
  element("new-game-error").textContent = message;
  for (const [name, id] of Object.entries(INPUTS)) input(id).setAttribute("aria-invalid", String(name === field));
}

/**
 * @param {GameSetup} setup the initial values of the form
 * @param {(setup: GameSetup, seed: string | null) => Promise<void>} onStart starts the game; the dialog shows its error
 */
export async function openNewGameDialog(setup, onStart) {
  await loadLevels();
  const isNamed = levels.some(({ name }) => name === setup.level);
  const size = isNamed ? null : parseSize(setup.level);
  checkRadio("level", isNamed ? setup.level : "custom");
  if (size) {
    input("custom-width").valueAsNumber = size.width;
    input("custom-height").valueAsNumber = size.height;
    input("custom-mines").valueAsNumber = size.mines;
  }
  checkRadio("start", setup.start);
  input("new-game-no-guess").checked = setup.noGuess;
  select("new-game-difficulty").value = setup.difficulty;
  input("new-game-practice").checked = setup.practice;
  input("new-game-seed").value = "";
  refresh();
  const form = /** @type {HTMLFormElement} */ (element("new-game-form"));
  const startButton = /** @type {HTMLButtonElement} */ (element("new-game-start"));
  form.oninput = refresh;
  form.onsubmit = async (event) => {
    event.preventDefault();
    const level = checkedValue("level");
    const noGuess = input("new-game-no-guess").checked;
    startButton.disabled = true;
    try {
      await onStart(
        {
          level: level === "custom" ? formatSize(customSize()) : level,
          start: checkedValue("start"),
          noGuess,
          difficulty: noGuess ? select("new-game-difficulty").value : "",
          practice: input("new-game-practice").checked,
        },
        input("new-game-seed").value.trim() || null,
      );
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
