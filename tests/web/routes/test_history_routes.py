"""The list of games over HTTP: pages, filters, deletion, export and import."""

import json
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.server import another_player, error_of, move, new_game


def finish(client: TestClient, **setup: Any) -> dict[str, Any]:
    """Play a game to the end in one or two moves."""
    game = new_game(client, **{"level": "2x1/1", **setup})
    return move(client, game, "reveal", (0, 0))


def list_games(client: TestClient, query: str = "") -> dict[str, Any]:
    response = client.get(f"/api/games{query}")
    assert response.status_code == 200, response.text
    return response.json()


def test_a_new_player_has_no_games(client: TestClient) -> None:
    assert list_games(client) == {"games": [], "next": None, "levels": []}


def test_the_latest_games_are_listed_first_and_untouched_boards_are_not(
    client: TestClient,
) -> None:
    first, second = finish(client), finish(client)
    playing = move(client, new_game(client, seed=42), "reveal", (0, 0))
    new_game(client)
    found = list_games(client)
    assert [game["id"] for game in found["games"]] == [playing["id"], second["id"], first["id"]]
    assert (found["next"], found["levels"]) == (None, ["2x1/1", "beginner"])
    assert list_games(another_player(client))["games"] == []


def test_a_page_leads_to_the_next_one(client: TestClient) -> None:
    ids = [finish(client)["id"] for _ in range(3)]
    page = list_games(client, "?limit=2")
    rest = list_games(client, f"?limit=2&cursor={page['next']}")
    assert [game["id"] for game in page["games"] + rest["games"]] == ids[::-1]
    assert (rest["next"], rest["levels"]) == (None, [])


def test_filters_select_games(client: TestClient) -> None:
    won = finish(client)
    helped = finish(client, practice=True)
    playing = move(client, new_game(client, seed=42), "reveal", (0, 0))

    def ids(query: str) -> list[str]:
        return [game["id"] for game in list_games(client, query)["games"]]

    assert ids("?level=beginner") == [playing["id"]]
    assert ids("?result=won") == [helped["id"], won["id"]]
    assert ids("?result=unfinished") == [playing["id"]]
    assert ids("?assisted=false") == [won["id"]]
    assert ids("?result=lost") == []


@pytest.mark.parametrize(
    "query", ["?result=draw", "?limit=0", "?limit=101", "?cursor=1", "?assisted=maybe"]
)
def test_an_invalid_filter_is_rejected(client: TestClient, query: str) -> None:
    response = client.get(f"/api/games{query}")
    assert (response.status_code, error_of(response)["code"]) == (422, "invalid-request")


def test_a_deleted_game_is_gone_and_so_is_its_link(client: TestClient) -> None:
    game, kept = finish(client), finish(client)
    token = client.post(f"/api/games/{game['id']}/share").json()["share"]
    assert client.delete(f"/api/games/{game['id']}").json() == {"deleted": 1}
    for path in (f"/api/games/{game['id']}", f"/api/shared/{token}"):
        response = client.get(path)
        assert (response.status_code, error_of(response)["message"]) == (404, "no such game")
    assert client.delete(f"/api/games/{game['id']}").status_code == 404
    assert [each["id"] for each in list_games(client)["games"]] == [kept["id"]]


def test_a_deleted_game_cannot_be_played_on(client: TestClient) -> None:
    game = move(client, new_game(client, seed=42), "reveal", (0, 0))
    client.delete(f"/api/games/{game['id']}")
    body = {"kind": "flag", "cell": [0, 5], "version": game["version"]}
    response = client.post(f"/api/games/{game['id']}/moves", json=body)
    assert (response.status_code, error_of(response)["message"]) == (404, "no such game")


def test_a_player_cannot_delete_the_game_of_another(client: TestClient) -> None:
    game = finish(client)
    stranger = another_player(client)
    assert stranger.delete(f"/api/games/{game['id']}").status_code == 404
    assert stranger.delete("/api/games").json() == {"deleted": 0}
    assert client.get(f"/api/games/{game['id']}").status_code == 200


