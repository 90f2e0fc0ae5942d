import assert from "node:assert/strict";
import { test } from "node:test";

import { commandFor, isStep, keyHelp } from "../../src/sapper/web/static/state/keyboard.js";

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
