/** Player preferences, their default values, and the validation of stored preferences. */

export const THEMES = ["system", "light", "dark", "classic", "contrast", "meadow", "paper", "neon", "garden"];

/** The decimal places of the clock: seconds, tenths or milliseconds. */
const CLOCK_DECIMALS = [0, 1, 3];

/** @typedef {{level: string, start: string, noGuess: boolean, difficulty: string, practice: boolean}} GameSetup */
/**
 * @typedef {{theme: string, cellSize: number, animations: boolean, sounds: boolean, volume: number,
 *   questionMarks: boolean, swapButtons: boolean, chordOnClick: boolean, longPress: number,
 *   haptics: boolean, coordinates: boolean, clockDecimals: number, speed: number, strategy: string,
 *   setup: GameSetup}} Preferences All preferences of the player.
 */

/** @type {Preferences} */
export const DEFAULTS = {
  theme: "system",
  cellSize: 0,
  animations: true,
  sounds: false,
  volume: 60,
  questionMarks: false,
  swapButtons: false,
  chordOnClick: true,
  longPress: 350,
  haptics: true,
  coordinates: true,
  clockDecimals: 0,
  speed: 5,
  strategy: "",
  setup: { level: "beginner", start: "opening", noGuess: false, difficulty: "", practice: false },
};

/**
 * The valid range of each numeric preference. The default cell size of 0 is outside its range and fits the board to
 * the window.
 */
const RANGES = /** @type {const} */ ({ cellSize: [16, 64], longPress: [150, 1000], speed: [1, 10], volume: [0, 100] });

/**
 * Validates stored preferences. Missing, unknown and invalid values are replaced with defaults.
 *
 * @param {any} stored The stored value, which may be anything.
 * @returns {Preferences} The valid preferences.
 */
export function normalisePreferences(stored) {
  const source = stored && typeof stored === "object" ? stored : {};
  const setup = source.setup && typeof source.setup === "object" ? source.setup : {};
  const matchTypes = (/** @type {any} */ values, /** @type {any} */ defaults) =>
    Object.fromEntries(
      Object.entries(defaults).map(([name, value]) => [
        name,
        typeof values[name] === typeof value ? values[name] : value,
      ]),
    );
  /** @type {any} */
  const result = { ...matchTypes(source, DEFAULTS), setup: matchTypes(setup, DEFAULTS.setup) };
  if (!THEMES.includes(result.theme)) result.theme = DEFAULTS.theme;
  if (!CLOCK_DECIMALS.includes(result.clockDecimals)) result.clockDecimals = DEFAULTS.clockDecimals;
  for (const [name, [min, max]] of Object.entries(RANGES)) {
    if (!(result[name] >= min && result[name] <= max)) result[name] = DEFAULTS[/** @type {"speed"} */ (name)];
  }
  return result;
}

/** @param {number} speed from 1 to 10 @returns {number} the pause between two AI moves in milliseconds */
export function moveDelay(speed) {
  return Math.round(1200 * 0.58 ** (speed - 1));
}
