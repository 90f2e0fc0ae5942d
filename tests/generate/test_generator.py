"""Boards by seed, and by wish."""

import pytest
from generate.naive import needs_no_guess
from oracles import seed_rule

from sapper import Game, Rules
from sapper.errors import (
    BoardNotFound,
    IllegalMove,
    InvalidBoardRequest,
    InvalidLayout,
    InvalidSeed,
)
from sapper.generate import Board, difficulty, no_guess, uniform
from sapper.generate.certificate import DIFFICULTIES
from sapper.generate.generator import certify

INTERMEDIATE = Rules.level("intermediate", start="opening")


def test_a_uniform_board_is_the_one_of_the_game_with_that_seed() -> None:
    board = uniform(Rules.level("expert"), first=(0, 0), seed=5)
    assert board.layout == seed_rule.layout(30, 16, 99, "safe", 5, (0, 0))
    assert (board.method, board.attempts, board.is_biased) == ("uniform", 1, False)


def test_a_wished_3bv_takes_the_next_seed_that_has_it() -> None:
    rules = Rules.level("beginner")
    board = uniform(rules, seed=0, three_bv=(25, 27))
    assert 25 <= board.metrics.three_bv <= 27
    assert board.attempts == board.seed + 1
    for seed in range(board.seed):
        assert not 25 <= uniform(rules, seed=seed).metrics.three_bv <= 27


@pytest.mark.parametrize("size", ["9x9/10", "16x16/40", "30x16/99", "30x16/140", "1x20/4"])
@pytest.mark.parametrize("start", ["safe", "opening", "any"])
def test_a_no_guess_board_needs_no_guess_and_keeps_the_rules(size: str, start: str) -> None:
    rules = Rules.parse(size, start=start)
    for seed in range(3):
        board = no_guess(rules, seed=seed)
        assert len(board.layout) == rules.mines
        assert board.first == rules.centre
        assert board.first not in board.layout
        if start == "opening":
            assert not board.layout & set(rules.neighbours(board.first))
        assert needs_no_guess(rules, board.layout, board.first)


def test_the_first_cell_may_be_anywhere() -> None:
    for first in ((0, 0), (15, 15), (0, 7)):
        board = no_guess(INTERMEDIATE, first=first, seed=2)
        assert needs_no_guess(INTERMEDIATE, board.layout, first)


def test_a_seed_means_the_same_board_for_ever() -> None:
    board = no_guess(Rules.level("beginner"), seed=42)
    assert str(board.solution).splitlines() == [
        "9x9/10",
        "...1221..",
        "...1**1..",
        "1111221..",
        "1*1..111.",
        "1221.2*2.",
        ".1*1.2*31",
        ".1222222*",
        "..1*2*221",
        "..1122*1.",
    ]
    assert board.attempts == 3
    assert no_guess(Rules.level("beginner"), seed=42) == board
    assert no_guess(Rules.level("beginner"), seed=43).layout != board.layout


def test_a_seed_is_chosen_when_none_is_given() -> None:
    assert no_guess(INTERMEDIATE).layout != no_guess(INTERMEDIATE).layout


@pytest.mark.parametrize("wished", DIFFICULTIES)
def test_the_wished_difficulty_is_that_of_the_board(wished: str) -> None:
    for seed in range(4):
        board = no_guess(INTERMEDIATE, seed=seed, difficulty=wished)
        assert board.difficulty == wished
        assert board.certificate.difficulty == wished
        assert needs_no_guess(INTERMEDIATE, board.layout, board.first)


def test_wishes_are_kept_together_and_by_repair_too() -> None:
    board = no_guess(INTERMEDIATE, seed=1, difficulty="easy", three_bv=(50, 60))
    assert (board.difficulty, board.method) == ("easy", "rejection")
    assert 50 <= board.metrics.three_bv <= 60
    dense = Rules(16, 16, 75, start="opening")
    board = no_guess(dense, seed=1, difficulty="hard", three_bv=(None, 100), attempts=10)
    assert (board.difficulty, board.method, board.is_biased) == ("hard", "repair", True)
    assert board.metrics.three_bv <= 100
    assert needs_no_guess(dense, board.layout, board.first)


