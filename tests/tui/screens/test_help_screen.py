"""The help dialog."""

from collections.abc import Callable
from typing import Any

import pytest
from textual.pilot import Pilot

from sapper.coach.lesson_content import all_lessons
from sapper.coach.puzzle_builder import build_puzzle
from sapper.game.rules import Rules
from sapper.game.view import parse_view
from sapper.play.five_systems import five_systems
from sapper.play.game_service import PlayerGame
from sapper.play.puzzle_stream import GivenPuzzles
from sapper.play.session import Session
from sapper.tui.screens.analyser_screen import AnalyserScreen
from sapper.tui.screens.daily_screen import DailyScreen
from sapper.tui.screens.game_list_screen import GamesScreen
from sapper.tui.screens.lesson_list_screen import LessonsScreen
from sapper.tui.screens.lesson_screen import LessonScreen
from sapper.tui.screens.patterns_screen import PatternsScreen
from sapper.tui.screens.puzzle_list_screen import PuzzlesScreen
from sapper.tui.screens.puzzle_screen import PuzzleScreen
from sapper.tui.screens.review_screen import ReviewScreen
from sapper.tui.screens.watch_screen import WatchScreen
from tests.tui_pilot import perform, press, screen_lines

OTHER_SCREENS: dict[str, Callable[[], Any]] = {
    "analyser": lambda: AnalyserScreen(parse_view("4x2/2\n1221\n####")),
    "daily": DailyScreen,
    "games": GamesScreen,
    "lesson": lambda: LessonScreen(all_lessons()[0]),
    "lessons": LessonsScreen,
    "patterns": PatternsScreen,
    "puzzle": lambda: PuzzleScreen(GivenPuzzles([build_puzzle(parse_view("3x1/1\n1##"))])),
    "puzzles": PuzzlesScreen,
    "review": lambda: ReviewScreen(PlayerGame("", Session(Rules.level("beginner"), seed=1))),
    "watch": lambda: WatchScreen(Rules.level("beginner"), "exact", 7, first=None, delay=0.01),
}


def test_help_lists_every_key_of_the_game() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "f1")
        lines = [line.partition("│")[2].strip() for line in screen_lines(pilot.app)]
        for binding in screen.BINDINGS:
            action = binding.action.partition("(")[0]
            if not action.startswith("move_cursor"):
                key = binding.key_display or binding.key.replace("escape", "Esc")
                key = "+".join(part.capitalize() for part in key.split("+")) or "+"
                assert any(line.startswith((f"{key} ", f"{key}, ")) for line in lines), binding
        assert any("H (capital)   Show a hint" in line for line in lines)
        assert any("L (capital)   Choose a level" in line for line in lines)

    perform(script, size=(80, 60))


def test_help_lists_the_five_systems_with_the_choices_that_reproduce_them() -> None:
    async def script(pilot: Pilot[None], _screen: Any) -> None:
        await press(pilot, "f1")
        lines = (line.partition("│")[2].rpartition("│")[0] for line in screen_lines(pilot.app))
        shown = "".join("".join(lines).split())
        for system in five_systems():
            choices = f"level {system.level}, first reveal {system.start}, strategy"
            text = f"{system.name}: {choices} {system.strategy}. {system.summary}"
            assert "".join(text.split()) in shown
            assert "".join(f"In a shell: {system.command}".split()) in shown
            for feature in system.features:
                assert "".join(feature.tests[-1].split()) in shown

    perform(script, size=(80, 900))


@pytest.mark.parametrize("width", [40, 80])
@pytest.mark.parametrize("name", sorted(OTHER_SCREENS))
def test_every_screen_has_help(name: str, width: int) -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "f1")
        shown = "\n".join(screen_lines(pilot.app))
        assert "F1" in shown
        assert "Esc: close" in shown
        assert ("hjkl" in shown) == (name in ("analyser", "lesson", "puzzle"))
        await press(pilot, "escape")
        assert pilot.app.screen is screen

    perform(script, OTHER_SCREENS[name](), size=(width, 60))
