"""Significance tests for paired benchmark results, in pure Python."""

import math
from typing import NamedTuple

from sapper.inference.confidence_interval import Z95


class PairedDifference(NamedTuple):
    """The difference between the win rates of strategies A and B on the same boards."""

    difference: float
    """A's win rate minus B's, from -1 to 1."""
    low: float
    high: float
    p_value: float
    """The probability of a difference at least this large if the strategies were equally strong."""


def compare_pairs(only_a: int, only_b: int, games: int) -> PairedDifference:
    """Compare two strategies that played the same boards.

    `only_a` is the number of boards that only strategy A won, and `only_b` is the number that only
    strategy B won. The confidence interval is the adjusted Wald interval of Bonett and Price
    (2012), which adds one board to each count and remains reliable when the results hardly differ.
    """
    if games == 0:
        return PairedDifference(0.0, -1.0, 1.0, 1.0)
    share_a, share_b = (only_a + 1) / (games + 2), (only_b + 1) / (games + 2)
    centre = share_a - share_b
    spread = Z95 * math.sqrt(max(0.0, share_a + share_b - centre * centre) / (games + 2))
    return PairedDifference(
        (only_a - only_b) / games,
        max(-1.0, centre - spread),
        min(1.0, centre + spread),
        mcnemar(only_a, only_b),
    )


def mcnemar(only_a: int, only_b: int) -> float:
    """Return the p-value of the exact two-sided McNemar test.

    Under the null hypothesis, a board won by exactly one strategy is equally likely to have been
    won by either.

    >>> round(mcnemar(3, 0), 12)
    0.25
    """
    boards = only_a + only_b
    fewer = min(only_a, only_b)
    if 2 * fewer >= boards - 1:
        return 1.0
    # The loop adds C(n, k) / 2**n for all k <= fewer, starting with the largest term. The terms
    # decrease faster than a geometric series, so a few terms suffice even for millions of boards.
    term = math.exp(
        math.lgamma(boards + 1)
        - math.lgamma(fewer + 1)
        - math.lgamma(boards - fewer + 1)
        - boards * math.log(2)
    )
    total = 0.0
    for k in range(fewer, -1, -1):
        total += term
        if term < total * 1e-17:
            break
        term *= k / (boards - k + 1)
    return min(1.0, 2 * total)
