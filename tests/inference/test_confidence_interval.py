"""Wilson's confidence interval, compared with published values."""

import math
from statistics import NormalDist

import pytest

from sapper.inference.confidence_interval import Z95, wilson


def test_z_is_the_quantile_of_the_normal_distribution() -> None:
    assert pytest.approx(NormalDist().inv_cdf(0.975), abs=1e-12) == Z95


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [  # Newcombe, Statistics in Medicine 17 (1998), table I, method 3
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_agrees_with_the_published_table(
    wins: int, games: int, low: float, high: float
) -> None:
    interval = wilson(wins, games)
    assert interval.low == pytest.approx(low, abs=5e-5)
    assert interval.high == pytest.approx(high, abs=5e-5)


@pytest.mark.parametrize(("wins", "games"), [(1, 3), (40, 100), (999, 1000), (392_100, 1_000_000)])
def test_the_bounds_of_wilson_solve_the_equation_of_the_score_test(wins: int, games: int) -> None:
    # The defining equation: |rate - bound| = z * sqrt(bound * (1 - bound) / games).
    for bound in wilson(wins, games):
        spread = Z95 * math.sqrt(bound * (1 - bound) / games)
        assert abs(wins / games - bound) == pytest.approx(spread, rel=1e-9)


def test_wilson_stays_within_0_and_1() -> None:
    assert wilson(0, 5).low == 0.0
    assert wilson(5, 5).high == 1.0
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(5, 5).low > 0.5
