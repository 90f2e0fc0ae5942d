import assert from "node:assert/strict";
import { test } from "node:test";

import { Race } from "../../src/sapper/web/static/state/race.js";

/** @param {number} at @param {[number, number]} cell @param {number} revealed @param {[number, number, string][]} changes */
const move = (at, cell, revealed, changes) => ({ kind: "reveal", cell, by: "player", at, revealed, changes });
const OWN = [move(0, [0, 0], 1, [[0, 0, "1"]]), move(2, [0, 1], 2, [[0, 1, "1"]])];
const OTHER = [move(0, [0, 0], 1, [[0, 0, "1"]]), move(1.5, [1, 0], 2, [[1, 0, "2"]])];
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
