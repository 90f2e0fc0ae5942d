import assert from "node:assert/strict";
import { test } from "node:test";

import { Timeline, findMistake, timelineColumns } from "../../src/sapper/web/static/state/timeline.js";

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

test("a long game has few enough bars to read, and no mistake disappears", () => {
  const moves = Array.from({ length: 400 }, (_, i) => ({ class: i === 123 ? "mistake" : "certain" }));
  const columns = timelineColumns(moves, 100, (name) => (name === "mistake" ? 2 : 1));
  assert.equal(columns.length, 100);
  assert.deepEqual(columns.filter((column) => column.class === "mistake"), [{ first: 120, count: 4, class: "mistake" }]);
  assert.equal(timelineColumns(moves.slice(0, 30), 100, () => 1).length, 30);
  assert.deepEqual(timelineColumns([], 100, () => 1), []);
});

test("mistakes are found in both directions", () => {
  const moves = [false, true, false, true].map((is_error) => ({ is_error }));
  assert.deepEqual([0, 1, 2, 3, 4].map((index) => findMistake(moves, index, 1)), [2, 2, 4, 4, null]);
  assert.deepEqual([0, 1, 2, 3, 4].map((index) => findMistake(moves, index, -1)), [null, null, null, 2, 2]);
});
