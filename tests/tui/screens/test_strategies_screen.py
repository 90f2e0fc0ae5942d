"""The strategy picker."""

from typing import Any

from textual.pilot import Pilot
from tui_pilot import perform, press


def test_the_ai_plays_with_the_selected_strategy() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "s")
        await press(pilot, "home", "enter")
        assert screen.strategy == "arc-consistency"
        await press(pilot, "m")
        assert screen.message_text.startswith("arc-consistency")

    perform(script)
