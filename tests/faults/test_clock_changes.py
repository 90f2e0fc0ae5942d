"""System clocks that are set back or forward during a game."""

import time
from pathlib import Path

import pytest

from sapper.store import Store
from tests.server import move, new_game, open_client

DAY = 86_400.0


@pytest.mark.parametrize("jump", [-400 * DAY, -0.5, DAY])
def test_a_clock_jump_never_makes_a_time_negative(
    jump: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = time.time
    with open_client(tmp_path, max_cached_games=0) as client:
        game = move(client, new_game(client, seed=42), "reveal", (0, 0))
        monkeypatch.setattr(time, "time", lambda: real() + jump)
        read = client.get(f"/api/games/{game['id']}").json()
        assert read["seconds"] >= 0
        game = move(client, read, "flag", (0, 5))
        assert game["seconds"] >= 0  # time lost by the clock is not counted
        monkeypatch.setattr(time, "time", real)
        game = move(client, game, "flag", (0, 6))
        assert game["seconds"] >= 0
        assert [row["id"] for row in client.get("/api/games").json()["games"]] == [game["id"]]
    times = stored_times(tmp_path, game["id"])
    assert times == sorted(times)
    assert times[0] >= 0


def stored_times(folder: Path, game_id: str) -> list[float]:
    store = Store(f"sqlite:///{folder / 'sapper.sqlite'}")
    moves = store.load_game(game_id).moves
    store.close()
    return [float(text.partition(" ")[0]) for text in moves]


def test_statistics_include_a_game_that_ended_before_it_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = time.time
    with open_client(tmp_path) as client:
        game = new_game(client, level="2x1/1", start="any", seed=1)
        monkeypatch.setattr(time, "time", lambda: real() - DAY)
        move(client, game, "reveal", (0, 0))
        levels = client.get("/api/stats").json()["levels"]
    assert [(level["games"], level["series"][0]["seconds"]) for level in levels] == [(1, 0.0)]