def test_all_games_can_be_deleted(client: TestClient) -> None:
    stranger = another_player(client)
    foreign = finish(stranger)
    for _ in range(3):
        finish(client)
    assert client.delete("/api/games").json() == {"deleted": 3}
    assert list_games(client)["games"] == []
    assert client.get("/api/stats").json() == {"levels": []}
    assert stranger.get(f"/api/games/{foreign['id']}").status_code == 200


def export(client: TestClient) -> list[dict[str, Any]]:
    response = client.get("/api/games/export")
    assert response.headers["content-disposition"].startswith("attachment")
    return [json.loads(line) for line in response.text.splitlines()]


def test_the_export_contains_finished_games_only(client: TestClient) -> None:
    game = finish(client)
    move(client, new_game(client, seed=42), "reveal", (0, 0))
    (exported,) = export(client)
    assert exported["id"] == game["id"]
    assert exported["record"] == client.get(f"/api/games/{game['id']}/replay").text
    assert export(another_player(client)) == []


def test_an_import_restores_deleted_games_and_marks_them(client: TestClient) -> None:
    finish(client)
    games = export(client)
    client.delete("/api/games")
    body = {"games": games}
    assert client.post("/api/games/import", json=body).json() == {"imported": 1, "skipped": 0}
    assert client.post("/api/games/import", json=body).json() == {"imported": 0, "skipped": 1}
    (game,) = list_games(client)["games"]
    assert (game["imported"], game["assisted"], game["status"]) == (True, True, "won")
    assert game["moved_at"] == pytest.approx(games[0]["played_at"])
    assert client.get(f"/api/games/{game['id']}/review").status_code == 200
    assert export(client)[0]["record"].splitlines()[3] == "terms imported"


def test_importing_games_that_exist_skips_them(client: TestClient) -> None:
    finish(client)
    response = client.post("/api/games/import", json={"games": export(client)})
    assert response.json() == {"imported": 0, "skipped": 1}


def test_a_forged_result_never_counts_as_a_best_time(client: TestClient) -> None:
    record = "sapper-replay 1\nrules 2x1/1 any\nmines 0,1\n0.000 reveal 0,0\n"
    forged = {"record": record, "played_at": 1e10}
    assert client.post("/api/games/import", json={"games": [forged]}).status_code == 200
    (level,) = client.get("/api/stats").json()["levels"]
    assert level["assisted"] is True
    (game,) = list_games(client)["games"]
    summary = client.get(f"/api/games/{game['id']}/summary").json()
    assert (summary["rank"], summary["ranked_games"], summary["streak"]) == (None, 0, 0)


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ("x", "game 2: line 1: expected 'sapper-replay 1'"),
        ("sapper-replay 1\nrules 2x1/1 any\nmines 0,1\n", "game 2: the game is not over"),
    ],
)
def test_a_bad_record_is_refused_and_nothing_is_imported(
    client: TestClient, record: str, message: str
) -> None:
    good = "sapper-replay 1\nrules 2x1/1 any\nmines 0,1\n0.000 reveal 0,0\n"
    body = {"games": [{"record": good}, {"record": record}]}
    response = client.post("/api/games/import", json=body)
    assert (response.status_code, error_of(response)["message"]) == (422, message)
    assert list_games(client)["games"] == []


def test_a_board_that_is_too_large_is_not_imported(client: TestClient) -> None:
    record = "sapper-replay 1\nrules 2000x2000/1 any\nseed 1\n0.000 reveal 0,0\n"
    response = client.post("/api/games/import", json={"games": [{"record": record}]})
    assert (response.status_code, error_of(response)["code"]) == (422, "replay-error")


def test_an_import_cannot_overwrite_the_game_of_another_player(client: TestClient) -> None:
    game = finish(client)
    (exported,) = export(client)
    owner = client.cookies["sapper_player"]
    client.cookies.clear()  # the next requests come from another player
    assert client.post("/api/games/import", json={"games": [exported]}).json()["imported"] == 1
    (copy,) = list_games(client)["games"]
    assert copy["id"] != game["id"]
    client.cookies.clear()
    client.cookies.set("sapper_player", owner)
    assert client.get(f"/api/games/{game['id']}").json()["assisted"] is False
