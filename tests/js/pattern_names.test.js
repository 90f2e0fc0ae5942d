import assert from "node:assert/strict";
import { test } from "node:test";
import { splitPatternNames } from "../../src/sapper/web/static/state/pattern_names.js";

test("the name of a pattern is separated from its explanation", () => {
  assert.deepEqual(splitPatternNames("B1 is safe. This is the 1-3-1 corner pattern."),
    ["B1 is safe. This is the ", { pattern: "1-3-1 corner" }, " pattern."]);
  assert.deepEqual(splitPatternNames("This is the 1-2+ pattern after reduction. Go on."),
    ["This is the ", { pattern: "1-2+" }, " pattern after reduction. Go on."]);
});

test("a text without a pattern stays whole", () => {
  assert.deepEqual(splitPatternNames("A1 is a mine."), ["A1 is a mine."]);
});
