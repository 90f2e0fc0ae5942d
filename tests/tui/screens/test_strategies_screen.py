"""The strategy picker."""

from typing import Any

from textual.pilot import Pilot
from textual.widgets import OptionList

from sapper import strategies
from tests.tui_pilot import perform, press


def test_strategies_that_rely_on_flags_are_labelled() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:  # noqa: ARG001
        await press(pilot, "s")
        options = pilot.app.screen.query_one(OptionList).options
        prompts = {option.id: str(option.prompt) for option in options}
        assert prompts["score"].endswith(" score, relies on your flags")
        assert prompts["arc-consistency"].endswith(" arc-consistency")

    perform(script)


def test_a_score_is_not_shown_as_a_risk() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "s", "home", *["down"] * strategies.names().index("score"), "enter")
        await press(pilot, "space", "m")
        assert "its score is the lowest" in screen.message_text
        assert "risk" not in screen.message_text

    perform(script)


def test_the_ai_plays_with_the_selected_strategy() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "s")
        await press(pilot, "home", "enter")
        assert screen.strategy == "expert"  # the strongest strategy comes first
        await press(pilot, "m")
        assert screen.message_text.startswith("expert")

    perform(script)


def test_j_and_k_move_through_the_list() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "s", "home", "j", "j", "k", "enter")
        assert screen.strategy == "exact"

    perform(script)
