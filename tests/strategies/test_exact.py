"""The strategy `exact` in Python and in the core."""

import math

import pytest

from sapper import Game, Rules, parse_view, strategies
from sapper.bench.benchmark_game import play_game
from sapper.bench.options import BenchmarkOptions
from sapper.strategies.exact import Exact

BOARDS = [
    (Rules.level("beginner", start="any"), 60),
    (Rules.level("small", start="opening"), 60),
    (Rules.level("intermediate"), 25),
    (Rules.level("expert"), 12),
    (Rules.level("expert", start="opening"), 12),
    (Rules(1, 12, 5), 40),
    (Rules(5, 4, 19), 20),
    (Rules(3, 3, 9, start="any"), 5),
]


@pytest.mark.parametrize(("rules", "games"), BOARDS, ids=str)
def test_the_core_plays_like_the_python_strategy(rules: Rules, games: int) -> None:
    batch = Exact().play_batch(rules, range(700, 700 + games), first=None)
    for number in range(games):
        outcome = play_game(Exact(), BenchmarkOptions(rules, games), 700 + number)
        assert bool(batch.won[number]) == outcome.won
        assert batch.guesses[number] == outcome.guesses
        assert batch.risks[number] == pytest.approx(outcome.risk, rel=1e-9, nan_ok=True)
        assert math.isnan(batch.risks[number]) == outcome.won


def test_a_requested_first_cell_is_played() -> None:
    rules = Rules.level("beginner", start="any")
    mines = Game(rules, 5)
    mines.reveal((0, 0))
    cell = min(mines.layout)
    batch = Exact().play_batch(rules, range(5, 6), first=cell)
    assert list(batch.moves) == [1]
    assert list(batch.risks) == [pytest.approx(10 / 81)]


def test_the_least_risky_cell_is_advised_with_its_risk() -> None:
    advice = strategies.get("exact").advise(parse_view("5x4/5\n#####\n#1###\n#3###\n#####"))
    assert advice.risks[0, 0] == pytest.approx(8 / 360)
    assert advice.best in {(0, 0), (0, 1), (0, 2)}
    assert "2.2%" in advice.reason


def test_ties_go_to_cells_whose_clue_yields_information() -> None:
    # Every hidden cell is a mine in one of two layouts. The first two cells have no hidden
    # neighbour, so their clues are the same in both layouts.
    advice = strategies.get("exact").advise(parse_view("6x1/2\n#1#1##"))
    assert set(advice.risks.values()) == {0.5}
    assert advice.best == (0, 4)


def test_an_inconsistent_position_gets_a_reason_but_no_move() -> None:
    advice = strategies.get("exact").advise(parse_view("2x1/1\n3#"))
    assert advice.best is None
    assert "clue 3 at A1" in advice.reason
