/** The page's elements: finding, making and filling them, and telling people things. */
import { toSentence } from "../state/announcements.js";
import { parseCellName } from "../state/cell_names.js";

/**
 * @template {HTMLElement} [E=HTMLElement]
 * @param {string} id @returns {E}
 */
export function element(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return /** @type {E} */ (found);
}

/** @param {string} id */
export const input = (id) => /** @type {HTMLInputElement} */ (element(id));
/** @param {string} id */
export const select = (id) => /** @type {HTMLSelectElement} */ (element(id));
/** @param {string} id */
export const dialog = (id) => /** @type {HTMLDialogElement} */ (element(id));

/**
 * @param {string} tag @param {Record<string, unknown>} [properties] `class`, `data-…` and `aria-…`
 * become attributes @param {(Node | string)[]} [children]
 */
export function make(tag, properties = {}, children = []) {
  const made = document.createElement(tag);
  assign(made, properties);
  made.append(...children);
  return made;
}

/** @param {string} tag @param {Record<string, unknown>} [attributes] @param {(Node | string)[]} [children] */
export function makeSvg(tag, attributes = {}, children = []) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

/** @param {HTMLElement} made @param {Record<string, unknown>} properties */
function assign(made, properties) {
  for (const [name, value] of Object.entries(properties)) {
    if (name === "class" || name === "role" || name.includes("-")) {
      made.setAttribute(name, String(value));
    } else Object.assign(made, { [name]: value });
  }
}

/** @param {HTMLElement} list a `dl` @param {[string, string][]} figures names and values */
export function showFigures(list, figures) {
  list.replaceChildren(
    ...figures.map(([name, value]) => make("div", {}, [make("dt", {}, [name]), make("dd", {}, [value])])),
  );
}

/** @param {string} id @param {string} text @param {{bad?: boolean, note?: string}} [how] */
export function showMessage(id, text, { bad = false, note = "" } = {}) {
  const target = element(id);
  target.classList.toggle("error", bad);
  target.replaceChildren(...withCells(text), ...(note ? [make("span", { class: "note" }, [note])] : []));
}

/**
 * Text in which names of cells show their cell on the board under the pointer.
 *
 * @param {string} text @returns {(Node | string)[]}
 */
export function withCells(text) {
  return text.split(/\b([A-Z]{1,2}\d{1,3})\b/).map((part, i) => {
    if (i % 2 === 0) return part;
    const name = make("span", { class: "cell-name" }, [part]);
    const point = (/** @type {[number, number] | null} */ cell) =>
      document.dispatchEvent(new CustomEvent("point-at-cell", { detail: cell }));
    name.addEventListener("pointerenter", () => point(parseCellName(part)));
    name.addEventListener("pointerleave", () => point(null));
    return name;
  });
}

/** Has a screen reader say something. @param {string} text */
export function say(text) {
  const live = element("live-region");
  // The same words twice would be silent.
  live.textContent = live.textContent === text ? `${text}\u00a0` : text;
}

let toastTimer = 0;

/** Says something in passing. @param {string} text */
export function toast(text) {
  const target = element("toast");
  target.textContent = text;
  target.hidden = false;
  clearTimeout(toastTimer);
  toastTimer = Number(setTimeout(() => (target.hidden = true), 4500));
}

/** Takes back what was said in passing: it is settled. */
export function hideToast() {
  element("toast").hidden = true;
}

/** @param {unknown} error */
export function showError(error) {
  const known = /** @type {{message?: string, hint?: string}} */ (error);
  toast([known?.message ?? String(error), known?.hint].map((text) => (text ? toSentence(text) : "")).join(" "));
}

/** @param {string} text @param {string} said */
export async function copy(text, said) {
  try {
    await navigator.clipboard.writeText(text);
    toast(said);
  } catch {
    toast(text); // without leave to use the clipboard, it can still be read and copied by hand
  }
}
