import assert from "node:assert/strict";
import { test } from "node:test";

import { formatClock, formatTime } from "../../src/sapper/web/static/state/time_format.js";

test("the clock shows minutes and seconds, and hours if there are any", () => {
  assert.deepEqual([0, 59.9, 60, 3671].map((seconds) => formatClock(seconds)), ["0:00", "0:59", "1:00", "1:01:11"]);
});

test("the clock can show tenths and milliseconds", () => {
  assert.deepEqual([1.1, 59.96, 4.35].map((seconds) => formatClock(seconds, 1)), ["0:01.1", "0:59.9", "0:04.3"]);
  assert.deepEqual([1.1, 59.9996, 4.35].map((seconds) => formatClock(seconds, 3)), ["0:01.100", "0:59.999", "0:04.350"]);
});

test("times have milliseconds, and minutes if there are any", () => {
  assert.deepEqual([0.0071, 9.5, 18.936, 59.9999, 65.318, 3671].map(formatTime),
    ["0.007 s", "9.500 s", "18.936 s", "59.999 s", "1:05.318", "1:01:11.000"]);
});
