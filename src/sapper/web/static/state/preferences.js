/** What a player prefers: known names with known values, whatever comes from the server. */

export const THEMES = ["system", "light", "dark", "classic", "contrast"];

/**
 * @typedef {{theme: string, cellSize: number, animations: boolean, sounds: boolean,
 *   questionMarks: boolean, swapButtons: boolean, chordOnClick: boolean, longPress: number,
 *   haptics: boolean, coordinates: boolean, speed: number, strategy: string,
 *   setup: {level: string, start: string, noGuess: boolean, difficulty: string,
 *           practice: boolean}}} Preferences
 */

/** @type {Preferences} */
export const DEFAULTS = {
  theme: "system",
  cellSize: 0,
  animations: true,
  sounds: false,
  questionMarks: false,
  swapButtons: false,
  chordOnClick: true,
  longPress: 350,
  haptics: true,
  coordinates: true,
  speed: 5,
  strategy: "",
  setup: { level: "beginner", start: "opening", noGuess: false, difficulty: "", practice: false },
};

/** @param {unknown} value @param {number} least @param {number} most @param {number} otherwise */
function within(value, least, most, otherwise) {
  return typeof value === "number" && value >= least && value <= most ? value : otherwise;
}

/**
 * Reads stored preferences; what is missing or makes no sense is as by default.
 *
 * @param {any} stored @returns {Preferences}
 */
export function readPreferences(stored) {
  const source = stored && typeof stored === "object" ? stored : {};
  const setup = source.setup && typeof source.setup === "object" ? source.setup : {};
  const kept = (/** @type {any} */ from, /** @type {any} */ defaults) =>
    Object.fromEntries(
      Object.entries(defaults).map(([name, value]) => [
        name,
        typeof from[name] === typeof value ? from[name] : value,
      ]),
    );
  /** @type {any} */
  const read = { ...kept(source, DEFAULTS), setup: kept(setup, DEFAULTS.setup) };
  if (!THEMES.includes(read.theme)) read.theme = DEFAULTS.theme;
  // 0 fits the board to the window.
  read.cellSize = read.cellSize === 0 ? 0 : within(read.cellSize, 16, 64, 0);
  read.longPress = within(read.longPress, 150, 1000, DEFAULTS.longPress);
  read.speed = within(read.speed, 1, 10, DEFAULTS.speed);
  return read;
}

/** @param {number} speed from 1 to 10 @returns {number} milliseconds between two moves */
export function pauseOf(speed) {
  return Math.round(1200 * 0.58 ** (speed - 1));
}
