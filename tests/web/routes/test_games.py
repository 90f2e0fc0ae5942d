"""Games over HTTP: begin, move, undo, AI, help, replay, share."""

from pathlib import Path

import pytest
from server import another_player, begin, error_of, move, open_client
from starlette.testclient import TestClient


def test_a_new_game_is_hidden_and_gives_the_player_a_cookie(client: TestClient) -> None:
    answer = client.post("/api/games", json={"level": "expert", "start": "opening"})
    game = answer.json()
    assert answer.status_code == 201
    assert game["rows"] == ["#" * 30] * 16
    assert (game["level"], game["start"], game["status"]) == ("expert", "opening", "ready")
    assert (game["owner"], game["share"], game["assisted"]) == (True, None, False)
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert "secure" not in cookie.replace("httponly", "")  # plain http cannot set such a one


def test_the_cookie_is_for_https_only_when_it_came_by_https(tmp_path: Path) -> None:
    with open_client(tmp_path) as client:
        client.base_url = "https://sapper.test"
        answer = client.post("/api/games", json={})
    assert "secure" in answer.headers["set-cookie"].lower().split("; ")


def test_moves_change_the_game_and_are_there_when_it_is_read_again(client: TestClient) -> None:
    game = begin(client, seed=42)
    game = move(client, game, "reveal", (0, 0))
    assert (game["status"], game["version"]) == ("playing", 1)
    game = move(client, game, "flag", (0, 5))
    assert game["rows"][0] == "....1F###"
    read = client.get(f"/api/games/{game['id']}").json()
    assert {**read, "seconds": 0} == {**game, "seconds": 0}


def test_a_game_goes_on_after_a_restart(tmp_path: Path) -> None:
    with open_client(tmp_path) as client:
        game = move(client, begin(client, seed=42), "reveal", (0, 0))
        cookies = client.cookies
    with open_client(tmp_path) as client:
        client.cookies = cookies
        read = client.get(f"/api/games/{game['id']}").json()
        assert read["rows"] == game["rows"]
        assert move(client, read, "flag", (0, 5))["version"] == 2


def test_the_clock_goes_on_while_nobody_keeps_the_game_in_memory(tmp_path: Path) -> None:
    with open_client(tmp_path, cached_games=0) as client:
        game = move(client, begin(client, seed=42), "reveal", (0, 0))
        first = client.get(f"/api/games/{game['id']}").json()["seconds"]
        second = client.get(f"/api/games/{game['id']}").json()["seconds"]
        assert 0 < first < second


def test_a_stale_version_is_refused_and_changes_nothing(client: TestClient) -> None:
    game = begin(client, seed=42)
    move(client, game, "reveal", (0, 0))
    body = {"kind": "flag", "cell": [0, 5], "version": 0}
    answer = client.post(f"/api/games/{game['id']}/moves", json=body)
    assert answer.status_code == 409
    assert error_of(answer)["code"] == "stale-version"
    assert error_of(answer)["version"] == 1
    assert client.get(f"/api/games/{game['id']}").json()["version"] == 1


def test_a_move_without_effect_is_answered_with_the_game_as_it_is(client: TestClient) -> None:
    game = move(client, begin(client, seed=42), "reveal", (0, 0))
    assert move(client, game, "reveal", (0, 0))["version"] == 1


def test_a_move_without_effect_on_a_stale_version_is_refused_too(tmp_path: Path) -> None:
    with open_client(tmp_path) as one, open_client(tmp_path) as two:
        game = move(one, begin(one, seed=42), "reveal", (0, 0))
        two.cookies = one.cookies
        move(two, game, "flag", (0, 5))
        body = {"kind": "reveal", "cell": [0, 0], "version": 1}
        answer = one.post(f"/api/games/{game['id']}/moves", json=body)
        assert error_of(answer)["code"] == "stale-version"


def test_two_servers_on_one_database_see_each_others_moves(tmp_path: Path) -> None:
    with open_client(tmp_path) as one, open_client(tmp_path) as two:
        game = begin(one, seed=42)
        two.cookies = one.cookies
        for number, client in enumerate([one, two, two, one, two]):
            game = move(client, game, *[("reveal", (0, 0)), ("flag", (0, 5))][number > 0])
        assert one.get(f"/api/games/{game['id']}").json()["version"] == 5


