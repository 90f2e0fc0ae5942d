import assert from "node:assert/strict";
import { test } from "node:test";

import { EditHistory } from "../../src/sapper/web/static/state/edit_history.js";

test("changes are undone and redone in order", () => {
  const history = new EditHistory();
  history.record("a");
  history.record("b");
  assert.equal(history.undo("c"), "b");
  assert.equal(history.undo("b"), "a");
  assert.equal(history.undo("a"), null);
  assert.equal(history.redo("a"), "b");
  assert.equal(history.redo("b"), "c");
  assert.equal(history.redo("c"), null);
});

test("a new change discards the states that were undone", () => {
  const history = new EditHistory();
  history.record("a");
  history.undo("b");
  history.record("a");
  assert.equal(history.redo("c"), null);
});

test("the history has a limit", () => {
  const history = new EditHistory();
  for (let i = 0; i < 500; i++) history.record(String(i));
  assert.equal(history.earlier.length, 200);
});
