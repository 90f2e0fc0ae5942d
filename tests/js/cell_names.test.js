import assert from "node:assert/strict";
import { test } from "node:test";

import { Board } from "../../src/sapper/web/static/state/board.js";
import { cellName, cellsByName, rowLetters } from "../../src/sapper/web/static/state/cell_names.js";

test("cell names use row letters and column numbers", () => {
  assert.equal(cellName([0, 0]), "A1");
  assert.equal(cellName([27, 11]), "AB12");
  assert.deepEqual([25, 26, 51, 52].map(rowLetters), ["Z", "AA", "AZ", "BA"]);
});

test("only the cells of the board have a name", () => {
  const cells = cellsByName(new Board(3, 28));
  assert.equal(cells.size, 84);
  assert.deepEqual([cells.get("A1"), cells.get("AB3")], [[0, 0], [27, 2]]);
  assert.equal(cells.get("A4"), undefined);
});