def test_a_finished_game_shows_the_mines_and_takes_no_more_moves(client: TestClient) -> None:
    game = begin(client, level="4x1/1", start="any", seed=1)
    for column in range(4):
        if game["result"] is None:
            game = move(client, game, "reveal", (0, column))
    assert game["status"] in ("won", "lost")
    assert len(game["result"]["mines"]) == 1
    assert game["result"]["seed"] == 1
    body = {"kind": "flag", "cell": [0, 0], "version": game["version"]}
    answer = client.post(f"/api/games/{game['id']}/moves", json=body)
    assert answer.status_code == 422
    assert error_of(answer)["code"] == "illegal-move"


def test_undo_is_for_practice_only(client: TestClient) -> None:
    for practice in (False, True):
        game = move(client, begin(client, seed=42, practice=practice), "reveal", (0, 0))
        answer = client.post(f"/api/games/{game['id']}/undo", json={"version": 1})
        assert game["can_undo"] == practice
        if practice:
            assert answer.json()["rows"] == ["#" * 9] * 9
            assert answer.json()["assists"]["undos"] == 1
        else:
            assert error_of(answer)["code"] == "illegal-move"


def test_a_board_can_be_played_again_once_it_is_over(client: TestClient) -> None:
    game = begin(client, level="3x1/1", start="any", seed=3)
    answer = client.post("/api/games", json={"retry_of": game["id"]})
    assert error_of(answer)["code"] == "illegal-move"  # its mines would be told by the other
    for column in range(3):
        if game["result"] is None:
            game = move(client, game, "reveal", (0, column))
    again = begin(client, retry_of=game["id"])
    assert (again["status"], again["width"], again["assisted"]) == ("ready", 3, True)
    assert again["id"] != game["id"]
    for column in range(3):
        if again["result"] is None:
            again = move(client, again, "reveal", (0, column))
    assert again["result"]["mines"] == game["result"]["mines"]


def test_the_ai_moves_step_by_step_with_reasons(client: TestClient) -> None:
    game = move(client, begin(client, seed=42), "reveal", (0, 0))
    path = f"/api/games/{game['id']}/ai"
    answer = client.post(path, json={"strategy": "single-point", "steps": 2, "version": 1}).json()
    assert len(answer["steps"]) == 2
    assert all(step["reason"] and step["kind"] in ("reveal", "flag") for step in answer["steps"])
    assert answer["steps"][-1]["rows"] == answer["game"]["rows"]
    assert answer["game"]["assists"]["ai"] == 2
    assert answer["game"]["assisted"]
    end = client.post(path, json={"steps": 1000, "version": answer["game"]["version"]}).json()
    assert end["game"]["status"] in ("won", "lost")
    assert end["stopped"] is None
    late = client.post(path, json={"version": end["game"]["version"]})
    assert error_of(late)["code"] == "illegal-move"


def test_the_ai_of_a_stale_version_does_nothing(client: TestClient) -> None:
    game = move(client, begin(client, seed=42), "reveal", (0, 0))
    answer = client.post(f"/api/games/{game['id']}/ai", json={"version": 0})
    assert answer.status_code == 409
    assert client.get(f"/api/games/{game['id']}").json()["version"] == 1


def test_an_unknown_strategy_is_refused_with_the_nearest(client: TestClient) -> None:
    game = begin(client)
    answer = client.post(f"/api/games/{game['id']}/ai", json={"strategy": "exakt", "version": 0})
    assert error_of(answer)["hint"] == "did you mean exact?"


def test_hints_and_odds_are_counted_as_help(client: TestClient) -> None:
    game = move(client, begin(client), "reveal", (4, 4))
    grades = [client.get(f"/api/games/{game['id']}/hint?grade={n}").json() for n in (1, 2, 3)]
    assert [hint["grade"] for hint in grades] == [1, 2, 3]
    assert "cell" not in grades[1]
    assert "cell" in grades[2]
    odds = client.get(f"/api/games/{game['id']}/probabilities").json()
    assert len(odds["mine_probability"]) == 9
    read = client.get(f"/api/games/{game['id']}").json()
    assert read["assists"] == {"ai": 0, "hints": 3, "odds": 1, "undos": 0}
    assert read["assisted"]
    read = move(client, read, "flag", next_hidden(read))
    assert read["assists"]["hints"] == 3


def next_hidden(game: dict) -> tuple[int, int]:
    return next((r, row.index("#")) for r, row in enumerate(game["rows"]) if "#" in row)


