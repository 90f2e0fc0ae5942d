import assert from "node:assert/strict";
import { test } from "node:test";

import { Game, formatClock } from "../../src/sapper/web/static/state/game.js";

/** @param {object} [more] @returns {any} */
const snapshot = (more = {}) => ({
  id: "g", level: "beginner", width: 3, height: 1, mines: 1, start: "safe", status: "playing",
  rows: ["1##"], mines_left: 1, seconds: 2, version: 1, clicks: 1, can_undo: true, can_retry: false,
  result: null, ...more,
});

test("a game applies snapshots, reports changes and runs its clock", () => {
  let now = 1000;
  const game = new Game(() => now);
  game.apply(snapshot({ status: "ready", rows: ["###"], seconds: 0 }));
  assert.equal(game.isPlayable, true);
  now += 5000;
  assert.equal(game.seconds, 0);
  const first = game.apply(snapshot());
  assert.deepEqual([first.changed, first.finished], [[0], false]);
  now += 1500;
  assert.equal(game.seconds, 3.5);
  const wrong = { wrong_flags: [[0, 1]] };
  const last = game.apply(snapshot({ status: "lost", rows: ["1F!"], seconds: 4, result: wrong }));
  assert.deepEqual([last.finished, game.isOver, game.isPlayable], [true, true, false]);
  assert.deepEqual(game.board.rows(), ["1X!"]);
  now += 9000;
  assert.equal(game.seconds, 4);
});

test("another player's game is not playable", () => {
  const game = new Game(() => 0);
  game.apply(snapshot({ owner: false }));
  assert.equal(game.isPlayable, false);
});

test("the clock shows minutes and seconds, and hours if there are any", () => {
  assert.deepEqual([0, 59.9, 60, 3671].map(formatClock), ["0:00", "0:59", "1:00", "1:01:11"]);
});
