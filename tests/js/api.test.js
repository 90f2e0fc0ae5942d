import assert from "node:assert/strict";
import { test } from "node:test";

import { parseJson, stringifyJson } from "../../src/sapper/web/static/api.js";

test("a 64-bit seed survives JSON as text", () => {
  assert.deepEqual(parseJson('{"seed": 18446744073709551615, "n": 3}'), { seed: "18446744073709551615", n: 3 });
  assert.deepEqual(parseJson('{"result": {"seed":null}}'), { result: { seed: null } });
  assert.equal(stringifyJson({ seed: "18446744073709551615", level: "9x9/10" }), '{"seed":18446744073709551615,"level":"9x9/10"}');
});
