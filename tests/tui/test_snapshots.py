"""Snapshots of the main screens; run with `--snapshot-update -W ignore` to renew them."""

from collections.abc import Callable
from typing import Any

import pytest
from textual.pilot import Pilot

from sapper.coach.lesson_content import all_lessons
from sapper.coach.puzzle_builder import build_puzzle
from sapper.game.game import Game
from sapper.game.rules import Rules
from sapper.game.view import parse_view
from sapper.play.computation import compute_in_thread
from sapper.play.game_service import PlayerGame
from sapper.play.local_service import LocalService
from sapper.play.puzzle_stream import GivenPuzzles
from sapper.play.session import Session
from sapper.strategies.ai_moves import advise, follow
from sapper.tui.sapper_app import SapperApp
from sapper.tui.screens.analyser_screen import AnalyserScreen
from sapper.tui.screens.game_screen import GameScreen
from sapper.tui.screens.lesson_list_screen import LessonsScreen
from sapper.tui.screens.lesson_screen import LessonScreen
from sapper.tui.screens.patterns_screen import PatternsScreen
from sapper.tui.screens.puzzle_list_screen import PuzzlesScreen
from sapper.tui.screens.puzzle_screen import PuzzleScreen
from sapper.tui.screens.review_screen import ReviewScreen
from tests.tui_pilot import SEED, settle

Compare = Callable[..., bool]


def with_stopped_clock(session: Session) -> GameScreen:
    """Return a screen that shows the same game with a stopped clock."""
    stopped = Session.load(session.save(), now=lambda: 0.0)
    return GameScreen(PlayerGame("", stopped), is_resumed=True)


def game_after(moves: int, level: str) -> GameScreen:
    """Return a game after some moves by the AI."""
    session = Session(Rules.level(level), SEED, now=lambda: 0.0)
    while session.game.version < moves:
        for _ in follow(advise(session.game.view, "exact", seed=0), session.game):
            if session.game.version == moves:
                break
    return with_stopped_clock(session)


def compare(
    snap_compare: Compare, screen: Any, keys: str = "", *, size: tuple[int, int] = (80, 24)
) -> None:
    """Press keys and compare the screen with its snapshot."""

    async def press_keys(pilot: Pilot[None]) -> None:
        await settle(pilot)
        for key in keys.split():
            await pilot.press(key)
            await settle(pilot)

    app = SapperApp(screen, LocalService(compute_in_thread))
    assert snap_compare(app, run_before=press_keys, terminal_size=size)


def test_a_hint_with_its_proof(snap_compare: Compare) -> None:
    compare(snap_compare, game_after(14, "expert"), "H H H")


def test_odds_in_a_wide_terminal(snap_compare: Compare) -> None:
    compare(snap_compare, game_after(14, "expert"), "o", size=(110, 30))


def test_percentages_do_not_run_together_at_120_columns(snap_compare: Compare) -> None:
    compare(snap_compare, game_after(14, "expert"), "o", size=(120, 40))


def test_a_beginner_board_in_the_light_theme(
    snap_compare: Compare, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLORFGBG", "0;15")
    compare(snap_compare, game_after(6, "beginner"))


def test_a_board_without_colour(snap_compare: Compare, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    compare(snap_compare, game_after(14, "expert"), "H H H", size=(70, 22))


def test_the_new_game_dialog(snap_compare: Compare) -> None:
    compare(snap_compare, game_after(0, "beginner"), "L")


def test_a_contradiction_in_the_analyser(snap_compare: Compare) -> None:
    compare(snap_compare, AnalyserScreen(parse_view("5x3/3\n1221.\n##8##\n#####")))


def puzzle_screen() -> PuzzleScreen:
    return PuzzleScreen(GivenPuzzles([build_puzzle(parse_view("4x2/2\n1221\n####"))]))


def test_a_puzzle_with_its_proof(snap_compare: Compare) -> None:
    compare(snap_compare, puzzle_screen(), "g")


def test_a_wrong_answer_with_its_counterexample(snap_compare: Compare) -> None:
    compare(snap_compare, puzzle_screen(), "left space")


def test_a_lesson_with_feedback(snap_compare: Compare) -> None:
    compare(snap_compare, LessonScreen(all_lessons()[0]), "home up up f")


def test_the_list_of_lessons(snap_compare: Compare) -> None:
    compare(snap_compare, LessonsScreen(), "down", size=(120, 40))


def test_the_list_of_puzzles(snap_compare: Compare) -> None:
    compare(snap_compare, PuzzlesScreen(), "down down down down")


def test_the_pattern_library(snap_compare: Compare) -> None:
    compare(snap_compare, PatternsScreen(), "down", size=(120, 40))


def test_the_menu(snap_compare: Compare) -> None:
    compare(snap_compare, game_after(6, "beginner"), "tab")


def test_the_help_of_the_game(snap_compare: Compare) -> None:
    compare(snap_compare, game_after(6, "beginner"), "f1", size=(80, 44))


def test_the_review_of_a_mistake(snap_compare: Compare) -> None:
    game = Game(Rules.level("beginner"), seed=42, now=lambda: 0.0)
    for cell in ((0, 0), (1, 5), (8, 0), (3, 4)):
        game.reveal(cell)
    compare(snap_compare, ReviewScreen(PlayerGame("", Session.resume(game))))


def test_a_lost_game_with_a_wrong_flag(snap_compare: Compare) -> None:
    session = Session(Rules.level("beginner"), 42, now=lambda: 0.0)
    for kind, cell in (("reveal", (0, 0)), ("flag", (1, 5))):
        session.move(kind, cell)
    keys = "up up up up right space"
    compare(snap_compare, with_stopped_clock(session), keys)
