"""Every key of the game."""

from typing import Any

import pytest
from textual.pilot import Pilot
from tui_pilot import game_screen, go_to, perform, press, settle

from sapper.tui.screens.analyser_screen import AnalyserScreen
from sapper.tui.screens.help_screen import HelpScreen
from sapper.tui.screens.levels_screen import LevelsScreen
from sapper.tui.screens.review_screen import ReviewScreen
from sapper.tui.screens.statistics_screen import StatisticsScreen
from sapper.tui.screens.strategies_screen import StrategiesScreen
from sapper.tui.screens.unfinished_games_screen import GamesScreen

# The board of seed 42 after its corner is revealed; see the library's example in README.
#   1 2 3 4 5 6 7 8 9
# A . . . . 1 F # # #
# B . . . . 1 # # # #
FIRST, MINE, CLUE = (0, 0), (0, 5), (0, 4)


@pytest.mark.parametrize(
    ("key", "where"),
    [
        ("up", (3, 4)), ("k", (3, 4)), ("down", (5, 4)), ("j", (5, 4)), ("left", (4, 3)),
        ("h", (4, 3)), ("right", (4, 5)), ("l", (4, 5)), ("home", (4, 0)), ("end", (4, 8)),
        ("pageup", (0, 4)), ("pagedown", (8, 4)),
    ],
)  # fmt: skip
def test_keys_move_the_cursor(key: str, where: tuple[int, int]) -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, key)
        assert screen.board.cursor == where

    perform(script)


@pytest.mark.parametrize("key", ["space", "enter"])
def test_space_and_enter_reveal(key: str) -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await go_to(pilot, screen, FIRST)
        await press(pilot, key)
        assert screen.session.game.view.clue(FIRST) == 0
        assert screen.session.game.status == "playing"

    perform(script)


@pytest.mark.parametrize("key", ["f", "F"])
def test_f_flags_and_takes_the_flag_away(key: str) -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, key)
        assert screen.session.game.view.flags == {(4, 4)}
        await press(pilot, "space")
        assert "has a flag" in screen.said
        await press(pilot, key)
        assert not screen.session.game.view.flags

    perform(script)


@pytest.mark.parametrize("key", ["c", "C", "space"])
def test_c_chords_and_so_does_space_on_a_number(key: str) -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await go_to(pilot, screen, FIRST)
        await press(pilot, "space")
        await go_to(pilot, screen, CLUE)
        await press(pilot, key)
        assert "as many flags" in screen.said
        await go_to(pilot, screen, MINE)
        await press(pilot, "f")
        await go_to(pilot, screen, CLUE)
        await press(pilot, key)
        assert screen.session.game.view.clue((1, 5)) is not None

    perform(script)


def test_a_question_mark_is_set() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "question_mark")
        assert screen.session.game.view.questions == {(4, 4)}

    perform(script)


def test_u_takes_back_in_practice_and_says_why_not_elsewhere() -> None:
    async def practice(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "space", "u")
        assert screen.session.game.status == "ready"

    async def serious(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "space", "u")
        assert "not for practice" in screen.said
        assert screen.session.game.status == "playing"

    perform(practice, game_screen(practice=True))
    perform(serious)


def test_n_begins_another_game_and_r_the_same_board() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "space")
        await press(pilot, "r")
        assert screen.session.game.status == "ready"
        assert screen.session.game.seed == 42
        await press(pilot, "n")
        assert screen.session.game.seed != 42

    perform(script, game_screen(practice=True))


def test_r_waits_for_the_end_of_a_game_that_counts() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "space", "r")
        assert "Finish this game first" in screen.said
        assert screen.session.game.status == "playing"

    perform(script)


def test_h_gives_a_hint_in_three_grades_with_the_proof_on_the_board() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await go_to(pilot, screen, FIRST)
        await press(pilot, "space", "H")
        assert screen.said.startswith("Hint 1 of 3")
        assert {mark.kind for mark in screen.board.marks.values()} == {"area"}
        await press(pilot, "H")
        assert screen.said.startswith("Hint 2 of 3")
        assert "clue" in {mark.kind for mark in screen.board.marks.values()}
        await press(pilot, "H")
        assert screen.said.startswith("Hint 3 of 3")
        assert screen.board.marks[screen.board.cursor].kind == "safe"
        assert screen.session.assist_counts()["hints"] == 3
        await press(pilot, "escape")
        assert not screen.board.marks

    perform(script)


