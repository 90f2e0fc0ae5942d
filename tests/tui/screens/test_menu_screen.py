"""The menu."""

from typing import Any

from textual.pilot import Pilot

from sapper.tui.screens.analyser_screen import AnalyserScreen
from sapper.tui.screens.game_list_screen import GamesScreen
from sapper.tui.screens.game_screen import GameScreen
from sapper.tui.screens.menu_screen import SECTIONS, MenuScreen
from sapper.tui.screens.statistics_screen import StatisticsScreen
from tests.tui_pilot import perform, press


def number_of(section: str) -> str:
    """Return the key of a section."""
    return str(1 + [name for name, _, _ in SECTIONS].index(section))


def test_tab_opens_and_closes_the_menu() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "tab")
        assert isinstance(pilot.app.screen, MenuScreen)
        await press(pilot, "tab")
        assert pilot.app.screen is screen

    perform(script)


def test_every_section_opens_on_top_of_the_first_screen() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "space", "tab", number_of("games"))
        assert isinstance(pilot.app.screen, GamesScreen)
        assert screen.session.game.is_paused
        await press(pilot, "tab", number_of("analyser"))
        assert isinstance(pilot.app.screen, AnalyserScreen)
        await press(pilot, "escape", "tab", number_of("statistics"))
        assert isinstance(pilot.app.screen, StatisticsScreen)
        await press(pilot, "escape", "tab", number_of("play"))
        assert bool(pilot.app.screen is screen)
        assert not screen.session.game.is_paused

    perform(script)


def test_play_starts_a_game_if_another_screen_came_first() -> None:
    async def script(pilot: Pilot[None], _screen: Any) -> None:
        await press(pilot, "tab", number_of("play"))
        assert isinstance(pilot.app.screen, GameScreen)
        await press(pilot, "space", "tab", number_of("games"))
        assert isinstance(pilot.app.screen, GamesScreen)

    perform(script, GamesScreen())
