import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { PointerInput } from "../../src/sapper/web/static/state/pointer_input.js";

/** @type {string[]} */
let log = [];
/** @type {Map<number, {action: () => void, ms: number}>} */
let timers = new Map();
const options = { swapButtons: false, longPress: 350 };
/** @type {PointerInput} */
let input;

beforeEach(() => {
  log = [];
  timers = new Map();
  options.swapButtons = false;
  let next = 1;
  input = new PointerInput({
    options: () => options,
    onPress: (cell, kind) => log.push(`${kind} ${cell}`),
    onPressedCellChange: () => {},
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

test("a click released over another cell does nothing", () => {
  input.down(mouse([1, 2]));
  input.move(mouse([1, 3]));
  input.up(mouse([1, 3], { buttons: 0 }));
  assert.deepEqual(log, []);
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
