"""The store shared by the terminal and the browser, and the link between both."""

from pathlib import Path
from typing import Any

import pytest
from server import move, new_game, open_client
from starlette.testclient import TestClient
from textual.pilot import Pilot
from tui_pilot import game_screen, perform, press

from sapper.errors import StoreError
from sapper.store.local_player import local_player
from sapper.tui.persistence import GamePersistence
from sapper.tui.screens.game_screen import GameScreen


def link_of(client: TestClient) -> str:
    """Return the address that `sapper web` prints for the local player."""
    return f"/link/{client.app.state.context.identity.sign_link(local_player())}"


def test_a_game_is_saved_from_its_first_move_and_can_be_resumed() -> None:
    async def script(pilot: Pilot[None], _screen: Any) -> None:
        assert pilot.app.persistence.unfinished_games() == []
        await press(pilot, "space", "right", "f", "H")

    perform(script)
    persistence = GamePersistence()
    persistence.open()
    games = persistence.unfinished_games()
    assert [(game["level"], game["version"]) for game in games] == [("beginner", 2)]
    resumed = GameScreen(persistence.resume(games[0]["id"]), is_resumed=True)
    persistence.close()

    async def again(_pilot: Pilot[None], screen: Any) -> None:
        assert screen.session.game.view.flags == {(4, 5)}
        assert screen.session.assistance_counts()["hints"] == 1
        assert screen.message_text.startswith("Game resumed.")

    perform(again, resumed)


def test_moves_made_before_the_database_is_open_are_saved() -> None:
    persistence = GamePersistence()
    session = game_screen().session
    session.move("reveal", (0, 0))
    persistence.save(session)
    assert persistence.game_id is None
    persistence.open()
    persistence.save(session)
    session.move("flag", (0, 5))
    persistence.save(session)
    assert persistence.game_id is not None
    persistence.close()
    again = GamePersistence()
    again.open()
    assert [game["version"] for game in again.unfinished_games()] == [2]
    again.close()


def test_a_finished_game_appears_in_the_statistics() -> None:
    async def script(pilot: Pilot[None], _screen: Any) -> None:
        await press(pilot, *["plus"] * 5, "a")
        levels = pilot.app.persistence.statistics()
        assert levels[0]["games"] == 1
        assert levels[0]["assisted"]

    perform(script)


def test_the_link_identifies_a_browser_as_the_local_player(data_folder: Path) -> None:
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
    persistence = GamePersistence()
    persistence.open()
    assert persistence.resume(game["id"]).game.view.flags == {(0, 0)}
    persistence.close()


def test_the_games_of_a_linked_browser_are_merged(data_folder: Path) -> None:
    with open_client(data_folder) as client:
        game = new_game(client, seed=1)
        game = move(client, game, "reveal", (4, 4))
        client.put("/api/settings", json={"theme": "dark"})
        client.get("/api/drills/next")
        client.get(link_of(client), follow_redirects=False)
        assert client.get("/api/settings").json() == {"theme": "dark"}
        # The server still holds the game under the old player and must notice the merge.
        game = move(client, game, "flag", (0, 0))
        persistence = GamePersistence()
        persistence.open()
        assert [each["id"] for each in persistence.unfinished_games()] == [game["id"]]
        assert persistence.resume(game["id"]).game.version == 2
        persistence.close()


@pytest.mark.parametrize("token", ["x", "a" * 22 + ".1." + "b" * 43, "%00", "x" * 500])
def test_a_forged_link_is_refused(token: str, data_folder: Path) -> None:
    with open_client(data_folder) as client:
        answer = client.get(f"/link/{token}", follow_redirects=False)
        assert answer.status_code in (404, 422)
        assert "set-cookie" not in answer.headers


def test_links_and_cookies_are_not_interchangeable_and_links_expire(
    data_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_client(data_folder) as client:
        identity = client.app.state.context.identity
        name = local_player()
        link = identity.sign_link(name)
        assert identity.verify_link(link) == name
        assert identity.verify_cookie(link) is None
        assert identity.verify_link(identity.sign_cookie(name, 2_000_000_000)) is None
        import time

        later = time.time() + 3700
        monkeypatch.setattr("sapper.web.player_identity.time.time", lambda: later)
        assert identity.verify_link(link) is None


def test_the_local_player_is_permanent_and_private(data_folder: Path) -> None:
    name = local_player()
    assert local_player() == name
    assert (data_folder / "player").stat().st_mode & 0o077 == 0
    (data_folder / "player").write_text("nobody")
    with pytest.raises(StoreError, match="does not contain a player name"):
        local_player()
