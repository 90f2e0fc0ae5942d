import assert from "node:assert/strict";
import { test } from "node:test";

import { cellName, parseCellName, replaceCoordinates, rowLetters } from "../../src/sapper/web/static/state/cell_names.js";

test("cell names use row letters and column numbers", () => {
  assert.equal(cellName([0, 0]), "A1");
  assert.equal(cellName([27, 11]), "AB12");
  assert.deepEqual([25, 26, 51, 52].map(rowLetters), ["Z", "AA", "AZ", "BA"]);
  for (const cell of [[0, 0], [25, 9], [26, 0], [99, 99]]) {
    assert.deepEqual(parseCellName(cellName(/** @type {[number, number]} */ (cell))), cell);
  }
  assert.equal(parseCellName("1-2-X"), null);
  assert.equal(replaceCoordinates("(4, 7) is safe, as (0, 0) says"), "E8 is safe, as A1 says");
});
