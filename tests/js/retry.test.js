import assert from "node:assert/strict";
import { test } from "node:test";

import { ApiError, ConnectionLost } from "../../src/sapper/web/static/api.js";
import { retryUntilConnected } from "../../src/sapper/web/static/state/retry.js";

/** @param {Error[]} errors of the first calls */
async function eventsOfRetry(...errors) {
  /** @type {string[]} */
  const events = [];
  const action = async () => {
    const error = errors.shift();
    if (error) throw error;
    return "done";
  };
  const result = await retryUntilConnected(action, {
    onConnection: (isConnected) => void events.push(isConnected ? "connected" : "disconnected"),
    sleep: async (ms) => void events.push(`sleep ${ms}`),
  }).catch((error) => error.message);
  return [...events, result];
}

test("an action is repeated with exponential backoff until the server responds", async () => {
  const lost = Array.from({ length: 5 }, () => new ConnectionLost());
  const events = await eventsOfRetry(...lost);
  assert.deepEqual(events.filter((event) => event.startsWith("sleep")),
    ["sleep 500", "sleep 1000", "sleep 2000", "sleep 4000", "sleep 5000"]);
  assert.deepEqual(events.slice(-2), ["connected", "done"]);
});

test("an error response is not repeated and ends the report of a lost connection", async () => {
  const events = await eventsOfRetry(new ConnectionLost(), new ApiError(422, { message: "no such cell" }));
  assert.deepEqual(events, ["disconnected", "sleep 500", "connected", "no such cell"]);
});
