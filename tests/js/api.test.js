import assert from "node:assert/strict";
import { test } from "node:test";

import { ApiError } from "../../src/sapper/web/static/api.js";

test("an error response names its cell or field", () => {
  const error = new ApiError(422, { code: "invalid-rules", message: "must be between 0 and 80, not 81", field: "mines" });
  assert.deepEqual([error.message, error.field, error.cell], ["must be between 0 and 80, not 81", "mines", null]);
  assert.deepEqual(new ApiError(422, { cell: [1, 2] }).cell, [1, 2]);
  assert.equal(new ApiError(500, {}).message, "The request failed with status 500.");
});
