import assert from "node:assert/strict";
import { test } from "node:test";

import { DEFAULTS, pauseOf, readPreferences } from "../../src/sapper/web/static/state/preferences.js";

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
