/** Texts for times and durations. */

/**
 * @param {number} seconds The time in seconds.
 * @param {number} [decimals] The number of decimal places, which are truncated.
 * @returns {string} A time such as `0:42`, `12:05.318` or `1:00:09`.
 */
export function formatClock(seconds, decimals = 0) {
  const scale = 10 ** decimals;
  // The small addition compensates for rounding errors such as 1.1 * 1000 = 1100.0000000000002 and
  // 4.35 * 100 = 434.99999999999994.
  const units = Math.max(0, Math.floor(seconds * scale + 1e-6));
  const whole = Math.floor(units / scale);
  const twoDigits = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const fraction = decimals ? `.${String(units % scale).padStart(decimals, "0")}` : "";
  const rest = `${twoDigits(whole % 60)}${fraction}`;
  return hours ? `${hours}:${twoDigits(minutes)}:${rest}` : `${minutes}:${rest}`;
}

/** @param {number} seconds @returns {string} such as `18.936 s` or `1:05.318` */
export function formatTime(seconds) {
  return seconds < 60 ? `${formatClock(seconds, 3).slice("0:".length).replace(/^0(?=\d)/, "")} s` : formatClock(seconds, 3);
}
