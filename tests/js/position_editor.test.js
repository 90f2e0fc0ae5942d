import assert from "node:assert/strict";
import { test } from "node:test";

import { Position, PositionError, symbolForKey } from "../../src/sapper/web/static/state/position_editor.js";

const TEXT = "4x3/2\n1F##\n12##\n.1?*";

test("text goes in and comes out", () => {
  assert.equal(Position.parse(TEXT).toString(), TEXT);
});

test("other ways of writing are read", () => {
  assert.equal(Position.parse("4x3x2\r\n1FHH\r\n12HH\r\n01?M\r\n").toString(), TEXT);
});

test("a link is one word without signs that addresses change", () => {
  const link = Position.parse(TEXT).toLink();
  assert.equal(link, "4x3x2_1FHH_12HH_01?*");
  assert.equal(Position.parse(link).toString(), TEXT);
});

test("what cannot be read is explained", () => {
  const faults = [
    ["", /first line is the size/],
    ["hello", /first line is the size/],
    ["2x2/1\n##", /2 rows should follow the size, not 1/],
    ["2x1/1\n###", /Row 1 has 3 cells, not 2/],
    ["2x1/1\n#Z", /Row 1 has “Z”/],
    ["500x500/1", /up to 100 × 100/],
    ["0x1/0", /up to/],
  ];
  for (const [text, message] of faults) {
    assert.throws(() => Position.parse(String(text)), (error) => {
      assert.ok(error instanceof PositionError);
      assert.match(error.message, /** @type {RegExp} */ (message));
      return true;
    });
  }
});

test("painting tells whether it changed anything", () => {
  const position = new Position(2, 1, 1);
  assert.equal(position.paint([0, 1], "3"), true);
  assert.equal(position.paint([0, 1], "3"), false);
  assert.equal(position.paint([5, 5], "3"), false);
  assert.equal(position.toString(), "2x1/1\n#3");
});

test("a click goes on to the next symbol and around", () => {
  const position = new Position(1, 1, 0);
  const seen = [];
  for (let i = 0; i < 11; i++) {
    position.cycle([0, 0]);
    seen.push(position.board.at([0, 0]));
  }
  assert.equal(seen.join(""), ".12345678F#");
  position.cycle([0, 0], -1);
  assert.equal(position.board.at([0, 0]), "F");
});

test("another size keeps the cells that are on both", () => {
  const position = Position.parse("2x2/1\n12\n3#");
  assert.equal(position.resized(3, 1).toString(), "3x1/1\n12#");
  assert.equal(position.resized(1, 3).toString(), "1x3/1\n1\n3\n#");
});

test("keys paint", () => {
  assert.deepEqual(["0", ".", "5", "f", "F", "#", "Backspace", "9", "x", "ArrowUp"].map(symbolForKey),
    [".", ".", "5", "F", "F", "#", "#", null, null, null]);
});
