"""Measure whether the time or size of a response depends on hidden mines.

    python -m benchmarks.attack.timing_leaks [--samples 500] [--processes 1]

Two boards look the same to the player, but a certain cell contains a mine on only one of them. The
program sends the same requests to games on both boards in turn. If AUC, the probability that a
response for the mine took longer, is near 0.5, the time discloses nothing. In a race, two moves
extend the same version, and the time of the rejected one is measured. If there are several server
processes, the rejected move reaches a process that does not know the other move yet. The program
then also measures another request, which that process handles directly after the rejected move.
"""

import argparse
import asyncio
import json
import re
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from benchmarks.load.argument_types import positive_integer
from benchmarks.load.connection import Connection
from benchmarks.load.server_process import ServerProcess, exit_on_sigterm, run_until_sigterm
from sapper import Game, Rules, analyse
from sapper.game.game_options import GameOptions
from sapper.store import Store
from sapper.web.player_identity import PlayerIdentity, load_secret

_PLAYER = "T" * 22
_RULES = Rules(30, 16, 99)
_FIRST = (8, 15)
_MIN_AUC, _MAX_AUC = 0.45, 0.55
_TRIED_CONNECTIONS = 32
_MAX_START_SECONDS = 30.0

Measured = tuple[float, int]
"""The seconds until a response and its size."""


def look_alike_boards() -> tuple[Game, Game, tuple[int, int]]:
    """Return two games with the same view, and a cell that is a mine only in the first game."""
    played = Game(_RULES, seed=42)
    played.reveal(_FIRST)
    layouts = [
        {(int(row), int(column)) for row, column in zip(*drawn.nonzero(), strict=True)}
        for drawn in analyse(played.view).sample(2, seed=1)
    ]
    games = [Game.from_layout(_RULES, layout) for layout in layouts]
    for game in games:
        game.reveal(_FIRST)
    assert games[0].view == games[1].view == played.view
    return games[0], games[1], min(layouts[0] - layouts[1])


async def _process_of(connection: Connection) -> bytes:
    """Return the start time of the server process that handles a connection."""
    _, _, metrics = await connection.get("/metrics", "")
    found = re.search(rb"^process_start_time_seconds (.*)$", metrics, re.MULTILINE)
    assert found is not None
    return found[1]


class Probe:
    """A client that sends the same requests to one of the games."""

    def __init__(self, port: int, cookie: str, game_id: str, cell: tuple[int, int]) -> None:
        self._port = port
        self._cookie = cookie
        self._path = f"/api/games/{game_id}"
        self._cell = cell
        self._connections: list[Connection] = []
        self._version = 1

    async def connect(self, address: str, *, processes: int) -> None:
        """Open three connections. With several processes, only the last two share a process."""
        deadline = time.perf_counter() + _MAX_START_SECONDS
        while True:
            # An idle process accepts all connections, so some requests keep each of them busy.
            opening = (self._open_and_use(address) for _ in range(_TRIED_CONNECTIONS))
            opened = await asyncio.gather(*opening)
            names = await asyncio.gather(*map(_process_of, opened))
            by_process: dict[bytes, list[Connection]] = {}
            for connection, name in zip(opened, names, strict=True):
                by_process.setdefault(name, []).append(connection)
            # Both probes connect to the same processes, because processes may differ in speed.
            groups = [by_process[name] for name in sorted(by_process)]
            if len(groups) == processes and len(groups[-1]) > 2:
                self._connections = [groups[0][0], *groups[-1][-2:]]
                return
            if time.perf_counter() > deadline:
                raise SystemExit("error: all connections reached the same server process")
            for connection in opened:
                connection.close()
            await asyncio.sleep(0.2)

    async def _open_and_use(self, address: str) -> Connection:
        connection = await Connection.open(self._port, address)
        for _ in range(5):
            await _process_of(connection)
        return connection

    async def get(self, path: str) -> Measured:
        """Send a GET request and return the seconds and the size of the response."""
        started_at = time.perf_counter()
        _, _, body = await self._connections[0].get(f"{self._path}{path}", self._cookie)
        return time.perf_counter() - started_at, len(body)

    async def stale_move(self) -> Measured:
        """Reveal the cell on a stale version."""
        return await self._post(0, "/moves", kind="reveal", cell=self._cell, version=0)

    async def stale_ai(self) -> Measured:
        """Request AI moves on a stale version."""
        return await self._post(0, "/ai", steps=1000, version=0)

    async def race(self) -> Measured:
        """Flag another cell, and reveal the cell on the same version before the flag is stored."""
        flag = asyncio.create_task(
            self._post(0, "/moves", status=200, kind="flag", cell=(15, 29), version=self._version)
        )
        await asyncio.sleep(0.0002)
        reveal = await self._post(
            1, "/moves", kind="reveal", cell=self._cell, version=self._version
        )
        await flag
        self._version += 1
        return reveal

    async def outdated_process(self) -> Measured:
        """Reveal the cell in a process that does not know the latest move."""
        reveal, _ = await self._reveal_in_outdated_process()
        return reveal

    async def outdated_neighbour(self) -> Measured:
        """Measure a request that the same process handles directly after the reveal."""
        _, neighbour = await self._reveal_in_outdated_process()
        return neighbour

    async def _reveal_in_outdated_process(self) -> tuple[Measured, Measured]:
        await self._connections[1].get(self._path, self._cookie)
        await self._post(0, "/moves", status=200, kind="flag", cell=(15, 29), version=self._version)
        reveal = asyncio.create_task(
            self._post(1, "/moves", kind="reveal", cell=self._cell, version=self._version)
        )
        await asyncio.sleep(0)
        started_at = time.perf_counter()
        _, _, body = await self._connections[2].get("/api/levels", "")
        neighbour = time.perf_counter() - started_at, len(body)
        self._version += 1
        return await reveal, neighbour

    async def challenge(self) -> Measured:
        """Create a challenge, which is refused until the game is over."""
        return await self._post(0, "/challenge", status=422)

    async def pause(self) -> Measured:
        """Pause the game and resume it."""
        paused, paused_size = await self._post(0, "/pause", status=200)
        resumed, resumed_size = await self._post(0, "/resume", status=200)
        self._version += 2
        return paused + resumed, paused_size + resumed_size

    async def _post(
        self, connection: int, path: str, *, status: int = 409, **body: object
    ) -> Measured:
        started_at = time.perf_counter()
        received, _, response = await self._connections[connection].post(
            f"{self._path}{path}", json.dumps(body).encode(), self._cookie
        )
        if received != status:
            raise SystemExit(f"error: expected status {status}, not {received}: {response!r}")
        return time.perf_counter() - started_at, len(response)


