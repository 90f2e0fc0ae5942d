"""Seeded and constrained board generation."""

import pytest

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
from tests.generate.reference_solver import is_solvable
from tests.oracles import seed_rule

INTERMEDIATE = Rules.level("intermediate", start="opening")


def test_a_uniform_board_equals_the_board_of_the_game_with_that_seed() -> None:
    board = uniform(Rules.level("expert"), first=(0, 0), seed=5)
    assert board.layout == seed_rule.layout(30, 16, 99, "safe", 5, (0, 0))
    assert (board.method, board.attempts, board.is_biased) == ("uniform", 1, False)


def test_a_3bv_range_selects_the_next_matching_seed() -> None:
    rules = Rules.level("beginner")
    board = uniform(rules, seed=0, three_bv=(25, 27))
    assert 25 <= board.metrics.three_bv <= 27
    assert board.attempts == board.seed + 1
    for seed in range(board.seed):
        assert not 25 <= uniform(rules, seed=seed).metrics.three_bv <= 27


@pytest.mark.parametrize("size", ["9x9/10", "16x16/40", "30x16/99", "30x16/140", "1x20/4"])
@pytest.mark.parametrize("start", ["safe", "opening", "any"])
def test_a_no_guess_board_is_solvable_and_follows_the_rules(size: str, start: str) -> None:
    rules = Rules.parse(size, start=start)
    for seed in range(3):
        board = no_guess(rules, seed=seed)
        assert len(board.layout) == rules.mines
        assert board.first == rules.centre
        assert board.first not in board.layout
        if start == "opening":
            assert not board.layout & set(rules.neighbours(board.first))
        assert is_solvable(rules, board.layout, board.first)


def test_the_first_cell_may_be_anywhere() -> None:
    for first in ((0, 0), (15, 15), (0, 7)):
        board = no_guess(INTERMEDIATE, first=first, seed=2)
        assert is_solvable(INTERMEDIATE, board.layout, first)


def test_a_seed_always_gives_the_same_board() -> None:
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


def test_the_default_seed_is_random() -> None:
    assert no_guess(INTERMEDIATE).layout != no_guess(INTERMEDIATE).layout


@pytest.mark.parametrize("requested", DIFFICULTIES)
def test_a_board_has_the_requested_difficulty(requested: str) -> None:
    for seed in range(4):
        board = no_guess(INTERMEDIATE, seed=seed, difficulty=requested)
        assert board.difficulty == requested
        assert board.certificate.difficulty == requested
        assert is_solvable(INTERMEDIATE, board.layout, board.first)


def test_constraints_can_be_combined_and_hold_after_repair() -> None:
    board = no_guess(INTERMEDIATE, seed=1, difficulty="easy", three_bv=(50, 60))
    assert (board.difficulty, board.method) == ("easy", "rejection")
    assert 50 <= board.metrics.three_bv <= 60
    dense = Rules(16, 16, 75, start="opening")
    board = no_guess(dense, seed=1, difficulty="hard", three_bv=(None, 100), attempts=10)
    assert (board.difficulty, board.method, board.is_biased) == ("hard", "repair", True)
    assert board.metrics.three_bv <= 100
    assert is_solvable(dense, board.layout, board.first)


def test_the_method_can_be_forced() -> None:
    assert no_guess(INTERMEDIATE, seed=1, method="repair").method == "repair"
    dense = Rules(30, 16, 170, start="opening")
    with pytest.raises(BoardNotFound, match="in 50 attempts"):
        no_guess(dense, seed=1, method="rejection", attempts=50)


def test_a_board_starts_a_game() -> None:
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
    ("rules", "constraints"),
    [
        (Rules(2, 2, 1), {}),
        (Rules(2, 2, 2, start="any"), {"first": (1, 1)}),
        (Rules(9, 9, 10), {"three_bv": (70, None)}),
        (Rules(3, 3, 0, start="opening"), {"difficulty": "extreme"}),
    ],
)
def test_an_impossible_board_raises_an_error_in_bounded_time(
    rules: Rules, constraints: dict[str, object]
) -> None:
    with pytest.raises(BoardNotFound, match=r"no matching no-guess .* board found in") as error:
        no_guess(rules, seed=1, attempts=100, **constraints)
    assert error.value.hint


def test_the_time_limit_ends_a_long_search() -> None:
    huge = Rules(1000, 1000, 250_000, start="opening")
    with pytest.raises(BoardNotFound, match=r"in 0\.05 s"):
        no_guess(huge, seed=1, seconds=0.05)


@pytest.mark.parametrize(
    ("constraints", "error", "message"),
    [
        ({"difficulty": "insane"}, InvalidBoardRequest, "unknown difficulty 'insane'"),
        ({"three_bv": (9, 5)}, InvalidBoardRequest, "invalid 3BV range: 9 to 5"),
        ({"three_bv": (-1, 5)}, InvalidBoardRequest, "invalid 3BV range: -1"),
        (
            {"three_bv": 5},
            InvalidBoardRequest,
            r"three_bv must be a \(minimum, maximum\) pair, not 5",
        ),
        ({"three_bv": ("a", 5)}, InvalidBoardRequest, "three_bv must be"),
        ({"method": "magic"}, InvalidBoardRequest, "not 'magic'"),
        ({"attempts": 0}, InvalidBoardRequest, "attempts must be between 1"),
        ({"attempts": 1.5}, InvalidBoardRequest, "attempts must be an integer"),
        ({"attempts": 10**30}, InvalidBoardRequest, "attempts must be between 1"),
        ({"seconds": 0}, InvalidBoardRequest, "seconds must be greater than 0"),
        ({"seconds": float("nan")}, InvalidBoardRequest, "seconds must be greater than 0"),
        ({"seconds": "1"}, InvalidBoardRequest, "seconds must be greater than 0"),
        ({"first": (9, 0)}, IllegalMove, r"no cell \(9, 0\) on a 9x9 board"),
        ({"first": 5}, IllegalMove, "no cell 5 on"),
        ({"first": "aa"}, IllegalMove, "no cell 'aa' on"),
        ({"seed": -1}, InvalidSeed, "a seed must be between 0"),
    ],
)
def test_invalid_arguments_raise_an_error(
    constraints: dict[str, object], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        no_guess(Rules.level("beginner"), **constraints)


def test_a_board_that_requires_guessing_has_no_certificate_and_no_difficulty() -> None:
    rules = Rules(2, 2, 1, start="any")
    board = Board(rules, 0, (0, 0), frozenset({(1, 1)}), "uniform", 1)
    assert board.difficulty is None
    with pytest.raises(InvalidLayout, match="cannot be solved from"):
        _ = board.certificate


@pytest.mark.parametrize("function", [certify, difficulty])
def test_an_invalid_layout_is_refused(function: object) -> None:
    rules = Rules(3, 3, 1)
    with pytest.raises(InvalidLayout, match="is a mine"):
        function(rules, frozenset({(0, 0)}), (0, 0))
    with pytest.raises(InvalidLayout):
        function(rules, frozenset({(5, 5)}), (0, 0))
    with pytest.raises(InvalidLayout):
        function(rules, frozenset({(1, 1), (1, 2)}), (0, 0))
