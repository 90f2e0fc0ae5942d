"""A player's statistics, settings and reviews over HTTP."""

import time
from typing import Any

from starlette.testclient import TestClient

from tests.sapper_command import PATIENCE
from tests.server import another_player, context_of, move, new_game


def lose(client: TestClient, **setup: Any) -> dict[str, Any]:
    """Reveal one cell after the other until the game is over."""
    game = new_game(client, **{"level": "3x3/8", "start": "any", **setup})
    for row, column in [(r, c) for r in range(3) for c in range(3)]:
        if game["result"] is None:
            game = move(client, game, "reveal", (row, column))
    return game


def test_statistics_count_finished_games(client: TestClient) -> None:
    assert client.get("/api/stats").json() == {"levels": []}
    game = lose(client)
    lose(client, seed=1)
    new_game(client)
    plain, assisted = client.get("/api/stats").json()["levels"]
    assert (plain["level"], plain["assisted"], plain["games"]) == ("3x3/8 any start", False, 1)
    assert (assisted["level"], assisted["assisted"], assisted["games"]) == (
        "3x3/8 any start",
        True,
        1,
    )
    assert plain["wins"] == (game["status"] == "won")
    assert len(plain["series"]) == 1
    assert another_player(client).get("/api/stats").json() == {"levels": []}


def test_a_finished_game_is_reviewed_in_the_background(client: TestClient) -> None:
    context = context_of(client)
    # On a busy machine the low-priority worker may be slow, and a killed review is not repeated.
    context.workers._job_timeout = PATIENCE
    lose(client)
    end = time.monotonic() + 2 * PATIENCE
    while (accuracy := client.get("/api/stats").json()["levels"][0]["mean_accuracy"]) is None:
        assert time.monotonic() < end, "the review does not end"
        time.sleep(0.5)
    assert accuracy == 1.0


def test_settings_belong_to_one_player(client: TestClient) -> None:
    assert client.get("/api/settings").json() == {}
    settings = {"theme": "dark", "zoom": 1.5, "name": "Ö \u2603"}
    response = client.put("/api/settings", json=settings)
    assert response.json() == settings
    assert client.get("/api/settings").json() == settings
    assert another_player(client).get("/api/settings").json() == {}


def test_a_review_covers_every_move(client: TestClient) -> None:
    game = lose(client)
    review = client.get(f"/api/games/{game['id']}/review").json()
    assert len(review["moves"]) == game["version"]
    assert review["moves"][0]["class"]
    assert review["status"] == game["status"]
    token = client.post(f"/api/games/{game['id']}/share").json()["share"]
    shared = another_player(client).get(f"/api/shared/{token}").json()
    assert shared["review"] == review
    assert len(shared["replay"]["moves"]) == game["version"]
    assert another_player(client).get(f"/api/shared/{token}/replay").text.startswith("sapper-")


def test_a_review_of_an_unfinished_game_counts_as_assistance(client: TestClient) -> None:
    game = move(client, new_game(client), "reveal", (4, 4))
    assert client.get(f"/api/games/{game['id']}/review").json()["status"] == "playing"
    assert client.get(f"/api/games/{game['id']}").json()["assistance"]["hints"] == 1
