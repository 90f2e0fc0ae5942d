"""One store for the terminal and the page: games go on where they were."""

from pathlib import Path
from typing import Any

import pytest
from server import begin, move, open_client
from starlette.testclient import TestClient
from textual.pilot import Pilot
from tui_pilot import game_screen, perform, press

from sapper.errors import StoreError
from sapper.store.local_player import local_player
from sapper.tui.persistence import Keeper
from sapper.tui.screens.game_screen import GameScreen


def link_of(client: TestClient) -> str:
    """The address that `sapper web` prints for the player of this terminal."""
    return f"/link/{client.app.state.context.players.link(local_player())}"


def test_a_game_is_kept_from_its_first_move_on_and_can_be_resumed() -> None:
    async def script(pilot: Pilot[None], _screen: Any) -> None:
        assert pilot.app.keeper.unfinished() == []
        await press(pilot, "space", "right", "f", "H")

    perform(script)
    keeper = Keeper()
    keeper.open()
    games = keeper.unfinished()
    assert [(game["level"], game["version"]) for game in games] == [("beginner", 2)]
    resumed = GameScreen(keeper.resume(games[0]["id"]), is_resumed=True)
    keeper.close()

    async def again(_pilot: Pilot[None], screen: Any) -> None:
        assert screen.session.game.view.flags == {(4, 5)}
        assert screen.session.assist_counts()["hints"] == 1
        assert "as you left it" in screen.said

    perform(again, resumed)


def test_moves_made_before_the_store_is_open_are_kept_too() -> None:
    keeper = Keeper()
    session = game_screen().session
    session.move("reveal", (0, 0))
    keeper.keep(session)
    assert keeper.game_id is None
    keeper.open()
    keeper.keep(session)
    session.move("flag", (0, 5))
    keeper.keep(session)
    assert keeper.game_id is not None
    keeper.close()
    again = Keeper()
    again.open()
    assert [game["version"] for game in again.unfinished()] == [2]
    again.close()


def test_a_finished_game_is_in_the_statistics_with_its_accuracy() -> None:
    async def script(pilot: Pilot[None], _screen: Any) -> None:
        await press(pilot, *["plus"] * 5, "a")
        levels = pilot.app.keeper.statistics()
        assert levels[0]["games"] == 1
        assert levels[0]["assisted"]

    perform(script)


def test_games_are_chosen_from_a_list() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "space", "n", "space", "f")
        second = pilot.app.keeper.game_id
        await press(pilot, "g", "down", "enter")
        assert pilot.app.keeper.game_id not in (None, second)
        assert "as you left it" in screen.said

    perform(script)


def test_the_link_makes_a_browser_the_player_of_the_terminal(data_folder: Path) -> None:
    async def script(pilot: Pilot[None], _screen: Any) -> None:
        await press(pilot, "space")

    perform(script)
    with open_client(data_folder) as client:
        assert client.get("/api/games").json()["games"] == []
        answer = client.get(link_of(client), follow_redirects=False)
        assert answer.status_code == 303
        assert answer.headers["location"] == "/"
        (game,) = client.get("/api/games").json()["games"]
        assert game["version"] == 1
        state = client.get(f"/api/games/{game['id']}").json()
        move(client, state, "flag", (0, 0))
    keeper = Keeper()
    keeper.open()
    assert keeper.resume(game["id"]).game.view.flags == {(0, 0)}
    keeper.close()


def test_a_browser_that_has_games_brings_them_along(data_folder: Path) -> None:
    with open_client(data_folder) as client:
        game = begin(client, seed=1)
        game = move(client, game, "reveal", (4, 4))
        client.put("/api/settings", json={"theme": "dark"})
        client.get("/api/drills/next")
        client.get(link_of(client), follow_redirects=False)
        assert client.get("/api/settings").json() == {"theme": "dark"}
        # The game is in the server's memory as somebody else's; it must notice.
        game = move(client, game, "flag", (0, 0))
        keeper = Keeper()
        keeper.open()
        assert [each["id"] for each in keeper.unfinished()] == [game["id"]]
        assert keeper.resume(game["id"]).game.version == 2
        keeper.close()


@pytest.mark.parametrize("token", ["x", "a" * 22 + ".1." + "b" * 43, "%00", "x" * 500])
def test_a_forged_link_is_refused(token: str, data_folder: Path) -> None:
    with open_client(data_folder) as client:
        answer = client.get(f"/link/{token}", follow_redirects=False)
        assert answer.status_code in (404, 422)
        assert "set-cookie" not in answer.headers


def test_a_link_is_no_cookie_a_cookie_no_link_and_an_old_link_nothing(
    data_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_client(data_folder) as client:
        players = client.app.state.context.players
        name = local_player()
        link = players.link(name)
        assert players.linked(link) == name
        assert players.read(link) is None
        assert players.linked(players.sign(name, 2_000_000_000)) is None
        import time

        later = time.time() + 3700
        monkeypatch.setattr("sapper.web.player_identity.time.time", lambda: later)
        assert players.linked(link) is None


def test_the_player_of_the_terminal_stays_the_same_and_is_private(data_folder: Path) -> None:
    name = local_player()
    assert local_player() == name
    assert (data_folder / "player").stat().st_mode & 0o077 == 0
    (data_folder / "player").write_text("nobody")
    with pytest.raises(StoreError, match="names no player"):
        local_player()
