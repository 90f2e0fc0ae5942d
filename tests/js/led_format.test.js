import assert from "node:assert/strict";
import { test } from "node:test";

import { ledNumber, ledSeconds } from "../../src/sapper/web/static/state/led_format.js";

test("LED counters have three digits, also for too many flags", () => {
  assert.deepEqual([0, 10, 99, 1500, -5, -12].map(ledNumber), ["000", "010", "099", "1500", "-05", "-12"]);
});

test("the LED clock shows seconds with the chosen decimals", () => {
  assert.equal(ledSeconds(0, 0), "000");
  assert.equal(ledSeconds(65.99, 0), "065");
  assert.equal(ledSeconds(4.35, 1), "004.3");
  assert.equal(ledSeconds(1.1, 3), "001.100");
});
