"""Print the latency of 20 players before and during each attack.

    python -m benchmarks.attack [--seconds 10] [--attack NAME ...] [--addresses 1] [--games 50000]

With `--addresses 40`, the attackers have 20 IPv4 addresses and 20 addresses in different /64
networks of one IPv6 /56 network. The program exits with status 1 if a result exceeds its limit.
"""

import argparse
import asyncio
import multiprocessing
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.attack.attacks import ATTACKS, SLOW_BODIES, run_until_killed
from benchmarks.attack.expensive_games import PreparedData, prepare_data
from benchmarks.attack.innocent_player import InnocentPlayer
from benchmarks.load.argument_types import positive_integer
from benchmarks.load.server_process import ServerProcess, exit_on_sigterm, run_until_sigterm

NAMES = (*ATTACKS, SLOW_BODIES)
_PLAYERS = 20
_MAX_HINT_SECONDS = 3.0
_MAX_MEMORY_MB = 100.0
_MAX_START_SECONDS = 60.0


@dataclass(frozen=True)
class Measurement:
    """The results of the innocent players in one period."""

    move_seconds: float
    """The latency that 99% of the moves do not exceed."""
    hint_seconds: float
    """The maximum latency of the hints."""
    refused: int


def addresses(count: int) -> list[str]:
    """Return the addresses of the attackers, half of them in one IPv6 /56 network."""
    if count == 1:
        return ["198.51.100.1"]
    return [
        f"198.51.100.{number}" if number % 2 else f"2001:db8:0:{number:x}::1"
        for number in range(count)
    ]


async def measure(players: list[InnocentPlayer], seconds: float) -> Measurement:
    """Let the innocent players play for some seconds."""
    for player in players:
        player.reset()
    until = time.perf_counter() + seconds
    await asyncio.gather(*(player.play(until) for player in players))
    moves = sorted(latency for player in players for latency in player.moves)
    hints = [latency for player in players for latency in player.hints]
    return Measurement(
        moves[int(0.99 * len(moves))], max(hints, default=0.0), sum(p.refused for p in players)
    )


@contextmanager
def attacking(name: str, port: int, attackers: list[str], data: PreparedData) -> Iterator[None]:
    """Attack from a process of its own, so that attackers and innocent players share no loop."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["benchmarks.attack.attacks"])
    is_ready = context.Event()
    arguments = (name, port, attackers, data, is_ready)
    process = context.Process(target=run_until_killed, args=arguments, daemon=True)
    process.start()
    try:
        if not is_ready.wait(_MAX_START_SECONDS):
            raise SystemExit(f"error: the attack {name!r} did not start")
        yield
    finally:
        process.kill()
        process.join()


async def run_attack(
    name: str, server: ServerProcess, data: PreparedData, attackers: list[str], seconds: float
) -> tuple[Measurement, Measurement, float]:
    """Return the measurements before and during an attack, and the server's memory growth in MB."""
    players = [InnocentPlayer(number) for number in range(_PLAYERS)]
    for player in players:
        await player.start(server.port)
    try:
        await measure(players, min(seconds, 1.0))  # starts the workers
        before = await measure(players, seconds)
        memory = server.usage().server_bytes
        with attacking(name, server.port, attackers, data):
            during = await measure(players, seconds)
        return before, during, (server.usage().server_bytes - memory) / 2**20
    finally:
        for player in players:
            player.close()


def main() -> None:
    """Run the attacks one after the other, each on a new server, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--attack", action="append", choices=NAMES, help="default: all attacks")
    parser.add_argument("--addresses", type=positive_integer, default=1)
    parser.add_argument(
        "--games", type=positive_integer, default=50_000, help="stored games of one attacker"
    )
    options = parser.parse_args()
    exit_on_sigterm()
    max_move_seconds = 0.1 if options.addresses == 1 else 0.25
    header = f"{'attack':<16}{'moves, 99%':>22}{'hints, maximum':>22}{'refused':>9}{'memory':>10}"
    print(f"{header}\n{'':<16}{'before':>11}{'during':>11}{'before':>11}{'during':>11}", flush=True)
    is_within_limits = True
    for name in options.attack or NAMES:
        with tempfile.TemporaryDirectory(prefix="sapper-attack-") as name_of_folder:
            folder = Path(name_of_folder)
            database = folder / "sapper.sqlite"
            data = prepare_data(folder, database, games=options.games)
            server = ServerProcess(folder, f"sqlite:///{database}", has_limits=True)
            try:
                attackers = addresses(options.addresses)
                work = run_attack(name, server, data, attackers, options.seconds)
                before, during, growth = run_until_sigterm(work)
            finally:
                server.kill()
        is_within = during.move_seconds <= max_move_seconds and growth <= _MAX_MEMORY_MB
        if options.addresses == 1:
            is_within &= during.refused == 0 and during.hint_seconds <= _MAX_HINT_SECONDS
        is_within_limits &= is_within
        print(
            f"{name:<16}{1000 * before.move_seconds:8.0f} ms{1000 * during.move_seconds:8.0f} ms"
            f"{before.hint_seconds:9.2f} s{during.hint_seconds:9.2f} s{during.refused:9}"
            f"{growth:7.0f} MB{'' if is_within else '  exceeds its limit'}",
            flush=True,
        )
    raise SystemExit(0 if is_within_limits else 1)


if __name__ == "__main__":
    main()
