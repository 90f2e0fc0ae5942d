"""A simulated player who replays scripts, one game after another."""

import asyncio
import json
import random
import time
from dataclasses import dataclass

from benchmarks.load.connection import Connection, response_cookie
from benchmarks.load.game_scripts import GameScript


@dataclass(slots=True)
class AcknowledgedGame:
    """A game up to the last move that the server has acknowledged."""

    id: str
    script: GameScript
    version: int = 0


class SimulatedPlayer:
    """A player who alternates between connections, so that every server process receives moves."""

    def __init__(self, number: int, scripts: list[GameScript], *, connections: int) -> None:
        self._random = random.Random(number)
        self._scripts = scripts
        self._connection_count = connections
        self._connections: list[Connection] = []
        self._last_connection = 0
        self._cookie = ""
        self.games: list[AcknowledgedGame] = []
        self.latencies: list[float] = []
        """The seconds between the time at which each move was due and its response."""
        self.acknowledged_moves = 0
        self.errors: list[str] = []

    async def connect(self, port: int) -> None:
        """Open the connections."""
        self._connections = [await Connection.open(port) for _ in range(self._connection_count)]

    def close(self) -> None:
        """Close the connections."""
        for connection in self._connections:
            connection.close()

    async def start_game(self) -> None:
        """Create the next game."""
        script = self._random.choice(self._scripts)
        status, header, body = await self._post("/api/games", script.set_up)
        if status != 201:
            raise SystemExit(f"error: cannot create a game: {body.decode()}")
        self._cookie = response_cookie(header) or self._cookie
        self.games.append(AcknowledgedGame(json.loads(body)["id"], script))

    async def move(self) -> None:
        """Send the next move and, after the last move, compare the final board with the script."""
        game = self.games[-1]
        path = f"/api/games/{game.id}/moves"
        status, _, body = await self._post(path, game.script.moves[game.version])
        if status != 200:
            self.errors.append(body.decode())
            return
        game.version += 1
        self.acknowledged_moves += 1
        if game.version == len(game.script.moves):
            final = json.loads(body)
            if (final["status"], tuple(final["rows"])) != (game.script.status, game.script.rows):
                self.errors.append(f"game {game.id} ended differently from its script")

    async def get_game(self) -> tuple[int, bytes]:
        """Request the current game and return the status and body of the response."""
        return await self.get(f"/api/games/{self.games[-1].id}")

    async def get(self, path: str) -> tuple[int, bytes]:
        """Request a path and return the status and body of the response."""
        status, _, body = await self._connections[0].get(path, self._cookie)
        return status, body

    async def play(self, rate: float, until: float) -> None:
        """Make `rate` moves per second until the time `until`; a rate of 0 means no pauses.

        The schedule does not depend on responses, so a slow server cannot slow the players down.
        The delay of a late move is part of its latency. Moves that are still due at `until` are not
        sent.
        """
        due = time.perf_counter() + (self._random.random() / rate if rate else 0.0)
        while due < until and time.perf_counter() < until:
            if not self.games or self.games[-1].version == len(self.games[-1].script.moves):
                await self.start_game()
                if not rate:
                    due = time.perf_counter()
            pause = due - time.perf_counter()
            if pause > 0:
                await asyncio.sleep(pause)
            await self.move()
            now = time.perf_counter()
            self.latencies.append(now - due)
            due = due + self._random.uniform(0.5, 1.5) / rate if rate else now

    async def _post(self, path: str, body: bytes) -> tuple[int, bytes, bytes]:
        self._last_connection = (self._last_connection + 1) % len(self._connections)
        return await self._connections[self._last_connection].post(path, body, self._cookie)
