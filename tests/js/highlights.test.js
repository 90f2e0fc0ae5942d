import assert from "node:assert/strict";
import { test } from "node:test";

import { errorHighlights, hintHighlights, reviewHighlights } from "../../src/sapper/web/static/state/highlights.js";

test("a hint becomes numbered rings, areas and one target", () => {
  const highlights = hintHighlights({ grade: 3, text: "", cells: [[0, 0], [0, 1]], clues: [[1, 1], [1, 0]], certain: true, cell: [0, 1], action: "flag" });
  assert.deepEqual(highlights, [
    { kind: "area", cell: [0, 0] },
    { kind: "ring", cell: [1, 1], label: "1" },
    { kind: "ring", cell: [1, 0], label: "2" },
    { kind: "flag", cell: [0, 1] },
  ]);
});

test("the first grade of a hint has no target", () => {
  const highlights = hintHighlights({ grade: 1, text: "", cells: [[0, 0]], clues: [], certain: true });
  assert.deepEqual(highlights, [{ kind: "area", cell: [0, 0] }]);
});

test("errors and reviewed moves highlight their cells", () => {
  assert.deepEqual(errorHighlights([2, 3]), [{ kind: "error", cell: [2, 3] }]);
  assert.deepEqual(errorHighlights(null), []);
  assert.deepEqual(reviewHighlights({ cell: [0, 0], better: [1, 1], class: "mistake" }),
    [{ kind: "error", cell: [0, 0] }, { kind: "better", cell: [1, 1] }]);
  assert.deepEqual(reviewHighlights({ cell: [0, 0], better: [0, 0], class: "certain" }), [{ kind: "last-move", cell: [0, 0] }]);
  assert.deepEqual(reviewHighlights({ cell: null, better: null, class: "undo" }), []);
});
