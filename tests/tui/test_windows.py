"""Levels, strategies, statistics, games and help."""

from collections.abc import Callable
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Checkbox, Input
from tui_pilot import game_screen, perform, picture, press, settle

from sapper.coach.drill_builder import make_drill
from sapper.errors import SapperError
from sapper.game.game import Game
from sapper.game.rules import Rules
from sapper.game.view import parse_view
from sapper.session import Session
from sapper.tui.drill_source import drills_of_list
from sapper.tui.persistence import Keeper
from sapper.tui.screens.analyser_screen import AnalyserScreen
from sapper.tui.screens.drill_screen import DrillScreen
from sapper.tui.screens.levels_screen import LevelsScreen
from sapper.tui.screens.review_screen import ReviewScreen
from sapper.tui.screens.watch_screen import WatchScreen

OTHER_SCREENS: dict[str, Callable[[], Any]] = {
    "analyser": lambda: AnalyserScreen(parse_view("4x2/2\n1221\n####")),
    "drill": lambda: DrillScreen(drills_of_list(iter([make_drill("1-2-x", 1)])), Keeper()),
    "review": lambda: ReviewScreen(Game(Rules.level("beginner"), seed=1)),
    "watch": lambda: WatchScreen(Rules.level("beginner"), "exact", 7, first=None, delay=0.01),
}


def test_a_level_is_chosen_with_the_arrows() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "L", "down", "enter")
        assert str(screen.session.rules) == "16x16/40"
        assert screen.board.view.width == 16

    perform(script)


def test_any_size_can_be_typed_and_a_wrong_one_is_explained() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "L")
        window = pilot.app.screen
        window.query_one("#size", Input).focus()
        await press(pilot, *"9x9/99", "enter")
        assert isinstance(pilot.app.screen, LevelsScreen)
        assert "99" in str(window.query_one("#fault").render())
        window.query_one("#size", Input).value = ""
        await press(pilot, *"12x7/9", "enter")
        assert str(screen.session.rules) == "12x7/9"

    perform(script)


def test_practice_and_no_guess_can_be_asked_for() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "L")
        window = pilot.app.screen
        window.query_one("#practice", Checkbox).value = True
        window.query_one("#no-guess", Checkbox).value = True
        await press(pilot, "ctrl+s")
        assert screen.session.terms.practice
        assert screen.session.terms.no_guess
        assert screen.board.cursor == screen.session.terms.first
        await press(pilot, "space")
        assert screen.session.game.status == "playing"
        await press(pilot, "n")
        assert screen.session.terms.no_guess

    perform(script)


def test_the_strategy_that_was_chosen_plays() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "s")
        await press(pilot, "home", "enter")
        assert screen.strategy == "arc-consistency"
        await press(pilot, "m")
        assert screen.said.startswith("arc-consistency")

    perform(script)


def test_statistics_count_games_with_help_apart() -> None:
    async def script(pilot: Pilot[None], _screen: Any) -> None:
        await press(pilot, *["plus"] * 5, "a", "t")
        shown = str(pilot.app.screen.query_one("#table").render())
        assert "No finished game without help yet. H shows your games with help." in shown
        await press(pilot, "H")
        shown = str(pilot.app.screen.query_one("#table").render())
        assert "beginner" in shown

    perform(script)


def test_help_lists_every_key_of_the_game() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "f1")
        lines = [line.partition("│")[2].strip() for line in picture(pilot.app)]
        for binding in screen.BINDINGS:
            action = binding.action.partition("(")[0]
            if not action.startswith("go"):
                key = binding.key_display or binding.key.replace("escape", "Esc")
                key = "+".join(part.capitalize() for part in key.split("+")) or "+"
                assert any(line.startswith((f"{key} ", f"{key}, ")) for line in lines), binding
        assert any("H (capital)   Show a hint" in line for line in lines)
        assert any("L (capital)   Choose a level" in line for line in lines)

    perform(script, size=(80, 60))


@pytest.mark.parametrize("width", [40, 80])
@pytest.mark.parametrize("name", sorted(OTHER_SCREENS))
def test_every_screen_has_help(name: str, width: int) -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "f1")
        shown = "\n".join(picture(pilot.app))
        assert "F1" in shown
        assert "Esc leaves" in shown
        assert ("hjkl" in shown) == (name in ("analyser", "drill"))
        await press(pilot, "escape")
        assert pilot.app.screen is screen

    perform(script, OTHER_SCREENS[name](), size=(width, 60))


def test_a_store_that_cannot_be_opened_is_told_and_the_game_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(_keeper: Keeper) -> None:
        raise SapperError("the disk is full")

    monkeypatch.setattr(Keeper, "open", fail)

    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "space", "t")
        assert screen.session.game.status == "playing"
        assert any("disk is full" in note.message for note in pilot.app._notifications)

    perform(script)


def test_a_move_made_in_the_browser_meanwhile_is_taken_over() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "space")
        keeper = pilot.app.keeper
        elsewhere = Session.load(keeper.store.game(keeper.game_id).record())
        elsewhere.move("flag", (0, 0))
        keeper.store.append(keeper.game_id, elsewhere.game, since=1).result()
        await press(pilot, "right", "f")
        for _ in range(100):
            if "went on elsewhere" in screen.said:
                break
            await pilot.pause(0.02)
        assert "went on elsewhere" in screen.said
        assert screen.session.game.view.flags == {(0, 0)}
        await press(pilot, "f")
        await settle(pilot)
        assert keeper.store.state(keeper.game_id).version == 3

    perform(script, game_screen())


@pytest.mark.parametrize("typed", ["[/x]", "[red]x", "[[", "x" * 20])
def test_whatever_is_typed_as_a_size_is_quoted_as_it_is(typed: str) -> None:
    async def script(pilot: Pilot[None], _screen: Any) -> None:
        await press(pilot, "L")
        window = pilot.app.screen
        window.query_one("#size", Input).value = typed
        window.query_one("#size", Input).focus()
        await press(pilot, "enter")
        assert typed in str(window.query_one("#fault").render())
        await press(pilot, "escape", "x", "z")
        window = pilot.app.screen
        window.query_one(Input).value = typed
        await press(pilot, "enter")
        assert typed in str(window.query_one("#fault").render())

    perform(script)


def test_a_long_fault_is_shown_in_full_in_a_narrow_terminal() -> None:
    async def script(pilot: Pilot[None], _screen: Any) -> None:
        await press(pilot, "L", "tab", *"abc", "enter")
        shown = "".join(line.strip(" │") + " " for line in picture(pilot.app))
        assert "Levels are beginner" in shown
        assert "such as 30x16/99" in shown

    perform(script, size=(40, 24))


def test_a_box_that_is_ticked_can_be_told_without_colour() -> None:
    async def script(pilot: Pilot[None], _screen: Any) -> None:
        await press(pilot, "L")
        box = pilot.app.screen.query_one("#practice", Checkbox)
        assert "✓" not in str(box.render())
        box.focus()
        await press(pilot, "space")
        assert "✓" in str(box.render())

    perform(script)


def test_the_palette_offers_every_action_once() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        titles = [command.title for command in pilot.app.get_system_commands(screen)]
        assert len(titles) == len(set(titles))
        assert {"Hint", "Odds", "Level", "Theme", "Quit"} <= set(titles)

    perform(script)


def test_games_of_any_size_are_listed_readably() -> None:
    async def script(pilot: Pilot[None], _screen: Any) -> None:
        await press(pilot, "space", "g")
        shown = "\n".join(picture(pilot.app))
        assert "own size      1000x1000/200000     1 move " in shown

    perform(script, game_screen("1000x1000/200000"))
