"""Pausing over HTTP: the clock stops, and the board is covered."""

import time
from typing import Any

from starlette.testclient import TestClient

from sapper import Game, Rules
from sapper.game.game_options import GameOptions
from tests.server import another_player, context_of, error_of, move, new_game


def started_game(client: TestClient, **setup: Any) -> dict[str, Any]:
    return move(client, new_game(client, seed=42, **setup), "reveal", (0, 0))


def post(client: TestClient, game: dict[str, Any], action: str) -> dict[str, Any]:
    response = client.post(f"/api/games/{game['id']}/{action}")
    assert response.status_code == 200, response.text
    return response.json()


def test_a_paused_game_is_covered_and_its_clock_stands_still(client: TestClient) -> None:
    game = started_game(client)
    paused = post(client, game, "pause")
    assert (paused["paused"], paused["pauses"], paused["version"]) == (True, 1, 2)
    assert paused["rows"] == ["#" * 9] * 9
    time.sleep(0.05)
    read = client.get(f"/api/games/{game['id']}").json()
    assert read == paused
    resumed = post(client, game, "resume")
    assert (resumed["paused"], resumed["rows"]) == (False, game["rows"])
    assert resumed["seconds"] - paused["seconds"] < 0.05


def test_pausing_twice_has_no_effect(client: TestClient) -> None:
    game = started_game(client)
    assert post(client, game, "pause")["version"] == post(client, game, "pause")["version"] == 2
    assert post(client, game, "resume")["version"] == post(client, game, "resume")["version"] == 3


def test_an_untouched_game_cannot_be_paused(client: TestClient) -> None:
    assert post(client, new_game(client), "pause")["version"] == 0


def test_no_route_shows_the_board_of_a_paused_game(client: TestClient) -> None:
    game = started_game(client, practice=True)
    token = client.post(f"/api/games/{game['id']}/share").json()["share"]
    version = post(client, game, "pause")["version"]
    path = f"/api/games/{game['id']}"
    refused = [
        client.get(f"{path}/hint"),
        client.get(f"{path}/probabilities"),
        client.get(f"{path}/review"),
        client.post(f"{path}/ai", json={"version": version}),
        client.post(f"{path}/undo", json={"version": version}),
        client.post(f"{path}/moves", json={"kind": "flag", "cell": [8, 8], "version": version}),
    ]
    for response in refused:
        assert response.status_code == 422, response.text
        assert "the game is paused" in error_of(response)["message"]
    shared = client.get(f"/api/shared/{token}").json()
    assert (shared["rows"], shared["paused"]) == (["#" * 9] * 9, True)
    assert client.get("/api/games").json()["games"][0]["rows"] is None


def test_only_the_player_can_pause_a_game(client: TestClient) -> None:
    game = started_game(client)
    response = another_player(client).post(f"/api/games/{game['id']}/pause")
    assert (response.status_code, error_of(response)["message"]) == (404, "no such game")


def test_a_win_after_a_pause_is_marked_and_has_no_rank(client: TestClient) -> None:
    store, player = context_of(client).store, "P" * 22
    client.cookies.set("sapper_player", context_of(client).identity.sign_cookie(player))
    board = Game.from_layout(Rules(3, 1, 1, start="any"), [(0, 1)])
    game_id, created = store.create(player, board, options=GameOptions())
    created.result()
    game = move(client, {"id": game_id, "version": 0}, "reveal", (0, 0))
    post(client, game, "pause")
    game = move(client, post(client, game, "resume"), "reveal", (0, 2))
    assert (game["status"], game["pauses"]) == ("won", 1)
    assert client.get(f"/api/games/{game_id}/summary").json()["rank"] is None
    (level,) = client.get("/api/stats").json()["levels"]
    assert (level["assisted"], level["paused"], level["best_seconds"]) == (False, 1, None)
    assert client.get("/api/games").json()["games"][0]["paused"] is True
