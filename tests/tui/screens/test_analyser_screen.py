"""The analyser screen."""

from typing import Any

from textual import events
from textual.pilot import Pilot

from sapper.game.view import parse_view
from sapper.tui.screens.analyser_screen import AnalyserScreen
from tests.tui_pilot import click, go_to, perform, press, settle

EDGE = "4x2/2\n1221\n####"


def test_the_analyser_shows_certain_cells_and_a_proof() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        assert "2 safe, 2 mines" in screen.message_text
        assert screen.board.odds is not None
        assert screen.board.odds.odds.safe == {(1, 0), (1, 3)}
        await press(pilot, "H")
        assert "1-2-X" in screen.message_text or "safe" in screen.message_text
        assert screen.board.highlights

    perform(script, AnalyserScreen(parse_view(EDGE)))


def test_keys_edit_the_position_and_a_contradictory_clue_is_highlighted() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await go_to(pilot, screen, (0, 0))
        await press(pilot, "8")
        assert screen.message_text.startswith("Contradiction.")
        assert "error" in {highlight.kind for highlight in screen.board.highlights.values()}
        await press(pilot, "1")
        assert screen.board.odds is not None
        await press(pilot, "plus")
        assert screen.editor.rules.mines == 3
        await press(pilot, "minus", "0")
        assert screen.editor.symbol((0, 0)) == "."
        await press(pilot, "number_sign", "f", "space", "o", "o")
        assert screen.editor.symbol((0, 0)) == "#"
        await press(pilot, "e")
        assert screen.editor.view().is_untouched

    perform(script, AnalyserScreen(parse_view(EDGE)))


def test_mouse_buttons_edit_the_position() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await click(pilot, screen, (1, 0))
        assert screen.editor.symbol((1, 0)) == "."
        await click(pilot, screen, (1, 1), button=3)
        assert screen.editor.symbol((1, 1)) == "F"
        await click(pilot, screen, (0, 0), button=2)
        assert screen.editor.symbol((0, 0)) == "#"

    perform(script, AnalyserScreen(parse_view(EDGE)))


def test_positions_can_be_resized_pasted_and_copied() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "z", *"4x2/3", "enter")
        assert str(screen.editor.rules) == "4x2/3"
        screen.post_message(events.Paste("3x2/1\n1##\n1##"))
        await settle(pilot)
        assert screen.editor.text() == "3x2/1\n1##\n1##"
        screen.post_message(events.Paste("hello"))
        await settle(pilot)
        assert "not a valid position" in screen.message_text
        assert screen.editor.text() == "3x2/1\n1##\n1##"
        await press(pilot, "y")
        assert pilot.app.clipboard == screen.editor.text()

    perform(script, AnalyserScreen(parse_view(EDGE)))


def test_a_board_too_large_to_edit_is_rejected_with_a_message() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "z", *"2000x2000/1", "enter")
        assert screen.message_text.startswith("2000x2000/1 is too large to edit")
        assert str(screen.editor.rules) == "4x2/2"

    perform(script, AnalyserScreen(parse_view(EDGE)))
