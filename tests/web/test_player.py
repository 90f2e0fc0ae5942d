"""Statistics, settings, reviews and drills of a player."""

import time
from typing import Any

from server import another_player, begin, error_of, move
from starlette.testclient import TestClient
from terminal import PATIENCE

from sapper import Game, Rules
from sapper.game.game_options import GameOptions


def lose(client: TestClient, **setup: Any) -> dict[str, Any]:
    """Play until a mine explodes: flags tell nothing, so reveal one cell after the other."""
    game = begin(client, **{"level": "3x3/8", "start": "any", **setup})
    for row, column in [(r, c) for r in range(3) for c in range(3)]:
        if game["result"] is None:
            game = move(client, game, "reveal", (row, column))
    return game


def test_statistics_count_what_was_finished(client: TestClient) -> None:
    assert client.get("/api/stats").json() == {"levels": []}
    game = lose(client)
    lose(client, seed=1)
    begin(client)
    plain, apart = client.get("/api/stats").json()["levels"]
    assert (plain["level"], plain["assisted"], plain["games"]) == ("3x3/8", False, 1)
    assert (apart["level"], apart["assisted"], apart["games"]) == ("3x3/8", True, 1)
    assert plain["wins"] == (game["status"] == "won")
    assert len(plain["series"]) == 1
    assert another_player(client).get("/api/stats").json() == {"levels": []}


def test_a_finished_game_is_reviewed_in_the_background(client: TestClient) -> None:
    context = client.app.state.context
    # A machine that is busy elsewhere may leave the process of low priority no time for long, and
    # a review that was ended is not tried again.
    context.thinkers._patience = context.thinkers._start_patience = PATIENCE
    lose(client)
    end = time.monotonic() + 2 * PATIENCE
    while context.background:
        assert time.monotonic() < end, "no end of the review"
        time.sleep(0.05)
    assert client.get("/api/stats").json()["levels"][0]["mean_accuracy"] == 1.0


def test_settings_are_kept_for_the_player_alone(client: TestClient) -> None:
    assert client.get("/api/settings").json() == {}
    wanted = {"theme": "dark", "zoom": 1.5, "name": "Ö \u2603"}
    answer = client.put("/api/settings", json=wanted)
    assert answer.json() == wanted
    assert client.get("/api/settings").json() == wanted
    assert another_player(client).get("/api/settings").json() == {}


def test_a_review_judges_every_move(client: TestClient) -> None:
    game = lose(client)
    review = client.get(f"/api/games/{game['id']}/review").json()
    assert len(review["moves"]) == game["version"]
    assert review["moves"][0]["class"]
    assert review["status"] == game["status"]
    token = client.post(f"/api/games/{game['id']}/share").json()["share"]
    shared = another_player(client).get(f"/api/shared/{token}").json()
    assert shared["review"] == review
    assert shared["replay"]["frames"][-1]["rows"] == game["rows"]
    assert another_player(client).get(f"/api/shared/{token}/replay").text.startswith("sapper-")


def test_a_review_of_a_running_game_is_help(client: TestClient) -> None:
    game = move(client, begin(client), "reveal", (4, 4))
    assert client.get(f"/api/games/{game['id']}/review").json()["status"] == "playing"
    assert client.get(f"/api/games/{game['id']}").json()["assists"]["hints"] == 1


def test_a_drill_keeps_its_answer_until_it_is_answered(client: TestClient) -> None:
    drill = client.get("/api/drills/next", params={"theme": "single-clue"}).json()
    assert set(drill) == {"id", "theme", "position", "question", "themes"}
    assert drill["theme"] == "single-clue"
    path = f"/api/drills/{drill['id']}"
    wrong = client.post(path, json={"cell": None}).json()
    assert not wrong["right"]
    assert wrong["answers"]
    assert wrong["hint"]["proof"]
    right = client.post(path, json={"cell": wrong["answers"][0]}).json()
    assert right["right"]
    assert wrong["due"] < right["due"]  # soon after a mistake, later after a right answer


def test_the_next_drill_is_another_one(client: TestClient) -> None:
    first, second = (
        client.get("/api/drills/next", params={"theme": "subset"}).json() for _ in range(2)
    )
    assert first["id"] != second["id"]


def test_a_mistake_comes_back_as_a_drill(client: TestClient) -> None:
    context = client.app.state.context
    begin(client)
    player = context.players.read(client.cookies["sapper_player"])
    board = Game.from_layout(Rules(4, 1, 1, "any"), {(0, 0)})
    game_id, kept = context.store.create(player, board, terms=GameOptions())
    kept.result()
    game = client.get(f"/api/games/{game_id}").json()
    game = move(client, game, "reveal", (0, 1))  # now (0, 3) is certainly safe
    game = move(client, game, "reveal", (0, 0))  # a needless guess
    assert game["status"] == "lost"
    end = time.monotonic() + PATIENCE
    while context.store.cards.due(player) is None:
        assert time.monotonic() < end, "no drill"
        time.sleep(0.05)
    drill = client.get("/api/drills/next").json()
    assert drill["position"] == "4x1/1\n#1##"
    answer = client.post(f"/api/drills/{drill['id']}", json={"cell": [0, 3]}).json()
    assert answer["right"]


def test_a_bad_answer_to_a_drill_is_refused(client: TestClient) -> None:
    drill = client.get("/api/drills/next", params={"theme": "single-clue"}).json()
    for cell in ([0], [0, 0, 0], [-1, 0], [0, 10**9], [99, 0], "x", 5, {}, [0, 1.5]):
        answer = client.post(f"/api/drills/{drill['id']}", json={"cell": cell})
        assert answer.status_code == 422, cell
        error_of(answer)
    assert client.post(f"/api/drills/{drill['id']}", json={}).status_code == 422


def test_unknown_drills_and_themes_are_refused(client: TestClient) -> None:
    answer = client.get("/api/drills/next", params={"theme": "nothing"})
    assert answer.status_code == 422
    assert error_of(answer)["code"] == "unknown-theme"
    drill = client.get("/api/drills/next", params={"theme": "single-clue"}).json()
    for who, name in ((client, "nothing"), (another_player(client), drill["id"])):
        answer = who.post(f"/api/drills/{name}", json={"cell": [0, 0]})
        assert answer.status_code == 404


def test_health_tells_when_the_database_does_not_answer(client: TestClient) -> None:
    assert client.get("/healthz").json()["status"] == "ok"
    context = client.app.state.context
    engine = context.store._engine
    with engine.execution_options(writing=True).begin() as connection:
        connection.exec_driver_sql("ALTER TABLE schema_version RENAME TO gone")
    answer = client.get("/healthz")
    assert answer.status_code == 503
    assert answer.headers["retry-after"]
    assert error_of(answer)["code"] == "store-error"
    with engine.execution_options(writing=True).begin() as connection:
        connection.exec_driver_sql("ALTER TABLE gone RENAME TO schema_version")
    assert client.get("/healthz").status_code == 200


def test_figures_of_the_server_count_requests_by_route(client: TestClient) -> None:
    game = begin(client)
    move(client, game, "reveal", (4, 4))
    text = client.get("/metrics").text
    assert 'route="/api/games/{game_id}/moves",status="200"' in text
    assert "sapper_writes_total 2.0" in text
