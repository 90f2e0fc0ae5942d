import assert from "node:assert/strict";
import { test } from "node:test";

import { Timeline } from "../../src/sapper/web/static/state/timeline.js";

test("a timeline seeks forwards and backwards", () => {
  const timeline = new Timeline(2, 1, [
    { at: 0, changes: [[0, 0, "1"]] },
    { at: 1, changes: [[0, 1, "F"]] },
    { at: 61, changes: [[0, 1, "#"]] },
  ]);
  const shown = () => String.fromCharCode(...timeline.codes);
  assert.equal(shown(), "##");
  timeline.seek(2);
  assert.equal(shown(), "1F");
  timeline.seek(99);
  assert.deepEqual([timeline.index, shown(), timeline.nextDelay(4)], [3, "1#", null]);
  timeline.seek(1);
  assert.equal(shown(), "1#");
});

test("playback shortens long pauses", () => {
  const timeline = new Timeline(1, 1, [{ at: 0, changes: [] }, { at: 2, changes: [] }, { at: 300, changes: [] }]);
  assert.equal(timeline.nextDelay(4), 30);
  timeline.seek(1);
  assert.equal(timeline.nextDelay(4), 500);
  timeline.seek(2);
  assert.equal(timeline.nextDelay(4), 2000);
});
