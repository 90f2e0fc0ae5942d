import assert from "node:assert/strict";
import { test } from "node:test";

import { DEFAULTS, moveDelay, normalisePreferences } from "../../src/sapper/web/static/state/preferences.js";

test("invalid stored preferences fall back to the defaults", () => {
  assert.deepEqual(normalisePreferences(null), DEFAULTS);
  assert.deepEqual(normalisePreferences("nonsense"), DEFAULTS);
  const preferences = normalisePreferences({ theme: "pink", cellSize: 4000, longPress: -1, speed: "fast", sounds: 1, extra: true, clockDecimals: 2, setup: 3 });
  assert.deepEqual(preferences, DEFAULTS);
});

test("valid stored preferences are used", () => {
  const preferences = normalisePreferences({ theme: "dark", cellSize: 32, sounds: true, setup: { level: "30x16/99", noGuess: true } });
  assert.equal(preferences.theme, "dark");
  assert.equal(preferences.cellSize, 32);
  assert.equal(preferences.sounds, true);
  assert.deepEqual(preferences.setup, { ...DEFAULTS.setup, level: "30x16/99", noGuess: true });
});

test("a higher speed has a shorter delay", () => {
  const delays = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map(moveDelay);
  assert.deepEqual(delays, [...delays].sort((a, b) => b - a));
  assert.equal(delays[0], 1200);
  assert.ok((delays[9] ?? 0) < 20);
});
