import assert from "node:assert/strict";
import { test } from "node:test";

import { batchesOf, parseGames } from "../../src/sapper/web/static/state/game_files.js";

test("an exported file is parsed line by line", () => {
  const text = '{"id":"a","played_at":1.5,"record":"x","other":1}\n\n{"record":"y"}\n';
  assert.deepEqual(parseGames(text), [{ id: "a", played_at: 1.5, record: "x" }, { record: "y" }]);
});

test("a line that is not a game is named in the error", () => {
  for (const line of ["{", "[]", "null", '{"record":1}', "sapper-replay 1"]) {
    assert.throws(() => parseGames(`{"record":"x"}\n${line}`), /Line 2 is not an exported game/);
  }
});

test("games are grouped into requests that the server accepts", () => {
  assert.deepEqual(batchesOf([]), []);
  const many = Array.from({ length: 120 }, () => ({ record: "x" }));
  assert.deepEqual(batchesOf(many).map((batch) => batch.length), [50, 50, 20]);
  const large = Array.from({ length: 3 }, () => ({ record: "x".repeat(30_000) }));
  assert.deepEqual(batchesOf(large).map((batch) => batch.length), [1, 1, 1]);
});
