"""Challenges over HTTP."""

import threading
from collections.abc import Sequence
from typing import Any

import pytest
from starlette.testclient import TestClient

from sapper import Game, Rules
from sapper.play import challenge_service
from sapper.play.challenge_service import replay_progress
from sapper.play.game_service import GameService, PlayerGame
from sapper.web.game_cache import MINE_BYTES
from tests.server import context_of, error_of, move, new_game

SECOND = (4, 4)


class Player:
    """A player who shares the test client, and so its event loop, with the other players."""

    def __init__(self, client: TestClient, name: str) -> None:
        self._client = client
        self._cookie = context_of(client).identity.sign_cookie(name * 22)

    def __getattr__(self, method: str) -> Any:
        self._client.cookies.clear()
        self._client.cookies.set("sapper_player", self._cookie)
        return getattr(self._client, method)


@pytest.fixture
def sender(client: TestClient) -> Player:
    return Player(client, "S")


@pytest.fixture
def friend(client: TestClient) -> Player:
    return Player(client, "F")


def finish(client: Any, game: dict[str, Any]) -> dict[str, Any]:
    """Reveal cells row by row until the game is over, after a first reveal in the centre."""
    game = move(client, game, "reveal", SECOND)
    for row in range(9):
        for column in range(9):
            if game["status"] in ("won", "lost"):
                return game
            if game["rows"][row][column] == "#":
                game = move(client, game, "reveal", (row, column))
    raise AssertionError("the game did not end")


def challenge_from(client: Any, **body: Any) -> tuple[dict[str, Any], str]:
    game = finish(client, new_game(client, start="opening"))
    response = client.post(f"/api/games/{game['id']}/challenge", json=body)
    assert response.status_code == 200, response.text
    return game, response.json()["challenge"]


def accept(client: Any, code: str, **body: Any) -> dict[str, Any]:
    response = client.post(f"/api/challenges/{code}/games", json=body)
    assert response.status_code == 200, response.text
    return response.json()


def describe(client: Any, code: str) -> dict[str, Any]:
    response = client.get(f"/api/challenges/{code}")
    assert response.status_code == 200, response.text
    return response.json()


def test_a_recipient_plays_the_same_board_and_both_results_are_compared(
    sender: Player, friend: Player
) -> None:
    sent, code = challenge_from(sender, name="Ann")
    game = accept(friend, code, name="Bob")
    assert (game["first"], game["assisted"], game["level"]) == ([4, 4], True, "beginner")
    game = finish(friend, game)
    assert game["result"]["mines"] == sent["result"]["mines"]
    seen = describe(friend, code)
    assert (seen["sender"]["name"], seen["sender"]["seconds"]) == (
        "Ann",
        pytest.approx(sent["seconds"], abs=0.001),
    )
    (own,) = seen["results"]
    assert (own["name"], own["game"]) == ("Bob", game["id"])
    cells = [each["cell"] for each in seen["sender"]["moves"]]
    assert [each["cell"] for each in own["moves"]] == cells
    own_view = describe(sender, code)
    assert own_view["is_sender"] is True
    assert [(each["name"], each["game"]) for each in own_view["results"]] == [("Bob", None)]


def test_the_recipient_learns_no_move_of_the_sender_before_finishing(
    sender: Player, friend: Player
) -> None:
    sent, code = challenge_from(sender)
    for starts in (True, False):
        response = friend.get(f"/api/challenges/{code}")
        assert response.json()["sender"]["moves"] is None
        assert sent["id"] not in response.text
        assert response.json()["sender"]["seconds"] == pytest.approx(sent["seconds"], abs=0.001)
        if starts:
            move(friend, accept(friend, code), "reveal", SECOND)


def test_a_hidden_result_is_shown_after_the_recipient_has_finished(
    sender: Player, friend: Player
) -> None:
    sent, code = challenge_from(sender, hides_result=True)
    hidden = {
        "name": "", "status": None, "seconds": None, "assisted": False, "paused": False,
        "moves": None,
    }  # fmt: skip
    assert describe(friend, code)["sender"] == hidden
    finish(friend, accept(friend, code))
    assert describe(friend, code)["sender"]["seconds"] == pytest.approx(sent["seconds"], abs=0.001)


