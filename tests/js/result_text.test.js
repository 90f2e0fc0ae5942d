import assert from "node:assert/strict";
import { test } from "node:test";

import { describeResult, describeStanding, describeStreak, ordinal, resultMetrics } from "../../src/sapper/web/static/state/result_text.js";

/** @param {object} [more] @returns {any} */
const summary = (more = {}) => ({
  rank: null, ranked_games: 0, best_seconds: null, previous_best_seconds: null, streak: 0, accuracy: null,
  avoidable: null, verdict: "", ...more,
});
/** @param {object} [more] @returns {any} */
const snapshot = (more = {}) => ({
  status: "won", seconds: 18.936, clicks: 30, assisted: false, practice: false, assistance: { ai: 0, hints: 0 },
  result: {
    wrong_flags: [], three_bv: 20, solved_three_bv: 20, ioe: 0.67, throughput: 0.8, correctness: 0.83,
    three_bv_per_second: 1.056,
  },
  ...more,
});

test("ordinals have the right ending", () => {
  assert.deepEqual([1, 2, 3, 4, 11, 12, 13, 21, 22, 103, 111].map(ordinal),
    ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "103rd", "111th"]);
});

test("a new best names the difference", () => {
  const best = summary({ rank: 1, ranked_games: 8, best_seconds: 18.936, previous_best_seconds: 20.14 });
  assert.equal(describeStanding(best, 18.936), "New best: 1.204 s faster");
});

test("other wins name their rank and the best time", () => {
  const third = summary({ rank: 3, ranked_games: 27, best_seconds: 17.2, previous_best_seconds: 17.2 });
  assert.equal(describeStanding(third, 18.936), "3rd of your 27 wins, best 17.200 s");
  const tied = summary({ rank: 1, ranked_games: 2, best_seconds: 5, previous_best_seconds: 5 });
  assert.equal(describeStanding(tied, 5), "1st of your 2 wins, best 5.000 s");
});

test("the first win has nothing to compare with, and losses and assisted games have no rank", () => {
  assert.equal(describeStanding(summary({ rank: 1, ranked_games: 1, best_seconds: 5 }), 5), "Your first win at this level");
  assert.equal(describeStanding(summary(), 5), "");
});

test("a streak starts with the second win", () => {
  assert.deepEqual([0, 1, 2].map((streak) => describeStreak(summary({ streak }))), ["", "", "2 wins in a row"]);
});

test("a win shows speed and efficiency, and a loss how much of the 3BV was solved", () => {
  assert.deepEqual(resultMetrics(snapshot(), summary({ accuracy: 1 })), [
    ["3BV", "20"], ["3BV/s", "1.06"], ["IOE", "67%"], ["Throughput", "80%"], ["Accuracy", "100%"], ["Clicks", "30"],
  ]);
  const lost = snapshot({ status: "lost" });
  lost.result.solved_three_bv = 5;
  assert.deepEqual(resultMetrics(lost, null)[0], ["3BV", "5 of 20"]);
  assert.deepEqual(resultMetrics(lost, null)[4], ["Accuracy", "–"]);
});

test("games with AI moves have no metrics of clicks and time", () => {
  const labels = resultMetrics(snapshot({ assistance: { ai: 3 } }), null).map(([label]) => label);
  assert.deepEqual(labels, ["3BV", "Accuracy"]);
});

test("the remarks name wrong flags and the reason why a game counts as assisted", () => {
  assert.equal(describeResult(snapshot()), "");
  const lost = snapshot({ assisted: true, assistance: { hints: 1 } });
  lost.result.wrong_flags = [[0, 0]];
  assert.equal(describeResult(lost),
    "1 wrong flag crossed out on the board. This game counts as assisted because you used hints, odds, undo or AI moves.");
  assert.match(describeResult(snapshot({ assisted: true, practice: true })), /it was a practice game/);
});
