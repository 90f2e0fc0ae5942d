import assert from "node:assert/strict";
import { test } from "node:test";
import { LessonProgress } from "../../src/sapper/web/static/state/lesson_progress.js";

const MOVE = { kind: "flag", cell: /** @type {[number, number]} */ ([0, 0]) };

test("a lesson continues at the first step that is not completed", () => {
  assert.equal(new LessonProgress(4).step, 1);
  assert.equal(new LessonProgress(4, [1, 3]).step, 2);
  assert.equal(new LessonProgress(2, [1, 2]).step, 1);
});

test("only moves that were made are sent again", () => {
  const progress = new LessonProgress(2);
  progress.record(MOVE, { isMade: false, isDone: false });
  assert.deepEqual(progress.moves, []);
  progress.record(MOVE, { isMade: true, isDone: true });
  assert.deepEqual(progress.moves, [MOVE]);
  assert.ok(progress.isCompleted(1));
});

test("the next step begins without moves, and the last step has no next step", () => {
  const progress = new LessonProgress(2);
  progress.record(MOVE, { isMade: true, isDone: true });
  assert.equal(progress.advance(), true);
  assert.deepEqual([progress.step, progress.moves, progress.isStepDone], [2, [], false]);
  assert.equal(progress.advance(), false);
});
