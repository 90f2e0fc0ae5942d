"""Responses whose cost grows with the input are rendered in a worker, not in the server process."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.server import error_of, move, new_game

MBF = "BAIAAQMA"  # 4x2 with one mine


def finished_game(client: TestClient) -> dict[str, Any]:
    game = new_game(client, level="3x1/1", start="any", seed=3)
    for column in range(3):
        if game["result"] is None:
            game = move(client, game, "reveal", (0, column))
    return game


def fail(*_: Any, **__: Any) -> None:
    raise AssertionError("called in the server process")


@pytest.fixture
def no_rendering_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make all expensive functions fail in this process; workers import their own copies."""
    for name in (
        "sapper.play.session.replay_steps",
        "sapper.play.session.write_replay",
        "sapper.coach.game_review.review",
        "sapper.web.response_jobs.read",
        "sapper.store.statistics.summarise",
        "sapper.store.sql_store.summarise",
    ):
        monkeypatch.setattr(name, fail)


@pytest.mark.usefixtures("no_rendering_here")
@pytest.mark.parametrize("path", ["replay", "replay?format=json", "review"])
def test_a_long_replay_does_not_block_the_event_loop(client: TestClient, path: str) -> None:
    game = finished_game(client)
    assert client.get(f"/api/games/{game['id']}/{path}").status_code == 200


@pytest.mark.usefixtures("no_rendering_here")
@pytest.mark.parametrize("path", ["", "/replay", "/replay?format=json"])
def test_a_shared_replay_does_not_block_the_event_loop(client: TestClient, path: str) -> None:
    game = finished_game(client)
    token = client.post(f"/api/games/{game['id']}/share").json()["share"]
    response = client.get(f"/api/shared/{token}{path}")
    assert response.status_code == 200
    if not path:
        shared = response.json()
        assert shared["review"]["status"] == shared["status"]
        assert len(shared["replay"]["moves"]) == game["version"]


@pytest.mark.usefixtures("no_rendering_here")
def test_a_board_file_is_not_read_on_the_event_loop(client: TestClient) -> None:
    response = client.post("/api/convert", json={"base64": MBF})
    assert response.json()["position"] == "4x2/1\n..1*\n..11"


def test_a_board_file_that_is_too_large_is_refused(client: TestClient) -> None:
    response = client.post("/api/convert", json={"base64": "lpYAAQAA"})  # 150x150 with one mine
    assert response.status_code == 422
    assert error_of(response)["message"] == "'150x150' is too large for the browser"


@pytest.mark.usefixtures("no_rendering_here")
def test_statistics_do_not_occupy_the_threads_that_read_games(client: TestClient) -> None:
    # Statistics on 50,000 games once delayed the hints of other players for 21 seconds.
    finished_game(client)
    (level,) = client.get("/api/stats").json()["levels"]
    assert (level["level"], level["games"]) == ("3x1/1 any start", 1)
