"""How long a move takes over HTTP while many play at once, on a real server with a real database.

    python benchmarks/bench_web.py [--players 50] [--rate 2] [--seconds 20] [--workers 1]

Starts uvicorn as a process of its own on a new SQLite file (or --database URL), lets every player
make `rate` reveals or flags a second on expert boards, and reports the round trip of the moves as
the player's side sees it. Each move is on the disk before it is answered. With `--rate 0` every
player makes the next move as soon as the last is answered: that gives the most moves per second.
"""

import argparse
import asyncio
import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

WIDTH, HEIGHT = 30, 16


class Player:
    """One connection that plays games by random moves; a plain client is faster than httpx."""

    def __init__(self, port: int, number: int) -> None:
        self._port = port
        self._random = random.Random(number)
        self._cookie = ""
        self._game: dict[str, object] = {}
        self.seconds: list[float] = []
        self.faults = 0

    async def connect(self) -> None:
        """Open the connection and begin a game."""
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        await self._begin()

    async def _begin(self) -> None:
        status, self._game = await self._ask("/api/games", {"level": "expert", "start": "opening"})
        assert status == 201, self._game

    async def _ask(self, path: str, body: object) -> tuple[int, dict[str, object]]:
        data = json.dumps(body).encode()
        head = (
            f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\nCookie: {self._cookie}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n"
        )
        self._writer.write(head.encode() + data)
        answer = await self._reader.readuntil(b"\r\n\r\n")
        length = 0
        for line in answer.decode().split("\r\n"):
            name, _, value = line.partition(": ")
            if name.lower() == "content-length":
                length = int(value)
            elif name.lower() == "set-cookie":
                self._cookie = value.split(";")[0]
        text = await self._reader.readexactly(length)
        return int(answer[9:12]), json.loads(text)

    def _next_move(self) -> dict[str, object]:
        rows = self._game["rows"]
        hidden = [
            (r, c)
            for r in range(HEIGHT)
            for c in range(WIDTH)
            if rows[r][c] == "#"  # type: ignore[index]
        ]
        # Mostly flags: random reveals would end every game after a few moves.
        kind = "reveal" if self._random.random() < 0.2 or self._game["version"] == 0 else "flag"
        return {
            "kind": kind,
            "cell": self._random.choice(hidden) if hidden else (0, 0),
            "version": self._game["version"],
        }

    async def move(self) -> None:
        """Make one move and note how long it took."""
        if self._game["status"] in ("won", "lost") or self._game["mines_left"] < 0:  # type: ignore[operator]
            await self._begin()
        body = self._next_move()
        begin = time.perf_counter()
        status, answer = await self._ask(f"/api/games/{self._game['id']}/moves", body)
        self.seconds.append(time.perf_counter() - begin)
        if status == 200:
            self._game = answer
        else:
            self.faults += 1

    async def play(self, rate: float, until: float) -> None:
        """Make moves at the given rate."""
        pause = 1 / rate if rate else 0.0
        due = time.perf_counter() + self._random.random() * pause
        while due < until:
            if rate:
                await asyncio.sleep(max(due - time.perf_counter(), 0))
                due += pause
            else:
                due = time.perf_counter()
            await self.move()

    def close(self) -> None:
        """Hang up."""
        self._writer.close()


def free_port() -> int:
    """Return a port that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def start_server(folder: Path, database: str | None, workers: int) -> tuple[subprocess.Popen, int]:
    """Start uvicorn and wait until it listens."""
    port = free_port()
    environment = {
        **os.environ,
        "SAPPER_DATA": str(folder),
        "SAPPER_DATABASE": database or f"sqlite:///{folder / 'bench.sqlite'}",
    }
    command = [sys.executable, "-m", "uvicorn", "--factory", "sapper.web.app:create_app"]
    command += ["--port", str(port), "--log-level", "warning", "--no-access-log"]
    command += ["--workers", str(workers)] if workers > 1 else []
    server = subprocess.Popen(command, env=environment)
    for _ in range(300):
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return server, port
    server.kill()
    raise SystemExit("error: the server does not start")


async def measure(options: argparse.Namespace, port: int) -> None:
    """Let all players play and print how long their moves took."""
    players = [Player(port, number) for number in range(options.players)]
    for player in players:
        await player.connect()
    begin = time.perf_counter()
    until = begin + options.seconds
    await asyncio.gather(*(player.play(options.rate, until) for player in players))
    spent = time.perf_counter() - begin
    seconds = sorted(second for player in players for second in player.seconds)
    faults = sum(player.faults for player in players)

    def at(share: float) -> str:
        return f"{1000 * seconds[min(int(share * len(seconds)), len(seconds) - 1)]:.2f} ms"

    print(
        f"{options.players} players, {len(seconds)} moves in {spent:.1f} s "
        f"({len(seconds) / spent:.0f} a second), {faults} not accepted"
    )
    print(f"round trip: median {at(0.5)}, 95 % {at(0.95)}, 99 % {at(0.99)}, longest {at(1)}")
    for player in players:
        player.close()


def main() -> None:
    """Start the server, measure, stop it."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--players", type=int, default=50)
    parser.add_argument("--rate", type=float, default=2.0, help="moves a second; 0: at once")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--database", help="URL; a new SQLite file by default")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server, port = start_server(Path(folder), options.database, options.workers)
        try:
            asyncio.run(measure(options, port))
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
