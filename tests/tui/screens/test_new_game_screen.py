"""The new-game dialog."""

from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Checkbox, Input

from sapper.tui.screens.new_game_screen import NewGameScreen
from tests.tui_pilot import perform, press, screen_lines


def test_a_level_is_chosen_with_the_arrow_keys() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "L", "down", "enter")
        assert str(screen.session.rules) == "16x16/40"
        assert screen.board.view.width == 16

    perform(script)


def test_a_custom_size_can_be_entered_and_an_invalid_one_is_explained() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "L")
        dialog = pilot.app.screen
        dialog.query_one("#size", Input).focus()
        await press(pilot, *"9x9/99", "enter")
        assert isinstance(pilot.app.screen, NewGameScreen)
        assert "99" in str(dialog.query_one("#error").render())
        dialog.query_one("#size", Input).value = ""
        await press(pilot, *"12x7/9", "enter")
        assert str(screen.session.rules) == "12x7/9"

    perform(script)


def test_practice_and_no_guess_can_be_chosen() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "L")
        dialog = pilot.app.screen
        dialog.query_one("#practice", Checkbox).value = True
        dialog.query_one("#no-guess", Checkbox).value = True
        await press(pilot, "ctrl+s")
        assert screen.session.options.practice
        assert screen.session.options.no_guess
        assert screen.board.cursor == screen.session.options.first
        await press(pilot, "space")
        assert screen.session.game.status == "playing"
        await press(pilot, "n")
        assert screen.session.options.no_guess

    perform(script)


@pytest.mark.parametrize("typed", ["[/x]", "[red]x", "[[", "x" * 20])
def test_an_invalid_size_is_quoted_without_interpreting_markup(typed: str) -> None:
    async def script(pilot: Pilot[None], _screen: Any) -> None:
        await press(pilot, "L")
        dialog = pilot.app.screen
        dialog.query_one("#size", Input).value = typed
        dialog.query_one("#size", Input).focus()
        await press(pilot, "enter")
        assert typed in str(dialog.query_one("#error").render())
        await press(pilot, "escape", "x", "z")
        dialog = pilot.app.screen
        dialog.query_one(Input).value = typed
        await press(pilot, "enter")
        assert typed in str(dialog.query_one("#error").render())

    perform(script)


def test_a_long_error_is_shown_in_full_in_a_narrow_terminal() -> None:
    async def script(pilot: Pilot[None], _screen: Any) -> None:
        await press(pilot, "L", "tab", *"abc", "enter")
        shown = "".join(line.strip(" │") + " " for line in screen_lines(pilot.app))
        assert "Levels are beginner" in shown
        assert "such as 30x16/99" in shown

    perform(script, size=(40, 24))


def test_a_ticked_box_is_recognisable_without_colour() -> None:
    async def script(pilot: Pilot[None], _screen: Any) -> None:
        await press(pilot, "L")
        box = pilot.app.screen.query_one("#practice", Checkbox)
        assert "✓" not in str(box.render())
        box.focus()
        await press(pilot, "space")
        assert "✓" in str(box.render())

    perform(script)
