import assert from "node:assert/strict";
import { test } from "node:test";

import { Board } from "../../src/sapper/web/static/state/board.js";
import { Odds } from "../../src/sapper/web/static/state/odds.js";

/** @param {string} row @param {number[]} risks @param {object} [answer] */
function oddsOf(row, risks, answer = {}) {
  const board = new Board(row.length, 1);
  board.applyRows([row]);
  return new Odds(board, { mine_probability: [risks], best: null, frontier: [], ...answer });
}

test("only hidden cells have odds", () => {
  assert.deepEqual([...oddsOf("1#F", [0, 0.5, 0.25]).risks], [-1, 0.5, 0.25]);
});

test("the figure that the cells away from all numbers share is not repeated on each of them", () => {
  // The odds once wrote "20" on four hundred cells.
  // The figure of a cell next to a number is shown even if it is the same.
  const frontier = [[0, 0], [0, 2]];
  const odds = oddsOf("#1####", [0.8, 0, 0.2, 0.2, 0.2, 0.2], { rest: 0.2, best: [0, 4], frontier });
  assert.deepEqual([0, 2, 3, 4, 5].map((i) => odds.isQuiet(i)), [false, false, true, false, true]);
  assert.equal(odds.restCount, 3);
});

test("a flag on a proven mine is not repainted, but any other flag is", () => {
  const odds = oddsOf("FfF#", [1, 1, 0, 1]);
  assert.deepEqual([0, 1, 2, 3].map((i) => odds.isQuiet(i)), [true, true, false, false]);
});

test("before the first reveal, no cell has a figure except a required one", () => {
  const promise = "The first reveal is safe, whichever cell you choose.";
  assert.ok([0, 1].every((i) => oddsOf("##", [0, 0], { rest: 0, promise }).isQuiet(i)));
  const forced = oddsOf("##", [0, 0.5], { rest: 0.5, best: [0, 0], promise });
  assert.deepEqual([forced.isQuiet(0), forced.isQuiet(1)], [false, true]);
});

test("an explanation says what the figure of a cell means", () => {
  const odds = oddsOf("#1#####", [0, 0, 1, 0.125, 0.2, 0.2, 0.2], { rest: 0.2, frontier: [[0, 0], [0, 2], [0, 3]] });
  assert.equal(odds.explain([0, 0]), "A1 is safe in every possible layout.");
  assert.equal(odds.explain([0, 1]), "");
  assert.equal(odds.explain([0, 2]), "A3 is a mine in every possible layout.");
  assert.equal(odds.explain([0, 3]), "A4 is a mine in 12.5% of all possible layouts.");
  assert.equal(odds.explain([0, 4]), "A5 touches no number. Its risk is 20%, the same as for 2 other cells that touch no number.");
  odds.forget(0);
  assert.equal(odds.explain([0, 0]), "");
});
