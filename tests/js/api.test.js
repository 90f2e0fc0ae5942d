import assert from "node:assert/strict";
import { test } from "node:test";

import { readJson, writeJson } from "../../src/sapper/web/static/api.js";

test("a 64-bit seed survives JSON as text", () => {
  assert.deepEqual(readJson('{"seed": 18446744073709551615, "n": 3}'), { seed: "18446744073709551615", n: 3 });
  assert.deepEqual(readJson('{"result": {"seed":null}}'), { result: { seed: null } });
  assert.equal(writeJson({ seed: "18446744073709551615", level: "9x9/10" }), '{"seed":18446744073709551615,"level":"9x9/10"}');
});
