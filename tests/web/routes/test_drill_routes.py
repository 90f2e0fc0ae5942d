"""Drills over HTTP."""

import time
from typing import Any

import pytest
from starlette.testclient import TestClient

from sapper import Game, Rules
from sapper.game.game_options import GameOptions
from sapper.web.client_quotas import CURRENT_CLIENT
from sapper.web.error_responses import HttpError
from tests.server import another_player, context_of, error_of, move, new_game
from tests.terminal import PATIENCE


def test_a_drill_reveals_its_answer_only_after_an_attempt(client: TestClient) -> None:
    drill = client.get("/api/drills/next", params={"theme": "single-clue"}).json()
    assert set(drill) == {"id", "theme", "position", "question", "themes"}
    assert drill["theme"] == "single-clue"
    path = f"/api/drills/{drill['id']}"
    wrong = client.post(path, json={"cell": None}).json()
    assert not wrong["correct"]
    assert wrong["answers"]
    assert wrong["hint"]["proof"]
    correct = client.post(path, json={"cell": wrong["answers"][0]}).json()
    assert correct["correct"]
    assert wrong["due"] < correct["due"]


def test_the_next_drill_is_a_different_one(client: TestClient) -> None:
    first, second = (
        client.get("/api/drills/next", params={"theme": "subset"}).json() for _ in range(2)
    )
    assert first["id"] != second["id"]


def test_the_review_of_a_finished_game_counts_as_a_job_of_its_network(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Reviews after a game once had no limit, so one client could fill the queue of jobs.
    networks: list[str | None] = []

    async def record(*_: Any, **__: Any) -> None:
        current = CURRENT_CLIENT.get()
        networks.append(current and current.network)
        raise HttpError(429, "too many concurrent requests")

    monkeypatch.setattr(context_of(client).service, "compute", record)
    game = new_game(client, level="2x1/1")
    move(client, game, "reveal", (0, 0))
    assert networks == ["testclient"]


def test_a_mistake_becomes_a_drill(client: TestClient) -> None:
    context = context_of(client)
    new_game(client)
    player = context.identity.verify_cookie(client.cookies["sapper_player"])
    board = Game.from_layout(Rules(4, 1, 1, "any"), {(0, 0)})
    game_id, created = context.store.create(player, board, options=GameOptions())
    created.result()
    game = client.get(f"/api/games/{game_id}").json()
    game = move(client, game, "reveal", (0, 1))  # proves that (0, 3) is safe
    game = move(client, game, "reveal", (0, 0))  # a needless guess
    assert game["status"] == "lost"
    end = time.monotonic() + PATIENCE
    while context.store.drill_deck.next_due(player) is None:
        assert time.monotonic() < end, "no drill was created"
        time.sleep(0.05)
    drill = client.get("/api/drills/next").json()
    assert drill["position"] == "4x1/1\n#1##"
    response = client.post(f"/api/drills/{drill['id']}", json={"cell": [0, 3]}).json()
    assert response["correct"]


def test_an_invalid_answer_is_rejected(client: TestClient) -> None:
    drill = client.get("/api/drills/next", params={"theme": "single-clue"}).json()
    for cell in ([0], [0, 0, 0], [-1, 0], [0, 10**9], [99, 0], "x", 5, {}, [0, 1.5]):
        response = client.post(f"/api/drills/{drill['id']}", json={"cell": cell})
        assert response.status_code == 422, cell
        error_of(response)
    assert client.post(f"/api/drills/{drill['id']}", json={}).status_code == 422


def test_unknown_drills_and_themes_are_rejected(client: TestClient) -> None:
    response = client.get("/api/drills/next", params={"theme": "nothing"})
    assert response.status_code == 422
    assert error_of(response)["code"] == "unknown-theme"
    drill = client.get("/api/drills/next", params={"theme": "single-clue"}).json()
    for who, name in ((client, "nothing"), (another_player(client), drill["id"])):
        response = who.post(f"/api/drills/{name}", json={"cell": [0, 0]})
        assert response.status_code == 404
