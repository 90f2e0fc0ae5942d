import assert from "node:assert/strict";
import { test } from "node:test";

import { formatSize, parseSize } from "../../src/sapper/web/static/state/board_size.js";

test("sizes are formatted and parsed", () => {
  assert.equal(formatSize({ width: 30, height: 16, mines: 99 }), "30x16/99");
  assert.deepEqual(parseSize("30x16/99"), { width: 30, height: 16, mines: 99 });
  assert.deepEqual(parseSize("30x16x99"), { width: 30, height: 16, mines: 99 });
  for (const bad of ["", "30x16", "-3x4/1", "axb/c", "30x16/99 and more"]) assert.equal(parseSize(bad), null);
});
