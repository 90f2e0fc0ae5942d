/** Parsing and formatting of board sizes. The server decides which sizes are valid. */

/** @param {{width: number, height: number, mines: number}} size @returns {string} such as `30x16/99` */
export const formatSize = ({ width, height, mines }) => `${width}x${height}/${mines}`;

/** @param {string} text @returns {{width: number, height: number, mines: number} | null} */
export function parseSize(text) {
  const match = /^(\d{1,4})x(\d{1,4})[/x](\d{1,7})$/.exec(text.trim());
  if (!match) return null;
  return { width: Number(match[1]), height: Number(match[2]), mines: Number(match[3]) };
}
