/** Text for the clock and the result of a rush run. This module does not access the DOM. */

/** @param {number} seconds @returns {string} minutes and seconds, rounded up */
export function formatTimeLeft(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** @param {number} lives @param {number} total @returns {string} a heart for each life */
export const formatLives = (lives, total = 3) => "♥".repeat(lives) + "♡".repeat(Math.max(0, total - lives));

/** @param {number} score @param {number | null} best the best score before the run @returns {string} */
export function resultText(score, best) {
  const solved = score === 1 ? "You solved 1 puzzle." : `You solved ${score} puzzles.`;
  if (score && (best === null || score > best)) return `${solved} This is your best score.`;
  return best === null ? solved : `${solved} Your best score is ${best}.`;
}
