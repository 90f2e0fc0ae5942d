"""Several server processes on one database, with each player's moves spread over them."""

import asyncio
import time
from pathlib import Path

import pytest

from benchmarks.load.database_check import check_games
from benchmarks.load.game_scripts import write_scripts
from benchmarks.load.server_process import ServerProcess
from benchmarks.load.simulated_player import SimulatedPlayer

SECONDS = 3.0


async def play_all(server: ServerProcess, players: list[SimulatedPlayer]) -> None:
    for player in players:
        await player.connect(server.port)
    until = time.perf_counter() + SECONDS
    await asyncio.gather(*(player.play(0, until) for player in players))
    for player in players:
        player.close()


@pytest.mark.parametrize(("kind", "workers"), [("sqlite", 2), ("postgresql", 4)])
def test_no_move_is_lost_or_stored_twice(
    kind: str, workers: int, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    if kind == "sqlite":
        url = f"sqlite:///{tmp_path / 'workers.sqlite'}"
    else:
        url = request.getfixturevalue("postgres").new_url()
    scripts = write_scripts("intermediate", 6)
    players = [SimulatedPlayer(number, scripts, connections=4) for number in range(12)]
    server = ServerProcess(tmp_path, url, workers=workers)
    try:
        asyncio.run(play_all(server, players))
    finally:
        server.kill()
    assert [error for player in players for error in player.errors] == []
    games = [game for player in players for game in player.games]
    assert check_games(url, games) == []
    assert sum(player.acknowledged_moves for player in players) > len(players)
