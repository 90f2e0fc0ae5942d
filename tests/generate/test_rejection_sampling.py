"""Rejection sampling is unbiased: its boards are uniform among the solvable ones."""

from bisect import bisect_right

import pytest

from sapper import Rules
from sapper.generate import no_guess, uniform
from tests.generate.reference_solver import is_solvable
from tests.oracles import seed_rule

RULES = Rules(8, 8, 12, start="opening")
FIRST = (4, 4)


def first_solvable_board(seed: int) -> tuple[frozenset[tuple[int, int]], int]:
    """Return the first solvable layout of the seed's stream, and the number of attempts."""
    stream = seed_rule.numbers(seed)
    attempts = 0
    while True:
        attempts += 1
        layout = seed_rule.layout(8, 8, 12, "opening", next(stream) >> 11, FIRST)
        if is_solvable(RULES, layout, FIRST):
            return layout, attempts


def test_rejection_returns_the_first_solvable_layout_of_its_stream() -> None:
    for seed in range(60):
        board = no_guess(RULES, seed=seed, method="rejection")
        assert (board.layout, board.attempts) == first_solvable_board(seed)


def kolmogorov_smirnov(one: list[int], other: list[int]) -> float:
    """Return the Kolmogorov-Smirnov statistic of two samples."""
    one, other = sorted(one), sorted(other)
    return max(
        abs(bisect_right(one, value) / len(one) - bisect_right(other, value) / len(other))
        for value in {*one, *other}
    )


@pytest.fixture(scope="module")
def solvable_three_bv() -> list[int]:
    """Return the 3BV of solvable uniform boards."""
    boards = (uniform(RULES, seed=seed) for seed in range(10_000, 13_000))
    return [
        board.metrics.three_bv for board in boards if is_solvable(RULES, board.layout, board.first)
    ]


def critical_value(sizes: tuple[int, int]) -> float:
    """Return the critical value of the statistic at the level 0.001."""
    return 1.95 * ((sizes[0] + sizes[1]) / (sizes[0] * sizes[1])) ** 0.5


def test_rejection_gives_the_3bv_distribution_of_solvable_uniform_boards(
    solvable_three_bv: list[int],
) -> None:
    generated = [no_guess(RULES, seed=seed).metrics.three_bv for seed in range(3_000)]
    assert kolmogorov_smirnov(generated, solvable_three_bv) < critical_value(
        (len(generated), len(solvable_three_bv))
    )


def test_the_same_statistic_detects_the_bias_of_repair(solvable_three_bv: list[int]) -> None:
    generated = [no_guess(RULES, seed=s, method="repair").metrics.three_bv for s in range(3_000)]
    assert kolmogorov_smirnov(generated, solvable_three_bv) > critical_value(
        (len(generated), len(solvable_three_bv))
    )
