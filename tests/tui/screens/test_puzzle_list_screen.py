"""The list of puzzle modes and themes."""

from typing import Any

from textual.pilot import Pilot

from sapper.coach.puzzle_builder import themes
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
        rating = await service_of(pilot).puzzles.rating(service_of(pilot).player)
        # The list once showed twice the deviation, unlike the page.
        expected = f"rating {rating.value:.0f} ± {rating.deviation:.0f}"
        assert expected in screen.title_text().plain
        assert pilot.app.screen is screen

    perform(script, PuzzlesScreen())


def test_a_theme_starts_its_easiest_puzzle() -> None:
    async def script(pilot: Pilot[None], _screen: Any) -> None:
        await press(pilot, "down", "down", "down", "enter")
        shown: Any = pilot.app.screen
        assert shown.shown.puzzle.theme == "single-clue"

    perform(script, PuzzlesScreen())


def test_a_pattern_leads_to_its_puzzles() -> None:
    async def script(pilot: Pilot[None], _screen: Any) -> None:
        await press(pilot, "p", "end", "enter")
        shown: Any = pilot.app.screen
        assert shown.shown.puzzle.theme == "fifty-fifty"

    perform(script, PuzzlesScreen())
