"""Kill the server at random moments under load and check that no acknowledged move is lost.

    python -m benchmarks.load.kill_benchmark [--kills 50] [--players 20] [--workers 1]
                                    [--database sqlite|postgresql|URL] [--crash-database]
                                    [--seed 1]

Each kill sends SIGKILL to all server processes, and the server is restarted. With
`--crash-database`, all processes of the PostgreSQL server are killed a moment earlier. Before
continuing, each player requests its game and compares the board with the expected board. After the
last kill, all stored games are replayed. A move without a response may or may not be stored. An
acknowledged move must be stored exactly once.
"""

import argparse
import asyncio
import json
import random
import signal
import tempfile
import time
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.load.argument_types import level_name, positive_integer
from benchmarks.load.connection import ConnectionLost
from benchmarks.load.database_check import check_games
from benchmarks.load.game_scripts import GameScript, rows_after, write_scripts
from benchmarks.load.server_process import (
    ServerProcess,
    exit_on_sigterm,
    run_until_sigterm,
)
from benchmarks.load.simulated_player import SimulatedPlayer
from tools.throwaway_postgres import ThrowawayPostgres

_STORE_ERROR = '"store-error"'


@dataclass
class KillTestResult:
    """The counts and errors of a kill test."""

    kills: int = 0
    acknowledged_moves: int = 0
    unacknowledged_moves: int = 0
    """Moves that were stored although their response was lost."""
    games: int = 0
    errors: list[str] = field(default_factory=list)


async def _check_current_game(player: SimulatedPlayer, result: KillTestResult) -> None:
    """Compare a player's game with the moves that were acknowledged before the kill."""
    if not player.games:
        return
    game = player.games[-1]
    status, body = await player.get_game()
    if status != 200:
        result.errors.append(f"game {game.id} is lost: {body.decode()}")
        return
    state = json.loads(body)
    if not game.version <= state["version"] <= game.version + 1:
        result.errors.append(
            f"game {game.id} is at version {state['version']}, "
            f"but version {game.version} was acknowledged"
        )
    if tuple(state["rows"]) != rows_after(game.script, state["version"]):
        result.errors.append(f"game {game.id} has a wrong board at version {state['version']}")
    result.unacknowledged_moves += state["version"] - game.version
    game.version = state["version"]


async def _play_until_killed(
    server: ServerProcess,
    players: list[SimulatedPlayer],
    rng: random.Random,
    result: KillTestResult,
    crashed_database: ThrowawayPostgres | None,
) -> None:
    for player in players:
        await player.connect(server.port)
    await asyncio.gather(*(_check_current_game(player, result) for player in players))
    before = sum(player.acknowledged_moves for player in players)
    playing = [asyncio.create_task(p.play(0, time.perf_counter() + 3600)) for p in players]
    # A minimum number of moves makes the test useful on slow machines. The moment of the kill is
    # random.
    enough = before + rng.randrange(1, 20 * len(players))
    while sum(player.acknowledged_moves for player in players) < enough:
        await asyncio.sleep(0.005)
        if any(task.done() for task in playing):
            break
    await asyncio.sleep(rng.uniform(0.0, 0.3))
    if crashed_database is not None:
        crashed_database.stop(signal.SIGKILL)
        await asyncio.sleep(rng.uniform(0.0, 0.3))
    server.kill()
    for outcome in await asyncio.gather(*playing, return_exceptions=True):
        is_refused = isinstance(outcome, SystemExit) and _STORE_ERROR in str(outcome)
        if not isinstance(outcome, ConnectionLost) and not (crashed_database and is_refused):
            result.errors.append(f"a player stopped for another reason: {outcome!r}")
    for player in players:
        player.close()
        if crashed_database is not None:
            player.errors = [error for error in player.errors if _STORE_ERROR not in error]
    result.acknowledged_moves += sum(player.acknowledged_moves for player in players) - before
    result.kills += 1


def run_kill_test(
    folder: Path,
    database: str,
    scripts: list[GameScript],
    *,
    kills: int,
    players: int,
    workers: int = 1,
    seed: int = 1,
    crashed_database: ThrowawayPostgres | None = None,
) -> KillTestResult:
    """Kill a server `kills` times under load and check all games.

    If `crashed_database` is given, it crashes before each kill and is restarted afterwards.
    """
    rng = random.Random(seed)
    connections = 2 if workers > 1 else 1
    simulated = [SimulatedPlayer(n, scripts, connections=connections) for n in range(players)]
    result = KillTestResult()
    for _ in range(kills):
        server = ServerProcess(folder, database, workers=workers)
        try:
            run_until_sigterm(_play_until_killed(server, simulated, rng, result, crashed_database))
        finally:
            server.kill()
        if crashed_database is not None:
            crashed_database.start()
    games = [game for player in simulated for game in player.games]
    result.games = len(games)
    result.errors += [error for player in simulated for error in player.errors]
    result.errors += check_games(database, games, max_unacknowledged=1)
    return result


def main() -> None:
    """Run the kill test and print a report."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--kills", type=positive_integer, default=50)
    parser.add_argument("--players", type=positive_integer, default=20)
    parser.add_argument(
        "--workers", type=positive_integer, default=1, help="number of server processes"
    )
    parser.add_argument("--level", type=level_name, default="expert")
    parser.add_argument("--database", default="sqlite", help="sqlite, postgresql or a URL")
    parser.add_argument("--crash-database", action="store_true", help="with --database postgresql")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.crash_database and options.database != "postgresql":
        parser.error("--crash-database requires --database postgresql")
    exit_on_sigterm()
    scripts = write_scripts(options.level, 40)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="sapper-kills-")))
        database, crashed_database = options.database, None
        if database == "sqlite":
            database = f"sqlite:///{folder / 'kills.sqlite'}"
        elif database == "postgresql":
            postgres = stack.enter_context(ThrowawayPostgres(durable=True))
            database = postgres.new_url()
            crashed_database = postgres if options.crash_database else None
        result = run_kill_test(
            folder,
            database,
            scripts,
            kills=options.kills,
            players=options.players,
            workers=options.workers,
            seed=options.seed,
            crashed_database=crashed_database,
        )
    print(
        f"{result.kills} kills, {options.workers} server processes, {options.database}, "
        f"{options.players} players: {result.acknowledged_moves} acknowledged moves in "
        f"{result.games} games, {result.unacknowledged_moves} moves stored without a response, "
        f"{len(result.errors)} errors"
    )
    for error in result.errors[:20]:
        print(error)
    raise SystemExit(1 if result.errors else 0)


if __name__ == "__main__":
    main()
