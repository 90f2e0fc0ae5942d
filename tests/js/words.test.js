import assert from "node:assert/strict";
import { test } from "node:test";

import { Board } from "../../src/sapper/web/static/state/board.js";
import { Game, clockText, levelText } from "../../src/sapper/web/static/state/game.js";
import { commandFor, isStep, keyHelp } from "../../src/sapper/web/static/state/keys.js";
import { errorMarks, hintMarks, reviewMarks } from "../../src/sapper/web/static/state/marks.js";
import { inkOn, longRisk, oddsByIndex, riskColour, shortRisk } from "../../src/sapper/web/static/state/odds.js";
import { Timeline } from "../../src/sapper/web/static/state/timeline.js";
import { cellName, cellNamed, cellWords, changeWords, plainCells, rowLetters } from "../../src/sapper/web/static/state/words.js";
import { movingMean, ticks } from "../../src/sapper/web/static/draw/plots.js";

/** @param {object} [more] @returns {any} */
const snapshot = (more = {}) => ({
  id: "g", level: "beginner", width: 3, height: 1, mines: 1, start: "safe", status: "playing",
  rows: ["1##"], mines_left: 1, seconds: 2, version: 1, clicks: 1, can_undo: true, result: null, ...more,
});

test("cells have names as in the terminal", () => {
  assert.equal(cellName([0, 0]), "A1");
  assert.equal(cellName([27, 11]), "AB12");
  assert.deepEqual([25, 26, 51, 52].map(rowLetters), ["Z", "AA", "AZ", "BA"]);
  for (const cell of [[0, 0], [25, 9], [26, 0], [99, 99]]) {
    assert.deepEqual(cellNamed(cellName(/** @type {[number, number]} */ (cell))), cell);
  }
  assert.equal(cellNamed("1-2-X"), null);
  assert.equal(plainCells("(4, 7) is safe, as (0, 0) says"), "E8 is safe, as A1 says");
});

test("a cell is described in words", () => {
  const board = new Board(4, 1);
  board.apply(["3#fX"]);
  assert.equal(cellWords(board, [0, 0]), "3, A1");
  assert.equal(cellWords(board, [0, 1], 0.125), "hidden, 12.5% mine, A2");
  assert.equal(cellWords(board, [0, 2]), "flag of the AI, A3");
  assert.equal(cellWords(board, [0, 3]), "wrong flag, A4");
});

test("changes are told in one sentence", () => {
  const board = new Board(3, 1);
  board.apply(["1F#"]);
  assert.equal(changeWords(board, [1], snapshot()), "flag, A2. 1 mine left.");
  assert.equal(changeWords(board, [0, 1], snapshot()), "1 cells revealed.");
  assert.equal(changeWords(board, [], snapshot()), "Nothing changed.");
  assert.match(changeWords(board, [0], snapshot({ status: "won" })), /won in 2.0 seconds/);
  assert.match(changeWords(board, [0], snapshot({ status: "lost" })), /lost/);
});

test("a game applies snapshots, tells what happened and keeps its clock", () => {
  let now = 1000;
  const game = new Game(() => now);
  assert.equal(game.apply(snapshot({ status: "ready", rows: ["###"], seconds: 0 })).resized, true);
  assert.equal(game.isPlayable, true);
  now += 5000;
  assert.equal(game.seconds, 0);
  const first = game.apply(snapshot());
  assert.deepEqual([first.changed, first.started, first.finished], [[0], true, false]);
  now += 1500;
  assert.equal(game.seconds, 3.5);
  const wrong = { wrong_flags: [[0, 1]] };
  const last = game.apply(snapshot({ status: "lost", rows: ["1F!"], seconds: 4, result: wrong }));
  assert.deepEqual([last.finished, game.isOver, game.isPlayable], [true, true, false]);
  assert.deepEqual(game.board.rows(), ["1X!"]);
  now += 9000;
  assert.equal(game.seconds, 4);
});

test("a game of somebody else is only looked at", () => {
  const game = new Game(() => 0);
  game.apply(snapshot({ owner: false }));
  assert.equal(game.isPlayable, false);
});

test("clock and level are written for people", () => {
  assert.deepEqual([0, 59.9, 60, 3671].map(clockText), ["0:00", "0:59", "1:00", "1:01:11"]);
  assert.equal(levelText(snapshot()), "Beginner, 3 × 1, 1 mines");
  assert.equal(levelText(snapshot({ level: "3x1/1" })), "3 × 1, 1 mines");
});

test("odds that are not certain never look certain", () => {
  assert.deepEqual([0, 0.0004, 0.031, 0.125, 0.998, 1].map(shortRisk), ["0", "<.1", "3.1", "13", ">99", "100"]);
  assert.deepEqual([0, 0.0004, 0.125, 0.9995, 1].map(longRisk), ["0%", "under 0.1%", "12.5%", "over 99.9%", "100%"]);
});

