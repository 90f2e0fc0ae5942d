/** Text for LED counters with three digits, as in the classic game. */

const DIGITS = 3;

/**
 * @param {number} number The number of mines that are left, which is negative if there are too many flags.
 * @returns {string} Three characters such as `010` or `-05`, or more for large numbers.
 */
export const ledNumber = (number) =>
  number < 0 ? `-${String(-number).padStart(DIGITS - 1, "0")}` : String(number).padStart(DIGITS, "0");

/**
 * @param {number} seconds The time to show, which is rounded down.
 * @param {number} decimals The number of decimal places.
 * @returns {string} A text such as `042` or `042.3`.
 */
export function ledSeconds(seconds, decimals) {
  const scale = 10 ** decimals;
  const units = Math.max(0, Math.floor(seconds * scale + 1e-6));
  const fraction = decimals ? `.${String(units % scale).padStart(decimals, "0")}` : "";
  return `${ledNumber(Math.floor(units / scale))}${fraction}`;
}
