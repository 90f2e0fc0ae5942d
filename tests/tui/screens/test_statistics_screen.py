"""The statistics dialog."""

from typing import Any

from textual.pilot import Pilot

from tests.tui_pilot import perform, press


def test_assisted_games_have_separate_statistics() -> None:
    async def script(pilot: Pilot[None], _screen: Any) -> None:
        await press(pilot, *["plus"] * 5, "a", "t")
        shown = str(pilot.app.screen.query_one("#table").render())
        assert "You have not finished any unassisted games yet." in shown
        assert "Press H to see your assisted games." in shown
        await press(pilot, "H")
        shown = str(pilot.app.screen.query_one("#table").render())
        assert "beginner" in shown

    perform(script)
