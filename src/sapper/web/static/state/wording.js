/** Plurals and capitalised sentences for texts on the page. */

/** @param {number} count @param {string} noun singular @returns {string} such as `1 mine` or `3 mines` */
export const countOf = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** Turns a server message into a capitalised sentence. @param {string} text */
export function toSentence(text) {
  return text.charAt(0).toUpperCase() + text.slice(1) + (/[.?!]$/.test(text) ? "" : ".");
}
