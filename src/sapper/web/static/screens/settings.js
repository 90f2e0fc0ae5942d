/** The player's settings, which are edited in a dialog and stored in this browser and on the server. */
import { get, put } from "../api.js";
import { normalisePreferences } from "../state/preferences.js";
import { dialog, element } from "./dom.js";

const STORAGE_KEY = "sapper-preferences";
const SAVE_DELAY = 600;

/** @typedef {import("../state/preferences.js").Preferences} Preferences */

/** The player's preferences, which the server stores. This browser keeps a copy so that the page starts quickly. */
export class Settings {
  constructor() {
    /** A callback that runs whenever a setting has changed. */
    this.onChange = () => {};
    /** @type {Preferences} */
    this.current = normalisePreferences(loadFromStorage());
    this.saveTimer = 0;
    for (const control of document.querySelectorAll("[data-setting]")) {
      control.addEventListener("input", () => this.#readControl(/** @type {HTMLInputElement} */ (control)));
    }
    element("open-settings").addEventListener("click", () => this.open());
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.apply());
    this.apply();
  }

  async load() {
    const answer = await get("/settings").catch(() => null);
    const stored = answer?.settings ?? answer;
    if (stored && Object.keys(stored).length) {
      this.current = normalisePreferences(stored);
      this.apply();
    }
  }

  /** @param {Partial<Preferences>} changes */
  update(changes) {
    this.current = normalisePreferences({ ...this.current, ...changes });
    this.apply();
    localStorage.setItem(STORAGE_KEY, JSON.stringify(this.current));
    clearTimeout(this.saveTimer);
    // Failed requests are ignored, because this browser has already stored the change.
    this.saveTimer = Number(setTimeout(() => void put("/settings", this.current).catch(() => {}), SAVE_DELAY));
  }

  apply() {
    const { theme } = this.current;
    const systemTheme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    document.documentElement.dataset.theme = theme === "system" ? systemTheme : theme;
    this.onChange();
  }

  /** True if neither the player nor the system has disabled animations. */
  get isAnimated() {
    return this.current.animations && !matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  open() {
    for (const found of document.querySelectorAll("[data-setting]")) {
      const control = /** @type {HTMLInputElement} */ (found);
      const value = this.current[/** @type {"theme"} */ (control.dataset.setting)];
      if (control.type === "checkbox") control.checked = Boolean(value);
      else control.value = String(value);
      const output = control.parentElement?.querySelector("output");
      if (output) output.textContent = String(value);
    }
    dialog("settings-dialog").showModal();
  }

  /** @param {HTMLInputElement} control */
  #readControl(control) {
    const name = control.dataset.setting ?? "";
    const isNumber = ["cellSize", "longPress"].includes(name);
    const value = control.type === "checkbox" ? control.checked : isNumber ? Number(control.value) : control.value;
    const output = control.parentElement?.querySelector("output");
    if (output) output.textContent = control.value;
    this.update({ [name]: value });
  }
}

function loadFromStorage() {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "null");
  } catch {
    return null;
  }
}
