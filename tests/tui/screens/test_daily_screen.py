"""The daily screen."""

from typing import Any

from textual.pilot import Pilot

from sapper.tui.screens.daily_screen import DailyScreen
from sapper.tui.screens.game_screen import GameScreen
from sapper.tui.screens.review_screen import ReviewScreen
from tests.tui_pilot import menu_key, perform, press


def test_a_board_is_played_continued_and_reviewed() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        assert "Enter: play" in screen.details_text
        await press(pilot, "y")
        assert any("Finish the board first." in note.message for note in pilot.app._notifications)
        await press(pilot, "enter")
        game: Any = pilot.app.screen
        assert isinstance(game, GameScreen)
        await press(pilot, "space", "tab", menu_key("daily"))
        assert bool(pilot.app.screen is screen)
        assert "Enter: continue" in screen.details_text
        await press(pilot, "enter", *["plus"] * 5, "a", "tab", menu_key("daily"))
        assert "Enter: review" in screen.details_text
        assert "Not ranked: assisted or paused." in screen.details_text
        await press(pilot, "y")
        assert any("Result copied." in note.message for note in pilot.app._notifications)
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, ReviewScreen)

    perform(script, DailyScreen())
