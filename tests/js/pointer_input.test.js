import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { Presses } from "../../src/sapper/web/static/state/pointer_input.js";

/** @type {string[]} */
let log = [];
/** @type {Map<number, {action: () => void, ms: number}>} */
let timers = new Map();
const options = { swapButtons: false, longPress: 350 };
/** @type {Presses} */
let presses;

beforeEach(() => {
  log = [];
  timers = new Map();
  options.swapButtons = false;
  let next = 1;
  presses = new Presses({
    options: () => options,
    press: (cell, kind) => log.push(`${kind} ${cell}`),
    hold: () => {},
    felt: () => log.push("felt"),
    schedule: (action, ms) => {
      timers.set(next, { action, ms });
      return next++;
    },
    cancel: (handle) => timers.delete(handle),
  });
});

/** @param {[number, number] | null} cell @param {object} [more] */
const mouse = (cell, more = {}) => ({ id: 1, type: "mouse", button: 0, buttons: 1, x: 0, y: 0, cell, ...more });
/** @param {[number, number] | null} cell @param {object} [more] */
const finger = (cell, more = {}) => ({ id: 2, type: "touch", button: 0, buttons: 1, x: 0, y: 0, cell, ...more });
const waitLong = () => timers.forEach(({ action }) => action());

test("a click reveals when the button goes up", () => {
  presses.down(mouse([1, 2]));
  assert.deepEqual(log, []);
  presses.up(mouse([1, 2], { buttons: 0 }));
  assert.deepEqual(log, ["primary 1,2"]);
});

test("a click that ends in another cell does nothing", () => {
  presses.down(mouse([1, 2]));
  presses.move(mouse([1, 3]));
  presses.up(mouse([1, 3], { buttons: 0 }));
  assert.deepEqual(log, []);
});

test("the right button flags when it goes down, once", () => {
  presses.down(mouse([0, 0], { button: 2, buttons: 2 }));
  assert.deepEqual(log, ["secondary 0,0"]);
  presses.up(mouse([0, 0], { button: 2, buttons: 0 }));
  assert.deepEqual(log, ["secondary 0,0"]);
});

test("swapped buttons flag with the left and reveal with the right", () => {
  options.swapButtons = true;
  presses.down(mouse([0, 0]));
  presses.up(mouse([0, 0], { buttons: 0 }));
  presses.down(mouse([0, 1], { button: 2, buttons: 2 }));
  presses.up(mouse([0, 1], { button: 2, buttons: 0 }));
  assert.deepEqual(log, ["secondary 0,0", "primary 0,1"]);
});

test("the middle button chords", () => {
  presses.down(mouse([4, 4], { button: 1, buttons: 4 }));
  presses.up(mouse([4, 4], { button: 1, buttons: 0 }));
  assert.deepEqual(log, ["chord 4,4"]);
});

test("both buttons chord once, when the first is let go", () => {
  presses.down(mouse([4, 4]));
  presses.down(mouse([4, 4], { button: 2, buttons: 3 }));
  presses.up(mouse([4, 4], { button: 2, buttons: 1 }));
  assert.deepEqual(log, ["chord 4,4"]);
  presses.up(mouse([4, 4], { buttons: 0 }));
  assert.deepEqual(log, ["chord 4,4"]);
});

test("a tap reveals", () => {
  presses.down(finger([3, 3]));
  presses.up(finger([3, 3], { buttons: 0 }));
  assert.deepEqual(log, ["primary 3,3"]);
  assert.equal(timers.size, 0);
});

test("a long press flags with a feeling, and lifting the finger does nothing more", () => {
  presses.down(finger([3, 3]));
  assert.equal([...timers.values()][0]?.ms, 350);
  waitLong();
  presses.up(finger([3, 3], { buttons: 0 }));
  assert.deepEqual(log, ["felt", "secondary 3,3"]);
});

test("a finger that moves pans and presses nothing", () => {
  presses.down(finger([3, 3]));
  presses.move(finger([3, 3], { x: 30 }));
  waitLong();
  presses.up(finger([3, 3], { x: 30, buttons: 0 }));
  assert.deepEqual(log, []);
});

test("a finger that trembles still presses", () => {
  presses.down(finger([3, 3]));
  presses.move(finger([3, 3], { x: 5, y: 5 }));
  presses.up(finger([3, 3], { x: 5, y: 5, buttons: 0 }));
  assert.deepEqual(log, ["primary 3,3"]);
});

test("a second finger presses nothing", () => {
  presses.down(finger([3, 3]));
  presses.down(finger([5, 5], { id: 3 }));
  waitLong();
  presses.up(finger([3, 3], { buttons: 0 }));
  presses.up(finger([5, 5], { id: 3, buttons: 0 }));
  assert.deepEqual(log, []);
});

test("a press beside the board is no press", () => {
  presses.down(mouse(null));
  presses.up(mouse(null, { buttons: 0 }));
  assert.deepEqual(log, []);
});

test("what is cancelled, as by scrolling, presses nothing", () => {
  presses.down(finger([1, 1]));
  presses.cancel();
  presses.up(finger([1, 1], { buttons: 0 }));
  assert.deepEqual(log, []);
});
