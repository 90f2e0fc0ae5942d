/** The dialog in which a new game is chosen. */
import { get } from "../api.js";
import { LIMITS, mostMines, parseSeed, parseSize, sizeFault, sizeText } from "../state/board_size.js";
import { dialog, element, input, make, select } from "./dom.js";

/** @typedef {{level: string, start: string, noGuess: boolean, difficulty: string, practice: boolean}} Setup */

/** @type {{name: string, size: string, same?: string}[]} */
let levels = [];
let limits = LIMITS;

/** @returns {Promise<void>} */
async function loadLevels() {
  if (levels.length) return;
  const answer = await get("/levels");
  levels = answer.levels;
  limits = { longestSide: answer.longest_side ?? limits.longestSide, mostCells: answer.most_cells ?? limits.mostCells };
  for (const side of ["width", "height"]) input(`custom-${side}`).max = String(limits.longestSide);
  element("level-options").replaceChildren(...levels.map(levelChoice), levelChoice({ name: "custom", size: "" }));
}

/** @param {{name: string, size: string}} level */
function levelChoice({ name, size }) {
  const shown = parseSize(size);
  const text = shown ? `${shown.width} × ${shown.height} · ${shown.mines}` : "your own size";
  return make("label", {}, [
    make("input", { type: "radio", name: "level", value: name }),
    make("b", {}, [name]),
    make("span", {}, [text]),
  ]);
}

/** @param {string} name @returns {string} */
function checked(name) {
  const found = /** @type {HTMLInputElement | null} */ (document.querySelector(`input[name="${name}"]:checked`));
  return found?.value ?? "";
}

/** @param {string} name @param {string} value */
function check(name, value) {
  for (const radio of document.querySelectorAll(`input[name="${name}"]`)) {
    const choice = /** @type {HTMLInputElement} */ (radio);
    choice.checked = choice.value === value;
  }
}

function customSize() {
  const number = (/** @type {string} */ id) => input(id).valueAsNumber;
  return { width: number("custom-width"), height: number("custom-height"), mines: number("custom-mines") };
}

/** Shows what is possible while it is typed. @returns {boolean} whether the choice can be played */
function judge() {
  const isCustom = checked("level") === "custom";
  element("custom-size").hidden = !isCustom;
  const fault = isCustom ? sizeFault(customSize(), checked("start"), limits) : null;
  for (const field of ["width", "height", "mines"]) {
    input(`custom-${field}`).setAttribute("aria-invalid", String(fault?.field === field));
  }
  if (isCustom) {
    const { width, height, mines } = customSize();
    const most = mostMines(width, height, checked("start"));
    if (!fault || fault.field === "mines") input("custom-mines").max = String(most);
    const share = Math.round((100 * mines) / (width * height));
    element("custom-note").textContent = fault?.message ?? `Up to ${most} mines; this is ${share}% mines.`;
  }
  const badSeed = parseSeed(input("new-game-seed").value) === undefined;
  input("new-game-seed").setAttribute("aria-invalid", String(badSeed));
  select("new-game-difficulty").disabled = !input("new-game-no-guess").checked;
  element("new-game-error").textContent = badSeed ? "A seed is a whole number from 0 to 18446744073709551615." : "";
  const ok = !fault && !badSeed;
  /** @type {HTMLButtonElement} */ (element("new-game-start")).disabled = !ok;
  return ok;
}

/**
 * @param {Setup} setup what was chosen last
 * @param {(setup: Setup, seed: string | null) => void} start
 */
export async function openSetup(setup, start) {
  await loadLevels();
  const named = levels.some(({ name }) => name === setup.level);
  const size = named ? null : parseSize(setup.level);
  check("level", named ? setup.level : "custom");
  if (size) {
    input("custom-width").valueAsNumber = size.width;
    input("custom-height").valueAsNumber = size.height;
    input("custom-mines").valueAsNumber = size.mines;
  }
  check("start", setup.start);
  input("new-game-no-guess").checked = setup.noGuess;
  select("new-game-difficulty").value = setup.difficulty;
  input("new-game-practice").checked = setup.practice;
  input("new-game-seed").value = "";
  judge();
  const form = /** @type {HTMLFormElement} */ (element("new-game-form"));
  form.oninput = () => judge();
  form.onsubmit = (event) => {
    event.preventDefault();
    if (!judge()) return;
    dialog("new-game-dialog").close();
    const level = checked("level");
    start(
      {
        level: level === "custom" ? sizeText(customSize()) : level,
        start: checked("start"),
        noGuess: input("new-game-no-guess").checked,
        difficulty: input("new-game-no-guess").checked ? select("new-game-difficulty").value : "",
        practice: input("new-game-practice").checked,
      },
      parseSeed(input("new-game-seed").value) ?? null,
    );
  };
  dialog("new-game-dialog").showModal();
}
