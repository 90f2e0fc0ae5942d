/** Level names that the page shows to players. */
/** @typedef {{name: string, size: string, width: number, height: number, mines: number}} Level */
import { countOf } from "./wording.js";

/** The titles of levels whose title differs from the name. */
const TITLES = /** @type {Record<string, string>} */ ({
  "o-matic": "Minesweeper-o-Matic",
  cs50: "CS50 AI",
});
/** The levels that have their own button on the page. */
const MAIN_LEVELS = ["beginner", "intermediate", "expert"];

/**
 * @param {string} level The name of a level. In the statistics, the name also contains the start rule.
 * @returns {string} A title such as `Expert`, `30x16/99` or `Expert, opening start`.
 */
export function levelName(level) {
  const [name = "", ...start] = level.split(/ (?=opening start$|any start$)/);
  const title = TITLES[name] ?? name.charAt(0).toUpperCase() + name.slice(1);
  return [title, ...start].join(", ");
}

/** @param {{width: number, height: number, mines: number}} size @returns {string} such as `30 × 16, 99 mines` */
export const describeSize = ({ width, height, mines }) => `${width} × ${height}, ${countOf(mines, "mine")}`;

/** @param {Level | import("./game.js").Snapshot} level @returns {string} such as `Expert, 30 × 16, 99 mines` */
export function describeLevel(level) {
  const name = "level" in level ? level.level : level.name;
  return /^[a-z]/i.test(name) ? `${levelName(name)}, ${describeSize(level)}` : describeSize(level);
}

/**
 * Returns the levels without a button, except those that have the same size as an earlier level.
 *
 * @param {Level[]} levels The named levels.
 * @returns {{level: string, title: string}[]} The levels with their titles.
 */
export function morePresets(levels) {
  return levels
    .filter(({ name, size }, i) =>
      !MAIN_LEVELS.includes(name) && levels.findIndex((other) => other.size === size) === i)
    .map((level) => ({ level: level.name, title: describeLevel(level) }));
}
