/** Limits, validation, parsing and formatting of board sizes and seeds. */

/** The limits for custom boards until the server has sent its own limits. */
export const LIMITS = { maxSide: 100, maxCells: 10_000 };

/**
 * Returns the largest mine count that leaves room for the cells that the start rule protects.
 *
 * @param {number} width @param {number} height @param {string} start
 */
export function maxMines(width, height, start) {
  const cells = width * height;
  if (start === "any") return cells;
  const protectedCells = start === "opening" ? Math.min(3, width) * Math.min(3, height) : 1;
  return Math.max(0, cells - protectedCells);
}

/**
 * Checks a custom size and returns the first invalid field with a message, or null if the size is valid.
 *
 * @param {{width: number, height: number, mines: number}} size @param {string} start
 * @param {{maxSide: number, maxCells: number}} [limits]
 * @returns {{field: "width" | "height" | "mines", message: string} | null}
 */
export function validateSize({ width, height, mines }, start, limits = LIMITS) {
  for (const [field, side] of /** @type {const} */ ([["width", width], ["height", height]])) {
    if (!Number.isInteger(side) || side < 1 || side > limits.maxSide) {
      return { field, message: `The ${field} must be a whole number from 1 to ${limits.maxSide}.` };
    }
  }
  if (width * height > limits.maxCells) {
    return { field: "height", message: `A board can have at most ${limits.maxCells} cells.` };
  }
  const max = maxMines(width, height, start);
  if (!Number.isInteger(mines) || mines < 0 || mines > max) {
    const range = max === 0 ? "0" : `from 0 to ${max}`;
    return { field: "mines", message: `On a ${width} × ${height} board, the mine count must be ${range}.` };
  }
  return null;
}

/** @param {{width: number, height: number, mines: number}} size @returns {string} such as `30x16/99` */
export const formatSize = ({ width, height, mines }) => `${width}x${height}/${mines}`;

/** @param {string} text @returns {{width: number, height: number, mines: number} | null} */
export function parseSize(text) {
  const match = /^(\d{1,4})x(\d{1,4})[/x](\d{1,7})$/.exec(text.trim());
  if (!match) return null;
  return { width: Number(match[1]), height: Number(match[2]), mines: Number(match[3]) };
}

const MAX_SEED = 2n ** 64n - 1n;

/**
 * Normalises a seed. The result is a string, because a 64-bit integer does not fit into a JavaScript number.
 *
 * @param {string} text @returns {string | null | undefined} null if the text is empty, or undefined if it is invalid
 */
export function parseSeed(text) {
  const digits = text.trim();
  if (digits === "") return null;
  if (!/^\d{1,20}$/.test(digits) || BigInt(digits) > MAX_SEED) return undefined;
  return BigInt(digits).toString();
}
