/** The settings dialog, and keeping what it says: at once on the page, soon on the server. */
import { get, put } from "../api.js";
import { readPreferences } from "../state/preferences.js";
import { dialog, element } from "./dom.js";

const KEY = "sapper-preferences";
const SAVE_AFTER = 600;

/** @typedef {import("../state/preferences.js").Preferences} Preferences */

/** What the player prefers; the server keeps it, this browser remembers it for a fast start. */
export class Settings {
  constructor() {
    /** Called after every change. */
    this.changed = () => {};
    /** @type {Preferences} */
    this.now = readPreferences(remembered());
    this.timer = 0;
    for (const control of document.querySelectorAll("[data-setting]")) {
      control.addEventListener("input", () => this.#read(/** @type {HTMLInputElement} */ (control)));
    }
    element("open-settings").addEventListener("click", () => this.open());
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.apply());
    this.apply();
  }

  async load() {
    const answer = await get("/settings").catch(() => null);
    const stored = answer?.settings ?? answer;
    if (stored && Object.keys(stored).length) {
      this.now = readPreferences(stored);
      this.apply();
    }
  }

  /** @param {Partial<Preferences>} changes */
  set(changes) {
    this.now = readPreferences({ ...this.now, ...changes });
    this.apply();
    localStorage.setItem(KEY, JSON.stringify(this.now));
    clearTimeout(this.timer);
    // A lost connection loses nothing: this browser still remembers.
    this.timer = Number(setTimeout(() => void put("/settings", this.now).catch(() => {}), SAVE_AFTER));
  }

  apply() {
    const { theme } = this.now;
    const dark = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    document.documentElement.dataset.theme = theme === "system" ? dark : theme;
    this.changed();
  }

  /** Whether things may move. */
  get animated() {
    return this.now.animations && !matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  open() {
    for (const found of document.querySelectorAll("[data-setting]")) {
      const control = /** @type {HTMLInputElement} */ (found);
      const value = this.now[/** @type {"theme"} */ (control.dataset.setting)];
      if (control.type === "checkbox") control.checked = Boolean(value);
      else control.value = String(value);
      const output = control.parentElement?.querySelector("output");
      if (output) output.textContent = String(value);
    }
    dialog("settings-dialog").showModal();
  }

  /** @param {HTMLInputElement} control */
  #read(control) {
    const name = control.dataset.setting ?? "";
    const isNumber = ["cellSize", "longPress"].includes(name);
    const value = control.type === "checkbox" ? control.checked : isNumber ? Number(control.value) : control.value;
    const output = control.parentElement?.querySelector("output");
    if (output) output.textContent = control.value;
    this.set({ [name]: value });
  }
}

function remembered() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "null");
  } catch {
    return null;
  }
}
