import assert from "node:assert/strict";
import { test } from "node:test";

import { errorHighlights } from "../../src/sapper/web/static/state/highlights.js";

test("errors highlight their cells", () => {
  assert.deepEqual(errorHighlights([2, 3]), [{ kind: "error", cell: [2, 3] }]);
  assert.deepEqual(errorHighlights(null), []);
});
