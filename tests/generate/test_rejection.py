"""Rejection prefers no board: its boards are uniform ones that need no guess, and nothing else."""

from bisect import bisect_right

import pytest
from generate.naive import needs_no_guess
from oracles import seed_rule

from sapper import Rules
from sapper.generate import no_guess, uniform

RULES = Rules(8, 8, 12, start="opening")
FIRST = (4, 4)


def naive_board(seed: int) -> tuple[frozenset[tuple[int, int]], int]:
    """The first layout of the seed's stream that needs no guess, and its number."""
    stream = seed_rule.numbers(seed)
    attempts = 0
    while True:
        attempts += 1
        layout = seed_rule.layout(8, 8, 12, "opening", next(stream) >> 11, FIRST)
        if needs_no_guess(RULES, layout, FIRST):
            return layout, attempts


def test_rejection_takes_the_first_layout_of_its_stream_that_needs_no_guess() -> None:
    for seed in range(60):
        board = no_guess(RULES, seed=seed, method="rejection")
        assert (board.layout, board.attempts) == naive_board(seed)


def greatest_gap(one: list[int], other: list[int]) -> float:
    """The statistic of Kolmogorov and Smirnov: how far two distributions are apart."""
    one, other = sorted(one), sorted(other)
    return max(
        abs(bisect_right(one, value) / len(one) - bisect_right(other, value) / len(other))
        for value in {*one, *other}
    )


@pytest.fixture(scope="module")
def filtered() -> list[int]:
    """The 3BV of uniform boards that need no guess."""
    boards = (uniform(RULES, seed=seed) for seed in range(10_000, 13_000))
    return [
        board.metrics.three_bv
        for board in boards
        if needs_no_guess(RULES, board.layout, board.first)
    ]


def limit(sizes: tuple[int, int]) -> float:
    """What equal distributions exceed in one of a thousand samples, at most."""
    return 1.95 * ((sizes[0] + sizes[1]) / (sizes[0] * sizes[1])) ** 0.5


def test_rejected_boards_have_the_3bv_of_uniform_boards_without_a_guess(
    filtered: list[int],
) -> None:
    made = [no_guess(RULES, seed=seed).metrics.three_bv for seed in range(3_000)]
    assert greatest_gap(made, filtered) < limit((len(made), len(filtered)))


def test_the_same_test_sees_that_repaired_boards_are_biased(filtered: list[int]) -> None:
    made = [no_guess(RULES, seed=s, method="repair").metrics.three_bv for s in range(3_000)]
    assert greatest_gap(made, filtered) > limit((len(made), len(filtered)))
