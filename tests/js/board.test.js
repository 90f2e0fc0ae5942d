import assert from "node:assert/strict";
import { test } from "node:test";

import { Board, moveForPress, sameCell, moveCursor } from "../../src/sapper/web/static/state/board.js";

/** @param {string[]} rows */
function boardOf(...rows) {
  const board = new Board(rows[0]?.length ?? 0, rows.length);
  board.applyRows(rows);
  return board;
}

test("all cells of a new board are hidden", () => {
  assert.deepEqual(new Board(3, 2).rows(), ["###", "###"]);
});

test("applying rows returns the changed cells", () => {
  const board = boardOf("1##", "###");
  assert.deepEqual(board.applyRows(["12#", "##F"]), [1, 5]);
  assert.deepEqual(board.applyRows(["12#", "##F"]), []);
  assert.deepEqual(board.rows(), ["12#", "##F"]);
});

test("wrong flags have their own symbol", () => {
  const board = boardOf("Ff#");
  assert.deepEqual(board.applyRows(["Ff*"], [[0, 0]]), [0, 2]);
  assert.deepEqual(board.rows(), ["Xf*"]);
});

test("cells missing from short rows stay hidden", () => {
  const board = new Board(2, 2);
  board.applyRows(["1"]);
  assert.deepEqual(board.rows(), ["1#", "##"]);
});

test("only revealed cells have a clue", () => {
  const board = boardOf(".8F?*!X#");
  assert.deepEqual([0, 1, 2, 3, 4, 5, 6, 7].map((c) => board.clueAt([0, c])), [0, 8, null, null, null, null, null, null]);
  assert.equal(board.isRevealed([0, 0]), true);
  assert.equal(board.isRevealed([0, 4]), false);
});

test("cells and indices convert into each other", () => {
  const board = new Board(5, 4);
  for (let i = 0; i < 20; i++) assert.equal(board.indexOf(board.cellAt(i)), i);
  assert.equal(board.contains([3, 4]), true);
  for (const off of /** @type {[number, number][]} */ ([[4, 0], [0, 5], [-1, 0], [0, -1]])) {
    assert.equal(board.contains(off), false);
  }
});

test("cells are compared by value and null equals nothing", () => {
  assert.equal(sameCell([1, 2], [1, 2]), true);
  assert.equal(sameCell([1, 2], [2, 1]), false);
  assert.equal(sameCell(null, null), false);
});

test("the cursor stops at the edge of the board", () => {
  const board = new Board(3, 2);
  assert.deepEqual(moveCursor(board, [0, 0], "up"), [0, 0]);
  assert.deepEqual(moveCursor(board, [0, 0], "right"), [0, 1]);
  assert.deepEqual(moveCursor(board, [1, 2], "down"), [1, 2]);
  assert.deepEqual(moveCursor(board, [1, 1], "end"), [1, 2]);
  assert.deepEqual(moveCursor(board, [1, 1], "home"), [1, 0]);
  assert.deepEqual(moveCursor(board, [1, 1], "top"), [0, 1]);
  assert.deepEqual(moveCursor(board, [0, 1], "bottom"), [1, 1]);
  assert.equal(moveCursor(board, [0, 1], "flag"), null);
});

test("a press becomes the move that fits the cell", () => {
  const board = boardOf("#.1Ff?");
  const kinds = (/** @type {"primary" | "secondary" | "chord"} */ press, options = {}) =>
    [0, 1, 2, 3, 4, 5].map((c) => moveForPress(board, [0, c], press, options)?.kind ?? null);
  assert.deepEqual(kinds("primary"), ["reveal", null, "chord", null, null, "reveal"]);
  assert.deepEqual(kinds("secondary"), ["flag", null, null, "flag", "flag", "flag"]);
  assert.deepEqual(kinds("chord"), [null, null, "chord", null, null, null]);
});

test("flag mode swaps reveal and flag but not chords", () => {
  const board = boardOf("#1F");
  const kind = (/** @type {number} */ c, /** @type {"primary" | "secondary"} */ press) =>
    moveForPress(board, [0, c], press, { flagMode: true })?.kind ?? null;
  assert.deepEqual([kind(0, "primary"), kind(1, "primary"), kind(2, "primary")], ["flag", "chord", "flag"]);
  assert.deepEqual([kind(0, "secondary"), kind(2, "secondary")], ["reveal", null]);
});

test("with question marks enabled, clicks cycle through flag, question mark and hidden", () => {
  const board = boardOf("#F?");
  const kind = (/** @type {number} */ c) => moveForPress(board, [0, c], "secondary", { questionMarks: true })?.kind;
  assert.deepEqual([kind(0), kind(1), kind(2)], ["flag", "question", "question"]);
});

test("chording by click can be disabled", () => {
  const board = boardOf("1");
  assert.equal(moveForPress(board, [0, 0], "primary", { chordOnClick: false }), null);
  assert.equal(moveForPress(board, [0, 0], "chord", { chordOnClick: false })?.kind, "chord");
});
