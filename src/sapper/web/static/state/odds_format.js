/** Formatting of mine probabilities as percentages and colours. Each theme has its own colour scale. */

/** The risk at which the colour scale is halfway between its ends. Differences between low risks matter more. */
const MIDPOINT = 0.3;

/**
 * @param {number} risk A mine probability between 0 and 1.
 * @param {string} low The colour of the lowest risk, such as `#f6c177`.
 * @param {string} high The colour of the highest risk, such as `#f6c177`.
 * @returns {[number, number, number]} The red, green and blue channels.
 */
export function riskColour(risk, low, high) {
  const value = Math.min(Math.max(risk, 0), 1);
  const fraction = value < MIDPOINT ? (value / MIDPOINT) * 0.5 : 0.5 + ((value - MIDPOINT) / (1 - MIDPOINT)) * 0.5;
  const [from, to] = [channels(low), channels(high)];
  const mix = (/** @type {0 | 1 | 2} */ i) => Math.round(from[i] + (to[i] - from[i]) * fraction);
  return [mix(0), mix(1), mix(2)];
}

/** @param {string} colour such as `#f6c177` @returns {[number, number, number]} red, green and blue */
export function channels(colour) {
  const value = Number.parseInt(colour.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** Returns black or white, whichever is easier to read. @param {[number, number, number]} background */
export function textColourOn(background) {
  const [red = 0, green = 0, blue = 0] = background.map((channel) => (channel / 255) ** 2.2);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? "#000000" : "#ffffff";
}

/**
 * Formats a risk in at most three characters. A risk strictly between 0 and 1 is never rounded to 0% or 100%.
 *
 * @param {number} risk A mine probability between 0 and 1.
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
