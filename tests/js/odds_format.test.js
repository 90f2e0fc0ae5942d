import assert from "node:assert/strict";
import { test } from "node:test";

import { Board } from "../../src/sapper/web/static/state/board.js";
import { textColourOn, formatRisk, oddsByIndex, riskColour, formatRiskShort } from "../../src/sapper/web/static/state/odds_format.js";

test("an uncertain risk is never rounded to 0 or 100 percent", () => {
  assert.deepEqual([0, 0.0004, 0.031, 0.125, 0.998, 1].map(formatRiskShort), ["0", "<.1", "3.1", "13", ">99", "100"]);
  assert.deepEqual([0, 0.0004, 0.125, 0.9995, 1].map(formatRisk), ["0%", "under 0.1%", "12.5%", "over 99.9%", "100%"]);
});

test("the colour scale increases in lightness", () => {
  const lightness = (/** @type {number} */ risk) => {
    const [red, green, blue] = riskColour(risk);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const steps = Array.from({ length: 101 }, (_, i) => lightness(i / 100));
  steps.forEach((value, i) => assert.ok(i === 0 || value > (steps[i - 1] ?? 0), `at ${i}%`));
});

test("text on the colour scale has enough contrast", () => {
  const luminance = (/** @type {number[]} */ colour) => {
    const [r = 0, g = 0, b = 0] = colour.map((c) => (c / 255 <= 0.03928 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  for (let i = 0; i <= 100; i++) {
    const colour = riskColour(i / 100);
    const text = textColourOn(colour) === "#ffffff" ? [255, 255, 255] : [0, 0, 0];
    const [high, low] = [luminance(colour), luminance(text)].sort((a, b) => b - a);
    assert.ok(((high ?? 0) + 0.05) / ((low ?? 0) + 0.05) >= 4.5, `at ${i}%`);
  }
});

test("only hidden cells have odds", () => {
  const board = new Board(3, 1);
  board.applyRows(["1#F"]);
  assert.deepEqual([...oddsByIndex(board, [[0, 0.5, 0.25]])], [-1, 0.5, 0.25]);
});
