import assert from "node:assert/strict";
import { test } from "node:test";

import { Board, moveFor, sameCell, stepFrom } from "../../src/sapper/web/static/state/board.js";

/** @param {string[]} rows */
function boardOf(...rows) {
  const board = new Board(rows[0]?.length ?? 0, rows.length);
  board.apply(rows);
  return board;
}

test("a new board is hidden", () => {
  assert.deepEqual(new Board(3, 2).rows(), ["###", "###"]);
});

test("applying rows tells which cells changed", () => {
  const board = boardOf("1##", "###");
  assert.deepEqual(board.apply(["12#", "##F"]), [1, 5]);
  assert.deepEqual(board.apply(["12#", "##F"]), []);
  assert.deepEqual(board.rows(), ["12#", "##F"]);
});

test("flags of the AI and wrong flags look different from the player's", () => {
  const board = boardOf("FF#");
  board.apply(["FF#"], { aiFlags: [[0, 1]] });
  assert.deepEqual(board.rows(), ["Ff#"]);
  assert.deepEqual(board.apply(["FF*"], { aiFlags: [[0, 1]], wrongFlags: [[0, 0]] }), [0, 2]);
  assert.deepEqual(board.rows(), ["Xf*"]);
});

test("an AI flag that was taken away is no flag", () => {
  const board = boardOf("##");
  board.apply(["#1"], { aiFlags: [[0, 0]] });
  assert.deepEqual(board.rows(), ["#1"]);
});

test("short rows leave the rest hidden", () => {
  const board = new Board(2, 2);
  board.apply(["1"]);
  assert.deepEqual(board.rows(), ["1#", "##"]);
});

test("clues are read, other symbols are none", () => {
  const board = boardOf(".8F?*!X#");
  assert.deepEqual([0, 1, 2, 3, 4, 5, 6, 7].map((c) => board.clue([0, c])), [0, 8, null, null, null, null, null, null]);
  assert.equal(board.isRevealed([0, 0]), true);
  assert.equal(board.isRevealed([0, 4]), false);
});

test("cells and indices belong together", () => {
  const board = new Board(5, 4);
  for (let i = 0; i < 20; i++) assert.equal(board.index(board.cellOf(i)), i);
  assert.equal(board.contains([3, 4]), true);
  for (const off of /** @type {[number, number][]} */ ([[4, 0], [0, 5], [-1, 0], [0, -1]])) {
    assert.equal(board.contains(off), false);
  }
});

test("the same cell is the same, nothing is not", () => {
  assert.equal(sameCell([1, 2], [1, 2]), true);
  assert.equal(sameCell([1, 2], [2, 1]), false);
  assert.equal(sameCell(null, null), false);
});

test("the cursor stops at the edge", () => {
  const board = new Board(3, 2);
  assert.deepEqual(stepFrom(board, [0, 0], "up"), [0, 0]);
  assert.deepEqual(stepFrom(board, [0, 0], "right"), [0, 1]);
  assert.deepEqual(stepFrom(board, [1, 2], "down"), [1, 2]);
  assert.deepEqual(stepFrom(board, [1, 1], "end"), [1, 2]);
  assert.deepEqual(stepFrom(board, [1, 1], "home"), [1, 0]);
  assert.deepEqual(stepFrom(board, [1, 1], "top"), [0, 1]);
  assert.deepEqual(stepFrom(board, [0, 1], "bottom"), [1, 1]);
  assert.deepEqual(stepFrom(board, [0, 1], "nowhere"), [0, 1]);
});

test("a press becomes the move that the cell allows", () => {
  const board = boardOf("#.1Ff?");
  const kinds = (/** @type {"primary" | "secondary" | "chord"} */ press, options = {}) =>
    [0, 1, 2, 3, 4, 5].map((c) => moveFor(board, [0, c], press, options)?.kind ?? null);
  assert.deepEqual(kinds("primary"), ["reveal", null, "chord", null, null, "reveal"]);
  assert.deepEqual(kinds("secondary"), ["flag", null, null, "flag", "flag", "flag"]);
  assert.deepEqual(kinds("chord"), [null, null, "chord", null, null, null]);
});

test("flag mode swaps reveal and flag, and numbers still chord", () => {
  const board = boardOf("#1F");
  const kind = (/** @type {number} */ c, /** @type {"primary" | "secondary"} */ press) =>
    moveFor(board, [0, c], press, { flagMode: true })?.kind ?? null;
  assert.deepEqual([kind(0, "primary"), kind(1, "primary"), kind(2, "primary")], ["flag", "chord", "flag"]);
  assert.deepEqual([kind(0, "secondary"), kind(2, "secondary")], ["reveal", null]);
});

test("with question marks a flag becomes a mark and a mark nothing", () => {
  const board = boardOf("#F?");
  const kind = (/** @type {number} */ c) => moveFor(board, [0, c], "secondary", { questionMarks: true })?.kind;
  assert.deepEqual([kind(0), kind(1), kind(2)], ["flag", "question", "question"]);
});

test("a player may turn off chording by click", () => {
  const board = boardOf("1");
  assert.equal(moveFor(board, [0, 0], "primary", { chordOnClick: false }), null);
  assert.equal(moveFor(board, [0, 0], "chord", { chordOnClick: false })?.kind, "chord");
});
