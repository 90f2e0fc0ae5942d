"""The review screen."""

from typing import Any

from textual.pilot import Pilot

from sapper.game.rules import Rules
from sapper.play.game_service import PlayerGame
from sapper.play.session import Session
from sapper.tui.screens.review_screen import ReviewScreen
from tests.tui_pilot import perform, press


def lost_game() -> PlayerGame:
    """Return a game that ends with a mistake at A6, which was certainly a mine."""
    session = Session(Rules.level("beginner"), seed=42)
    session.move("reveal", (0, 0))
    session.move("flag", (0, 5))
    session.move("flag", (0, 5))
    session.move("reveal", (0, 5))
    return PlayerGame("", session)


def test_keys_step_through_the_moves_and_mistakes() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        assert screen.move_index == 3
        assert "mistake" in screen.message_text
        assert screen.board.highlights[(0, 5)].kind == "error"
        await press(pilot, "left")
        assert screen.move_index == 2
        await press(pilot, "home")
        assert screen.move_index == 0
        await press(pilot, "n")
        assert screen.move_index == 3
        await press(pilot, "home", "end", "home", "t")
        assert screen.move_index == 3
        await press(pilot, "p", "up", "down", "h", "l")
        assert screen.move_index == 3

    perform(script, ReviewScreen(lost_game()))


def test_a_game_without_moves_has_nothing_to_review() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "left", "n", "t")
        assert "no moves" in screen.message_text

    perform(script, ReviewScreen(PlayerGame("", Session(Rules.level("beginner"), seed=1))))
