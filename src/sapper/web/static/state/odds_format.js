/**
 * Odds as people read them: percentages and a colour scale that stays ordered for every kind of
 * colour vision, because it grows in lightness from deep blue to yellow.
 */

/** Points of the scale: risk, red, green, blue. Small risks differ more, as they matter more. */
const SCALE = /** @type {[number, number, number, number][]} */ ([
  [0.0, 17, 53, 110],
  [0.05, 44, 81, 122],
  [0.2, 101, 115, 126],
  [0.4, 146, 141, 121],
  [0.65, 194, 174, 98],
  [1.0, 253, 226, 62],
]);

/** @param {number} risk from 0 to 1 @returns {[number, number, number]} */
export function riskColour(risk) {
  const value = Math.min(Math.max(risk, 0), 1);
  const upper = Math.max(1, SCALE.findIndex(([at]) => at >= value));
  const low = SCALE[upper - 1] ?? [0, 0, 0, 0];
  const high = SCALE[upper] ?? low;
  const part = (value - low[0]) / (high[0] - low[0]);
  const mix = (/** @type {0 | 1 | 2} */ i) => {
    const from = low[/** @type {1} */ (i + 1)];
    return Math.round(from + (high[/** @type {1} */ (i + 1)] - from) * part);
  };
  return [mix(0), mix(1), mix(2)];
}

/** Black or white, whichever contrasts more. @param {[number, number, number]} colour */
export function inkOn(colour) {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => (part / 255) ** 2.2);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? "#000000" : "#ffffff";
}

/**
 * Per cent in at most three characters; what is not certain never looks as if it were.
 *
 * @param {number} risk
 */
export function shortRisk(risk) {
  const percent = risk * 100;
  if (percent === 0) return "0";
  if (percent >= 100) return "100";
  if (percent < 0.1) return "<.1";
  if (percent >= 99.5) return ">99";
  return percent < 9.95 ? percent.toFixed(1) : percent.toFixed(0);
}

/** @param {number} risk @returns {string} such as `12.5%` */
export function longRisk(risk) {
  if (risk > 0 && risk < 0.001) return "under 0.1%";
  if (risk < 1 && risk > 0.999) return "over 99.9%";
  return `${Number((risk * 100).toFixed(1))}%`;
}

/** @param {number} risk of the best cell */
export const riskWords = (risk) => (risk === 0 ? "certainly safe" : `${longRisk(risk)} risk`);

/**
 * Odds by cell index; revealed cells have none (-1).
 *
 * @param {import("./board.js").Board} board @param {number[][]} rows
 * @returns {Float32Array}
 */
export function oddsByIndex(board, rows) {
  const odds = new Float32Array(board.codes.length).fill(-1);
  for (let i = 0; i < odds.length; i++) {
    const [row, column] = board.cellOf(i);
    const risk = rows[row]?.[column];
    if (!board.isRevealed([row, column]) && typeof risk === "number") odds[i] = risk;
  }
  return odds;
}
