/** Functions for DOM elements, messages, toasts and screen-reader announcements. */
import { toSentence } from "../state/wording.js";
import { splitPatternNames } from "../state/pattern_names.js";

/** @template {HTMLElement} [E=HTMLElement] @param {string} id @returns {E} */
export function element(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`element not found: #${id}`);
  return /** @type {E} */ (found);
}

/** @param {string} id */
export const input = (id) => /** @type {HTMLInputElement} */ (element(id));
/** @param {string} id */
export const select = (id) => /** @type {HTMLSelectElement} */ (element(id));
/** @param {string} id */
export const button = (id) => /** @type {HTMLButtonElement} */ (element(id));
/** @param {string} id */
export const canvas = (id) => /** @type {HTMLCanvasElement} */ (element(id));
/** @param {string} id */
export const dialog = (id) => /** @type {HTMLDialogElement} */ (element(id));

/**
 * @param {string} tag The name of the element.
 * @param {Record<string, unknown>} [properties] The properties of the element. `class`, `role` and hyphenated names
 *   are set as attributes.
 * @param {(Node | string)[]} [children] The child nodes.
 */
export function create(tag, properties = {}, children = []) {
  const created = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name === "class" || name === "role" || name.includes("-")) created.setAttribute(name, String(value));
    else Object.assign(created, { [name]: value });
  }
  created.append(...children);
  return created;
}

/**
 * Sets the text of an element. Unchanged text is not set again, which avoids a layout.
 *
 * @param {string} id The ID of the element.
 * @param {string} text The new text.
 */
export function setText(id, text) {
  const target = element(id);
  if (target.textContent !== text) target.textContent = text;
}

/** @param {string} command @returns {NodeListOf<HTMLButtonElement>} the buttons that run a command */
export const commandButtons = (command) => document.querySelectorAll(`[data-command="${command}"]`);

/** @param {HTMLElement} list a `dl` element @param {[string, string][]} metrics labels and values */
export function showMetrics(list, metrics) {
  list.replaceChildren(
    ...metrics.map(([label, value]) => create("div", {}, [create("dt", {}, [label]), create("dd", {}, [value])])),
  );
}

/** @param {string} id @param {string} text @param {{isError?: boolean, note?: string}} [options] */
export function showMessage(id, text, { isError = false, note = "" } = {}) {
  const target = element(id);
  target.classList.toggle("error", isError);
  target.replaceChildren(...linkCellNames(text), ...(note ? [create("span", { class: "note" }, [note])] : []));
}

/** The cells of the current board, indexed by name. @type {Map<string, [number, number]>} */
let namedCells = new Map();

/**
 * Sets the cells that are highlighted when the player hovers over their names in messages.
 *
 * @param {Map<string, [number, number]>} cells The cells, indexed by name.
 */
export function linkCells(cells) {
  namedCells = cells;
}

/**
 * Splits text into nodes so that hovering over a cell name highlights the cell.
 *
 * @param {string} text The text to split.
 * @returns {(Node | string)[]} The nodes, with a linked element for each cell name.
 */
export function linkCellNames(text) {
  return splitPatternNames(text).flatMap((part) =>
    typeof part === "string"
      ? linkWords(part)
      : [create("a", { class: "text-link", href: `#/patterns/${encodeURIComponent(part.pattern)}` }, [part.pattern])]);
}

/** @param {string} text @returns {(Node | string)[]} */
function linkWords(text) {
  return text.split(/\b/).map((word) => {
    const cell = namedCells.get(word);
    if (!cell) return word;
    const hover = (/** @type {[number, number] | null} */ detail) =>
      document.dispatchEvent(new CustomEvent("cell-name-hover", { detail }));
    const handlers = { onpointerenter: () => hover(cell), onpointerleave: () => hover(null) };
    return create("span", { class: "cell-name", ...handlers }, [word]);
  });
}

const isTouchDevice = () => matchMedia("(pointer: coarse)").matches;

/** @returns {string} the two basic moves on this device */
export const basicMoves = () => isTouchDevice()
  ? "Tap to reveal, long-press to flag."
  : "Left-click to reveal, right-click to flag.";

/** @returns {string} how to flag a cell on this device */
export const flagMove = () => isTouchDevice() ? "Long-press to flag a cell." : "Right-click or press F to flag a cell.";

/** Announces text to screen readers. @param {string} text */
export function announce(text) {
  const region = element("live-region");
  // Screen readers skip an unchanged live region, so repeated text gets a trailing space.
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}

let toastTimer = 0;

/** @param {string} text */
export function showToast(text) {
  const target = element("toast");
  target.textContent = text;
  target.hidden = false;
  clearTimeout(toastTimer);
  toastTimer = Number(setTimeout(() => (target.hidden = true), 4500));
}

export function hideToast() {
  element("toast").hidden = true;
}

/** @param {unknown} error */
export function showError(error) {
  showToast(errorText(error));
}

/** @param {unknown} error @returns {string} the error and its hint as sentences */
export function errorText(error) {
  const { message, hint } = /** @type {{message?: string, hint?: string}} */ (error ?? {});
  return [message ?? String(error), hint].map((text) => (text ? toSentence(text) : "")).join(" ");
}

/** @param {string} text @param {string} confirmation shown as a toast */
export async function copyToClipboard(text, confirmation) {
  try {
    await navigator.clipboard.writeText(text);
    showToast(confirmation);
  } catch {
    // If clipboard access is denied, show the text so that the player can copy it manually.
    showToast(text);
  }
}
