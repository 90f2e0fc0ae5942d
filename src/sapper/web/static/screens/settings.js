/** The player's settings, which are edited in a dialog and stored in this browser and on the server. */
import { get, put } from "../api.js";
import { DEFAULTS, normalisePreferences } from "../state/preferences.js";
import { dialog, element, input } from "./dom.js";

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
    /** @type {NodeListOf<HTMLInputElement>} the controls that edit a setting, inside and outside the dialog */
    this.controls = document.querySelectorAll("[data-setting]");
    for (const control of this.controls) control.addEventListener("input", () => this.#readControl(control));
    element("open-settings").addEventListener("click", () => dialog("settings-dialog").showModal());
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.apply());
    this.apply();
  }

  async load() {
    const stored = await get("/settings").catch(() => ({}));
    if (Object.keys(stored).length) {
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

  /** Shows the current settings in their controls and on the page. */
  apply() {
    for (const control of this.controls) {
      const value = this.current[settingOf(control)];
      if (control.type === "checkbox") control.checked = Boolean(value);
      else control.value = String(value);
    }
    element("long-press-output").textContent = String(this.current.longPress);
    element("volume-output").textContent = String(this.current.volume);
    input("volume").disabled = !this.current.sounds;
    const { theme } = this.current;
    const systemTheme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    document.documentElement.dataset.theme = theme === "system" ? systemTheme : theme;
    this.onChange();
  }

  /** True if neither the player nor the system has disabled animations. */
  get isAnimated() {
    return this.current.animations && !matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  /** True if the counters show LED digits. */
  get hasLedDigits() {
    return document.documentElement.dataset.theme === "classic";
  }

  /** @param {HTMLInputElement} control */
  #readControl(control) {
    const name = settingOf(control);
    const value = typeof DEFAULTS[name] === "number" ? Number(control.value) : control.value;
    this.update({ [name]: control.type === "checkbox" ? control.checked : value });
  }
}

/** @param {HTMLInputElement} control */
const settingOf = (control) => /** @type {keyof Preferences} */ (control.dataset.setting);

function loadFromStorage() {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "null");
  } catch {
    return null;
  }
}
