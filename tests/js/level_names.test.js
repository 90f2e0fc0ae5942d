import assert from "node:assert/strict";
import { test } from "node:test";

import { describeLevel, levelName, morePresets } from "../../src/sapper/web/static/state/level_names.js";

/** @param {string} name @param {number} width @param {number} height @param {number} mines */
const level = (name, width, height, mines) => ({ name, width, height, mines, size: `${width}x${height}/${mines}` });

test("level names are capitalised, and presets of other programs have their programs' names", () => {
  const names = ["expert", "o-matic", "cs50", "9x9/10"].map(levelName);
  assert.deepEqual(names, ["Expert", "Minesweeper-o-Matic", "CS50 AI", "9x9/10"]);
});

test("the statistics name a level together with its start rule", () => {
  const names = ["expert opening start", "cs50 any start", "9x9/10 opening start"].map(levelName);
  assert.deepEqual(names, ["Expert, opening start", "CS50 AI, any start", "9x9/10, opening start"]);
});

test("a level is described by its name and size, and a custom level by its size alone", () => {
  assert.equal(describeLevel(level("expert", 30, 16, 99)), "Expert, 30 × 16, 99 mines");
  assert.equal(describeLevel(level("5x4/3", 5, 4, 3)), "5 × 4, 3 mines");
});

test("1 mines: counts use the singular and plural form of the noun", () => {
  assert.equal(describeLevel(level("3x1/1", 3, 1, 1)), "3 × 1, 1 mine");
  assert.equal(describeLevel(level("3x1/2", 3, 1, 2)), "3 × 1, 2 mines");
});

test("more presets lists neither the main levels nor a size twice", () => {
  const levels = [
    level("beginner", 9, 9, 10), level("expert", 30, 16, 99), level("small", 8, 8, 10), level("large", 30, 16, 99),
    level("cs50", 8, 8, 8),
  ];
  assert.deepEqual(morePresets(levels), [
    { level: "small", title: "Small, 8 × 8, 10 mines" },
    { level: "cs50", title: "CS50 AI, 8 × 8, 8 mines" },
  ]);
});
