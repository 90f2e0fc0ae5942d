"""A player who thinks for a while, moves, and begins the next game after the end of one."""

import asyncio
import json
import random
import time
from dataclasses import dataclass

from benchmarks.load.connection import Connection, cookie_of
from benchmarks.load.scripts import Script


@dataclass(slots=True)
class Played:
    """One game as the server has acknowledged it."""

    id: str
    script: Script
    version: int = 0


class Player:
    """Plays scripts over connections that it uses in turn, so that any worker gets any move."""

    def __init__(self, number: int, scripts: list[Script], *, connections: int) -> None:
        self._random = random.Random(number)
        self._scripts = scripts
        self._count = connections
        self._connections: list[Connection] = []
        self._turn = 0
        self._cookie = ""
        self.games: list[Played] = []
        self.waits: list[float] = []
        """Seconds from the moment when a move was due until its answer was there."""
        self.acknowledged = 0
        self.faults: list[str] = []

    async def connect(self, port: int) -> None:
        """Open the connections."""
        self._connections = [await Connection.open(port) for _ in range(self._count)]

    def close(self) -> None:
        """Hang up."""
        for connection in self._connections:
            connection.close()

    async def begin(self) -> None:
        """Begin the next game."""
        script = self._random.choice(self._scripts)
        status, head, body = await self._post("/api/games", script.opening)
        if status != 201:
            raise SystemExit(f"error: no game begins: {body.decode()}")
        self._cookie = cookie_of(head) or self._cookie
        self.games.append(Played(json.loads(body)["id"], script))

    async def move(self) -> None:
        """Make the next move of the game; look at the last answer of a game closely."""
        game = self.games[-1]
        path = f"/api/games/{game.id}/moves"
        status, _, body = await self._post(path, game.script.moves[game.version])
        if status != 200:
            self.faults.append(body.decode())
            return
        game.version += 1
        self.acknowledged += 1
        if game.version == len(game.script.moves):
            seen = json.loads(body)
            if (seen["status"], tuple(seen["rows"])) != (game.script.status, game.script.rows):
                self.faults.append(f"game {game.id} ended otherwise than when it was written")

    async def look(self) -> tuple[int, bytes]:
        """Ask for the game; return status and body."""
        return await self.ask(f"/api/games/{self.games[-1].id}")

    async def ask(self, path: str) -> tuple[int, bytes]:
        """Ask for something; return status and body."""
        status, _, body = await self._connections[0].get(path, self._cookie)
        return status, body

    async def play(self, rate: float, until: float) -> None:
        """Make moves until then, `rate` a second; with 0 each as soon as the last is answered.

        Moves are due after a pause that the answer does not change, so a slow server cannot make
        its players slower; who waits for an answer moves late, and that counts as waiting. Moves
        that are still due at the end, because the server is too slow, are not made any more.
        """
        due = time.perf_counter() + (self._random.random() / rate if rate else 0.0)
        while due < until and time.perf_counter() < until:
            if not self.games or self.games[-1].version == len(self.games[-1].script.moves):
                await self.begin()
                if not rate:
                    due = time.perf_counter()
            pause = due - time.perf_counter()
            if pause > 0:
                await asyncio.sleep(pause)
            await self.move()
            now = time.perf_counter()
            self.waits.append(now - due)
            due = due + self._random.uniform(0.5, 1.5) / rate if rate else now

    async def _post(self, path: str, body: bytes) -> tuple[int, bytes, bytes]:
        self._turn = (self._turn + 1) % len(self._connections)
        return await self._connections[self._turn].post(path, body, self._cookie)
