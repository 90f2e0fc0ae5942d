"""Several processes on one database, every player's moves spread over them."""

import asyncio
import time
from pathlib import Path

import pytest

from benchmarks.load.checking import check_games
from benchmarks.load.players import Player
from benchmarks.load.scripts import write_scripts
from benchmarks.load.servers import Server

SECONDS = 1.0


async def play_all(server: Server, players: list[Player]) -> None:
    for player in players:
        await player.connect(server.port)
    until = time.perf_counter() + SECONDS
    await asyncio.gather(*(player.play(0, until) for player in players))
    for player in players:
        player.close()


@pytest.mark.parametrize(("kind", "workers"), [("sqlite", 2), ("postgresql", 4)])
def test_no_move_is_lost_or_doubled(
    kind: str, workers: int, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    if kind == "sqlite":
        url = f"sqlite:///{tmp_path / 'workers.sqlite'}"
    else:
        url = request.getfixturevalue("postgres").new_url()
    scripts = write_scripts("intermediate", 6)
    players = [Player(number, scripts, connections=4) for number in range(12)]
    server = Server(tmp_path, url, workers=workers)
    try:
        asyncio.run(play_all(server, players))
    finally:
        server.kill()
    assert [fault for player in players for fault in player.faults] == []
    games = [game for player in players for game in player.games]
    assert check_games(url, games) == []
    assert sum(player.acknowledged for player in players) > len(players)