def test_help_of_another_process_is_counted_in_this_one(tmp_path: Path) -> None:
    with open_client(tmp_path) as one, open_client(tmp_path) as two:
        game = move(one, begin(one), "reveal", (4, 4))
        two.cookies = one.cookies
        two.get(f"/api/games/{game['id']}/probabilities")
        game = move(one, game, "flag", next_hidden(game))
        assert game["assists"]["odds"] == 1


def test_a_record_comes_after_the_end_as_text_and_as_frames(client: TestClient) -> None:
    game = begin(client, level="3x1/1", start="any", seed=3)
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
    assert replay["frames"][0]["rows"] == ["###"]
    assert replay["frames"][-1]["rows"] == game["rows"]
    assert len(replay["frames"]) == len(replay["moves"]) + 1 == game["version"] + 1
    rows = list("###")
    for recorded in replay["moves"]:
        for _, column, symbol in recorded["changes"]:
            rows[column] = symbol
    assert "".join(rows) == game["rows"][0]


def test_a_link_shows_a_game_to_others_who_cannot_play_it(client: TestClient) -> None:
    game = move(client, begin(client, level="3x1/1", start="any", seed=3), "flag", (0, 0))
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
def test_nobody_sees_or_plays_the_game_of_another(
    client: TestClient, method: str, path: str, body: object
) -> None:
    game = begin(client)
    nobody = another_player(client)
    stranger = another_player(client)
    begin(stranger)
    forger = another_player(client)
    forger.cookies.set("sapper_player", "A" * 22 + ".1700000000." + "A" * 43)
    for other in (nobody, stranger, forger):
        answer = other.request(method, f"/api/games/{game['id']}{path}", json=body)
        assert answer.status_code == 404
        assert error_of(answer) == {
            "code": "unknown-game", "message": "there is no such game", "hint": None,
        }  # fmt: skip
    assert client.get(f"/api/games/{game['id']}").json() == game


def test_the_list_has_unfinished_games_first(client: TestClient) -> None:
    assert client.get("/api/games").json() == {"games": []}
    first = begin(client, level="2x1/1", start="any")
    while first["result"] is None:
        column = first["rows"][0].index("#")
        first = move(client, first, "reveal", (0, column))
    second, third = begin(client), begin(client, level="expert")
    listed = client.get("/api/games").json()["games"]
    assert [game["id"] for game in listed] == [third["id"], second["id"], first["id"]]
    assert listed[2]["status"] in ("won", "lost")
    assert another_player(client).get("/api/games").json() == {"games": []}


def test_a_game_that_is_over_leaves_the_memory_and_can_still_be_read(client: TestClient) -> None:
    # Finished games once stayed until others pushed them out: the memory grew for an hour.
    tables = client.app.state.context.tables
    game = move(client, begin(client, level="4x1/1", start="safe", seed=1), "flag", (0, 0))
    assert tables.cached == 1
    for column in (1, 2, 3, 0):
        if game["status"] in ("won", "lost"):
            break
        game = move(client, game, "reveal", (0, column))
    assert game["status"] in ("won", "lost")
    assert tables.cached == 0
    assert client.get(f"/api/games/{game['id']}").json()["rows"] == game["rows"]


def test_a_server_follows_the_moves_that_another_made_and_has_the_same_record(
    tmp_path: Path,
) -> None:
    with open_client(tmp_path) as one, open_client(tmp_path) as two:
        game = begin(one, level="16x16/40", seed=5)
        two.cookies = one.cookies
        for number in range(30):
            client = (one, two)[number // 3 % 2]  # each comes back to a game that went on
            game = move(client, game, "flag", (number // 16, number % 16))
        reads = []
        for client in (one, two):
            read = client.get(f"/api/games/{game['id']}").json()
            tables = client.app.state.context.tables
            reads.append((read["rows"], read["version"], tables._seats[game["id"]].session.save()))
        assert reads[0] == reads[1]
        stored = one.app.state.context.store.game(game["id"])
        assert stored.record() == reads[0][2]


def test_a_game_that_went_another_way_in_a_restored_database_is_read_anew(tmp_path: Path) -> None:
    with open_client(tmp_path) as one:
        game = begin(one, level="16x16/40", seed=5)
        for column in range(4):
            game = move(one, game, "flag", (0, column))
        store = one.app.state.context.store
        # As after a backup was put back and another server has played on.
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
