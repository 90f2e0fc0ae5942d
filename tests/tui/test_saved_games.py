"""The store shared by the terminal and the browser, and the link between both."""

import threading
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from textual.pilot import Pilot

from sapper.errors import StoreError
from sapper.play.computation import compute_in_thread, run_blocking
from sapper.play.game_service import PlayerGame
from sapper.play.local_service import LocalService
from sapper.store.local_player import local_player
from sapper.tui.screens.game_screen import GameScreen
from tests.server import context_of, move, new_game, open_client
from tests.tui_pilot import go_to, perform, press, service_of


def link_of(client: TestClient) -> str:
    """Return the address that `sapper web` prints for the local player."""
    return f"/link/{context_of(client).identity.sign_link(local_player())}"


def load_games(*, only: int) -> list[PlayerGame]:
    """Return the unfinished games of the local player, of which there must be `only`."""
    service = LocalService(compute_in_thread)
    service.open()
    listed = run_blocking(service.history.unfinished(service.player))
    games = [run_blocking(service.load(game["id"])) for game in listed]
    service.close()
    assert len(games) == only
    return games


def test_a_game_is_saved_from_its_first_move_and_can_be_resumed() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        service = service_of(pilot)
        await press(pilot, "r")
        assert screen.game.id is None
        assert (await service.history.list(service.player)).games == ()
        await press(pilot, "space", "right", "f", "H")

    perform(script)
    (game,) = load_games(only=1)
    assert (game.session.rules.level_name, game.version) == ("beginner", 3)

    async def again(_pilot: Pilot[None], screen: Any) -> None:
        assert screen.session.game.view.flags == {(4, 5)}
        assert screen.session.assistance.hints == 1
        assert not screen.session.game.is_paused
        assert screen.message_text.startswith("Game resumed.")

    perform(again, GameScreen(game, is_resumed=True))


def test_quitting_saves_the_moves_made_before_the_database_is_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    open_database, may_open = LocalService.open, threading.Event()

    def open_later(service: LocalService) -> None:
        assert may_open.wait(10)
        open_database(service)

    async def script(pilot: Pilot[None], screen: Any) -> None:
        await pilot.press("space", "right", "f")
        assert (screen.game.version, screen.game.id) == (2, None)
        may_open.set()

    monkeypatch.setattr(LocalService, "open", open_later)
    perform(script, is_settled=False)
    (game,) = load_games(only=1)
    assert (game.version, game.session.game.is_paused) == (3, True)
    assert game.player == local_player()


def test_a_failed_write_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(_service: LocalService, _game: PlayerGame) -> None:
        raise StoreError("the disk is full")

    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "space")
        monkeypatch.setattr(LocalService, "save", fail)
        await press(pilot, "right", "f")
        assert any("disk is full" in note.message for note in pilot.app._notifications)
        assert screen.session.game.view.flags == {(4, 5)}

    perform(script)


def test_a_finished_game_appears_in_the_statistics() -> None:
    async def script(pilot: Pilot[None], _screen: Any) -> None:
        service = service_of(pilot)
        await press(pilot, *["plus"] * 5, "a")
        levels = await service.statistics(service.player)
        assert levels[0]["games"] == 1
        assert levels[0]["assisted"]

    perform(script)


def test_a_mistake_becomes_a_puzzle() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        service = service_of(pilot)
        await go_to(pilot, screen, (0, 0))
        await press(pilot, "space")
        await go_to(pilot, screen, (0, 5))  # certainly a mine
        await press(pilot, "space")
        assert screen.session.game.status == "lost"
        shown = await service.puzzles.next(service.player, "mistakes")
        assert shown.puzzle.view.cell_bytes == screen.session.game.view.cell_bytes

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
        assert game["version"] == 2  # the terminal paused the game
        state = client.post(f"/api/games/{game['id']}/resume").json()
        move(client, state, "flag", (0, 0))
    (resumed,) = load_games(only=1)
    assert resumed.session.game.view.flags == {(0, 0)}


def test_the_games_of_a_linked_browser_are_merged(data_folder: Path) -> None:
    with open_client(data_folder) as client:
        game = new_game(client, seed=1)
        game = move(client, game, "reveal", (4, 4))
        client.put("/api/settings", json={"theme": "dark"})
        client.get("/api/puzzles/next")
        client.get(link_of(client), follow_redirects=False)
        assert client.get("/api/settings").json() == {"theme": "dark"}
        # The server still holds the game under the old player and must notice the merge.
        game = move(client, game, "flag", (0, 0))
        (merged,) = load_games(only=1)
        assert (merged.id, merged.version) == (game["id"], 2)


@pytest.mark.parametrize(
    ("token", "status"),
    [("x", 404), ("a" * 22 + ".1." + "b" * 43, 404), ("%00", 404), ("x" * 500, 422)],
)
def test_a_forged_link_is_refused(token: str, status: int, data_folder: Path) -> None:
    with open_client(data_folder) as client:
        answer = client.get(f"/link/{token}", follow_redirects=False)
        assert answer.status_code == status
        assert "set-cookie" not in answer.headers


def test_links_and_cookies_are_not_interchangeable_and_links_expire(
    data_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_client(data_folder) as client:
        identity = context_of(client).identity
        name = local_player()
        link = identity.sign_link(name)
        assert identity.verify_link(link) == name
        assert identity.verify_cookie(link) is None
        assert identity.verify_link(identity.sign_cookie(name)) is None
        import time

        later = time.time() + 3700
        monkeypatch.setattr("sapper.web.player_identity.time.time", lambda: later)
        assert identity.verify_link(link) is None
