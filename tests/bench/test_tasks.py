import math
from collections.abc import Sequence
from itertools import pairwise

import pytest

from sapper import Game, Rules, View, strategies
from sapper.bench.tasks import (
    FloodTable,
    SingleCellTable,
    Task,
    bin_seconds,
    play_game,
    play_steps,
    play_task,
    time_bin,
)
from sapper.errors import StrategyFailed
from sapper.game.rules import Cell
from sapper.strategies.base import Advice

BEGINNER = Rules.level("beginner")


class Scripted:
    """Reveals given cells one by one, each as a guess with a risk of 0.3."""

    name = "scripted"
    summary = "For tests."

    def __init__(self, cells: Sequence[Cell]) -> None:
        self._cells = list(cells)

    def first_move(self, rules: Rules) -> Cell:
        return rules.centre

    def advise(self, view: View) -> Advice:  # noqa: ARG002
        best = self._cells.pop(0) if self._cells else None
        return Advice(frozenset(), frozenset(), {best: 0.3} if best else {}, best, "as told")


def layout(rules: Rules, seed: int, first: Cell) -> Game:
    game = Game(rules, seed=seed)
    game.reveal(first)
    return game


def test_a_game_that_is_won_counts_its_reveals_and_guesses() -> None:
    rules = Rules(4, 4, 3)
    game = layout(rules, 5, (0, 0))
    safe = [cell for cell in rules.cells() if cell not in game.layout]
    outcome = play_game(Scripted(_effective(rules, 5, safe)), rules, 5)
    assert outcome.won
    assert outcome.guesses == outcome.moves - 1  # the first one was promised
    assert math.isnan(outcome.risk)


def _effective(rules: Rules, seed: int, cells: list[Cell]) -> list[Cell]:
    game = Game(rules, seed=seed)
    return [cell for cell in cells if not game.is_over and game.reveal(cell)]


def test_a_lost_game_tells_the_risk_of_the_losing_reveal() -> None:
    mine = min(layout(BEGINNER, 5, (4, 4)).layout)
    outcome = play_game(Scripted([(4, 4), mine]), BEGINNER, 5)
    assert outcome == (False, 2, 1, 0.3)


def test_without_promise_the_first_reveal_is_a_guess() -> None:
    rules = Rules(2, 1, 1, start="any")
    outcomes = [play_game(Scripted([(0, 0)]), rules, seed) for seed in range(20)]
    assert {outcome.won for outcome in outcomes} == {True, False}
    assert all(outcome.guesses == outcome.moves == 1 for outcome in outcomes)


def test_the_first_move_can_be_given() -> None:
    steps = play_steps(strategies.get("layered"), FloodTable(BEGINNER, 1), first=(8, 8))
    assert next(steps).cell == (8, 8)


def test_safe_cells_are_revealed_row_by_row_before_the_next_question() -> None:
    table = FloodTable(Rules.level("small", start="opening"), 3)
    steps = list(play_steps(strategies.get("layered"), table))
    assert table.is_over
    for before, after in pairwise(steps):
        if before.advice is after.advice:
            assert before.cell < after.cell
            assert after.cell in after.advice.safe


def test_a_strategy_that_gives_up_is_named_with_the_seed() -> None:
    with pytest.raises(StrategyFailed, match="'scripted' failed on 9x9/10 safe seed 7"):
        play_game(Scripted([]), BEGINNER, 7)


def test_a_strategy_that_repeats_itself_does_not_play_for_ever() -> None:
    with pytest.raises(StrategyFailed, match="nothing that can be revealed"):
        play_game(Scripted([(4, 4), (4, 4)]), BEGINNER, 7)


def test_without_flood_a_reveal_opens_one_cell() -> None:
    rules = Rules(8, 8, 1, start="any")
    table = SingleCellTable(rules, 4)
    far = next(cell for cell in rules.cells() if layout(rules, 4, cell).view.clue(cell) == 0)
    assert table.reveal(far) == 1
    assert table.view.cell_bytes.count(0xFF) == 63
    assert table.reveal(far) == 0


@pytest.mark.parametrize("seed", range(8))
def test_without_flood_the_mines_and_clues_are_the_same(seed: int) -> None:
    rules = Rules(5, 5, 4, start="any")
    solution = layout(rules, seed, (2, 2)).solution
    table = SingleCellTable(rules, seed)
    for cell in rules.cells():
        if solution.clue(cell) is not None:
            assert not table.is_over
            table.reveal(cell)
            assert table.view.clue(cell) == solution.clue(cell)
    assert table.is_won


def test_without_flood_a_mine_loses_also_after_the_flood_had_opened_the_rest() -> None:
    rules = Rules(9, 9, 1, start="any")
    mine = min(layout(rules, 3, (0, 0)).layout)
    table = SingleCellTable(rules, 3)
    table.reveal((0, 0))
    table.reveal(mine)
    assert table.is_over
    assert not table.is_won


def test_a_task_plays_its_seeds_in_order_whatever_its_size() -> None:
    def task(seeds: range) -> Task:
        return Task("knowledge", (), Rules.level("small"), seeds)

    whole = play_task(task(range(10, 22))).columns
    parts = play_task(task(range(10, 15))).columns
    parts.extend(play_task(task(range(15, 22))).columns)
    assert parts.won == whole.won
    assert parts.moves == whole.moves
    assert parts.guesses == whole.guesses
    assert repr(parts.risks) == repr(whole.risks)


def test_times_are_counted_in_bins_of_nine_percent() -> None:
    for seconds in (1e-6, 3.3e-4, 0.02, 1.0, 7.5):
        assert bin_seconds(time_bin(seconds)) == pytest.approx(seconds, rel=0.05)
    assert bin_seconds(time_bin(0.0)) < 1e-8
