/** What a player may set up: limits of sizes and mines, and how a choice is sent. */

/** The largest board, until the server has told. */
export const LIMITS = { longestSide: 100, mostCells: 10_000 };

/**
 * How many mines fit: the start rule keeps cells free around the first reveal.
 *
 * @param {number} width @param {number} height @param {string} start
 */
export function mostMines(width, height, start) {
  const cells = width * height;
  if (start === "any") return cells;
  const free = start === "opening" ? Math.min(3, width) * Math.min(3, height) : 1;
  return Math.max(0, cells - free);
}

/**
 * What is wrong with a custom size, for the person who types it.
 *
 * @param {{width: number, height: number, mines: number}} size @param {string} start
 * @param {{longestSide: number, mostCells: number}} [limits]
 * @returns {{field: "width" | "height" | "mines", message: string} | null}
 */
export function sizeFault({ width, height, mines }, start, limits = LIMITS) {
  for (const [field, side] of /** @type {const} */ ([["width", width], ["height", height]])) {
    if (!Number.isInteger(side) || side < 1 || side > limits.longestSide) {
      return { field, message: `The ${field} is a whole number from 1 to ${limits.longestSide}.` };
    }
  }
  if (width * height > limits.mostCells) {
    return { field: "height", message: `A board has at most ${limits.mostCells} cells.` };
  }
  const most = mostMines(width, height, start);
  if (!Number.isInteger(mines) || mines < 0 || mines > most) {
    return { field: "mines", message: `A ${width} × ${height} board holds 0 to ${most} mines.` };
  }
  return null;
}

/** @param {{width: number, height: number, mines: number}} size */
export const sizeText = ({ width, height, mines }) => `${width}x${height}/${mines}`;

/** @param {string} text @returns {{width: number, height: number, mines: number} | null} */
export function parseSize(text) {
  const match = /^(\d{1,4})x(\d{1,4})[/x](\d{1,7})$/.exec(text.trim());
  if (!match) return null;
  return { width: Number(match[1]), height: Number(match[2]), mines: Number(match[3]) };
}

const MOST_SEED = 2n ** 64n - 1n;

/**
 * Seeds stay text: they are longer than numbers of JavaScript.
 *
 * @param {string} text @returns {string | null | undefined} null for none, undefined if bad
 */
export function parseSeed(text) {
  const digits = text.trim();
  if (digits === "") return null;
  if (!/^\d{1,20}$/.test(digits) || BigInt(digits) > MOST_SEED) return undefined;
  return BigInt(digits).toString();
}
