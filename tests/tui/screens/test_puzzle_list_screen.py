"""The list of puzzle modes and themes, and the pattern library."""

from typing import Any

from textual.pilot import Pilot

from sapper.coach.pattern_pages import pattern_pages
from sapper.coach.puzzle_builder import themes
from sapper.tui.screens.patterns_screen import PatternsScreen
from sapper.tui.screens.puzzle_list_screen import PuzzlesScreen
from sapper.tui.screens.puzzle_screen import PuzzleScreen
from tests.tui_pilot import perform, press, service_of


def test_every_mode_and_theme_is_described() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        keys = [row.key.value for row in screen.table.ordered_rows]
        assert keys == [":rated", ":rush", ":mistakes", *themes()]
        assert "rating 1200" in screen.title_text().plain
        for _ in keys:
            assert screen.details_text.strip()
            await pilot.press("down")
            await pilot.pause()

    perform(script, PuzzlesScreen())


def test_the_progress_is_up_to_date_after_a_puzzle() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, PuzzleScreen)
        await press(pilot, "g", "escape")
        rating = (await service_of(pilot).puzzles.rating(service_of(pilot).player)).value
        assert f"rating {rating:.0f} ±" in screen.title_text().plain
        assert pilot.app.screen is screen

    perform(script, PuzzlesScreen())


def test_a_theme_starts_its_easiest_puzzle() -> None:
    async def script(pilot: Pilot[None], _screen: Any) -> None:
        await press(pilot, "down", "down", "down", "enter")
        shown: Any = pilot.app.screen
        assert shown.shown.puzzle.theme == "single-clue"

    perform(script, PuzzlesScreen())


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


def test_a_pattern_leads_to_its_puzzles() -> None:
    async def script(pilot: Pilot[None], _screen: Any) -> None:
        await press(pilot, "p", "end", "enter")
        shown: Any = pilot.app.screen
        assert shown.shown.puzzle.theme == "fifty-fifty"

    perform(script, PuzzlesScreen())
