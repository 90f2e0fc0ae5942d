import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { PointerInput } from "../../src/sapper/web/static/state/pointer_input.js";

/** @type {string[]} */
let log = [];
/** The cell that is held down. Row 9 is revealed. @type {string | null} */
let held = null;
/** @type {Map<number, {action: () => void, ms: number}>} */
let timers = new Map();
const options = { swapButtons: false, longPress: 350 };
/** @type {PointerInput} */
let input;

beforeEach(() => {
  log = [];
  held = null;
  timers = new Map();
  options.swapButtons = false;
  let next = 1;
  input = new PointerInput({
    options: () => options,
    onPress: (cell, kind) => log.push(`${kind} ${cell}`),
    isRevealed: (cell) => cell[0] === 9,
    onHold: (cell, kind) => void (held = cell && `${kind} ${cell}`),
    onLongPress: () => log.push("vibrate"),
    setTimer: (action, ms) => {
      timers.set(next, { action, ms });
      return next++;
    },
    clearTimer: (handle) => timers.delete(handle),
  });
});

/** @param {[number, number] | null} cell @param {object} [more] */
const mouse = (cell, more = {}) => ({ id: 1, type: "mouse", button: 0, buttons: 1, x: 0, y: 0, cell, ...more });
/** @param {[number, number] | null} cell @param {object} [more] */
const finger = (cell, more = {}) => ({ id: 2, type: "touch", button: 0, buttons: 1, x: 0, y: 0, cell, ...more });
const fireTimers = () => timers.forEach(({ action }) => action());

test("a click reveals on button up", () => {
  input.down(mouse([1, 2]));
  assert.deepEqual(log, []);
  input.up(mouse([1, 2], { buttons: 0 }));
  assert.deepEqual(log, ["primary 1,2"]);
});

test("sliding before the release moves the press to the cell under the pointer", () => {
  input.down(mouse([1, 2]));
  assert.equal(held, "primary 1,2");
  input.move(mouse([1, 3]));
  assert.equal(held, "primary 1,3");
  input.up(mouse([1, 3], { buttons: 0 }));
  assert.equal(held, null);
  assert.deepEqual(log, ["primary 1,3"]);
});

test("a press that leaves the board does nothing, unless it returns", () => {
  input.down(mouse([1, 2]));
  input.move(mouse(null));
  assert.equal(held, null);
  input.up(mouse(null, { buttons: 0 }));
  assert.deepEqual(log, []);
  input.down(mouse([1, 2]));
  input.move(mouse(null));
  input.move(mouse([2, 2]));
  assert.equal(held, "primary 2,2");
  input.up(mouse([2, 2], { buttons: 0 }));
  assert.deepEqual(log, ["primary 2,2"]);
});

test("the right button on a number counts as one click, on button up", () => {
  input.down(mouse([9, 0], { button: 2, buttons: 2 }));
  assert.deepEqual([log, held], [[], null]);
  input.up(mouse([9, 0], { button: 2, buttons: 0 }));
  assert.deepEqual(log, ["secondary 9,0"]);
});

test("a chord that starts with the right button on a number is one click", () => {
  input.down(mouse([9, 0], { button: 2, buttons: 2 }));
  input.down(mouse([9, 0], { button: 0, buttons: 3 }));
  assert.equal(held, "chord 9,0");
  input.up(mouse([9, 0], { button: 0, buttons: 2 }));
  input.up(mouse([9, 0], { button: 2, buttons: 0 }));
  assert.deepEqual(log, ["chord 9,0"]);
});

test("a chord slides to the cell under the pointer", () => {
  input.down(mouse([9, 0], { button: 1, buttons: 4 }));
  input.move(mouse([9, 1], { buttons: 4 }));
  assert.equal(held, "chord 9,1");
  input.up(mouse([9, 1], { button: 1, buttons: 0 }));
  assert.deepEqual(log, ["chord 9,1"]);
});

test("the right button flags once, on button down", () => {
  input.down(mouse([0, 0], { button: 2, buttons: 2 }));
  assert.deepEqual(log, ["secondary 0,0"]);
  input.up(mouse([0, 0], { button: 2, buttons: 0 }));
  assert.deepEqual(log, ["secondary 0,0"]);
});

test("with swapped buttons, the left button flags and the right button reveals", () => {
  options.swapButtons = true;
  input.down(mouse([0, 0]));
  input.up(mouse([0, 0], { buttons: 0 }));
  input.down(mouse([0, 1], { button: 2, buttons: 2 }));
  input.up(mouse([0, 1], { button: 2, buttons: 0 }));
  assert.deepEqual(log, ["secondary 0,0", "primary 0,1"]);
});

test("the middle button chords", () => {
  input.down(mouse([4, 4], { button: 1, buttons: 4 }));
  input.up(mouse([4, 4], { button: 1, buttons: 0 }));
  assert.deepEqual(log, ["chord 4,4"]);
});

test("pressing both buttons chords once, when the first is released", () => {
  input.down(mouse([4, 4]));
  input.down(mouse([4, 4], { button: 2, buttons: 3 }));
  input.up(mouse([4, 4], { button: 2, buttons: 1 }));
  assert.deepEqual(log, ["chord 4,4"]);
  input.up(mouse([4, 4], { buttons: 0 }));
  assert.deepEqual(log, ["chord 4,4"]);
});

test("a tap reveals", () => {
  input.down(finger([3, 3]));
  input.up(finger([3, 3], { buttons: 0 }));
  assert.deepEqual(log, ["primary 3,3"]);
  assert.equal(timers.size, 0);
});

test("a long press flags with haptic feedback, and lifting the finger has no further effect", () => {
  input.down(finger([3, 3]));
  assert.equal([...timers.values()][0]?.ms, 350);
  fireTimers();
  input.up(finger([3, 3], { buttons: 0 }));
  assert.deepEqual(log, ["vibrate", "secondary 3,3"]);
});

test("a finger lifted over another cell does nothing", () => {
  input.down(finger([3, 3]));
  input.up(finger([3, 4], { x: 9, buttons: 0 }));
  assert.deepEqual(log, []);
});

test("a moving finger pans and presses nothing", () => {
  input.down(finger([3, 3]));
  input.move(finger([3, 3], { x: 30 }));
  fireTimers();
  input.up(finger([3, 3], { x: 30, buttons: 0 }));
  assert.deepEqual(log, []);
});

test("a slightly moving finger still taps", () => {
  input.down(finger([3, 3]));
  input.move(finger([3, 3], { x: 5, y: 5 }));
  input.up(finger([3, 3], { x: 5, y: 5, buttons: 0 }));
  assert.deepEqual(log, ["primary 3,3"]);
});

test("a second finger cancels the press", () => {
  input.down(finger([3, 3]));
  input.down(finger([5, 5], { id: 3 }));
  fireTimers();
  input.up(finger([3, 3], { buttons: 0 }));
  input.up(finger([5, 5], { id: 3, buttons: 0 }));
  assert.deepEqual(log, []);
});

test("a press outside the board is ignored", () => {
  input.down(mouse(null));
  input.up(mouse(null, { buttons: 0 }));
  assert.deepEqual(log, []);
});

test("a cancelled press does nothing", () => {
  input.down(finger([1, 1]));
  input.cancel();
  input.up(finger([1, 1], { buttons: 0 }));
  assert.deepEqual(log, []);
});
