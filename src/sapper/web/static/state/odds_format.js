/**
 * Formatting of mine probabilities as percentages and colours. The colour scale runs from dark blue to yellow with
 * increasing lightness, so it works with any type of colour vision.
 */

/** The colour stops, each as risk, red, green and blue. Low risks differ more in colour because they matter more. */
const COLOUR_STOPS = /** @type {[number, number, number, number][]} */ ([
  [0.0, 17, 53, 110],
  [0.05, 44, 81, 122],
  [0.2, 101, 115, 126],
  [0.4, 146, 141, 121],
  [0.65, 194, 174, 98],
  [1.0, 253, 226, 62],
]);

/** @param {number} risk from 0 to 1 @returns {[number, number, number]} red, green and blue */
export function riskColour(risk) {
  const value = Math.min(Math.max(risk, 0), 1);
  const upper = Math.max(1, COLOUR_STOPS.findIndex(([at]) => at >= value));
  const low = COLOUR_STOPS[upper - 1] ?? [0, 0, 0, 0];
  const high = COLOUR_STOPS[upper] ?? low;
  const fraction = (value - low[0]) / (high[0] - low[0]);
  const mix = (/** @type {0 | 1 | 2} */ i) => {
    const from = low[/** @type {1} */ (i + 1)];
    return Math.round(from + (high[/** @type {1} */ (i + 1)] - from) * fraction);
  };
  return [mix(0), mix(1), mix(2)];
}

/** Returns black or white, whichever is easier to read. @param {[number, number, number]} background */
export function textColourOn(background) {
  const [red = 0, green = 0, blue = 0] = background.map((channel) => (channel / 255) ** 2.2);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? "#000000" : "#ffffff";
}

/**
 * Formats a risk in at most three characters. A risk strictly between 0 and 1 is never rounded to 0% or 100%.
 *
 * @param {number} risk
 */
export function formatRiskShort(risk) {
  const percent = risk * 100;
  if (percent === 0) return "0";
  if (percent >= 100) return "100";
  if (percent < 0.1) return "<.1";
  if (percent >= 99.5) return ">99";
  return percent < 9.95 ? percent.toFixed(1) : percent.toFixed(0);
}

/** @param {number} risk @returns {string} such as `12.5%` */
export function formatRisk(risk) {
  if (risk > 0 && risk < 0.001) return "under 0.1%";
  if (risk < 1 && risk > 0.999) return "over 99.9%";
  return `${Number((risk * 100).toFixed(1))}%`;
}

/** @param {number | null} value @returns {string} such as `12%`, or a dash if there is no value */
export const formatPercent = (value) => (value === null ? "–" : `${Math.round(value * 100)}%`);

/** @param {number} risk @returns {string} such as `safe` or `12.5% risk` */
export const describeRisk = (risk) => (risk === 0 ? "safe" : `${formatRisk(risk)} risk`);

/**
 * Converts rows of probabilities to a flat array in row-major order. Revealed cells have the value -1.
 *
 * @param {import("./board.js").Board} board @param {number[][]} rows
 * @returns {Float32Array}
 */
export function oddsByIndex(board, rows) {
  const odds = new Float32Array(board.codes.length).fill(-1);
  for (let i = 0; i < odds.length; i++) {
    const [row, column] = board.cellAt(i);
    const risk = rows[row]?.[column];
    if (!board.isRevealed([row, column]) && typeof risk === "number") odds[i] = risk;
  }
  return odds;
}
