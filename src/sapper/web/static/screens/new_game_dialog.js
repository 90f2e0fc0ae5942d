/** The dialog for starting a new game with a level or custom size, a start rule and options. */
import { get } from "../api.js";
import { countOf } from "../state/announcements.js";
import { LIMITS, formatSize, maxMines, parseSeed, parseSize, validateSize } from "../state/board_size.js";
import { levelName } from "../state/game.js";
import { create, dialog, element, input, select } from "./dom.js";

/** @typedef {import("../state/preferences.js").GameSetup} GameSetup */

/** @type {{name: string, size: string}[]} */
let levels = [];
let limits = LIMITS;

/** @returns {Promise<void>} */
async function loadLevels() {
  if (levels.length) return;
  const answer = await get("/levels");
  levels = answer.levels;
  limits = { maxSide: answer.max_side ?? limits.maxSide, maxCells: answer.max_cells ?? limits.maxCells };
  for (const side of ["width", "height"]) input(`custom-${side}`).max = String(limits.maxSide);
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

/** Validates the form and shows errors while the player types. @returns {boolean} true if the form is valid */
function validate() {
  const isCustom = checkedValue("level") === "custom";
  element("custom-size").hidden = !isCustom;
  const error = isCustom ? validateSize(customSize(), checkedValue("start"), limits) : null;
  for (const field of ["width", "height", "mines"]) {
    input(`custom-${field}`).setAttribute("aria-invalid", String(error?.field === field));
  }
  if (isCustom) {
    const { width, height, mines } = customSize();
    const max = maxMines(width, height, checkedValue("start"));
    if (!error || error.field === "mines") input("custom-mines").max = String(max);
    const density = Math.round((100 * mines) / (width * height));
    element("custom-note").textContent =
      error?.message ?? `${density}% of cells are mines. Maximum: ${countOf(max, "mine")}.`;
  }
  const isSeedInvalid = parseSeed(input("new-game-seed").value) === undefined;
  input("new-game-seed").setAttribute("aria-invalid", String(isSeedInvalid));
  select("new-game-difficulty").disabled = !input("new-game-no-guess").checked;
  element("new-game-error").textContent = isSeedInvalid
    ? "The seed must be a whole number from 0 to 18446744073709551615."
    : "";
  const isValid = !error && !isSeedInvalid;
  /** @type {HTMLButtonElement} */ (element("new-game-start")).disabled = !isValid;
  return isValid;
}

/**
 * @param {GameSetup} setup the initial values of the form
 * @param {(setup: GameSetup, seed: string | null) => void} onStart
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
  validate();
  const form = /** @type {HTMLFormElement} */ (element("new-game-form"));
  form.oninput = () => validate();
  form.onsubmit = (event) => {
    event.preventDefault();
    if (!validate()) return;
    dialog("new-game-dialog").close();
    const level = checkedValue("level");
    onStart(
      {
        level: level === "custom" ? formatSize(customSize()) : level,
        start: checkedValue("start"),
        noGuess: input("new-game-no-guess").checked,
        difficulty: input("new-game-no-guess").checked ? select("new-game-difficulty").value : "",
        practice: input("new-game-practice").checked,
      },
      parseSeed(input("new-game-seed").value) ?? null,
    );
  };
  dialog("new-game-dialog").showModal();
}
