import assert from "node:assert/strict";
import { test } from "node:test";

import {
  Board, moveCursor, moveForPress, predictMarks, pressedCells, sameCell,
} from "../../src/sapper/web/static/state/board.js";

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

test("every press becomes a move, so that every click counts", () => {
  const board = boardOf("#.1Ff?");
  const kinds = (/** @type {"primary" | "secondary" | "chord"} */ press, options = {}) =>
    [0, 1, 2, 3, 4, 5].map((c) => moveForPress(board, [0, c], press, options).kind);
  assert.deepEqual(kinds("primary"), ["reveal", "chord", "chord", "reveal", "reveal", "reveal"]);
  assert.deepEqual(kinds("secondary"), ["flag", "flag", "flag", "flag", "flag", "flag"]);
  assert.deepEqual(kinds("chord"), ["chord", "chord", "chord", "chord", "chord", "chord"]);
});

test("flag mode swaps reveal and flag but not chords", () => {
  const board = boardOf("#1F");
  const kind = (/** @type {number} */ c, /** @type {"primary" | "secondary"} */ press) =>
    moveForPress(board, [0, c], press, { flagMode: true }).kind;
  assert.deepEqual([kind(0, "primary"), kind(1, "primary"), kind(2, "primary")], ["flag", "chord", "flag"]);
  assert.deepEqual([kind(0, "secondary"), kind(2, "secondary")], ["reveal", "reveal"]);
});

test("with question marks enabled, clicks cycle through flag, question mark and hidden", () => {
  const board = boardOf("#F?");
  const kind = (/** @type {number} */ c) => moveForPress(board, [0, c], "secondary", { questionMarks: true }).kind;
  assert.deepEqual([kind(0), kind(1), kind(2)], ["flag", "question", "question"]);
});

test("chording by click can be disabled", () => {
  const board = boardOf("1");
  assert.equal(moveForPress(board, [0, 0], "primary", { chordOnClick: false }).kind, "reveal");
  assert.equal(moveForPress(board, [0, 0], "chord", { chordOnClick: false }).kind, "chord");
});

test("a press on a hidden cell sinks the cell, and a chord sinks the hidden cells around a number", () => {
  const board = boardOf("#F#", "#2?", "1.#");
  assert.deepEqual(pressedCells(board, { kind: "reveal", cell: [0, 0] }), [0]);
  assert.deepEqual(pressedCells(board, { kind: "reveal", cell: [0, 1] }), []);
  assert.deepEqual(pressedCells(board, { kind: "chord", cell: [1, 1] }), [0, 2, 3, 5, 8]);
  assert.deepEqual(pressedCells(board, { kind: "chord", cell: [0, 0] }), [0, 3]);
  assert.deepEqual(pressedCells(board, { kind: "flag", cell: [0, 0] }), []);
});

test("pending moves change marks in order and leave revealed cells alone", () => {
  const board = boardOf("#Ff?1");
  const changed = predictMarks(board, [
    { kind: "flag", cell: [0, 0] }, { kind: "flag", cell: [0, 1] }, { kind: "question", cell: [0, 2] },
    { kind: "question", cell: [0, 3] }, { kind: "flag", cell: [0, 4] }, { kind: "reveal", cell: [0, 3] }, { kind: "ai" },
    { kind: "flag", cell: [0, 0] }, { kind: "flag", cell: [0, 0] },
  ]);
  assert.deepEqual(board.rows(), ["F#?#1"]);
  assert.deepEqual(changed, [0, 1, 2, 3]);
});
