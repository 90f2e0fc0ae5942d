/** The names of patterns in explanations. This module does not access the DOM. */

/**
 * Splits an explanation so that the pattern's name can become a link.
 *
 * @param {string} text The explanation.
 * @returns {(string | {pattern: string})[]} The parts of the explanation.
 */
export function splitPatternNames(text) {
  const parts = text.split(/(?<=This is the )(.+?)(?= pattern(?: after reduction)?\.)/);
  return parts.map((part, index) => (index % 2 ? { pattern: part } : part));
}
