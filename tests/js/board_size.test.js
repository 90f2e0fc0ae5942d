import assert from "node:assert/strict";
import { test } from "node:test";

import { mostMines, parseSeed, parseSize, sizeFault, sizeText } from "../../src/sapper/web/static/state/board_size.js";

test("the start rule keeps cells free of mines", () => {
  assert.equal(mostMines(9, 9, "any"), 81);
  assert.equal(mostMines(9, 9, "safe"), 80);
  assert.equal(mostMines(9, 9, "opening"), 72);
  assert.equal(mostMines(1, 5, "opening"), 2);
  assert.equal(mostMines(2, 2, "opening"), 0);
});

test("a size that cannot be played names the field and the limit", () => {
  const size = { width: 9, height: 9, mines: 10 };
  assert.equal(sizeFault(size, "safe"), null);
  assert.equal(sizeFault({ ...size, width: 0 }, "safe")?.field, "width");
  assert.equal(sizeFault({ ...size, height: 2.5 }, "safe")?.field, "height");
  assert.match(sizeFault({ ...size, mines: 81 }, "safe")?.message ?? "", /0 to 80/);
  assert.equal(sizeFault({ ...size, mines: NaN }, "safe")?.field, "mines");
  assert.match(sizeFault({ width: 90, height: 90, mines: 1 }, "safe", { longestSide: 90, mostCells: 8000 })?.message ?? "", /8000/);
});

test("sizes are written and read", () => {
  assert.equal(sizeText({ width: 30, height: 16, mines: 99 }), "30x16/99");
  assert.deepEqual(parseSize("30x16/99"), { width: 30, height: 16, mines: 99 });
  assert.deepEqual(parseSize("30x16x99"), { width: 30, height: 16, mines: 99 });
  for (const bad of ["", "30x16", "-3x4/1", "axb/c", "30x16/99 and more"]) assert.equal(parseSize(bad), null);
});

test("a seed of 64 bits stays whole", () => {
  assert.equal(parseSeed("18446744073709551615"), "18446744073709551615");
  assert.equal(parseSeed("18446744073709551616"), undefined);
  assert.equal(parseSeed("007"), "7");
  assert.equal(parseSeed("  "), null);
  for (const bad of ["-1", "1.5", "x"]) assert.equal(parseSeed(bad), undefined);
});
