import assert from "node:assert/strict";
import { test } from "node:test";

import { Timeline } from "../../src/sapper/web/static/state/timeline.js";

test("a timeline shows any place, forwards and backwards", () => {
  const timeline = new Timeline(2, 1, [
    { at: 0, changes: [[0, 0, "1"]] },
    { at: 1, changes: [[0, 1, "F"]] },
    { at: 61, changes: [[0, 1, "#"]] },
  ]);
  const shown = () => String.fromCharCode(...timeline.codes);
  assert.equal(shown(), "##");
  assert.equal(timeline.go(2), true);
  assert.equal(shown(), "1F");
  timeline.go(99);
  assert.deepEqual([timeline.at, shown(), timeline.pause], [3, "1#", null]);
  timeline.go(1);
  assert.equal(shown(), "1#");
  assert.equal(timeline.go(1), false);
});

test("long thinking is shortened in a replay", () => {
  const timeline = new Timeline(1, 1, [{ at: 0, changes: [] }, { at: 2, changes: [] }, { at: 300, changes: [] }]);
  timeline.speed = 4;
  assert.equal(timeline.pause, 30);
  timeline.go(1);
  assert.equal(timeline.pause, 500);
  timeline.go(2);
  assert.equal(timeline.pause, 2000);
});
