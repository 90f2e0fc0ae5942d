import assert from "node:assert/strict";
import { test } from "node:test";

import { describeCell, describeChange } from "../../src/sapper/web/static/state/announcements.js";
import { Board } from "../../src/sapper/web/static/state/board.js";
import { Game } from "../../src/sapper/web/static/state/game.js";

/** @param {object} [more] @returns {any} */
const snapshot = (more = {}) => ({
  id: "g", level: "beginner", width: 3, height: 1, mines: 1, start: "safe", status: "playing",
  rows: ["1##"], mines_left: 1, seconds: 2, version: 1, clicks: 1, can_undo: true, can_retry: false,
  result: null, ...more,
});

test("a cell description names the symbol, the risk and the cell", () => {
  const board = new Board(4, 1);
  board.applyRows(["3#fX"]);
  assert.equal(describeCell(board, [0, 0]), "3, A1");
  assert.equal(describeCell(board, [0, 1], 0.125), "hidden, 12.5% risk, A2");
  assert.equal(describeCell(board, [0, 2]), "AI flag, A3");
  assert.equal(describeCell(board, [0, 3]), "wrong flag, A4");
});

test("a change is described in one or two sentences", () => {
  /** @param {number[]} changed @param {object} [more] */
  const describe = (changed, more = {}) => {
    const game = new Game(() => 0);
    game.apply(snapshot({ rows: ["1F#"], ...more }));
    return describeChange(game, changed);
  };
  assert.equal(describe([1]), "flag, A2. 1 mine left.");
  assert.equal(describe([0, 1]), "1 cell revealed.");
  assert.equal(describe([]), "No change.");
  assert.match(describe([0], { status: "won" }), /won in 2.0 seconds/);
  assert.match(describe([0], { status: "lost" }), /Game over/);
});
