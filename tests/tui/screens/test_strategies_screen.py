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


def test_j_and_k_move_through_the_list() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "s", "home", "j", "j", "k", "enter")
        assert screen.strategy == "exact"

    perform(script)
