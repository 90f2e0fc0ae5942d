"""Responses whose cost grows with the input are rendered in a worker, not in the server process."""

import base64
from typing import Any

import pytest
from starlette.testclient import TestClient

from sapper.errors import SapperError
from sapper.web.response_jobs import file_position
from sapper.web.settings import Settings
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


HUGE_REPLAY = b"sapper-replay 1\nrules 2000x2000/1 any\nseed 1\n0 reveal 0,0\n"
HUGE_FILES = {
    "mbf": bytes([150, 150, 0, 0]),
    "replay": HUGE_REPLAY,
    "replay with other spaces": HUGE_REPLAY.replace(b"rules ", b"rules \t"),
    "rawvf": b"Board:\n" + (b"0" * 150 + b"\n") * 150 + b"Events:\n0 lc 1 1\n0 lr 1 1\n",
    "position": b"501x1/1\n" + b"#" * 501,
    "long replay": b"sapper-replay 1\nrules 100x100/1 any\nseed 1\n" + b"0 undo\n" * 6000,
}


@pytest.mark.parametrize("data", HUGE_FILES.values(), ids=HUGE_FILES)
def test_a_board_file_that_is_too_large_is_refused(client: TestClient, data: bytes) -> None:
    response = client.post("/api/convert", json={"base64": base64.b64encode(data).decode()})
    assert response.status_code == 422
    message = error_of(response)["message"]
    assert message.endswith(("is too large", "is too long for a 100x100 board"))


@pytest.mark.parametrize(
    "name", ["mbf", "replay", "replay with other spaces", "rawvf", "long replay"]
)
def test_a_board_file_that_is_too_large_is_refused_before_its_board_is_built(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A replay of 60 bytes that names a 2000x2000 board once cost a worker.
    monkeypatch.setattr("sapper.game.game.Game.from_moves", fail)
    monkeypatch.setattr("sapper.game.game.Game.from_layout", fail)
    with pytest.raises(SapperError, match=r"too l(arge|ong)"):
        file_position(HUGE_FILES[name], Settings().board_limits)


def test_a_huge_board_is_not_imported_whatever_the_spacing_of_its_record(
    client: TestClient,
) -> None:
    # The size was once read by a pattern that a second space evaded. The stored game then froze
    # the event loop whenever it was loaded.
    record = "sapper-replay 1\nrules  1000x1000/1 any\nmines 0,0\n0 reveal 0,0\n"
    response = client.post("/api/games/import", json={"games": [{"record": record}]})
    assert response.status_code == 422
    assert error_of(response)["message"] == "game 1: line 2: the board size 1000x1000 is too large"
    assert client.get("/api/games").json()["games"] == []


@pytest.mark.usefixtures("no_rendering_here")
def test_statistics_do_not_occupy_the_threads_that_read_games(client: TestClient) -> None:
    # Statistics on 50,000 games once delayed the hints of other players for 21 seconds.
    finished_game(client)
    (level,) = client.get("/api/stats").json()["levels"]
    assert (level["level"], level["games"]) == ("3x1/1 any start", 1)
