"""Limits of the analysis: budgets, estimates, huge boards and threads."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from sapper import Budget, Game, Rules, View, analyse
from sapper.errors import BudgetExceeded, InconsistentView
from tests.inference.positions import checkerboard, lattice, random_position

EXPERT = Rules.level("expert")


# Budgets ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("budget", [Budget(states=100), Budget(seconds=1e-6)], ids=repr)
def test_an_exhausted_budget_raises_on_request(budget: Budget) -> None:
    with pytest.raises(BudgetExceeded, match="cannot count the layouts within"):
        analyse(lattice(20, 1), budget=budget, on_limit="raise")


@pytest.mark.parametrize("budget", [Budget(states=1), Budget(seconds=1e-6)], ids=repr)
def test_a_budget_too_small_for_an_estimate_raises(budget: Budget) -> None:
    with pytest.raises(BudgetExceeded, match="cannot estimate the probabilities within"):
        analyse(lattice(20, 1), budget=budget)


def test_the_widest_positions_are_estimated_on_a_truncated_board() -> None:
    view = lattice(60, 1)
    odds = analyse(view, budget=Budget(seconds=3, states=200_000))
    assert not odds.exact
    assert odds.runs >= 2
    assert odds.mine_probability.sum() == pytest.approx(view.mines, rel=1e-6)
    assert ((odds.mine_probability >= 0) & (odds.mine_probability <= 1)).all()
    assert (odds.standard_error >= 0).all()
    assert odds.standard_error.max() > 0


def test_a_number_as_budget_means_seconds() -> None:
    assert analyse(lattice(6, 1), budget=5).exact
    with pytest.raises(BudgetExceeded):
        analyse(lattice(40, 1), budget=0.01, on_limit="raise")


def test_simple_positions_need_few_states() -> None:
    assert analyse(random_position(EXPERT, 1, reveals=1), budget=Budget(states=200)).exact


@pytest.mark.parametrize("make", [lattice, checkerboard])
@pytest.mark.parametrize("side", [60, 400])
def test_adversarial_boards_are_estimated_or_refused(make: type[View], side: int) -> None:
    view = make(side, 3)
    try:
        odds = analyse(view, budget=0.5)
    except BudgetExceeded:
        return
    assert not odds.exact
    assert odds.mine_probability.max() <= 1
    assert odds.mine_probability.sum() == pytest.approx(view.mines, rel=1e-6)


def test_a_contradiction_is_found_in_a_position_that_is_too_large_to_count() -> None:
    view = lattice(40, 1)
    cells = view.cells.copy()
    cells[1, 1] = 8 if cells[1, 1] != 8 else 1
    cells[1, 3] = 0
    with pytest.raises(InconsistentView) as error:
        analyse(View.from_array(cells, mines=view.mines), budget=0.2)
    assert error.value.cell is not None


# Estimates ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("view", "states"),
    [(lattice(10, 3), 500), (lattice(11, 5), 1500), (checkerboard(12, 3), 2000)],
    ids=["lattice 10", "lattice 11", "checkerboard 12"],
)
def test_estimates_lie_within_their_standard_errors(view: View, states: int) -> None:
    exact = analyse(view, on_limit="raise")
    odds = analyse(view, budget=Budget(seconds=0.4, states=states))
    assert not odds.exact
    assert odds.runs >= 2
    assert odds.layouts is None
    assert odds.standard_error is not None
    assert odds.standard_error.shape == odds.mine_probability.shape
    assert odds.mine_probability.max() <= 1
    off = np.abs(odds.mine_probability - exact.mine_probability)
    assert (off <= 7 * odds.standard_error + 1e-6).all()
    assert off.max() < 0.2
    assert odds.mine_probability.sum() == pytest.approx(view.mines, rel=1e-6)
    assert odds.log_layouts == pytest.approx(exact.log_layouts, abs=1)
    # An estimate reports only what single clues prove.
    assert odds.safe <= exact.safe
    assert odds.mines <= exact.mines
    assert odds.best is not None
    assert repr(odds).startswith(f"<Analysis of {view.rules}: estimated, ")


def test_estimates_refuse_computations_that_need_exact_counts() -> None:
    odds = analyse(lattice(10, 3), budget=Budget(seconds=0.2, states=500))
    assert not odds.exact
    cell = odds.best
    for ask in (
        lambda: odds.clue_distribution(cell),
        lambda: odds.what_if(cell, 1),
        lambda: odds.sample(1),
    ):
        with pytest.raises(BudgetExceeded, match="requires an exact analysis"):
            ask()


# Huge boards --------------------------------------------------------------------------------------


def test_probabilities_of_a_million_cells_add_up_to_the_mines() -> None:
    rules = Rules(1000, 1000, 200_000, start="opening")
    game = Game(rules, seed=1)
    untouched = analyse(game.view)
    assert untouched.mine_probability.max() == untouched.mine_probability.min() == 0.2
    game.reveal(rules.centre)
    odds = analyse(game.view)
    assert odds.exact
    assert odds.mine_probability.sum() == pytest.approx(200_000, rel=1e-9)
    assert odds.layouts is None
    assert odds.log_layouts < untouched.log_layouts


def test_the_largest_untouched_board_is_analysed() -> None:
    rules = Rules(2000, 2000, 1)
    odds = analyse(View(rules, bytes([255] * 4_000_000)))
    assert odds.layouts == 4_000_000
    assert odds.mine_probability.sum() == pytest.approx(1)


def test_very_many_small_components_are_combined_within_the_limits() -> None:
    cells = np.full((600, 1000), -1, dtype=np.int8)
    cells[1::3, 1::5] = cells[1::3, 3::5] = 3
    count = 200 * 200
    for mines in (3 * count + 1, 4 * count):
        odds = analyse(View.from_array(cells, mines=mines), budget=60, on_limit="raise")
        assert odds.mine_probability.sum() == pytest.approx(mines, rel=1e-9)


# Threads ------------------------------------------------------------------------------------------


def test_threads_get_the_same_results_as_one_thread() -> None:
    views = [random_position(EXPERT, seed, reveals=3 + seed % 20) for seed in range(24)]

    def answer(view: View) -> tuple[bytes, int | None, bytes]:
        odds = analyse(view)
        return odds.mine_probability.tobytes(), odds.layouts, odds.sample(2, 1).tobytes()

    expected = [answer(view) for view in views]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(answer, views * 3)) == expected * 3


def test_threads_can_share_one_analysis() -> None:
    odds = analyse(random_position(EXPERT, 2, reveals=10))
    cells = [c for c in EXPERT.cells() if odds.view.clue(c) is None][:40]
    expected = [odds.clue_distribution(cell) for cell in cells]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(odds.clue_distribution, cells * 3)) == expected * 3


def test_counting_releases_the_gil() -> None:
    view = lattice(40, 1)
    finished = threading.Event()

    def count() -> None:
        with pytest.raises(BudgetExceeded):
            analyse(view, budget=Budget(seconds=1, states=10**8), on_limit="raise")
        finished.set()

    ticks = 0
    thread = threading.Thread(target=count)
    thread.start()
    while not finished.is_set():
        time.sleep(0.001)
        ticks += 1
    thread.join()
    # If the core held the GIL, the other thread would tick only before and after the count.
    assert ticks > 20
