import assert from "node:assert/strict";
import { test } from "node:test";
import { formatLives, formatTimeLeft, resultText } from "../../src/sapper/web/static/state/rush_text.js";

test("the time left is rounded up and never negative", () => {
  assert.equal(formatTimeLeft(180), "3:00");
  assert.equal(formatTimeLeft(59.2), "1:00");
  assert.equal(formatTimeLeft(0.1), "0:01");
  assert.equal(formatTimeLeft(-3), "0:00");
});

test("lost lives are empty hearts", () => {
  assert.equal(formatLives(3), "♥♥♥");
  assert.equal(formatLives(1), "♥♡♡");
  assert.equal(formatLives(0), "♡♡♡");
});

test("the result compares the score with the best one", () => {
  assert.equal(resultText(1, null), "You solved 1 puzzle. This is your best score.");
  assert.equal(resultText(12, 11), "You solved 12 puzzles. This is your best score.");
  assert.equal(resultText(5, 11), "You solved 5 puzzles. Your best score is 11.");
  assert.equal(resultText(0, null), "You solved 0 puzzles.");
});
