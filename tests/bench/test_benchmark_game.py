"""Benchmark games and their boards."""

import math
from collections.abc import Sequence

import pytest

from sapper import Game, Rules, View
from sapper.bench.benchmark_game import SingleCellBoard, play_game
from sapper.bench.options import BenchmarkOptions
from sapper.errors import StrategyFailed
from sapper.game.rules import Cell
from sapper.strategies.base import Advice

BEGINNER = Rules.level("beginner")


class Scripted:
    """A strategy that guesses the given cells in order, each with a risk of 0.3."""

    name = "scripted"
    summary = "A fixed list of cells."

    def __init__(self, cells: Sequence[Cell]) -> None:
        self._cells = list(cells)

    def first_move(self, rules: Rules) -> Cell:
        return rules.centre

    def advise(self, view: View) -> Advice:  # noqa: ARG002
        best = self._cells.pop(0) if self._cells else None
        return Advice(frozenset(), frozenset(), {best: 0.3} if best else {}, best, "scripted")


def started_game(rules: Rules, seed: int, first: Cell) -> Game:
    game = Game(rules, seed=seed)
    game.reveal(first)
    return game


def test_a_won_game_counts_its_reveals_and_guesses() -> None:
    rules = Rules(4, 4, 3)
    game = started_game(rules, 5, (0, 0))
    safe = [cell for cell in rules.cells() if cell not in game.layout]
    outcome = play_game(Scripted(_reveals_needed(rules, 5, safe)), BenchmarkOptions(rules, 1), 5)
    assert outcome.won
    assert outcome.guesses == outcome.moves - 1  # the start rule protects the first one
    assert math.isnan(outcome.risk)


def _reveals_needed(rules: Rules, seed: int, cells: list[Cell]) -> list[Cell]:
    game = Game(rules, seed=seed)
    return [cell for cell in cells if not game.is_over and game.reveal(cell)]


def test_a_lost_game_reports_the_risk_of_the_losing_reveal() -> None:
    mine = min(started_game(BEGINNER, 5, (4, 4)).layout)
    outcome = play_game(Scripted([(4, 4), mine]), BenchmarkOptions(BEGINNER, 1), 5)
    assert outcome == (False, 2, 1, 0.3)


def test_an_unprotected_first_reveal_is_a_guess() -> None:
    rules = Rules(2, 1, 1, start="any")
    outcomes = [
        play_game(Scripted([(0, 0)]), BenchmarkOptions(rules, 1), seed) for seed in range(20)
    ]
    assert {outcome.won for outcome in outcomes} == {True, False}
    assert all(outcome.guesses == outcome.moves == 1 for outcome in outcomes)


def test_the_error_of_a_failed_strategy_names_the_seed() -> None:
    with pytest.raises(
        StrategyFailed, match=r"'scripted' failed on 9x9/10 \(start rule 'safe', seed 7\)"
    ):
        play_game(Scripted([]), BenchmarkOptions(BEGINNER, 1), 7)


def test_a_strategy_that_repeats_a_cell_fails() -> None:
    with pytest.raises(StrategyFailed, match="advised no legal move"):
        play_game(Scripted([(4, 4), (4, 4)]), BenchmarkOptions(BEGINNER, 1), 7)


def test_without_flood_a_reveal_opens_one_cell() -> None:
    rules = Rules(8, 8, 1, start="any")
    board = SingleCellBoard(rules, 4)
    far = next(cell for cell in rules.cells() if started_game(rules, 4, cell).view.clue(cell) == 0)
    assert board.reveal(far, by="ai") == 1
    assert board.view.cell_bytes.count(0xFF) == 63
    assert board.reveal(far, by="ai") == 0


@pytest.mark.parametrize("seed", range(8))
def test_without_flood_the_mines_and_clues_are_the_same(seed: int) -> None:
    rules = Rules(5, 5, 4, start="any")
    solution = started_game(rules, seed, (2, 2)).solution
    board = SingleCellBoard(rules, seed)
    for cell in rules.cells():
        if solution.clue(cell) is not None:
            assert not board.is_over
            board.reveal(cell, by="ai")
            assert board.view.clue(cell) == solution.clue(cell)
    assert board.status == "won"


def test_without_flood_a_mine_loses_after_the_core_has_won_the_game() -> None:
    rules = Rules(9, 9, 1, start="any")
    mine = min(started_game(rules, 3, (0, 0)).layout)
    board = SingleCellBoard(rules, 3)
    board.reveal((0, 0), by="ai")
    board.reveal(mine, by="ai")
    assert board.is_over
    assert board.status == "lost"


def test_without_flood_a_strategy_sees_its_flags() -> None:
    board = SingleCellBoard(Rules(3, 1, 1, start="any"), 3)
    board.flag((0, 1), by="ai")
    assert board.view.ai_flags == {(0, 1)}
    board.flag((0, 1), by="ai")
    assert board.view.ai_flags == frozenset()
