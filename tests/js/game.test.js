import assert from "node:assert/strict";
import { test } from "node:test";

import { Game } from "../../src/sapper/web/static/state/game.js";

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

test("flags are shown before the server confirms them, and taken back if it refuses", () => {
  const game = new Game(() => 0);
  game.apply(snapshot({ rows: ["1#F"], mines_left: 2 }));
  /** @type {any[]} */
  const pending = [{ kind: "flag", cell: [0, 1] }];
  assert.deepEqual(game.predict(pending), [1]);
  assert.deepEqual([game.board.rows(), game.minesLeft], [["1FF"], 1]);
  // The response to an earlier move leaves the pending flag in place.
  assert.deepEqual(game.apply(snapshot({ rows: ["1##"], mines_left: 3 }), pending).changed, [2]);
  assert.deepEqual([game.board.rows(), game.minesLeft], [["1F#"], 2]);
  assert.deepEqual(game.predict([]), [1]);
  assert.deepEqual([game.board.rows(), game.minesLeft], [["1##"], 3]);
});

test("the clock starts with the first reveal, not with the response to it", () => {
  let now = 0;
  const game = new Game(() => now);
  game.apply(snapshot({ status: "ready", rows: ["###"], seconds: 0 }));
  game.predict([{ kind: "flag", cell: [0, 2] }]);
  now = 1000;
  assert.equal(game.seconds, 0);
  game.predict([{ kind: "reveal", cell: [0, 0] }]);
  now = 1300;
  assert.equal(game.seconds, 0.3);
  // The response takes 300 ms, and the move reached the server at 0 seconds.
  game.apply(snapshot({ seconds: 0 }), [], 1000);
  assert.equal(game.seconds, 0.3);
});

test("a refused first reveal stops the clock", () => {
  let now = 0;
  const game = new Game(() => now);
  game.apply(snapshot({ status: "ready", rows: ["###"], seconds: 0 }));
  game.predict([{ kind: "reveal", cell: [0, 0] }]);
  now = 500;
  game.predict([]);
  assert.equal(game.seconds, 0);
});
