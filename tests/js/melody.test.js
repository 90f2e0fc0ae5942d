import assert from "node:assert/strict";
import { test } from "node:test";

import { revealNote } from "../../src/sapper/web/static/state/melody.js";

test("larger openings sound higher, within two and a half octaves", () => {
  const notes = [1, 2, 5, 12, 40, 150, 400].map(revealNote);
  notes.forEach((note, i) => assert.ok(i === 0 || note > (notes[i - 1] ?? 0), `note ${i}`));
  assert.equal(notes[0], 392);
  assert.ok(Math.max(revealNote(10_000), ...notes) < 392 * 2 ** 2.5);
});

test("every pitch belongs to the pentatonic scale", () => {
  for (let cells = 1; cells < 500; cells++) {
    const semitones = Math.round(12 * Math.log2(revealNote(cells) / 392));
    assert.ok([0, 2, 4, 7, 9].includes(semitones % 12), `${cells} cells`);
  }
});
