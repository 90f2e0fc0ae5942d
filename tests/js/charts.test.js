import assert from "node:assert/strict";
import { test } from "node:test";

import { movingMean, ticks, ticksAround } from "../../src/sapper/web/static/draw/charts.js";

test("axis ticks are round and reach the maximum", () => {
  assert.deepEqual(ticks(1), [0, 0.5, 1]);
  assert.deepEqual(ticks(73), [0, 20, 40, 60, 80]);
  assert.deepEqual(ticks(0), [0, 1]);
  assert.deepEqual(movingMean([1, 0, 1, 1], 2), [1, 0.5, 0.5, 1]);
});

test("ticks around values need not start at 0", () => {
  assert.deepEqual(ticksAround([1210, 1385], 100), [1200, 1300, 1400]);
  assert.deepEqual(ticksAround([1200], 100), [1200, 1300]);
});
