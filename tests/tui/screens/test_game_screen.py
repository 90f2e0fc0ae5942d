"""Keys of the game screen."""

from typing import Any

import pytest
from textual.pilot import Pilot

from sapper.game.rules import Rules
from sapper.play.game_setup import GameSetup
from sapper.tui.screens.analyser_screen import AnalyserScreen
from sapper.tui.screens.game_list_screen import GamesScreen
from sapper.tui.screens.help_screen import HelpScreen
from sapper.tui.screens.new_game_screen import NewGameScreen
from sapper.tui.screens.review_screen import ReviewScreen
from sapper.tui.screens.statistics_screen import StatisticsScreen
from sapper.tui.screens.strategies_screen import StrategiesScreen
from tests.tui_pilot import game_screen, go_to, perform, press, settle

# The board of seed 42 after its corner is revealed.
#   1 2 3 4 5 6 7 8 9
# A . . . . 1 F # # #
# B . . . . 1 # # # #
FIRST, MINE, CLUE = (0, 0), (0, 5), (0, 4)


@pytest.mark.parametrize(
    ("key", "cell"),
    [
        ("up", (3, 4)), ("k", (3, 4)), ("down", (5, 4)), ("j", (5, 4)), ("left", (4, 3)),
        ("h", (4, 3)), ("right", (4, 5)), ("l", (4, 5)), ("home", (4, 0)), ("end", (4, 8)),
        ("pageup", (0, 4)), ("pagedown", (8, 4)),
    ],
)  # fmt: skip
def test_keys_move_the_cursor(key: str, cell: tuple[int, int]) -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, key)
        assert screen.board.cursor == cell

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
def test_f_places_and_removes_a_flag(key: str) -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, key)
        assert screen.session.game.view.flags == {(4, 4)}
        await press(pilot, "space")
        assert "is flagged" in screen.message_text
        await press(pilot, key)
        assert not screen.session.game.view.flags

    perform(script)


@pytest.mark.parametrize("key", ["c", "C", "space"])
def test_c_and_space_chord_on_a_number(key: str) -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await go_to(pilot, screen, FIRST)
        await press(pilot, "space")
        await go_to(pilot, screen, CLUE)
        await press(pilot, key)
        assert "as many adjacent flags" in screen.message_text
        await go_to(pilot, screen, MINE)
        await press(pilot, "f")
        await go_to(pilot, screen, CLUE)
        await press(pilot, key)
        assert screen.session.game.view.clue((1, 5)) is not None

    perform(script)


def test_a_question_mark_can_be_placed() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "question_mark")
        assert screen.session.game.view.questions == {(4, 4)}

    perform(script)


def test_u_undoes_moves_in_practice_games_only() -> None:
    async def practice(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "space", "u")
        assert screen.session.game.status == "ready"

    async def regular(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "space", "u")
        assert "not a practice game" in screen.message_text
        assert screen.session.game.status == "playing"

    perform(practice, game_screen(practice=True))
    perform(regular)


def test_n_starts_a_new_game_and_r_the_same_board_again() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "space")
        await press(pilot, "r")
        assert screen.session.game.status == "ready"
        assert screen.session.game.seed == 42
        await press(pilot, "n")
        assert screen.session.game.seed != 42

    perform(script, game_screen(practice=True))


def test_r_is_refused_during_a_game_without_practice() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "space", "r")
        assert "Finish the game first" in screen.message_text
        assert screen.session.game.status == "playing"

    perform(script)


def test_h_shows_a_hint_in_three_grades_with_its_proof_on_the_board() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await go_to(pilot, screen, FIRST)
        await press(pilot, "space", "H")
        assert screen.message_text.startswith("Hint 1 of 3")
        assert {highlight.kind for highlight in screen.board.highlights.values()} == {"area"}
        await press(pilot, "H")
        assert screen.message_text.startswith("Hint 2 of 3")
        assert "clue" in {highlight.kind for highlight in screen.board.highlights.values()}
        await press(pilot, "H")
        assert screen.message_text.startswith("Hint 3 of 3")
        assert screen.board.highlights[screen.board.cursor].kind == "safe"
        assert screen.session.assistance.hints == 3
        await press(pilot, "escape")
        assert not screen.board.highlights

    perform(script)


def test_pressing_h_quickly_three_times_shows_the_third_grade() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "space")
        await pilot.press("H", "H", "H")
        await settle(pilot)
        assert screen.message_text.startswith("Hint 3 of 3")

    perform(script)


def test_odds_before_the_first_reveal_state_the_promise_of_the_start_rule() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "o")
        assert "The first reveal " in screen.message_text
        assert screen.board.odds is None
        assert screen.session.assistance.odds == 0

    perform(script)


def test_o_shows_odds_that_are_updated_after_every_move() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await go_to(pilot, screen, FIRST)
        await press(pilot, "space", "o")
        before = screen.board.odds
        assert before is not None
        assert MINE in before.odds.mines
        await press(pilot, "H", "H", "H", "space")
        assert screen.board.odds is not None
        assert screen.board.odds is not before
        await press(pilot, "o")
        assert screen.board.odds is None

    perform(script)


def test_m_makes_one_ai_move_and_shows_its_reason() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "m")
        assert screen.session.game.version == 1
        assert screen.message_text.startswith(screen.strategy)

    perform(script)


