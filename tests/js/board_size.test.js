import assert from "node:assert/strict";
import { test } from "node:test";

import { maxMines, parseSeed, parseSize, validateSize, formatSize } from "../../src/sapper/web/static/state/board_size.js";

test("the start rule limits the number of mines", () => {
  assert.equal(maxMines(9, 9, "any"), 81);
  assert.equal(maxMines(9, 9, "safe"), 80);
  assert.equal(maxMines(9, 9, "opening"), 72);
  assert.equal(maxMines(1, 5, "opening"), 2);
  assert.equal(maxMines(2, 2, "opening"), 0);
});

test("an invalid size names the field and its limit", () => {
  const size = { width: 9, height: 9, mines: 10 };
  assert.equal(validateSize(size, "safe"), null);
  assert.equal(validateSize({ ...size, width: 0 }, "safe")?.field, "width");
  assert.equal(validateSize({ ...size, height: 2.5 }, "safe")?.field, "height");
  assert.match(validateSize({ ...size, mines: 81 }, "safe")?.message ?? "", /from 0 to 80/);
  assert.equal(validateSize({ ...size, mines: NaN }, "safe")?.field, "mines");
  assert.match(validateSize({ width: 90, height: 90, mines: 1 }, "safe", { maxSide: 90, maxCells: 8000 })?.message ?? "", /8000/);
});

test("sizes are formatted and parsed", () => {
  assert.equal(formatSize({ width: 30, height: 16, mines: 99 }), "30x16/99");
  assert.deepEqual(parseSize("30x16/99"), { width: 30, height: 16, mines: 99 });
  assert.deepEqual(parseSize("30x16x99"), { width: 30, height: 16, mines: 99 });
  for (const bad of ["", "30x16", "-3x4/1", "axb/c", "30x16/99 and more"]) assert.equal(parseSize(bad), null);
});

test("a 64-bit seed keeps all its digits", () => {
  assert.equal(parseSeed("18446744073709551615"), "18446744073709551615");
  assert.equal(parseSeed("18446744073709551616"), undefined);
  assert.equal(parseSeed("007"), "7");
  assert.equal(parseSeed("  "), null);
  for (const bad of ["-1", "1.5", "x"]) assert.equal(parseSeed(bad), undefined);
});

test("a board without room for mines has a limit of 0 instead of a range", () => {
  const error = validateSize({ width: 2, height: 2, mines: 1 }, "opening");
  assert.equal(error?.message, "On a 2 × 2 board, the mine count must be 0.");
});
