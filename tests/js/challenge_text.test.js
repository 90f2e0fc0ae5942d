import assert from "node:assert/strict";
import { test } from "node:test";

import { compareResults, describeRaceResult } from "../../src/sapper/web/static/state/challenge_text.js";

/** @typedef {import("../../src/sapper/web/static/state/race.js").RaceMove} RaceMove */

/** @param {number} at @param {number} revealed @returns {RaceMove} */
const move = (at, revealed) => ({ kind: "reveal", cell: [0, revealed - 1], by: "player", at, revealed, changes: [] });
const MOVES = [move(0, 1), move(2, 2)];
/** @param {string | null} status @param {number | null} seconds @param {RaceMove[]} [moves] */
const result = (status, seconds, moves = MOVES, name = "Ann") => ({ name, status, seconds, moves });

test("two wins are compared by time", () => {
  assert.equal(compareResults(result("won", 10), result("won", 12.5)), "You were 2.500 s faster than Ann");
  assert.equal(compareResults(result("won", 12.5), result("won", 10)), "Ann was 2.500 s faster");
  assert.equal(compareResults(result("won", 10), result("won", 10.0001)), "A tie to the millisecond");
});

test("a win beats a loss, and between two losses the revealed cells decide", () => {
  const short = MOVES.slice(0, 1);
  assert.equal(compareResults(result("won", 99), result("lost", 1)), "You win: Ann hit a mine");
  assert.equal(compareResults(result("lost", 1), result("won", 99)), "Ann wins: you hit a mine");
  assert.equal(compareResults(result("lost", 1), result("lost", 1, short)), "You both hit a mine, and you got further");
  assert.equal(compareResults(result("lost", 1, short), result("lost", 1)), "You both hit a mine, and Ann got further");
  assert.equal(compareResults(result("lost", 1), result("lost", 9)), "You both hit a mine");
});

test("a result is described without disclosing a hidden one", () => {
  assert.equal(describeRaceResult(result("won", 18.9361)), "Won in 18.936 s");
  assert.equal(describeRaceResult({ ...result("won", 18.9361), assisted: true }), "Won in 18.936 s, with assistance");
  assert.equal(describeRaceResult({ ...result("lost", 65), paused: true }), "Hit a mine after 1:05.000, with a pause");
  assert.equal(describeRaceResult(result("lost", 65)), "Hit a mine after 1:05.000");
  assert.equal(describeRaceResult(result(null, null)), "Hidden");
  assert.equal(describeRaceResult(result("playing", null)), "Not finished");
  assert.equal(describeRaceResult(result("deleted", null)), "The game has been deleted");
});
