import assert from "node:assert/strict";
import { test } from "node:test";

import { PositionEditor, symbolForKey } from "../../src/sapper/web/static/state/position_editor.js";

const TEXT = "4x3/2\n1F##\n12##\n.1?*";

test("reading and formatting round-trip", () => {
  assert.equal(PositionEditor.of(TEXT).toString(), TEXT);
});

test("a link needs no escaping and becomes text again", () => {
  const link = PositionEditor.of(TEXT).toLink();
  assert.equal(link, "4x3x2_1FHH_12HH_01?*");
  assert.equal(PositionEditor.textOfLink(link), "4x3/2\n1FHH\n12HH\n01?*");
});

test("painting reports whether the cell changed", () => {
  const editor = new PositionEditor(2, 1, 1);
  assert.equal(editor.paint([0, 1], "3"), true);
  assert.equal(editor.paint([0, 1], "3"), false);
  assert.equal(editor.paint([5, 5], "3"), false);
  assert.equal(editor.toString(), "2x1/1\n#3");
});

test("cycling goes through all symbols and wraps around", () => {
  const editor = new PositionEditor(1, 1, 0);
  const symbols = [];
  for (let i = 0; i < 11; i++) {
    editor.paint([0, 0], editor.nextSymbol([0, 0]));
    symbols.push(editor.board.symbolAt([0, 0]));
  }
  assert.equal(symbols.join(""), ".12345678F#");
  editor.paint([0, 0], editor.nextSymbol([0, 0], -1));
  assert.equal(editor.board.symbolAt([0, 0]), "F");
});

test("resizing keeps the cells of the common area", () => {
  const editor = PositionEditor.of("2x2/1\n12\n3#");
  assert.equal(editor.resized(3, 1).toString(), "3x1/1\n12#");
  assert.equal(editor.resized(1, 3).toString(), "1x3/1\n1\n3\n#");
});

test("keys map to symbols", () => {
  assert.deepEqual(["0", ".", "5", "f", "F", "#", "Backspace", "9", "x", "ArrowUp"].map(symbolForKey),
    [".", ".", "5", "F", "F", "#", "#", null, null, null]);
});
