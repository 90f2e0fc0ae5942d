import assert from "node:assert/strict";
import { test } from "node:test";

import { Race, compareResults, describeRaceResult } from "../../src/sapper/web/static/state/race.js";

/** @typedef {import("../../src/sapper/web/static/state/race.js").RaceMove} RaceMove */

/** @param {number} at @param {[number, number]} cell @param {number} revealed @param {[number, number, string][]} changes */
const move = (at, cell, revealed, changes) => ({ kind: "reveal", cell, by: "player", at, revealed, changes });
const OWN = [move(0, [0, 0], 1, [[0, 0, "1"]]), move(2, [0, 1], 2, [[0, 1, "1"]])];
const OTHER = [move(0, [0, 0], 1, [[0, 0, "1"]]), move(1.5, [1, 0], 2, [[1, 0, "2"]])];
/** @param {string | null} status @param {number | null} seconds @param {RaceMove[]} [moves] */
const result = (status, seconds, moves = OWN, name = "Ann") => ({ name, status, seconds, moves });
/** @param {{codes: Uint8Array}} timeline */
const rows = ({ codes }) => String.fromCharCode(...codes);

test("a race plays the moves of both players in the order of their times", () => {
  const race = new Race(2, 2, [OWN, OTHER]);
  assert.equal(race.length, 4);
  race.seek(3);
  assert.deepEqual(race.timelines.map(rows), ["1###", "1#2#"]);
  assert.equal(race.time, 1.5);
  assert.equal(race.describe(0), "Move 1 of 2: reveal A1 at 0.000 s");
  assert.equal(race.describe(1), "Move 2 of 2: reveal B1 at 1.500 s");
});

test("a race stays within its moves", () => {
  const race = new Race(2, 2, [OWN, OTHER]);
  race.seek(99);
  assert.deepEqual([race.index, race.time], [4, 2]);
  race.seek(-1);
  assert.deepEqual([race.index, race.time, race.describe(1)], [0, 0, "No moves yet (2 in total)"]);
});

test("the clock of a race finds the moves up to a time", () => {
  const race = new Race(2, 2, [OWN, OTHER]);
  assert.deepEqual([-1, 0, 1.4, 1.5, 9].map((seconds) => race.indexAt(seconds)), [0, 2, 2, 3, 4]);
});

test("two wins are compared by time", () => {
  assert.equal(compareResults(result("won", 10), result("won", 12.5)), "You were 2.500 s faster than Ann");
  assert.equal(compareResults(result("won", 12.5), result("won", 10)), "Ann was 2.500 s faster");
  assert.equal(compareResults(result("won", 10), result("won", 10.0001)), "A tie to the millisecond");
});

test("a win beats a loss, and between two losses the revealed cells decide", () => {
  const short = OWN.slice(0, 1);
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
