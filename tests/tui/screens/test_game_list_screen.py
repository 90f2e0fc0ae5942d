"""The games screen: filters, reviews, unfinished games, deletion, import and export."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from sapper.game.game import Game
from sapper.game.game_options import GameOptions
from sapper.game.rules import Rules
from sapper.play.computation import compute_in_thread
from sapper.play.local_service import LocalService
from sapper.store.game_list import GameFilter
from sapper.store.stored_game_types import new_row
from sapper.tui.screens.game_list_screen import PAGE_LENGTH, GamesScreen
from sapper.tui.screens.game_screen import GameScreen
from sapper.tui.screens.review_screen import ReviewScreen
from tests.tui_pilot import game_screen, perform, press, screen_lines, settle

SMALL = Rules(2, 1, 1, "any")
LARGE = Rules(3, 1, 2, "any")


def finished(rules: Rules, *, is_won: bool) -> Game:
    """Return a finished game with mines in all cells but the last."""
    mines = frozenset((0, column) for column in range(rules.mines))
    game = Game.from_layout(rules, mines)
    game.reveal((0, rules.width - 1) if is_won else (0, 0))
    return game


@pytest.fixture
def service() -> Iterator[LocalService]:
    """Return a service with an unfinished game, two wins, of which one is assisted, and a loss."""
    found = LocalService(compute_in_thread)
    found.open()
    unfinished = Game.from_layout(Rules(3, 1, 1, "any"), {(0, 0)})
    unfinished.reveal((0, 1))
    add(
        found,
        (unfinished, GameOptions()),
        (finished(SMALL, is_won=True), GameOptions()),
        (finished(LARGE, is_won=False), GameOptions()),
        (finished(LARGE, is_won=True), GameOptions(practice=True)),
    )
    yield found
    found.close()


def add(service: LocalService, *games: tuple[Game, GameOptions], copies: int = 1) -> None:
    """Store games of the local player, the most recent first."""
    assert service.store is not None
    rows = []
    for number, (game, options) in enumerate(games * copies):
        row = new_row(f"game{number}", service.player, game, options=options)
        moved = time.time() - 60 * number
        rows.append(({**row, "created_at": moved, "moved_at": moved}, map(str, game.history)))
    service.store.history.add([(row, tuple(moves)) for row, moves in rows]).result()


def keys_of(screen: GamesScreen) -> list[str | None]:
    return [row.key.value for row in screen.table.ordered_rows]


def test_games_are_listed_with_their_figures(service: LocalService) -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        assert keys_of(screen) == ["game0", "game1", "game2", "game3"]
        shown = "\n".join(screen_lines(pilot.app))
        assert "50% open" in shown
        assert "0/1" in shown
        await press(pilot, "down")
        assert screen.details_text.startswith("2x1/1, won in 0.000 s")

    perform(script, GamesScreen(), service=service)


def test_the_final_position_is_shown_in_a_wide_terminal(service: LocalService) -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "down", "down")
        assert screen.preview.display
        assert screen.preview.view.rows == ["!*#"]

    perform(script, GamesScreen(), service=service, size=(120, 40))


def test_filters_by_level_result_and_assistance(service: LocalService) -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "r")
        assert keys_of(screen) == ["game1", "game3"]
        await press(pilot, "a")
        assert keys_of(screen) == ["game1"]
        await press(pilot, "a")
        assert keys_of(screen) == ["game3"]
        await press(pilot, "a", "r")
        assert screen.selection == GameFilter(result="lost", has_moves=True)
        await press(pilot, "r")
        assert keys_of(screen) == ["game0"]
        await press(pilot, "r", "l")
        assert keys_of(screen) == ["game1"]
        await press(pilot, "a", "a")
        assert "No games yet." in screen.details_text

    perform(script, GamesScreen(), service=service)


def test_enter_reviews_a_finished_game(service: LocalService) -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "down", "enter")
        assert isinstance(pilot.app.screen, ReviewScreen)
        await press(pilot, "escape")
        assert pilot.app.screen is screen

    perform(script, GamesScreen(), service=service)


def test_enter_continues_an_unfinished_game(service: LocalService) -> None:
    async def script(pilot: Pilot[None], _screen: Any) -> None:
        await press(pilot, "enter")
        shown: Any = pilot.app.screen
        assert isinstance(shown, GameScreen)
        assert shown.game.id == "game0"
        assert not shown.session.game.is_paused
        await press(pilot, "end", "space")
        assert shown.session.game.status == "won"

    perform(script, GamesScreen(), service=service)


def test_leaving_a_game_pauses_it_and_another_game_takes_its_place() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "space", "n", "space", "f")
        second = screen.game.id
        await press(pilot, "g")
        assert screen.session.game.is_paused
        await press(pilot, "down", "enter")
        assert screen.game.id not in (None, second)
        assert screen.message_text.startswith("Game resumed.")
        assert not screen.session.game.is_paused

    perform(script)


def test_escape_returns_to_the_game_and_resumes_it() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "space", "g", "escape")
        assert not screen.session.game.is_paused
        assert screen.session.game.pauses == 1
        assert pilot.app.screen is screen

    perform(script)


def test_a_game_is_deleted_only_after_a_confirmation(service: LocalService) -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "down", "d", "enter")  # the cursor is on "Cancel"
        assert len(keys_of(screen)) == 4
        await press(pilot, "d", "home", "enter")
        assert keys_of(screen) == ["game0", "game2", "game3"]

    perform(script, GamesScreen(), service=service)


def test_all_games_are_deleted_after_a_second_confirmation(service: LocalService) -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "d", "up", "enter", "enter")  # the cursor is on "Keep my games"
        assert len(keys_of(screen)) == 4
        await press(pilot, "d", "up", "enter", "down", "enter")
        assert keys_of(screen) == []

    perform(script, GamesScreen(), service=service)


def test_a_deleted_game_disappears_from_the_game_screen() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "space")
        deleted = screen.game.id
        await press(pilot, "g", "d", "home", "enter", "escape")
        assert bool(pilot.app.screen is screen)
        assert (screen.game.id, screen.session.game.status) == (None, "ready")
        await press(pilot, "space", "g")
        listed: Any = pilot.app.screen
        assert keys_of(listed) == [screen.game.id] != [deleted]

    perform(script)


def test_exported_games_can_be_imported_again(service: LocalService, tmp_path: Path) -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        path = tmp_path / "games.jsonl"
        await press(pilot, "e")
        pilot.app.screen.query_one(Input).value = str(path)
        await press(pilot, "enter")
        assert len(path.read_text().splitlines()) == 3
        await service.history.delete_all(service.player)
        await press(pilot, "i")
        pilot.app.screen.query_one(Input).value = str(path)
        await press(pilot, "enter")
        await settle(pilot)
        assert len(keys_of(screen)) == 3
        assert {game["imported"] for game in screen._games.values()} == {True}

    perform(script, GamesScreen(), service=service)


@pytest.mark.parametrize(
    ("key", "content", "message"),
    [
        ("e", "", "already exists"),
        ("i", '{"record": "x"}', "Game 1: "),
        ("i", "[/red]", "Line 1 is not an exported game"),
        ("i", None, "No such file or directory"),
    ],
)
def test_a_file_that_cannot_be_used_is_reported_and_changes_nothing(
    key: str, content: str | None, message: str, service: LocalService, tmp_path: Path
) -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        path = tmp_path / "games[x].jsonl"
        if content is not None:
            path.write_text(content)
        await press(pilot, key)
        pilot.app.screen.query_one(Input).value = str(path)
        await press(pilot, "enter")
        shown = " ".join(note.message for note in pilot.app._notifications)
        assert message in shown
        assert len(keys_of(screen)) == 4
        assert content is None or path.read_text() == content

    perform(script, GamesScreen(), service=service)


def test_the_list_is_loaded_page_by_page() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        assert len(keys_of(screen)) == PAGE_LENGTH
        assert "50 games or more" in screen.title_text().plain
        await press(pilot, "end")
        assert len(keys_of(screen)) == 2 * PAGE_LENGTH
        await press(pilot, "end", "end", "end")
        assert len(keys_of(screen)) == 120
        assert screen.title_text().plain.endswith("120 games")

    found = LocalService(compute_in_thread)
    found.open()
    add(found, (finished(SMALL, is_won=True), GameOptions()), copies=120)
    perform(script, GamesScreen(), service=found)


def test_games_of_any_size_fit_into_the_list() -> None:
    async def script(pilot: Pilot[None], _screen: Any) -> None:
        await press(pilot, "space", "g")
        shown = "\n".join(screen_lines(pilot.app))
        assert "1000x1000/200000" in shown

    perform(script, game_screen("1000x1000/200000"))
