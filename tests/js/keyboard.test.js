import assert from "node:assert/strict";
import { test } from "node:test";

import { commandForKey, keyboardHelp } from "../../src/sapper/web/static/state/keyboard.js";

test("keys map to commands unless a modifier is pressed", () => {
  const key = (/** @type {string} */ name, more = {}) => commandForKey({ key: name, ctrlKey: false, metaKey: false, altKey: false, ...more });
  assert.deepEqual([" ", "f", "F", "c", "h", "u", "?", "ArrowUp", "Enter"].map((name) => key(name)),
    ["primary", "flag", "flag", "chord", "hint", "undo", "help", "up", "primary"]);
  assert.equal(key("c", { ctrlKey: true }), null);
  assert.equal(key("x"), null);
  assert.ok(keyboardHelp().length >= 12);
});
