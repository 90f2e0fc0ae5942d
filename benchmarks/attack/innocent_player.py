"""A player who plays normally while others attack the server."""

import asyncio
import json
import time

from benchmarks.load.connection import Connection, ConnectionLost, response_cookie

_MOVES_PER_SECOND = 4
_MOVES_PER_HINT = 12


class InnocentPlayer:
    """A player who sets and removes flags and sometimes asks for a hint."""

    def __init__(self, number: int) -> None:
        self._address = f"192.0.2.{number + 1}"
        self._number = number
        self._cookie = ""
        self._path = ""
        self._version = 0
        self._port = 0
        self._connection: Connection | None = None
        self.moves: list[float] = []
        """The seconds between the time at which each move was due and its response."""
        self.hints: list[float] = []
        self.refused = 0

    async def start(self, port: int) -> None:
        """Connect to a server on this machine and start a game."""
        self._port = port
        status, header, body = await self._send("POST", "/api/games", b'{"level":"expert"}')
        if status != 201:
            raise SystemExit(f"error: cannot create a game: {body.decode()}")
        self._cookie = response_cookie(header) or ""
        self._path = f"/api/games/{json.loads(body)['id']}"
        await self._move("reveal", (8, 15))

    async def play(self, until: float) -> None:
        """Play until the given time of `time.perf_counter`."""
        period = 1 / _MOVES_PER_SECOND
        due = time.perf_counter() + period * (self._number % 20) / 20
        while due < until:
            await asyncio.sleep(max(due - time.perf_counter(), 0.0))
            self.refused += await self._move("flag", (0, 0)) != 200
            self.moves.append(time.perf_counter() - due)
            if len(self.moves) % _MOVES_PER_HINT == self._number % _MOVES_PER_HINT:
                await self._ask_for_hint()
                due = time.perf_counter()
            due += period

    async def _send(self, method: str, path: str, body: bytes = b"") -> tuple[int, bytes, bytes]:
        """Send a request, on a new connection if the server has closed the idle one."""
        for is_retry in (False, True):
            if self._connection is None:
                self._connection = await Connection.open(self._port, self._address)
            try:
                return await self._connection.send(method, path, body, self._cookie)
            except ConnectionLost:
                self.close()
                if is_retry:
                    raise
        raise AssertionError

    async def _move(self, kind: str, cell: tuple[int, int]) -> int:
        move = {"kind": kind, "cell": cell, "version": self._version}
        path, body = f"{self._path}/moves", json.dumps(move).encode()
        status, _, response = await self._send("POST", path, body)
        if status == 200:
            self._version = json.loads(response)["version"]
        return status

    async def _ask_for_hint(self) -> None:
        started_at = time.perf_counter()
        status, _, _ = await self._send("GET", f"{self._path}/hint?grade=1")
        self.refused += status != 200
        self.hints.append(time.perf_counter() - started_at)

    def reset(self) -> None:
        """Forget all measurements."""
        self.moves.clear()
        self.hints.clear()
        self.refused = 0

    def close(self) -> None:
        """Close the connection."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None
