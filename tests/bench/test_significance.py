"""Significance tests of paired results, compared with published values."""

import math
from fractions import Fraction
from statistics import NormalDist

import pytest

from sapper.bench.significance import compare_pairs, mcnemar


def exact_p_value(only_a: int, only_b: int) -> Fraction:
    boards = only_a + only_b
    tail = sum(math.comb(boards, k) for k in range(min(only_a, only_b) + 1))
    return min(Fraction(1), Fraction(2 * tail, 2**boards))


@pytest.mark.parametrize(
    ("only_a", "only_b"), [(0, 0), (1, 0), (0, 5), (3, 3), (4, 3), (9, 2), (86, 150), (700, 800)]
)
def test_mcnemar_is_the_exact_binomial_sum(only_a: int, only_b: int) -> None:
    assert mcnemar(only_a, only_b) == pytest.approx(float(exact_p_value(only_a, only_b)), rel=1e-9)


def test_mcnemar_agrees_with_all_small_tables() -> None:
    for a in range(12):
        for b in range(12):
            assert mcnemar(a, b) == pytest.approx(float(exact_p_value(a, b)), rel=1e-12)


def test_mcnemar_of_millions_of_boards_approaches_the_normal_distribution() -> None:
    z = (1_002_500 - 997_500 - 1) / math.sqrt(2_000_000)
    assert mcnemar(1_002_500, 997_500) == pytest.approx(2 * NormalDist().cdf(-z), rel=1e-3)
    assert mcnemar(2_000_000, 0) == 0.0


def test_paired_difference_agrees_with_a_textbook_example() -> None:
    # Agresti, Categorical Data Analysis, 10.1.1: 944 and 880 of 1600 approve, 150 and 86 changed
    # their minds; difference 0.04, standard error 0.0095, interval (0.021, 0.059).
    result = compare_pairs(150, 86, 1600)
    assert result.difference == pytest.approx(0.04)
    assert result.low == pytest.approx(0.021, abs=5e-4)
    assert result.high == pytest.approx(0.059, abs=5e-4)
    assert result.p_value == pytest.approx(float(exact_p_value(150, 86)))


def test_the_paired_interval_covers_the_true_difference_in_about_95_percent_of_cases() -> None:
    games, share_a, share_b = 60, 0.15, 0.05
    covered = 0.0
    for a in range(games + 1):
        for b in range(games + 1 - a):
            chance = (
                math.comb(games, a)
                * math.comb(games - a, b)
                * share_a**a
                * share_b**b
                * (1 - share_a - share_b) ** (games - a - b)
            )
            result = compare_pairs(a, b, games)
            covered += chance * (result.low <= share_a - share_b <= result.high)
    assert 0.94 < covered < 0.98


def test_the_paired_difference_of_equal_strategies_is_zero() -> None:
    result = compare_pairs(0, 0, 1000)
    assert result.difference == 0.0
    assert result.p_value == 1.0
    assert result.low < 0 < result.high
    assert compare_pairs(0, 0, 0).p_value == 1.0
