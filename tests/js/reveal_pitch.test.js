import assert from "node:assert/strict";
import { test } from "node:test";

import { revealPitch } from "../../src/sapper/web/static/state/reveal_pitch.js";

test("larger openings sound higher, within two and a half octaves", () => {
  const notes = [1, 2, 5, 12, 40, 150, 400].map(revealPitch);
  notes.forEach((note, i) => assert.ok(i === 0 || note > (notes[i - 1] ?? 0), `note ${i}`));
  assert.equal(notes[0], 392);
  assert.ok(Math.max(revealPitch(10_000), ...notes) < 392 * 2 ** 2.5);
});

test("every pitch belongs to the pentatonic scale", () => {
  for (let cells = 1; cells < 500; cells++) {
    const semitones = Math.round(12 * Math.log2(revealPitch(cells) / 392));
    assert.ok([0, 2, 4, 7, 9].includes(semitones % 12), `${cells} cells`);
  }
});
