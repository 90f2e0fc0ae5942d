import assert from "node:assert/strict";
import { test } from "node:test";

import { mostMines, parseSeed, parseSize, sizeFault, sizeText } from "../../src/sapper/web/static/state/levels.js";
import { DEFAULTS, pauseOf, readPreferences } from "../../src/sapper/web/static/state/preferences.js";
import { readJson, writeJson } from "../../src/sapper/web/static/api.js";

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
  assert.deepEqual(readJson('{"seed": 18446744073709551615, "n": 3}'), { seed: "18446744073709551615", n: 3 });
  assert.deepEqual(readJson('{"result": {"seed":null}}'), { result: { seed: null } });
  assert.equal(writeJson({ seed: "18446744073709551615", level: "9x9/10" }), '{"seed":18446744073709551615,"level":"9x9/10"}');
});

test("stored preferences that make no sense become the defaults", () => {
  assert.deepEqual(readPreferences(null), DEFAULTS);
  assert.deepEqual(readPreferences("nonsense"), DEFAULTS);
  const odd = readPreferences({ theme: "pink", cellSize: 4000, longPress: -1, speed: "fast", sounds: 1, extra: true, setup: 3 });
  assert.deepEqual(odd, DEFAULTS);
});

test("stored preferences are kept", () => {
  const kept = readPreferences({ theme: "dark", cellSize: 32, sounds: true, setup: { level: "30x16/99", noGuess: true } });
  assert.equal(kept.theme, "dark");
  assert.equal(kept.cellSize, 32);
  assert.equal(kept.sounds, true);
  assert.deepEqual(kept.setup, { ...DEFAULTS.setup, level: "30x16/99", noGuess: true });
});

test("a higher speed waits less", () => {
  const pauses = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map(pauseOf);
  assert.deepEqual(pauses, [...pauses].sort((a, b) => b - a));
  assert.equal(pauses[0], 1200);
  assert.ok((pauses[9] ?? 0) < 20);
});
