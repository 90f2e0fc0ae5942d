"""How many moves a second, how long a player waits, and what the server uses of the machine.

    python -m benchmarks.load [--players 200] [--rate 4] [--seconds 30] [--workers 1]
                              [--database sqlite|postgresql|URL] [--warm-up SECONDS]
                              [--memory-every SECONDS] [--verbose]

Every player makes about `rate` moves a second (each pause is between half and one and a half of the
mean), on expert boards that Sapper's AI has played before, flags included. Time counts from the
moment when a move is due until its answer is there, so waiting for the answer before counts too.
With `--rate 0` each player makes the next move as soon as the last is answered. Each move is on the
disk before it is answered; afterwards every game in the database is compared with what was sent.
"""

import argparse
import asyncio
import os
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

import uvloop

from benchmarks.load.checking import check_games
from benchmarks.load.options import at_least_one, level_name
from benchmarks.load.players import Player
from benchmarks.load.scripts import Script, write_scripts
from benchmarks.load.servers import (
    Server,
    Usage,
    leave_when_terminated,
    processor_seconds,
    run_until_terminated,
)
from tools.throwaway_postgres import ThrowawayPostgres


async def play(
    options: argparse.Namespace, scripts: list[Script], server: Server
) -> tuple[list[Player], float, list[tuple[float, Usage]]]:
    """Let all players play; return them, how long it took and what was used meanwhile."""
    connections = 2 if options.workers > 1 else 1
    players = [Player(n, scripts, connections=connections) for n in range(options.players)]
    for player in players:
        await player.connect(server.port)
        await player.begin()
    if options.warm_up:
        until = time.perf_counter() + options.warm_up
        await asyncio.gather(*(player.play(0, until) for player in players))
        for player in players:
            player.waits.clear()
    used = [(0.0, server.usage())]
    begin = time.perf_counter()
    playing = asyncio.gather(*(p.play(options.rate, begin + options.seconds) for p in players))
    try:
        while not playing.done():
            await asyncio.wait([playing], timeout=options.memory_every)
            used.append((time.perf_counter() - begin, server.usage()))
            if options.verbose and not playing.done():
                at, usage = used[-1]
                print(f"{at:6.0f} s: {usage.server_bytes / 2**20:.1f} MB", flush=True)
    except asyncio.CancelledError:
        # Whoever ended this run needs no word from each player.
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        raise
    playing.result()
    spent = time.perf_counter() - begin
    _, text = await players[0].ask("/metrics")
    print(f"{_writes_in_a_transaction(text.decode()):.1f} writes in a transaction")
    for player in players:
        player.close()
    return players, spent, used


def _writes_in_a_transaction(metrics: str) -> float:
    """Return the mean of the worker that was asked."""
    figures = dict(line.rsplit(" ", 1) for line in metrics.splitlines() if line[:1] != "#")
    transactions = float(figures["sapper_transactions_total"])
    return float(figures["sapper_writes_total"]) / max(transactions, 1)


def report(
    options: argparse.Namespace,
    players: list[Player],
    spent: float,
    used: list[tuple[float, Usage]],
) -> None:
    """Print the figures."""
    waits = sorted(wait for player in players for wait in player.waits)
    moves = len(waits)
    if not moves:
        raise SystemExit("error: no move was made in that time")
    rate = f"{options.rate:g} moves a second each" if options.rate else "the next move at once"
    print(f"{options.players} players, {rate}, {options.workers} workers")
    print(f"{moves} moves in {spent:.1f} s: {moves / spent:.0f} a second")

    def at(share: float) -> str:
        return f"{1000 * waits[min(int(share * moves), moves - 1)]:.1f} ms"

    print(f"wait: median {at(0.5)}, 95 % {at(0.95)}, 99 % {at(0.99)}, longest {at(1)}")
    first, last = used[0][1], used[-1][1]
    cost = (last.server_seconds - first.server_seconds) / moves
    print(
        f"processor time: {1000 * cost:.3f} ms of the server for a move "
        f"({100 * (last.server_seconds - first.server_seconds) / spent:.0f} % of a core), "
        f"thinking {100 * (last.thinking_seconds - first.thinking_seconds) / spent:.0f} %, "
        f"this load {100 * time.process_time() / spent:.0f} %, "
        f"load of the machine {os.getloadavg()[0]:.1f}"
    )
    warm = next((usage for seconds, usage in used if seconds >= spent / 6), last)
    growth = last.server_bytes / warm.server_bytes - 1
    print(
        f"memory of the server: {first.server_bytes / 2**20:.1f} MB at the beginning, "
        f"{warm.server_bytes / 2**20:.1f} MB after a sixth of the time, "
        f"{last.server_bytes / 2**20:.1f} MB at the end ({100 * growth:+.2f} %)"
    )


def main() -> None:
    """Start the server, measure, stop it, check the database."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--players", type=at_least_one, default=200)
    parser.add_argument(
        "--rate", type=float, default=4.0, help="moves a second of each player; 0: at once"
    )
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument(
        "--warm-up", type=float, default=0.0, help="seconds of moves at once before it counts"
    )
    parser.add_argument("--workers", type=at_least_one, default=1)
    parser.add_argument("--level", type=level_name, default="expert")
    parser.add_argument(
        "--games", type=at_least_one, default=60, help="how many games are written before"
    )
    parser.add_argument("--database", default="sqlite", help="sqlite, postgresql or a URL")
    parser.add_argument("--memory-every", type=float, default=5.0, help="seconds between looks")
    parser.add_argument("--verbose", action="store_true", help="print the memory at each look")
    options = parser.parse_args()
    leave_when_terminated()
    scripts = write_scripts(options.level, options.games)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="sapper-load-")))
        database, postgres = options.database, None
        if database == "sqlite":
            database = f"sqlite:///{folder / 'load.sqlite'}"
        elif database == "postgresql":
            postgres = stack.enter_context(ThrowawayPostgres(durable=True))
            database = postgres.new_url()
        server = Server(folder, database, workers=options.workers)
        stack.callback(server.stop)
        before = sum(map(processor_seconds, postgres.processes())) if postgres else 0.0
        players, spent, used = run_until_terminated(play(options, scripts, server), uvloop.run)
        report(options, players, spent, used)
        if postgres:
            after = sum(map(processor_seconds, postgres.processes()))
            print(f"processor time of PostgreSQL: {100 * (after - before) / spent:.0f} % of a core")
        faults = [fault for player in players for fault in player.faults]
        games = [game for player in players for game in player.games]
        if options.database == "sqlite":
            moves = sum(game.version for game in games)
            # Stopped before it is measured, so that all of the log is in the file.
            server.stop()
            size = (folder / "load.sqlite").stat().st_size
            print(f"the file has {size / 1e6:.1f} MB: {size / max(moves, 1):.0f} bytes for a move")
        faults += check_games(database, games)
        print(f"{len(games)} games in the database, {len(faults)} faults")
        for fault in faults[:10]:
            print(fault)
    raise SystemExit(1 if faults else 0)


if __name__ == "__main__":
    main()
