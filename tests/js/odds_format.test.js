import assert from "node:assert/strict";
import { test } from "node:test";

import { Board } from "../../src/sapper/web/static/state/board.js";
import { inkOn, longRisk, oddsByIndex, riskColour, shortRisk } from "../../src/sapper/web/static/state/odds_format.js";

test("odds that are not certain never look certain", () => {
  assert.deepEqual([0, 0.0004, 0.031, 0.125, 0.998, 1].map(shortRisk), ["0", "<.1", "3.1", "13", ">99", "100"]);
  assert.deepEqual([0, 0.0004, 0.125, 0.9995, 1].map(longRisk), ["0%", "under 0.1%", "12.5%", "over 99.9%", "100%"]);
});

test("the scale of odds grows in lightness, so that every eye can order it", () => {
  const light = (/** @type {number} */ risk) => {
    const [red, green, blue] = riskColour(risk);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const steps = Array.from({ length: 101 }, (_, i) => light(i / 100));
  steps.forEach((value, i) => assert.ok(i === 0 || value > (steps[i - 1] ?? 0), `at ${i}%`));
});

test("text on the scale can be read", () => {
  const relative = (/** @type {number[]} */ colour) => {
    const [r = 0, g = 0, b = 0] = colour.map((c) => (c / 255 <= 0.03928 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  for (let i = 0; i <= 100; i++) {
    const colour = riskColour(i / 100);
    const ink = inkOn(colour) === "#ffffff" ? [255, 255, 255] : [0, 0, 0];
    const [high, low] = [relative(colour), relative(ink)].sort((a, b) => b - a);
    assert.ok(((high ?? 0) + 0.05) / ((low ?? 0) + 0.05) >= 4.5, `at ${i}%`);
  }
});

test("odds belong to hidden cells only", () => {
  const board = new Board(3, 1);
  board.apply(["1#F"]);
  assert.deepEqual([...oddsByIndex(board, [[0, 0.5, 0.25]])], [-1, 0.5, 0.25]);
});