test("the scale of odds grows in lightness, so that every eye can order it", () => {
  const light = (/** @type {number} */ risk) => {
    const [red, green, blue] = riskColour(risk);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const steps = Array.from({ length: 101 }, (_, i) => light(i / 100));
  steps.forEach((value, i) => assert.ok(i === 0 || value > (steps[i - 1] ?? 0), `at ${i}%`));
});

test("text on the scale can be read", () => {
  const relative = (/** @type {number[]} */ colour) => {
    const [r = 0, g = 0, b = 0] = colour.map((c) => (c / 255 <= 0.03928 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  for (let i = 0; i <= 100; i++) {
    const colour = riskColour(i / 100);
    const ink = inkOn(colour) === "#ffffff" ? [255, 255, 255] : [0, 0, 0];
    const [high, low] = [relative(colour), relative(ink)].sort((a, b) => b - a);
    assert.ok(((high ?? 0) + 0.05) / ((low ?? 0) + 0.05) >= 4.5, `at ${i}%`);
  }
});

test("odds belong to hidden cells only", () => {
  const board = new Board(3, 1);
  board.apply(["1#F"]);
  assert.deepEqual([...oddsByIndex(board, [[0, 0.5, 0.25]])], [-1, 0.5, 0.25]);
});

test("a hint becomes rings in the order of the argument, areas and one target", () => {
  const marks = hintMarks({ grade: 3, text: "", cells: [[0, 0], [0, 1]], clues: [[1, 1], [1, 0]], certain: true, cell: [0, 1], action: "flag" });
  assert.deepEqual(marks, [
    { kind: "area", cell: [0, 0] },
    { kind: "ring", cell: [1, 1], label: "1" },
    { kind: "ring", cell: [1, 0], label: "2" },
    { kind: "flag", cell: [0, 1] },
  ]);
});

test("a first grade shows no target", () => {
  const marks = hintMarks({ grade: 1, text: "", cells: [[0, 0]], clues: [], certain: true });
  assert.deepEqual(marks, [{ kind: "area", cell: [0, 0] }]);
});

test("errors and reviews mark their cells", () => {
  assert.deepEqual(errorMarks([2, 3]), [{ kind: "error", cell: [2, 3] }]);
  assert.deepEqual(errorMarks(null), []);
  assert.deepEqual(reviewMarks({ cell: [0, 0], better: [1, 1], class: "mistake" }),
    [{ kind: "error", cell: [0, 0] }, { kind: "better", cell: [1, 1] }]);
  assert.deepEqual(reviewMarks({ cell: [0, 0], better: [0, 0], class: "certain" }), [{ kind: "last", cell: [0, 0] }]);
  assert.deepEqual(reviewMarks({ cell: null, better: null, class: "undo" }), []);
});

test("a timeline shows any place, forwards and backwards", () => {
  const timeline = new Timeline(2, 1, [
    { at: 0, changes: [[0, 0, "1"]] },
    { at: 1, changes: [[0, 1, "F"]] },
    { at: 61, changes: [[0, 1, "#"]] },
  ]);
  const shown = () => String.fromCharCode(...timeline.codes);
  assert.equal(shown(), "##");
  assert.equal(timeline.go(2), true);
  assert.equal(shown(), "1F");
  timeline.go(99);
  assert.deepEqual([timeline.at, shown(), timeline.pause], [3, "1#", null]);
  timeline.go(1);
  assert.equal(shown(), "1#");
  assert.equal(timeline.go(1), false);
});

test("long thinking is shortened in a replay", () => {
  const timeline = new Timeline(1, 1, [{ at: 0, changes: [] }, { at: 2, changes: [] }, { at: 300, changes: [] }]);
  timeline.speed = 4;
  assert.equal(timeline.pause, 30);
  timeline.go(1);
  assert.equal(timeline.pause, 500);
  timeline.go(2);
  assert.equal(timeline.pause, 2000);
});

test("keys are commands unless they belong to the browser", () => {
  const key = (/** @type {string} */ name, more = {}) => commandFor({ key: name, ctrlKey: false, metaKey: false, altKey: false, ...more });
  assert.deepEqual([" ", "f", "F", "c", "h", "u", "?", "ArrowUp", "Enter"].map((name) => key(name)),
    ["primary", "flag", "flag", "chord", "hint", "undo", "help", "up", "primary"]);
  assert.equal(key("c", { ctrlKey: true }), null);
  assert.equal(key("x"), null);
  assert.equal(isStep("up"), true);
  assert.equal(isStep("flag"), false);
  assert.ok(keyHelp().length >= 12);
});

test("axes have round numbers that reach the largest value", () => {
  assert.deepEqual(ticks(1), [0, 0.5, 1]);
  assert.deepEqual(ticks(73), [0, 20, 40, 60, 80]);
  assert.deepEqual(ticks(0), [0, 1]);
  assert.deepEqual(movingMean([1, 0, 1, 1], 2), [1, 0.5, 0.5, 1]);
});
