import assert from "node:assert/strict";
import { test } from "node:test";
import { needsIcon } from "../../src/sapper/web/static/draw/overlay.js";
import { Board } from "../../src/sapper/web/static/state/board.js";

test("an icon does not cover a clue or repeat a flag", () => {
  const board = new Board(4, 1);
  board.applyRows(["#1Ff"]);
  const kinds = /** @type {const} */ (["safe", "mine"]);
  const icons = kinds.map((kind) => [0, 1, 2, 3].map((column) => needsIcon(board, kind, [0, column])));
  assert.deepEqual(icons, [[true, false, true, true], [true, false, false, false]]);
});
