import assert from "node:assert/strict";
import { test } from "node:test";

import { ApiError, ConnectionLost } from "../../src/sapper/web/static/api.js";
import { MoveQueue } from "../../src/sapper/web/static/state/move_queue.js";

/** A server of one number: every move adds one to its version. */
class Server {
  constructor() {
    this.version = 0;
    /** @type {string[]} */
    this.log = [];
    /** @type {Error[]} what the next moves end in */
    this.faults = [];
  }

  /** @param {{kind: string}} action @param {number} version */
  async send(action, version) {
    await null;
    const fault = this.faults.shift();
    if (fault) throw fault;
    if (version !== this.version) throw new ApiError(409, { code: "stale-version" });
    this.version++;
    this.log.push(`${action.kind}@${version}`);
    return { version: this.version };
  }
}

/** @param {Server} server */
function queueFor(server) {
  /** @type {string[]} */
  const told = [];
  const queue = new MoveQueue({
    send: (action, version) => server.send(action, version),
    refetch: async () => {
      told.push("refetch");
      return { version: server.version };
    },
    onGame: (game, action) => told.push(`game ${game.version}${action ? "" : " anew"}`),
    onError: (error) => told.push(`error ${error.message}`),
    onConnection: (up) => told.push(up ? "up" : "down"),
    wait: async (ms) => void told.push(`wait ${ms}`),
  });
  return { queue, told };
}

test("moves go one after the other with the version of the answer before", async () => {
  const server = new Server();
  const { queue, told } = queueFor(server);
  void queue.push({ kind: "a" });
  void queue.push({ kind: "b" });
  assert.equal(queue.isBusy, true);
  await queue.push({ kind: "c" });
  assert.deepEqual(server.log, ["a@0", "b@1", "c@2"]);
  assert.deepEqual(told.filter((line) => line.startsWith("game")), ["game 1", "game 2", "game 3"]);
  assert.equal(queue.isBusy, false);
});

test("a stale version fetches the game and drops what was waiting", async () => {
  const server = new Server();
  const { queue, told } = queueFor(server);
  server.version = 7;
  void queue.push({ kind: "a" });
  await queue.push({ kind: "b" });
  assert.deepEqual(server.log, []);
  assert.deepEqual(told, ["refetch", "up", "game 7 anew"]);
  await queue.push({ kind: "c" });
  assert.deepEqual(server.log, ["c@7"]);
});

test("a lost connection is told and the move sent again until it arrives", async () => {
  const server = new Server();
  server.faults = [new ConnectionLost(), new ConnectionLost()];
  const { queue, told } = queueFor(server);
  await queue.push({ kind: "a" });
  assert.deepEqual(told, ["down", "wait 500", "down", "wait 1000", "up", "game 1"]);
  assert.deepEqual(server.log, ["a@0"]);
});

test("a move that arrived although its answer was lost is not made twice", async () => {
  const server = new Server();
  const { queue, told } = queueFor(server);
  const send = server.send.bind(server);
  let first = true;
  server.send = async (action, version) => {
    const game = await send(action, version);
    if (first) {
      first = false;
      throw new ConnectionLost();
    }
    return game;
  };
  await queue.push({ kind: "a" });
  assert.deepEqual(server.log, ["a@0"]);
  assert.deepEqual(told.slice(-1), ["game 1 anew"]);
});

test("a move that the server refuses is told, and the next goes on", async () => {
  const server = new Server();
  server.faults = [new ApiError(422, { message: "no such cell" })];
  const { queue, told } = queueFor(server);
  void queue.push({ kind: "a" });
  await queue.push({ kind: "b" });
  assert.deepEqual(told, ["error no such cell", "up", "game 1"]);
});

test("answers of an earlier game are not taken for the next one", async () => {
  const server = new Server();
  const { queue, told } = queueFor(server);
  const old = queue.push({ kind: "a" });
  queue.reset(0);
  await old;
  assert.deepEqual(told, []);
});

test("a new game can be moved in while the old one still answers", async () => {
  const server = new Server();
  /** @type {(() => void)[]} */
  const release = [];
  const { queue, told } = queueFor(server);
  const send = server.send.bind(server);
  server.send = async (action, version) => {
    if (action.kind === "slow") await new Promise((resolve) => release.push(() => resolve(null)));
    return send(action, version);
  };
  const old = queue.push({ kind: "slow" });
  queue.reset(0);
  await queue.push({ kind: "b" });
  assert.deepEqual(told, ["up", "game 1"]);
  release.forEach((go) => go());
  await old;
  assert.equal(queue.version, 1);
  assert.equal(queue.isBusy, false);
});

test("a queue that is full takes no more", async () => {
  const server = new Server();
  const { queue } = queueFor(server);
  for (let i = 0; i < 80; i++) void queue.push({ kind: "a" });
  await queue.running;
  assert.ok(server.version < 80);
});