def test_two_tabs_accept_a_challenge_once(sender: Player, friend: Player) -> None:
    _, code = challenge_from(sender)
    assert accept(friend, code)["id"] == accept(friend, code)["id"]


def test_players_cannot_accept_their_own_challenge(sender: Player) -> None:
    _, code = challenge_from(sender)
    response = sender.post(f"/api/challenges/{code}/games", json={})
    assert (response.status_code, error_of(response)["message"]) == (
        422,
        "you cannot accept your own challenge",
    )


def test_a_foreign_game_cannot_become_a_challenge(sender: Player, friend: Player) -> None:
    game, _ = challenge_from(sender)
    response = friend.post(f"/api/games/{game['id']}/challenge", json={})
    assert (response.status_code, error_of(response)["message"]) == (404, "no such game")


def test_an_unfinished_game_cannot_become_a_challenge(sender: Player) -> None:
    game = move(sender, new_game(sender), "reveal", SECOND)
    response = sender.post(f"/api/games/{game['id']}/challenge", json={})
    assert response.status_code == 422
    assert "before the game is over" in error_of(response)["message"]


def test_a_result_that_was_not_played_here_is_not_accepted(sender: Player, friend: Player) -> None:
    _, code = challenge_from(sender)
    body = {"name": "Bob", "seconds": 1.0, "status": "won"}
    response = friend.post(f"/api/challenges/{code}/games", json=body)
    assert (response.status_code, error_of(response)["code"]) == (422, "invalid-request")
    assert describe(sender, code)["results"] == []


def test_the_link_of_a_deleted_game_is_explained(sender: Player, friend: Player) -> None:
    game, code = challenge_from(sender)
    own = accept(friend, code)
    sender.delete(f"/api/games/{game['id']}")
    for response in (
        friend.get(f"/api/challenges/{code}"),
        friend.post(f"/api/challenges/{code}/games", json={}),
    ):
        assert response.status_code == 404
        assert error_of(response)["message"] == "the game of this challenge has been deleted"
    assert friend.get(f"/api/games/{own['id']}").status_code == 200


def test_a_recipient_who_deleted_the_game_is_told_so(sender: Player, friend: Player) -> None:
    # The message once claimed that the sender's game had been deleted.
    _, code = challenge_from(sender)
    own = accept(friend, code)
    friend.delete(f"/api/games/{own['id']}")
    assert [each["status"] for each in describe(friend, code)["results"]] == ["deleted"]
    response = friend.post(f"/api/challenges/{code}/games", json={})
    assert (response.status_code, error_of(response)["message"]) == (
        404,
        "you have deleted your game on this board",
    )
    assert describe(sender, code)["results"] == []


def test_the_compared_moves_rebuild_both_boards(sender: Player, friend: Player) -> None:
    sent, code = challenge_from(sender)
    game = finish(friend, accept(friend, code))
    seen = describe(friend, code)
    for result, final in ((seen["sender"], sent), (seen["results"][0], game)):
        rows = [["#"] * 9 for _ in range(9)]
        for each in result["moves"]:
            for row, column, symbol in each["changes"]:
                rows[row][column] = symbol
        assert ["".join(row) for row in rows] == final["rows"]
        revealed = sum(symbol in ".12345678!" for row in rows for symbol in row)
        assert result["moves"][-1]["revealed"] == revealed


def test_a_response_omits_the_moves_beyond_its_size_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sapper.play.challenge_service.MAX_CHANGES", 0)
    game = Game(Rules.level("beginner"), seed=1)
    game.reveal((4, 4))
    first, second = replay_progress([game, game])
    assert first is not None
    assert second is None


def test_a_summary_names_the_challenge_of_its_game(sender: Player, friend: Player) -> None:
    sent, code = challenge_from(sender)
    game = finish(friend, accept(friend, code))
    for player, each in ((sender, sent), (friend, game)):
        assert player.get(f"/api/games/{each['id']}/summary").json()["challenge"] == code
    other = finish(sender, new_game(sender, start="opening"))
    assert sender.get(f"/api/games/{other['id']}/summary").json()["challenge"] is None