REQUESTS: dict[str, Callable[[Probe], Awaitable[Measured]]] = {
    "GET game": lambda probe: probe.get(""),
    "GET hint": lambda probe: probe.get("/hint?grade=3"),
    "GET probabilities": lambda probe: probe.get("/probabilities"),
    "GET review": lambda probe: probe.get("/review"),
    "GET replay": lambda probe: probe.get("/replay"),
    "GET summary": lambda probe: probe.get("/summary"),
    "POST challenge": Probe.challenge,
    "POST pause, resume": Probe.pause,
    "POST moves, stale": Probe.stale_move,
    "POST ai, stale": Probe.stale_ai,
}
ONE_PROCESS: dict[str, Callable[[Probe], Awaitable[Measured]]] = {"POST moves, race": Probe.race}
SEVERAL_PROCESSES: dict[str, Callable[[Probe], Awaitable[Measured]]] = {
    "POST moves, outdated": Probe.outdated_process,
    "GET after outdated": Probe.outdated_neighbour,
}


def auc(first: list[float], second: list[float]) -> float:
    """Return the probability that a value of the first list exceeds one of the second list."""
    wins = sum((a > b) + (a == b) / 2 for a in first for b in second)
    return wins / (len(first) * len(second))


async def measure(probes: tuple[Probe, Probe], samples: int, *, processes: int) -> bool:
    """Print the AUC of each request, and return whether all are within the limits."""
    is_within_limits = True
    requests = REQUESTS | (ONE_PROCESS if processes == 1 else SEVERAL_PROCESSES)
    for name, request in requests.items():
        measured: tuple[list[Measured], list[Measured]] = ([], [])
        for number in range(samples):
            for which in (0, 1) if number % 2 else (1, 0):
                measured[which].append(await request(probes[which]))
        times = auc(*([seconds for seconds, _ in each] for each in measured))
        sizes = auc(*([float(size) for _, size in each] for each in measured))
        is_within = _MIN_AUC <= times <= _MAX_AUC and _MIN_AUC <= sizes <= _MAX_AUC
        is_within_limits &= is_within
        note = "" if is_within else "  exceeds its limit"
        print(f"{name:<22}time {times:.3f}  size {sizes:.3f}{note}", flush=True)
    return is_within_limits


async def run(
    port: int, cookie: str, ids: list[str], cell: tuple[int, int], *, samples: int, processes: int
) -> bool:
    """Connect to the server and measure all requests."""
    probes = [Probe(port, cookie, game_id, cell) for game_id in ids]
    for number, probe in enumerate(probes):
        await probe.connect(f"192.0.2.{number + 1}", processes=processes)
    return await measure((probes[0], probes[1]), samples, processes=processes)


def main() -> None:
    """Start a server with both boards and print the AUC of each request."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--samples", type=positive_integer, default=500)
    parser.add_argument("--processes", type=positive_integer, default=1, help="server processes")
    options = parser.parse_args()
    exit_on_sigterm()
    with tempfile.TemporaryDirectory(prefix="sapper-timing-") as name:
        folder = Path(name)
        url = f"sqlite:///{folder / 'sapper.sqlite'}"
        identity = PlayerIdentity(load_secret(folder / "secret.key"))
        cookie = f"sapper_player={identity.sign_cookie(_PLAYER)}"
        *games, cell = look_alike_boards()
        store = Store(url)
        ids = []
        for game in games:
            game_id, created = store.create(_PLAYER, game, options=GameOptions())
            created.result()
            ids.append(game_id)
        store.close()
        server = ServerProcess(folder, url, workers=options.processes)
        try:
            work = run(
                server.port,
                cookie,
                ids,
                cell,
                samples=options.samples,
                processes=options.processes,
            )
            is_within_limits = run_until_sigterm(work)
        finally:
            server.kill()
    raise SystemExit(0 if is_within_limits else 1)


if __name__ == "__main__":
    main()