def test_a_finishes_the_game_and_v_reviews_it() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, *["plus"] * 5)
        assert screen.speed == float("inf")
        await press(pilot, "minus")
        assert screen.speed == 25
        await press(pilot, "plus", "a")
        assert screen.session.game.is_over
        assert "N new game" in screen.message_text
        await press(pilot, "v")
        assert isinstance(pilot.app.screen, ReviewScreen)

    perform(script)


def test_escape_stops_the_ai_and_moves_are_refused_while_it_plays() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, *["minus"] * 5)
        await pilot.press("a")
        while screen.session.game.version < 1:
            await pilot.pause(0.01)
        seed = screen.session.game.seed
        for key in ("space", "u", "n", "r", "H", "x"):
            screen.show_message("")
            await pilot.press(key)
            assert "Press Esc to stop it" in screen.message_text, key
        assert screen.session.game.seed == seed
        await press(pilot, "escape")
        assert not screen.is_ai_playing
        assert not screen.session.game.is_over

    perform(script, game_screen("expert"))


def test_v_is_refused_before_the_end_of_the_game() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "v")
        assert "after the game" in screen.message_text
        assert pilot.app.screen is screen

    perform(script)


@pytest.mark.parametrize(
    ("key", "screen_type"),
    [
        ("L", NewGameScreen), ("s", StrategiesScreen), ("t", StatisticsScreen),
        ("g", GamesScreen), ("f1", HelpScreen), ("x", AnalyserScreen),
    ],
)  # fmt: skip
def test_keys_open_other_screens_and_escape_closes_them(key: str, screen_type: type) -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, key)
        assert isinstance(pilot.app.screen, screen_type)
        await press(pilot, "escape")
        assert pilot.app.screen is screen

    perform(script)


def test_the_analyser_counts_as_assistance_during_a_game() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "space", "x")
        assert screen.session.assistance.odds == 1

    perform(script)


@pytest.mark.parametrize(("key", "code"), [("q", 0), ("Q", 0), ("ctrl+q", 0), ("ctrl+c", 130)])
def test_keys_that_quit(key: str, code: int) -> None:
    async def script(pilot: Pilot[None], _screen: Any) -> None:
        await pilot.press(key)

    app = perform(script)
    assert (app.return_code or 0) == code
    assert not app.is_running


def test_a_finished_game_accepts_no_moves() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, *["plus"] * 5, "a")
        version = screen.session.game.version
        await press(pilot, "space")
        assert "over" in screen.message_text
        assert screen.session.game.version == version
        await press(pilot, "m", "H")
        assert screen.session.game.version == version

    perform(script)


def test_the_result_of_an_ai_game_has_no_clicks_and_no_ioe() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "space", *["plus"] * 5, "a")
        assert screen.session.game.is_over
        assert "click" not in screen.message_text
        assert "IOE" not in screen.message_text
        assert "/s" not in screen.message_text

    perform(script)


def test_odds_do_not_replace_the_reason_for_an_ai_move() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "space", "o")
        assert screen.message_text.startswith("Odds")
        await press(pilot, "m")
        assert screen.board.odds is not None
        assert screen.message_text.startswith(screen.strategy)
        assert screen.session.assistance.odds == 2

    perform(script)


def test_the_odds_message_names_certain_cells() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await go_to(pilot, screen, FIRST)
        await press(pilot, "space", "o")
        await go_to(pilot, screen, MINE)
        await settle(pilot)
        assert "A6 is certainly a mine." in screen.message_text
        assert "(certainly safe)" in screen.message_text

    perform(script)


def test_the_analyser_opens_at_the_cursor() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await go_to(pilot, screen, (7, 2))
        await press(pilot, "x")
        assert isinstance(pilot.app.screen, AnalyserScreen)
        assert pilot.app.screen.board.cursor == (7, 2)

    perform(script)


def test_a_new_game_with_another_mine_count_shows_its_own_odds() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "o")
        screen.start_game(GameSetup(Rules(9, 9, 20)))
        await settle(pilot)
        await press(pilot, "space")
        assert screen.board.odds.odds.rules.mines == 20

    perform(script)


def test_a_move_discards_a_hint_that_is_still_being_computed() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await go_to(pilot, screen, FIRST)
        screen.action_hint()
        screen.action_reveal()
        await settle(pilot)
        assert not screen.board.highlights
        assert not screen.message_text.startswith("Hint")

    perform(script)


def test_percentages_are_separated_in_a_small_terminal() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "m", "o")
        assert screen.board.geometry.cell_width == 3
        await press(pilot, "o")
        assert screen.board.geometry.cell_width == 2

    perform(script, game_screen("expert"))


def test_the_review_starts_at_an_avoidable_loss() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await go_to(pilot, screen, (0, 0))
        await press(pilot, "space")
        await go_to(pilot, screen, (0, 5))  # certainly a mine
        await press(pilot, "space")
        assert screen.message_text.startswith("Game over  ")
        assert "Avoidable: " in screen.message_text
        assert "V shows the move." in screen.message_text
        await press(pilot, "v")
        review: Any = pilot.app.screen
        assert review.move_index == 1

    perform(script)