@pytest.mark.parametrize("name", ["x" * 10_000, "x" * 25, "a\u0000b", "a\nb", "\u202eevil"])
def test_a_bad_name_is_refused(sender: Player, name: str) -> None:
    game = finish(sender, new_game(sender, start="opening"))
    response = sender.post(f"/api/games/{game['id']}/challenge", json={"name": name})
    assert response.status_code == 422
    assert error_of(response)["message"]


def test_markup_in_a_name_stays_text(sender: Player, friend: Player) -> None:
    _, code = challenge_from(sender, name="<b onclick=x>A</b>")
    response = friend.get(f"/api/challenges/{code}")
    assert response.json()["sender"]["name"] == "<b onclick=x>A</b>"
    assert response.headers["content-type"] == "application/json"


def test_the_description_of_a_challenge_with_long_games_is_bounded(
    sender: Player, friend: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A response once replayed every listed game in the server process, at a flat price.
    _, code = challenge_from(sender)
    finish(friend, accept(friend, code))
    paid: list[int] = []
    monkeypatch.setattr(
        "sapper.web.routes.challenge_routes.pay_for_work", AsyncRecorder(paid, "moves")
    )
    full = describe(sender, code)
    lengths = [len(each["moves"]) for each in (full["sender"], *full["results"])]
    assert paid == [sum(lengths)]
    monkeypatch.setattr("sapper.play.challenge_service.MAX_SHOWN_MOVES", lengths[0])
    bounded = describe(sender, code)
    assert len(bounded["sender"]["moves"]) == lengths[0]
    assert [each["moves"] for each in bounded["results"]] == [None]
    assert [each["seconds"] for each in bounded["results"]] == [
        each["seconds"] for each in full["results"]
    ]
    assert paid[1:] == [lengths[0]]


class AsyncRecorder:
    """An asynchronous function that records one of its keyword arguments."""

    def __init__(self, values: list[int], name: str) -> None:
        self._values = values
        self._name = name

    async def __call__(self, **arguments: int) -> None:
        self._values.append(arguments[self._name])


def test_the_moves_of_a_challenge_are_not_rendered_on_the_event_loop(
    sender: Player, friend: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, code = challenge_from(sender)
    finish(friend, accept(friend, code))

    def fail(*_: Any) -> None:
        raise AssertionError("called in the server process")

    # The worker imports its own copy.
    monkeypatch.setattr("sapper.play.challenge_service.replay_steps", fail)
    assert describe(friend, code)["sender"]["moves"]


def test_accepting_a_challenge_pays_for_the_moves_of_the_sent_game_once(
    sender: Player, friend: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent, code = challenge_from(sender)
    paid: list[int] = []
    monkeypatch.setattr(
        "sapper.web.routes.challenge_routes.pay_for_work", AsyncRecorder(paid, "moves")
    )
    accept(friend, code)
    accept(friend, code)
    assert paid == [sent["version"]]


def test_a_challenge_has_a_limited_number_of_recipients(
    client: TestClient, sender: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Otherwise, a stranger with many cookies could make the list of results arbitrarily long.
    monkeypatch.setattr("sapper.store.challenges.MAX_ATTEMPTS", 2)
    _, code = challenge_from(sender)
    first, *_ = [accept(Player(client, name), code) for name in "AB"]
    response = Player(client, "C").post(f"/api/challenges/{code}/games", json={})
    assert (response.status_code, error_of(response)["message"]) == (
        422,
        "this challenge has been accepted 2 times",
    )
    assert accept(Player(client, "A"), code)["id"] == first["id"]


def test_assisted_and_paused_results_of_a_challenge_are_marked(
    sender: Player, friend: Player
) -> None:
    # The sender could let the AI play, or retry a known board until the time is excellent.
    sent, code = challenge_from(sender)
    game = accept(friend, code)
    game = move(friend, game, "reveal", SECOND)
    assert friend.get(f"/api/games/{game['id']}/hint").status_code == 200
    assert friend.post(f"/api/games/{game['id']}/pause").status_code == 200
    game = friend.post(f"/api/games/{game['id']}/resume").json()
    finish(friend, game)
    seen = describe(friend, code)
    marks = [(each["assisted"], each["paused"]) for each in (seen["sender"], *seen["results"])]
    assert marks == [(False, False), (True, True)]
    again = finish(sender, new_game(sender, retry_of=sent["id"]))
    second = sender.post(f"/api/games/{again['id']}/challenge", json={}).json()["challenge"]
    assert describe(friend, second)["sender"]["assisted"] is True


def test_a_recipient_is_not_forced_to_start_on_a_mine(sender: Player, friend: Player) -> None:
    game = new_game(sender, level="2x1/1", start="any", seed=1)
    game = move(sender, game, "reveal", (0, 0))
    if game["status"] == "won":
        game = move(sender, new_game(sender, retry_of=game["id"]), "reveal", (0, 1))
    assert game["status"] == "lost"
    code = sender.post(f"/api/games/{game['id']}/challenge", json={}).json()["challenge"]
    assert accept(friend, code)["first"] is None


def test_a_hidden_result_is_described_without_loading_the_game(
    sender: Player, friend: Player, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The time to replay the sender's game would disclose its length.
    _, code = challenge_from(sender, hides_result=True)
    loaded: list[str] = []
    store = context_of(client).store
    load = store.load_game
    monkeypatch.setattr(store, "load_game", lambda game_id: loaded.append(game_id) or load(game_id))
    describe(friend, code)
    assert loaded == []


def test_an_accepted_challenge_pays_for_the_mines_that_it_stores(
    sender: Player, friend: Player, client: TestClient
) -> None:
    # The layout of a board with 9000 mines was once stored for the price of an empty game.
    _, code = challenge_from(sender)
    charged: list[int] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sapper.web.routes.challenge_routes.reserve_storage", charged.append)
        patch.setattr("sapper.web.routes.challenge_routes.charge_storage", charged.append)
        game = accept(friend, code)
    row_bytes = len(" ".join(f"{row},{column}" for row, column in layout_of(client, game["id"])))
    assert sum(charged) >= 1000 + row_bytes
    assert charged[1] == MINE_BYTES * game["mines"]


def layout_of(client: TestClient, game_id: str) -> Sequence[tuple[int, int]]:
    layout = context_of(client).store.load_game(game_id).layout
    assert layout is not None
    return layout


def test_the_row_of_an_accepted_challenge_is_not_built_on_the_event_loop(
    sender: Player, friend: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Converting a long history or a large layout once took milliseconds on the event loop.
    _, code = challenge_from(sender)
    threads: list[str] = []
    build = challenge_service._accepted_row

    def recorded(*args: Any) -> Any:
        threads.append(threading.current_thread().name)
        return build(*args)

    monkeypatch.setattr(challenge_service, "_accepted_row", recorded)
    accept(friend, code)
    assert len(threads) == 1
    assert threads[0].startswith("sapper-reader")


@pytest.mark.parametrize("kind_of_game", ["challenge", "daily board"])
def test_reopening_a_long_game_does_not_load_it_again(
    sender: Player, friend: Player, monkeypatch: pytest.MonkeyPatch, kind_of_game: str
) -> None:
    # Each request once loaded all moves of the player's game, as many at a time as were requested,
    # and paid afterwards.
    _, code = challenge_from(sender)
    path = f"/api/challenges/{code}/games" if kind_of_game == "challenge" else "/api/daily/beginner"
    loads: list[str] = []
    load = GameService.load

    async def recorded(service: GameService, game_id: str) -> PlayerGame:
        loads.append(game_id)
        return await load(service, game_id)

    game = friend.post(path, json={}).json()
    monkeypatch.setattr(GameService, "load", recorded)
    for _ in range(3):
        assert friend.post(path, json={}).json()["id"] == game["id"]
    assert loads == []
