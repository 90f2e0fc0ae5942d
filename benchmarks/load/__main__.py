"""Measure the throughput, latency and resource usage of a server under load.

    python -m benchmarks.load [--players 200] [--rate 4] [--seconds 30] [--workers 1]
                              [--database sqlite|postgresql|URL] [--warm-up SECONDS]
                              [--memory-every SECONDS] [--verbose]

Each player replays expert games that a strategy has played in advance, including its flags, at
about `--rate` moves per second. Pauses vary randomly between 0.5 and 1.5 times their mean. Latency
is measured from the time at which a move is due until its response, so it includes the wait for the
previous response. With `--rate 0`, each player moves as soon as the last response arrives. The
server stores each move durably before it responds. After the measurement, every stored game is
compared with the moves that were sent.
"""

import argparse
import asyncio
import os
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

import uvloop

from benchmarks.load.argument_types import level_name, positive_integer
from benchmarks.load.database_check import check_games
from benchmarks.load.game_scripts import GameScript, write_scripts
from benchmarks.load.server_process import (
    ServerProcess,
    Usage,
    exit_on_sigterm,
    processor_seconds,
    run_until_sigterm,
)
from benchmarks.load.simulated_player import SimulatedPlayer
from tools.throwaway_postgres import ThrowawayPostgres


async def play(
    options: argparse.Namespace, scripts: list[GameScript], server: ServerProcess
) -> tuple[list[SimulatedPlayer], float, list[tuple[float, Usage]]]:
    """Let all players play, and return them with the elapsed seconds and the usage over time."""
    connections = 2 if options.workers > 1 else 1
    players = [SimulatedPlayer(n, scripts, connections=connections) for n in range(options.players)]
    for player in players:
        await player.connect(server.port)
        await player.start_game()
    if options.warm_up:
        until = time.perf_counter() + options.warm_up
        await asyncio.gather(*(player.play(0, until) for player in players))
        for player in players:
            player.latencies.clear()
    samples = [(0.0, server.usage())]
    start = time.perf_counter()
    playing = asyncio.gather(*(p.play(options.rate, start + options.seconds) for p in players))
    try:
        while not playing.done():
            await asyncio.wait([playing], timeout=options.memory_every)
            samples.append((time.perf_counter() - start, server.usage()))
            if options.verbose and not playing.done():
                at, usage = samples[-1]
                print(f"{at:6.0f} s: {usage.server_bytes / 2**20:.1f} MB", flush=True)
    except asyncio.CancelledError:
        # Collect the cancelled tasks, so that asyncio does not report each of them as an error.
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        raise
    playing.result()
    elapsed = time.perf_counter() - start
    _, text = await players[0].get("/metrics")
    print(f"{_writes_per_transaction(text.decode()):.1f} writes per transaction")
    for player in players:
        player.close()
    return players, elapsed, samples


def _writes_per_transaction(metrics: str) -> float:
    """Return the mean number of writes per transaction from the metrics of a server process."""
    values = dict(line.rsplit(" ", 1) for line in metrics.splitlines() if line[:1] != "#")
    transactions = float(values["sapper_transactions_total"])
    return float(values["sapper_writes_total"]) / max(transactions, 1)


def report(
    options: argparse.Namespace,
    players: list[SimulatedPlayer],
    elapsed: float,
    samples: list[tuple[float, Usage]],
) -> None:
    """Print the results."""
    latencies = sorted(latency for player in players for latency in player.latencies)
    moves = len(latencies)
    if not moves:
        raise SystemExit("error: no move was made during the measurement")
    rate = f"{options.rate:g} moves per second each" if options.rate else "no pauses"
    print(f"players: {options.players}, {rate}; server processes: {options.workers}")
    print(f"{moves} moves in {elapsed:.1f} s: {moves / elapsed:.0f} per second")

    def percentile(share: float) -> str:
        return f"{1000 * latencies[min(int(share * moves), moves - 1)]:.1f} ms"

    print(
        f"latency: median {percentile(0.5)}, 95% {percentile(0.95)}, 99% {percentile(0.99)}, "
        f"maximum {percentile(1)}"
    )
    first, last = samples[0][1], samples[-1][1]
    server_seconds = last.server_seconds - first.server_seconds
    worker_seconds = last.worker_seconds - first.worker_seconds
    print(
        f"processor time: server {1000 * server_seconds / moves:.3f} ms per move "
        f"({100 * server_seconds / elapsed:.0f}% of a core), "
        f"pool workers {100 * worker_seconds / elapsed:.0f}%, "
        f"simulated players {100 * time.process_time() / elapsed:.0f}%, "
        f"load average {os.getloadavg()[0]:.1f}"
    )
    warm = next((usage for seconds, usage in samples if seconds >= elapsed / 6), last)
    growth = last.server_bytes / warm.server_bytes - 1
    print(
        f"server memory: {first.server_bytes / 2**20:.1f} MB at the start, "
        f"{warm.server_bytes / 2**20:.1f} MB after a sixth of the time, "
        f"{last.server_bytes / 2**20:.1f} MB at the end ({100 * growth:+.2f}%)"
    )


def main() -> None:
    """Start the server, measure it, stop it and check the database."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--players", type=positive_integer, default=200)
    parser.add_argument(
        "--rate", type=float, default=4.0, help="moves per second per player; 0 means no pauses"
    )
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument(
        "--warm-up", type=float, default=0.0, help="seconds of unmeasured moves without pauses"
    )
    parser.add_argument(
        "--workers", type=positive_integer, default=1, help="number of server processes"
    )
    parser.add_argument("--level", type=level_name, default="expert")
    parser.add_argument(
        "--games", type=positive_integer, default=60, help="number of games played in advance"
    )
    parser.add_argument("--database", default="sqlite", help="sqlite, postgresql or a URL")
    parser.add_argument(
        "--memory-every", type=float, default=5.0, help="seconds between memory samples"
    )
    parser.add_argument("--verbose", action="store_true", help="print every memory sample")
    options = parser.parse_args()
    exit_on_sigterm()
    scripts = write_scripts(options.level, options.games)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="sapper-load-")))
        database, postgres = options.database, None
        if database == "sqlite":
            database = f"sqlite:///{folder / 'load.sqlite'}"
        elif database == "postgresql":
            postgres = stack.enter_context(ThrowawayPostgres(durable=True))
            database = postgres.new_url()
        server = ServerProcess(folder, database, workers=options.workers)
        stack.callback(server.stop)
        before = sum(map(processor_seconds, postgres.processes())) if postgres else 0.0
        players, elapsed, samples = run_until_sigterm(play(options, scripts, server), uvloop.run)
        report(options, players, elapsed, samples)
        if postgres:
            after = sum(map(processor_seconds, postgres.processes()))
            share = 100 * (after - before) / elapsed
            print(f"processor time of PostgreSQL: {share:.0f}% of a core")
        errors = [error for player in players for error in player.errors]
        games = [game for player in players for game in player.games]
        if options.database == "sqlite":
            moves = sum(game.version for game in games)
            # The server copies the whole WAL into the database file when it stops.
            server.stop()
            size = (folder / "load.sqlite").stat().st_size
            print(f"database file: {size / 1e6:.1f} MB, {size / max(moves, 1):.0f} bytes per move")
        errors += check_games(database, games)
        print(f"{len(games)} games in the database, {len(errors)} errors")
        for error in errors[:10]:
            print(error)
    raise SystemExit(1 if errors else 0)


if __name__ == "__main__":
    main()
