import assert from "node:assert/strict";
import { test } from "node:test";

import { errorHighlights, reviewHighlights } from "../../src/sapper/web/static/state/highlights.js";

test("errors and reviewed moves highlight their cells", () => {
  assert.deepEqual(errorHighlights([2, 3]), [{ kind: "error", cell: [2, 3] }]);
  assert.deepEqual(errorHighlights(null), []);
  assert.deepEqual(reviewHighlights({ cell: [0, 0], better: [1, 1], class: "mistake" }),
    [{ kind: "error", cell: [0, 0] }, { kind: "better", cell: [1, 1] }]);
  assert.deepEqual(reviewHighlights({ cell: [0, 0], better: [0, 0], class: "certain" }), [{ kind: "last-move", cell: [0, 0] }]);
  assert.deepEqual(reviewHighlights({ cell: null, better: null, class: "undo" }), []);
});
