/** The board colours, read from the current theme's custom properties. */

const NAMES = /** @type {const} */ ([
  "gap", "hidden-top", "hidden-bottom", "hidden-highlight", "hidden-shadow", "revealed", "revealed-border",
  "clue-0", "clue-1", "clue-2", "clue-3", "clue-4", "clue-5", "clue-6", "clue-7", "clue-8", "flag", "ai-flag", "flagpole",
  "mine", "mine-light", "explosion", "error", "error-area", "question", "cursor", "ring", "ring-text", "area", "target",
  "better", "last-move", "hover", "coordinates", "coordinates-text", "marked",
  "hidden-alternate", "revealed-alternate",
  "odds-safe", "odds-mine", "odds-low", "odds-high",
]);

/** @typedef {Record<(typeof NAMES)[number], string> & {skin: string, font: string}} Palette */

/** @returns {Palette} */
export function readPalette(element = document.documentElement) {
  const style = getComputedStyle(element);
  const value = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
  /** @type {any} */
  const palette = Object.fromEntries(NAMES.map((name) => [name, value(`--board-${name}`)]));
  palette.skin = value("--board-skin");
  palette.font = value("--board-font") || value("--font") || "system-ui, sans-serif";
  return palette;
}