def test_h_pressed_quickly_three_times_gives_the_third_grade() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "space")
        await pilot.press("H", "H", "H")
        await settle(pilot)
        assert screen.said.startswith("Hint 3 of 3")

    perform(script)


def test_o_shows_odds_that_follow_every_move() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await go_to(pilot, screen, FIRST)
        await press(pilot, "space", "o")
        before = screen.board.odds
        assert before is not None
        assert MINE in before.mines
        await press(pilot, "H", "H", "H", "space")
        assert screen.board.odds is not None
        assert screen.board.odds is not before
        await press(pilot, "o")
        assert screen.board.odds is None

    perform(script)


def test_m_makes_one_move_of_the_ai_with_its_reason() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "m")
        assert screen.session.game.version == 1
        assert screen.said.startswith(screen.strategy)

    perform(script)


def test_a_plays_to_the_end_and_v_reviews_the_game() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, *["plus"] * 5)
        assert screen.speed == float("inf")
        await press(pilot, "minus")
        assert screen.speed == 25
        await press(pilot, "plus", "a")
        assert screen.session.game.is_over
        assert "N new" in screen.said
        await press(pilot, "v")
        assert isinstance(pilot.app.screen, ReviewScreen)

    perform(script)


def test_escape_stops_the_ai_and_moves_wait_for_it() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, *["minus"] * 5)
        await pilot.press("a")
        while screen.session.game.version < 1:
            await pilot.pause(0.01)
        seed = screen.session.game.seed
        for key in ("space", "u", "n", "r", "H", "x"):
            screen.say("")
            await pilot.press(key)
            assert "Escape stops it" in screen.said, key
        assert screen.session.game.seed == seed
        await press(pilot, "escape")
        assert not screen.is_busy
        assert not screen.session.game.is_over

    perform(script, game_screen("expert"))


def test_v_waits_for_the_end() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "v")
        assert pilot.app.screen is screen
        assert "after the game" in screen.said

    perform(script)


@pytest.mark.parametrize(
    ("key", "window"),
    [
        ("L", LevelsScreen), ("s", StrategiesScreen), ("t", StatisticsScreen), ("g", GamesScreen),
        ("f1", HelpScreen), ("x", AnalyserScreen),
    ],
)  # fmt: skip
def test_keys_open_windows_and_escape_closes_them(key: str, window: type) -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, key)
        assert isinstance(pilot.app.screen, window)
        await press(pilot, "escape")
        assert pilot.app.screen is screen

    perform(script)


def test_the_analyser_on_a_running_game_counts_as_help() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "space", "x")
        assert screen.session.assist_counts()["odds"] == 1

    perform(script)


@pytest.mark.parametrize(("key", "code"), [("q", 0), ("Q", 0), ("ctrl+q", 0), ("ctrl+c", 130)])
def test_keys_that_leave(key: str, code: int) -> None:
    async def script(pilot: Pilot[None], _screen: Any) -> None:
        await pilot.press(key)

    app = perform(script)
    assert (app.return_code or 0) == code
    assert not app.is_running


def test_the_command_palette_finds_actions_by_name() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "space")
        await pilot.press("ctrl+p")
        await pilot.pause(0.1)
        await pilot.press(*"odds")
        await pilot.pause(0.5)
        await press(pilot, "down", "enter")
        assert screen.odds_on

    perform(script)


def test_a_game_that_is_over_takes_no_move() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, *["plus"] * 5, "a")
        version = screen.session.game.version
        await press(pilot, "space")
        assert "over" in screen.said
        assert screen.session.game.version == version
        await press(pilot, "m", "H")
        assert screen.session.game.version == version

    perform(script)


def test_a_game_of_the_ai_tells_no_clicks_and_no_efficiency() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "space", *["plus"] * 5, "a")
        assert screen.session.game.is_over
        assert "click" not in screen.said
        assert "fficiency" not in screen.said
        assert "/s" not in screen.said

    perform(script)


def test_the_odds_say_what_is_certain_in_words() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await go_to(pilot, screen, FIRST)
        await press(pilot, "space", "o")
        await go_to(pilot, screen, MINE)
        await settle(pilot)
        assert "A6 is certainly a mine." in screen.said
        assert "certainly safe." in screen.said

    perform(script)


def test_the_analyser_begins_where_the_cursor_is() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await go_to(pilot, screen, (7, 2))
        await press(pilot, "x")
        assert pilot.app.screen.board.cursor == (7, 2)

    perform(script)
