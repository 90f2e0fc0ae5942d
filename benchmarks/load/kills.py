"""Kills the server at random moments while people play, and looks for what is missing afterwards.

    python -m benchmarks.load.kills [--kills 50] [--players 20] [--workers 1]
                                    [--database sqlite|postgresql|URL] [--seed 1]

Every time all processes of the server end at once by SIGKILL and are started again. Then each
player asks for the game and compares it with the one that Sapper gives for the same moves, before
the game goes on. At the end all games in the database are played again. A move that was on its way
when the server died may be kept or not; one that was answered must be there, and none may be there
twice.
"""

import argparse
import asyncio
import json
import random
import tempfile
import time
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.load.checking import check_games
from benchmarks.load.connection import Lost
from benchmarks.load.options import at_least_one, level_name
from benchmarks.load.players import Player
from benchmarks.load.scripts import Script, rows_after, write_scripts
from benchmarks.load.servers import Server, leave_when_terminated, run_until_terminated
from tools.throwaway_postgres import ThrowawayPostgres


@dataclass
class Outcome:
    """What came of it."""

    kills: int = 0
    acknowledged: int = 0
    unanswered: int = 0
    """Moves that were kept although their answer never came."""
    games: int = 0
    faults: list[str] = field(default_factory=list)


async def _look(player: Player, outcome: Outcome) -> None:
    """Compare the game of a player with what was acknowledged before the crash."""
    if not player.games:
        return
    game = player.games[-1]
    status, body = await player.look()
    if status != 200:
        outcome.faults.append(f"{game.id} is lost: {body.decode()}")
        return
    seen = json.loads(body)
    if not game.version <= seen["version"] <= game.version + 1:
        outcome.faults.append(f"{game.id} is at {seen['version']}, acknowledged {game.version}")
    if tuple(seen["rows"]) != rows_after(game.script, seen["version"]):
        outcome.faults.append(f"{game.id} looks otherwise than at version {seen['version']}")
    outcome.unanswered += seen["version"] - game.version
    game.version = seen["version"]


async def _play_until_killed(
    server: Server, players: list[Player], chance: random.Random, outcome: Outcome
) -> None:
    for player in players:
        await player.connect(server.port)
    await asyncio.gather(*(_look(player, outcome) for player in players))
    before = sum(player.acknowledged for player in players)
    playing = [asyncio.create_task(p.play(0, time.perf_counter() + 3600)) for p in players]
    # Some moves are made first, also on a slow machine; when exactly it ends is left to chance.
    enough = before + chance.randrange(1, 20 * len(players))
    while sum(player.acknowledged for player in players) < enough:
        await asyncio.sleep(0.005)
        if any(task.done() for task in playing):
            break
    await asyncio.sleep(chance.uniform(0.0, 0.3))
    server.kill()
    for result in await asyncio.gather(*playing, return_exceptions=True):
        if not isinstance(result, Lost):
            outcome.faults.append(f"a player stopped for another reason: {result!r}")
    for player in players:
        player.close()
    outcome.acknowledged += sum(player.acknowledged for player in players) - before
    outcome.kills += 1


def kill_often(
    folder: Path,
    database: str,
    scripts: list[Script],
    *,
    kills: int,
    players: int,
    workers: int = 1,
    seed: int = 1,
) -> Outcome:
    """Kill a server so many times and return what came of it."""
    chance = random.Random(seed)
    connections = 2 if workers > 1 else 1
    people = [Player(number, scripts, connections=connections) for number in range(players)]
    outcome = Outcome()
    for _ in range(kills):
        server = Server(folder, database, workers=workers)
        try:
            run_until_terminated(_play_until_killed(server, people, chance, outcome))
        finally:
            server.kill()
    games = [game for player in people for game in player.games]
    outcome.games = len(games)
    outcome.faults += [fault for player in people for fault in player.faults]
    outcome.faults += check_games(database, games, unanswered=1)
    return outcome


def main() -> None:
    """Kill, check, report."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--kills", type=at_least_one, default=50)
    parser.add_argument("--players", type=at_least_one, default=20)
    parser.add_argument("--workers", type=at_least_one, default=1)
    parser.add_argument("--level", type=level_name, default="expert")
    parser.add_argument("--database", default="sqlite", help="sqlite, postgresql or a URL")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    leave_when_terminated()
    scripts = write_scripts(options.level, 40)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="sapper-kills-")))
        database = options.database
        if database == "sqlite":
            database = f"sqlite:///{folder / 'kills.sqlite'}"
        elif database == "postgresql":
            database = stack.enter_context(ThrowawayPostgres(durable=True)).new_url()
        outcome = kill_often(
            folder,
            database,
            scripts,
            kills=options.kills,
            players=options.players,
            workers=options.workers,
            seed=options.seed,
        )
    print(
        f"{outcome.kills} kills of {options.workers} workers on {options.database}, "
        f"{options.players} players: {outcome.acknowledged} moves acknowledged in "
        f"{outcome.games} games, {outcome.unanswered} more were kept without an answer, "
        f"{len(outcome.faults)} lost, doubled or different"
    )
    for fault in outcome.faults[:20]:
        print(fault)
    raise SystemExit(1 if outcome.faults else 0)


if __name__ == "__main__":
    main()