def test_one_method_alone_may_be_allowed() -> None:
    assert no_guess(INTERMEDIATE, seed=1, method="repair").method == "repair"
    dense = Rules(30, 16, 170, start="opening")
    with pytest.raises(BoardNotFound, match="within 50 layouts"):
        no_guess(dense, seed=1, method="rejection", attempts=50)


def test_a_board_gives_games_to_play() -> None:
    board = no_guess(INTERMEDIATE, seed=3)
    game = board.game()
    assert isinstance(game, Game)
    assert game.layout == board.layout
    game.reveal(board.first)
    for step in board.certificate.steps:
        if not step.is_mine:
            game.reveal(step.cell)
    assert game.status == "won"


@pytest.mark.parametrize(
    ("rules", "wishes"),
    [
        (Rules(2, 2, 1), {}),
        (Rules(2, 2, 2, start="any"), {"first": (1, 1)}),
        (Rules(9, 9, 10), {"three_bv": (70, None)}),
        (Rules(3, 3, 0, start="opening"), {"difficulty": "extreme"}),
    ],
)
def test_a_board_that_cannot_be_is_an_error_in_bounded_time(
    rules: Rules, wishes: dict[str, object]
) -> None:
    with pytest.raises(BoardNotFound, match=r"no no-guess board .* within") as error:
        no_guess(rules, seed=1, attempts=100, **wishes)
    assert error.value.hint


def test_time_ends_a_search_that_would_take_hours() -> None:
    huge = Rules(1000, 1000, 250_000, start="opening")
    with pytest.raises(BoardNotFound, match=r"within 0\.05 s"):
        no_guess(huge, seed=1, seconds=0.05)


@pytest.mark.parametrize(
    ("wishes", "error", "message"),
    [
        ({"difficulty": "insane"}, InvalidBoardRequest, "unknown difficulty 'insane'"),
        ({"three_bv": (9, 5)}, InvalidBoardRequest, "no board has a 3BV from 9 to 5"),
        ({"three_bv": (-1, 5)}, InvalidBoardRequest, "no board has a 3BV from -1"),
        ({"three_bv": 5}, InvalidBoardRequest, r"3BV is wished as \(fewest, most\), not 5"),
        ({"three_bv": ("a", 5)}, InvalidBoardRequest, "3BV is wished as"),
        ({"method": "magic"}, InvalidBoardRequest, "not 'magic'"),
        ({"attempts": 0}, InvalidBoardRequest, "attempts are from 1"),
        ({"attempts": 1.5}, InvalidBoardRequest, "attempts are a whole number"),
        ({"attempts": 10**30}, InvalidBoardRequest, "attempts are from 1"),
        ({"seconds": 0}, InvalidBoardRequest, "seconds are above 0"),
        ({"seconds": float("nan")}, InvalidBoardRequest, "seconds are above 0"),
        ({"seconds": "1"}, InvalidBoardRequest, "seconds are above 0"),
        ({"first": (9, 0)}, IllegalMove, r"cannot begin at \(9, 0\)"),
        ({"first": 5}, IllegalMove, "cannot begin at 5"),
        ({"first": "aa"}, IllegalMove, "cannot begin at 'aa'"),
        ({"seed": -1}, InvalidSeed, "a seed is from 0"),
    ],
)
def test_a_wish_that_makes_no_sense_is_an_error(
    wishes: dict[str, object], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        no_guess(Rules.level("beginner"), **wishes)


def test_a_board_that_needs_a_guess_has_no_certificate_and_no_difficulty() -> None:
    rules = Rules(2, 2, 1, start="any")
    board = Board(rules, 0, (0, 0), frozenset({(1, 1)}), "uniform", 1)
    assert board.difficulty is None
    with pytest.raises(InvalidLayout, match="cannot be cleared from"):
        _ = board.certificate


@pytest.mark.parametrize("function", [certify, difficulty])
def test_a_layout_that_does_not_fit_is_refused(function: object) -> None:
    rules = Rules(3, 3, 1)
    with pytest.raises(InvalidLayout, match="it is a mine"):
        function(rules, frozenset({(0, 0)}), (0, 0))
    with pytest.raises(InvalidLayout):
        function(rules, frozenset({(5, 5)}), (0, 0))
    with pytest.raises(InvalidLayout):
        function(rules, frozenset({(1, 1), (1, 2)}), (0, 0))
