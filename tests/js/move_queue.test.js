import assert from "node:assert/strict";
import { test } from "node:test";

import { ApiError, ConnectionLost } from "../../src/sapper/web/static/api.js";
import { MoveQueue } from "../../src/sapper/web/static/state/move_queue.js";
import { retryUntilConnected } from "../../src/sapper/web/static/state/retry.js";

/** A fake server that counts accepted moves as its version. */
class Server {
  constructor() {
    this.version = 0;
    /** @type {string[]} */
    this.log = [];
    /** @type {Error[]} errors for the next requests */
    this.errors = [];
  }

  /** @param {{kind: string}} action @param {number} version */
  async send(action, version) {
    await null;
    const error = this.errors.shift();
    if (error) throw error;
    if (version !== this.version) throw new ApiError(409, { code: "stale-version" });
    this.version++;
    this.log.push(`${action.kind}@${version}`);
    return { version: this.version };
  }
}

/** @param {Server} server */
function queueFor(server) {
  /** @type {string[]} */
  const events = [];
  const connection = {
    onConnection: (/** @type {boolean} */ isConnected) =>
      void events.push(isConnected ? "connected" : "disconnected"),
    sleep: async (/** @type {number} */ ms) => void events.push(`sleep ${ms}`),
  };
  const queue = new MoveQueue({
    send: (action, version) => retryUntilConnected(() => server.send(action, version), connection),
    refetch: async () => {
      events.push("refetch");
      return { version: server.version };
    },
    onGame: (game, action) => events.push(`game ${game.version}${action ? "" : " refetched"}`),
    onError: (error) => events.push(`error ${/** @type {Error} */ (error).message}`),
  });
  return { queue, events };
}

test("moves are sent one at a time, each with the version of the previous response", async () => {
  const server = new Server();
  const { queue, events } = queueFor(server);
  void queue.push({ kind: "a" });
  void queue.push({ kind: "b" });
  assert.equal(queue.isBusy, true);
  await queue.push({ kind: "c" });
  assert.deepEqual(server.log, ["a@0", "b@1", "c@2"]);
  assert.deepEqual(events.filter((line) => line.startsWith("game")), ["game 1", "game 2", "game 3"]);
  assert.equal(queue.isBusy, false);
});

test("a version conflict refetches the game and drops pending moves", async () => {
  const server = new Server();
  const { queue, events } = queueFor(server);
  server.version = 7;
  void queue.push({ kind: "a" });
  await queue.push({ kind: "b" });
  assert.deepEqual(server.log, []);
  assert.deepEqual(events, ["connected", "refetch", "game 7 refetched"]);
  await queue.push({ kind: "c" });
  assert.deepEqual(server.log, ["c@7"]);
});

test("a lost connection is reported and the move is retried with backoff", async () => {
  const server = new Server();
  server.errors = [new ConnectionLost(), new ConnectionLost()];
  const { queue, events } = queueFor(server);
  await queue.push({ kind: "a" });
  assert.deepEqual(events, ["disconnected", "sleep 500", "disconnected", "sleep 1000", "connected", "game 1"]);
  assert.deepEqual(server.log, ["a@0"]);
});

test("a move whose response was lost is not made twice", async () => {
  const server = new Server();
  const { queue, events } = queueFor(server);
  const send = server.send.bind(server);
  let isFirst = true;
  server.send = async (action, version) => {
    const game = await send(action, version);
    if (isFirst) {
      isFirst = false;
      throw new ConnectionLost();
    }
    return game;
  };
  void queue.push({ kind: "a" });
  await queue.push({ kind: "b" });
  // The move that was waiting behind the lost response is made as well.
  assert.deepEqual(server.log, ["a@0", "b@1"]);
  assert.deepEqual(events.filter((line) => line.startsWith("game")), ["game 1", "game 2"]);
});

test("a move of another tab during a lost connection drops the moves that did not know of it", async () => {
  const server = new Server();
  server.errors = [new ConnectionLost()];
  server.version = 5;
  const { queue, events } = queueFor(server);
  void queue.push({ kind: "a" });
  await queue.push({ kind: "b" });
  assert.deepEqual(server.log, []);
  assert.deepEqual(events.slice(-1), ["game 5 refetched"]);
  assert.deepEqual(queue.pending, []);
});

test("a move is pending until the server has confirmed it", async () => {
  const server = new Server();
  const { queue } = queueFor(server);
  const run = queue.push({ kind: "a" });
  assert.deepEqual(queue.pending, [{ kind: "a" }]);
  await run;
  assert.deepEqual(queue.pending, []);
});

test("a rejected move is reported and the next move is still sent", async () => {
  const server = new Server();
  server.errors = [new ApiError(422, { message: "no such cell" })];
  const { queue, events } = queueFor(server);
  void queue.push({ kind: "a" });
  await queue.push({ kind: "b" });
  assert.deepEqual(events, ["connected", "error no such cell", "connected", "game 1"]);
});

test("late responses for an earlier game are dropped", async () => {
  const server = new Server();
  const { queue, events } = queueFor(server);
  const oldRun = queue.push({ kind: "a" });
  queue.reset(0);
  await oldRun;
  assert.deepEqual(events, ["connected"]);
});

test("a new game accepts moves while a response for the old game is pending", async () => {
  const server = new Server();
  /** @type {(() => void)[]} */
  const release = [];
  const { queue, events } = queueFor(server);
  const send = server.send.bind(server);
  server.send = async (action, version) => {
    if (action.kind === "slow") await new Promise((resolve) => release.push(() => resolve(null)));
    return send(action, version);
  };
  const oldRun = queue.push({ kind: "slow" });
  queue.reset(0);
  await queue.push({ kind: "b" });
  assert.deepEqual(events, ["connected", "game 1"]);
  release.forEach((resume) => resume());
  await oldRun;
  assert.deepEqual(events.filter((line) => line.startsWith("game")), ["game 1"]);
  assert.equal(queue.version, 1);
  assert.equal(queue.isBusy, false);
});

test("a full queue drops further moves", async () => {
  const server = new Server();
  const { queue } = queueFor(server);
  for (let i = 0; i < 80; i++) void queue.push({ kind: "a" });
  await queue.running;
  assert.ok(server.version < 80);
});
