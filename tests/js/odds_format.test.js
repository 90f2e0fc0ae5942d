import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { channels, textColourOn, formatRisk, riskColour, formatRiskShort } from "../../src/sapper/web/static/state/odds_format.js";

test("an uncertain risk is never rounded to 0 or 100 percent", () => {
  assert.deepEqual([0, 0.0004, 0.031, 0.125, 0.998, 1].map(formatRiskShort), ["0", "<.1", "3.1", "13", ">99", "100"]);
  assert.deepEqual([0, 0.0004, 0.125, 0.9995, 1].map(formatRisk), ["0%", "under 0.1%", "12.5%", "over 99.9%", "100%"]);
});

/** The colour scales of the themes. */
const SCALES = [...readFileSync("src/sapper/web/static/theme.css", "utf8").matchAll(
  /--board-odds-safe: (#\w{6}); --board-odds-mine: (#\w{6}); --board-odds-low: (#\w{6}); --board-odds-high: (#\w{6});/g,
)].map(([, safe = "", mine = "", low = "", high = ""]) => ({ safe, mine, low, high }));

/** @param {number[]} colour */
function luminance(colour) {
  const [r = 0, g = 0, b = 0] = colour.map((c) => (c / 255 <= 0.03928 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

test("the colour scale of every theme changes steadily in lightness", () => {
  assert.ok(SCALES.length > 0);
  for (const { low, high } of SCALES) {
    const steps = Array.from({ length: 101 }, (_, i) => luminance(riskColour(i / 100, low, high)));
    const direction = Math.sign((steps[100] ?? 0) - (steps[0] ?? 0));
    steps.forEach((value, i) => assert.ok(i === 0 || (value - (steps[i - 1] ?? 0)) * direction >= 0, `${low} at ${i}%`));
  }
});

test("text on the odds of every theme has enough contrast", () => {
  for (const { safe, mine, low, high } of SCALES) {
    const scale = Array.from({ length: 101 }, (_, i) => riskColour(i / 100, low, high));
    for (const colour of [channels(safe), channels(mine), ...scale]) {
      const text = textColourOn(colour) === "#ffffff" ? [255, 255, 255] : [0, 0, 0];
      const [more, less] = [luminance(colour), luminance(text)].sort((a, b) => b - a);
      assert.ok(((more ?? 0) + 0.05) / ((less ?? 0) + 0.05) >= 4.5, `${low} to ${high}: ${colour}`);
    }
  }
});
