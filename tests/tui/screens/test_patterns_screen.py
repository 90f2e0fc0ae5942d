"""The pattern library."""

from typing import Any

from textual.pilot import Pilot

from sapper.coach.pattern_pages import pattern_pages
from sapper.tui.screens.patterns_screen import PatternsScreen
from tests.tui_pilot import perform, press


def test_every_form_of_every_pattern_shows_its_claim() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        for page in pattern_pages():
            assert screen.selected == page.name
            for form in page.forms:
                assert str(screen.preview.view) == form.position
                kinds = {each.kind for each in screen.preview.highlights.values()}
                assert kinds & {"safe", "mine", "guess"}
                await press(pilot, "f")
            assert str(screen.preview.view) == page.forms[0].position
            await press(pilot, "down")

    perform(script, PatternsScreen())


def test_a_proof_is_shown_step_by_step() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        steps = pattern_pages()[0].forms[0].steps
        for step in steps:
            await press(pilot, "n")
            assert tuple(screen.preview.highlights.values()) == step.highlights

    perform(script, PatternsScreen())
