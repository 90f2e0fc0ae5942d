import assert from "node:assert/strict";
import { test } from "node:test";

import { errorMarks, hintMarks, reviewMarks } from "../../src/sapper/web/static/state/highlights.js";

test("a hint becomes rings in the order of the argument, areas and one target", () => {
  const marks = hintMarks({ grade: 3, text: "", cells: [[0, 0], [0, 1]], clues: [[1, 1], [1, 0]], certain: true, cell: [0, 1], action: "flag" });
  assert.deepEqual(marks, [
    { kind: "area", cell: [0, 0] },
    { kind: "ring", cell: [1, 1], label: "1" },
    { kind: "ring", cell: [1, 0], label: "2" },
    { kind: "flag", cell: [0, 1] },
  ]);
});

test("a first grade shows no target", () => {
  const marks = hintMarks({ grade: 1, text: "", cells: [[0, 0]], clues: [], certain: true });
  assert.deepEqual(marks, [{ kind: "area", cell: [0, 0] }]);
});

test("errors and reviews mark their cells", () => {
  assert.deepEqual(errorMarks([2, 3]), [{ kind: "error", cell: [2, 3] }]);
  assert.deepEqual(errorMarks(null), []);
  assert.deepEqual(reviewMarks({ cell: [0, 0], better: [1, 1], class: "mistake" }),
    [{ kind: "error", cell: [0, 0] }, { kind: "better", cell: [1, 1] }]);
  assert.deepEqual(reviewMarks({ cell: [0, 0], better: [0, 0], class: "certain" }), [{ kind: "last", cell: [0, 0] }]);
  assert.deepEqual(reviewMarks({ cell: null, better: null, class: "undo" }), []);
});
