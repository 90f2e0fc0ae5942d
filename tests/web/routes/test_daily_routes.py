"""Daily boards over HTTP."""

from datetime import UTC, datetime

import pytest
from starlette.testclient import TestClient

from sapper.generate.daily_board import daily_board
from tests.server import error_of, move


def test_a_daily_board_opened_in_two_tabs_is_one_game(client: TestClient) -> None:
    first = client.post("/api/daily/beginner").json()
    second = client.post("/api/daily/beginner").json()
    assert first["id"] == second["id"]
    assert (first["no_guess"], first["assisted"], first["first"]) == (True, False, [4, 4])
    assert first["rows"] == ["#" * 9] * 9
    client.cookies.clear()  # the next request comes from another player
    other = client.post("/api/daily/beginner").json()
    assert other["id"] != first["id"]


def test_all_players_get_the_board_of_the_day(client: TestClient) -> None:
    game = client.post("/api/daily/beginner").json()
    game = move(client, game, "reveal", (4, 4))
    board = daily_board(datetime.now(UTC).date(), "beginner")
    expected = board.game()
    expected.reveal(board.first)
    assert game["rows"] == expected.view.rows


def test_an_unfinished_attempt_discloses_neither_the_seed_nor_the_mines(
    client: TestClient,
) -> None:
    game = client.post("/api/daily/expert").json()
    board = daily_board(datetime.now(UTC).date(), "expert")
    response = client.get("/api/daily")
    assert str(board.seed) not in response.text
    level = response.json()["levels"][2]
    assert (level["game"], level["status"], level["share_text"]) == (game["id"], "ready", None)
    assert client.get(f"/api/games/{game['id']}/replay").status_code == 422


def test_a_visitor_without_a_cookie_sees_the_boards_of_the_day(client: TestClient) -> None:
    overview = client.get("/api/daily").json()
    assert [level["level"] for level in overview["levels"]] == [
        "beginner",
        "intermediate",
        "expert",
    ]
    assert overview["streak"] == 0
    assert all(level["status"] is None for level in overview["levels"])


@pytest.mark.parametrize("level", ["small", "x" * 300])
def test_other_levels_have_no_daily_board(client: TestClient, level: str) -> None:
    response = client.post(f"/api/daily/{level}")
    assert (response.status_code, error_of(response)["code"]) == (422, "invalid-request")
