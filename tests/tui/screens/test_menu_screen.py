"""The menu."""

from typing import Any

from textual.pilot import Pilot

from sapper.tui.screens.analyser_screen import AnalyserScreen
from sapper.tui.screens.game_list_screen import GamesScreen
from sapper.tui.screens.game_screen import GameScreen
from sapper.tui.screens.menu_screen import MenuScreen
from sapper.tui.screens.statistics_screen import StatisticsScreen
from tests.tui_pilot import menu_key, perform, press


def test_tab_opens_and_closes_the_menu() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "tab")
        assert isinstance(pilot.app.screen, MenuScreen)
        await press(pilot, "tab")
        assert pilot.app.screen is screen

    perform(script)


def test_every_section_opens_on_top_of_the_first_screen() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "space", "tab", menu_key("games"))
        assert isinstance(pilot.app.screen, GamesScreen)
        assert screen.session.game.is_paused
        await press(pilot, "tab", menu_key("analyser"))
        assert isinstance(pilot.app.screen, AnalyserScreen)
        await press(pilot, "escape", "tab", menu_key("statistics"))
        assert isinstance(pilot.app.screen, StatisticsScreen)
        await press(pilot, "escape", "tab", menu_key("play"))
        assert bool(pilot.app.screen is screen)
        assert not screen.session.game.is_paused

    perform(script)


def test_play_starts_a_game_if_another_screen_came_first() -> None:
    async def script(pilot: Pilot[None], _screen: Any) -> None:
        await press(pilot, "tab", menu_key("play"))
        assert isinstance(pilot.app.screen, GameScreen)
        await press(pilot, "space", "tab", menu_key("games"))
        assert isinstance(pilot.app.screen, GamesScreen)

    perform(script, GamesScreen())
