"""Games over HTTP: create, move, undo, AI moves, assistance, replay and sharing."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from sapper import analyse, parse_view
from sapper.play.session import Session
from tests.server import another_player, context_of, error_of, move, new_game, open_client


def test_a_new_game_is_hidden_and_sets_a_cookie(client: TestClient) -> None:
    response = client.post("/api/games", json={"level": "expert", "start": "opening"})
    game = response.json()
    assert response.status_code == 201
    assert game["rows"] == ["#" * 30] * 16
    assert (game["level"], game["start"], game["status"]) == ("expert", "opening", "ready")
    assert (game["owner"], game["share"], game["assisted"]) == (True, None, False)
    cookie = response.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert "secure" not in cookie.replace(
        "httponly", ""
    )  # a Secure cookie cannot be set over plain HTTP


def test_a_cookie_set_over_https_is_secure(tmp_path: Path) -> None:
    with open_client(tmp_path) as client:
        client.base_url = "https://sapper.test"
        response = client.post("/api/games", json={})
    assert "secure" in response.headers["set-cookie"].lower().split("; ")


def test_moves_change_the_stored_game(client: TestClient) -> None:
    game = new_game(client, seed=42)
    game = move(client, game, "reveal", (0, 0))
    assert (game["status"], game["version"]) == ("playing", 1)
    game = move(client, game, "flag", (0, 5))
    assert game["rows"][0] == "....1F###"
    read = client.get(f"/api/games/{game['id']}").json()
    assert {**read, "seconds": 0} == {**game, "seconds": 0}


def test_a_game_can_be_continued_after_a_restart(tmp_path: Path) -> None:
    with open_client(tmp_path) as client:
        game = move(client, new_game(client, seed=42), "reveal", (0, 0))
        cookies = client.cookies
    with open_client(tmp_path) as client:
        client.cookies = cookies
        read = client.get(f"/api/games/{game['id']}").json()
        assert read["rows"] == game["rows"]
        assert move(client, read, "flag", (0, 5))["version"] == 2


def test_the_clock_runs_while_the_game_is_not_cached(tmp_path: Path) -> None:
    with open_client(tmp_path, max_cached_games=0) as client:
        game = move(client, new_game(client, seed=42), "reveal", (0, 0))
        first = client.get(f"/api/games/{game['id']}").json()["seconds"]
        second = client.get(f"/api/games/{game['id']}").json()["seconds"]
        assert 0 < first < second


def test_a_stale_version_is_rejected_and_changes_nothing(client: TestClient) -> None:
    game = new_game(client, seed=42)
    move(client, game, "reveal", (0, 0))
    body = {"kind": "flag", "cell": [0, 5], "version": 0}
    response = client.post(f"/api/games/{game['id']}/moves", json=body)
    assert response.status_code == 409
    assert error_of(response)["code"] == "stale-version"
    assert error_of(response)["version"] == 1
    assert client.get(f"/api/games/{game['id']}").json()["version"] == 1


def test_a_move_without_effect_is_counted_as_a_click(client: TestClient) -> None:
    game = move(client, new_game(client, seed=42), "reveal", (0, 0))
    after = move(client, game, "reveal", (0, 0))
    assert (after["version"], after["clicks"], after["rows"]) == (2, 2, game["rows"])
    assert client.get(f"/api/games/{game['id']}").json()["clicks"] == 2


def test_a_move_without_effect_on_a_stale_version_is_rejected(tmp_path: Path) -> None:
    with open_client(tmp_path) as one, open_client(tmp_path) as two:
        game = move(one, new_game(one, seed=42), "reveal", (0, 0))
        two.cookies = one.cookies
        move(two, game, "flag", (0, 5))
        body = {"kind": "reveal", "cell": [0, 0], "version": 1}
        response = one.post(f"/api/games/{game['id']}/moves", json=body)
        assert error_of(response)["code"] == "stale-version"


def test_two_servers_on_one_database_see_all_moves(tmp_path: Path) -> None:
    with open_client(tmp_path) as one, open_client(tmp_path) as two:
        game = new_game(one, seed=42)
        two.cookies = one.cookies
        for number, client in enumerate([one, two, two, one, two]):
            game = move(client, game, *[("reveal", (0, 0)), ("flag", (0, 5))][number > 0])
        assert one.get(f"/api/games/{game['id']}").json()["version"] == 5


def test_a_finished_game_shows_its_mines_and_rejects_moves(client: TestClient) -> None:
    game = new_game(client, level="4x1/1", start="any", seed=1)
    for column in range(4):
        if game["result"] is None:
            game = move(client, game, "reveal", (0, column))
    assert game["status"] in ("won", "lost")
    assert len(game["result"]["mines"]) == 1
    assert game["result"]["seed"] == "1"
    body = {"kind": "flag", "cell": [0, 0], "version": game["version"]}
    response = client.post(f"/api/games/{game['id']}/moves", json=body)
    assert response.status_code == 422
    assert error_of(response)["code"] == "illegal-move"


def test_undo_requires_a_practice_game(client: TestClient) -> None:
    for practice in (False, True):
        game = move(client, new_game(client, seed=42, practice=practice), "reveal", (0, 0))
        response = client.post(f"/api/games/{game['id']}/undo", json={"version": 1})
        assert game["can_undo"] == practice
        if practice:
            assert response.json()["rows"] == ["#" * 9] * 9
            assert response.json()["assistance"]["undos"] == 1
        else:
            assert error_of(response)["code"] == "illegal-move"


def test_a_board_can_be_replayed_after_the_end(client: TestClient) -> None:
    game = new_game(client, level="3x1/1", start="any", seed=3)
    response = client.post("/api/games", json={"retry_of": game["id"]})
    assert (
        error_of(response)["code"] == "illegal-move"
    )  # it would reveal the mines of the first game
    for column in range(3):
        if game["result"] is None:
            game = move(client, game, "reveal", (0, column))
    again = new_game(client, retry_of=game["id"])
    assert (again["status"], again["width"], again["assisted"]) == ("ready", 3, True)
    assert again["id"] != game["id"]
    for column in range(3):
        if again["result"] is None:
            again = move(client, again, "reveal", (0, column))
    assert again["result"]["mines"] == game["result"]["mines"]


def test_every_ai_move_has_a_reason(client: TestClient) -> None:
    game = move(client, new_game(client, seed=42), "reveal", (0, 0))
    path = f"/api/games/{game['id']}/ai"
    response = client.post(path, json={"strategy": "single-point", "steps": 2, "version": 1}).json()
    assert len(response["steps"]) == 2
    assert all(step["reason"] and step["kind"] in ("reveal", "flag") for step in response["steps"])
    assert response["game"]["assistance"]["ai"] == 2
    assert response["game"]["assisted"]
    game = response["game"]
    while game["status"] == "playing":
        body = {"steps": 1000, "version": game["version"]}
        game = client.post(path, json=body).json()["game"]
    late = client.post(path, json={"version": game["version"]})
    assert error_of(late)["code"] == "illegal-move"


def test_an_ai_request_stops_after_its_first_guess(client: TestClient) -> None:
    # An AI that played on took longer if its guess was safe, which disclosed mines.
    game = new_game(client, level="30x1/5", start="any", seed=1)
    path = f"/api/games/{game['id']}/ai"
    response = client.post(path, json={"strategy": "random", "steps": 1000, "version": 0}).json()
    assert len(response["steps"]) == 1
    assert response["game"]["status"] == "playing"


def test_an_ai_request_makes_all_moves_of_one_piece_of_advice(client: TestClient) -> None:
    game = move(client, new_game(client, seed=42), "reveal", (0, 0))
    path = f"/api/games/{game['id']}/ai"
    response = client.post(path, json={"strategy": "exact", "steps": 1000, "version": 1}).json()
    safe = analyse(parse_view("\n".join(["9x9/10", *game["rows"]]))).safe
    assert {tuple(step["cell"]) for step in response["steps"]} == safe
    assert len(safe) > 1


def test_the_ai_may_not_think_longer_than_a_job(client: TestClient) -> None:
    game = new_game(client)
    body = {"strategy": "expert:think=3600", "version": 0}
    response = client.post(f"/api/games/{game['id']}/ai", json=body)
    assert response.status_code == 422
    error = error_of(response)
    assert error["message"] == "think must be at most 2.5 seconds, not 3600"
    assert error["field"] == "strategy"
    assert client.get(f"/api/games/{game['id']}").json()["version"] == 0


def test_a_move_on_a_stale_version_is_rejected_before_it_is_made(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The time until the rejection once depended on the hidden cell, because the move was made in
    # memory while another move of the same version was being saved.
    game = new_game(client)
    made: list[str] = []
    make_move = Session.move

    def record(session: Session, kind: str, *arguments: Any) -> int:
        made.append(kind)
        return make_move(session, kind, *arguments)

    monkeypatch.setattr(Session, "move", record)
    path = f"/api/games/{game['id']}/moves"
    bodies = [{"kind": kind, "cell": [0, 0], "version": 0} for kind in ("flag", "question")]
    with ThreadPoolExecutor(2) as threads:
        responses = list(threads.map(lambda body: client.post(path, json=body), bodies))
    assert sorted(response.status_code for response in responses) == [200, 409]
    assert len(made) == 1


def test_ai_moves_on_a_stale_version_are_rejected(client: TestClient) -> None:
    game = move(client, new_game(client, seed=42), "reveal", (0, 0))
    response = client.post(f"/api/games/{game['id']}/ai", json={"version": 0})
    assert response.status_code == 409
    assert client.get(f"/api/games/{game['id']}").json()["version"] == 1


def test_an_unknown_strategy_is_rejected_with_the_nearest_name(client: TestClient) -> None:
    game = new_game(client)
    response = client.post(f"/api/games/{game['id']}/ai", json={"strategy": "exakt", "version": 0})
    assert error_of(response)["hint"] == "did you mean exact?"


def test_hints_and_odds_count_as_assistance(client: TestClient) -> None:
    game = move(client, new_game(client), "reveal", (4, 4))
    grades = [client.get(f"/api/games/{game['id']}/hint?grade={n}").json() for n in (1, 2, 3)]
    assert [hint["grade"] for hint in grades] == [1, 2, 3]
    assert [hint["assistance"]["hints"] for hint in grades] == [1, 2, 3]
    assert "cell" not in grades[1]
    assert "cell" in grades[2]
    odds = client.get(f"/api/games/{game['id']}/probabilities").json()
    assert len(odds["mine_probability"]) == 9
    assert (odds["assistance"]["odds"], odds["assisted"]) == (1, True)
    read = client.get(f"/api/games/{game['id']}").json()
    assert read["assistance"] == {"ai": 0, "hints": 3, "odds": 1, "undos": 0}
    assert read["assisted"]
    read = move(client, read, "flag", next_hidden(read))
    assert read["assistance"]["hints"] == 3


def next_hidden(game: dict) -> tuple[int, int]:
    return next((r, row.index("#")) for r, row in enumerate(game["rows"]) if "#" in row)


def test_assistance_from_another_process_is_counted(tmp_path: Path) -> None:
    with open_client(tmp_path) as one, open_client(tmp_path) as two:
        game = move(one, new_game(one), "reveal", (4, 4))
        two.cookies = one.cookies
        two.get(f"/api/games/{game['id']}/probabilities")
        game = move(one, game, "flag", next_hidden(game))
        assert game["assistance"]["odds"] == 1


def test_a_seed_is_a_string_in_both_directions(client: TestClient) -> None:
    seed = str(2**64 - 1)
    game = new_game(client, level="1x1/0", seed=seed)
    assert move(client, game, "reveal", (0, 0))["result"]["seed"] == seed


def test_a_finished_game_has_a_replay_as_text_and_json(client: TestClient) -> None:
    game = new_game(client, level="3x1/1", start="any", seed=3)
    path = f"/api/games/{game['id']}/replay"
    assert error_of(client.get(path))["code"] == "illegal-move"
    for column in range(3):
        if game["result"] is None:
            game = move(client, game, "reveal", (0, column))
    text = client.get(path)
    assert text.headers["content-type"].startswith("text/plain")
    assert text.text.startswith("sapper-replay 1\nrules 3x1/1 any\nseed 3\n")
    replay = client.get(path, params={"format": "json"}).json()
    assert replay["record"] == text.text
    assert len(replay["moves"]) == game["version"]
    rows = list("###")
    for recorded in replay["moves"]:
        for _, column, symbol in recorded["changes"]:
            rows[column] = symbol
    assert "".join(rows) == game["rows"][0]


def test_a_share_link_shows_a_game_to_others_who_cannot_play_it(client: TestClient) -> None:
    game = move(client, new_game(client, level="3x1/1", start="any", seed=3), "flag", (0, 0))
    token = client.post(f"/api/games/{game['id']}/share").json()["share"]
    assert client.post(f"/api/games/{game['id']}/share").json()["share"] == token
    assert len(token) >= 22
    other = another_player(client)
    shared = other.get(f"/api/shared/{token}").json()
    assert (shared["id"], shared["owner"], shared["share"]) == (None, False, token)
    assert shared["rows"] == ["F##"]
    assert shared["result"] is None
    assert error_of(other.get(f"/api/shared/{token}/replay"))["code"] == "illegal-move"
    assert other.get(f"/api/shared/{game['id']}").status_code == 404


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "", None),
        ("POST", "/moves", {"kind": "flag", "cell": [0, 0], "version": 0}),
        ("POST", "/undo", {"version": 0}),
        ("POST", "/ai", {"version": 0}),
        ("GET", "/hint", None),
        ("GET", "/probabilities", None),
        ("GET", "/replay", None),
        ("POST", "/share", None),
    ],
)
def test_a_game_is_not_found_for_other_players(
    client: TestClient, method: str, path: str, body: object
) -> None:
    game = new_game(client)
    anonymous = another_player(client)
    other_player = another_player(client)
    new_game(other_player)
    forger = another_player(client)
    forger.cookies.set("sapper_player", "A" * 22 + ".1700000000." + "A" * 43)
    for other in (anonymous, other_player, forger):
        response = other.request(method, f"/api/games/{game['id']}{path}", json=body)
        assert response.status_code == 404
        assert error_of(response) == {
            "code": "not-found", "message": "no such game", "hint": None,
        }  # fmt: skip
    assert client.get(f"/api/games/{game['id']}").json() == game


def test_a_finished_game_leaves_the_cache_and_can_still_be_read(client: TestClient) -> None:
    # Finished games once stayed in the cache, so the memory grew for an hour.
    cache = context_of(client).game_cache
    game = move(client, new_game(client, level="4x1/1", start="safe", seed=1), "flag", (0, 0))
    assert cache.size == 1
    for column in (1, 2, 3, 0):
        if game["status"] in ("won", "lost"):
            break
        game = move(client, game, "reveal", (0, column))
    assert game["status"] in ("won", "lost")
    assert cache.size == 0
    assert client.get(f"/api/games/{game['id']}").json()["rows"] == game["rows"]


def test_a_server_replays_the_moves_of_another_server(
    tmp_path: Path,
) -> None:
    with open_client(tmp_path) as one, open_client(tmp_path) as two:
        game = new_game(one, level="16x16/40", seed=5)
        two.cookies = one.cookies
        for number in range(30):
            client = (one, two)[number // 3 % 2]  # each returns to a game that has changed
            game = move(client, game, "flag", (number // 16, number % 16))
        reads = []
        for client in (one, two):
            read = client.get(f"/api/games/{game['id']}").json()
            cached = context_of(client).game_cache._games[game["id"]]
            reads.append((read["rows"], read["version"], cached.session.save()))
        assert reads[0] == reads[1]
        stored = context_of(one).store.load_game(game["id"])
        assert Session.resume(stored.to_game(), options=stored.options).save() == reads[0][2]


def test_a_game_with_different_moves_in_a_restored_database_is_reloaded(tmp_path: Path) -> None:
    with open_client(tmp_path) as one:
        game = new_game(one, level="16x16/40", seed=5)
        for column in range(4):
            game = move(one, game, "flag", (0, column))
        store = context_of(one).store
        # Simulates a restored backup on which another server has made different moves.
        store._writer.submit(
            lambda connection: connection.exec_driver_sql("DELETE FROM moves WHERE number > 2")
        ).result()
        with store._engine.begin() as connection:
            for number, column in ((3, 8), (4, 9), (5, 10)):
                connection.exec_driver_sql(
                    f"INSERT INTO moves SELECT id, {number}, '0.000 flag 0,{column}' FROM games"
                )
            connection.exec_driver_sql("UPDATE games SET version = 5")
        read = one.get(f"/api/games/{game['id']}").json()
        assert read["rows"][0] == "FF######FFF#####"
        assert move(one, read, "flag", (1, 0))["version"] == 6


def test_a_finished_game_has_a_summary(client: TestClient) -> None:
    game = new_game(client, level="2x1/1")
    game = move(client, game, "reveal", (0, 0))
    assert game["status"] == "won"
    summary = client.get(f"/api/games/{game['id']}/summary").json()
    assert (summary["rank"], summary["ranked_games"], summary["streak"]) == (1, 1, 1)
    assert summary["best_seconds"] == 0.0
    assert summary["previous_best_seconds"] is None
    assert (summary["verdict"], summary["avoidable"]) == ("No mistakes.", None)


def test_only_the_player_sees_the_summary_of_a_game(client: TestClient) -> None:
    game = move(client, new_game(client, level="2x1/1"), "reveal", (0, 0))
    response = another_player(client).get(f"/api/games/{game['id']}/summary")
    assert (response.status_code, error_of(response)["message"]) == (404, "no such game")
