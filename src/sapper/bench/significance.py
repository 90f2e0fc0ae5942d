"""How sure a win rate is, and whether two strategies really differ. Plain Python, no SciPy."""

import math
from typing import NamedTuple

from sapper.inference.confidence_interval import Z95


class PairedDifference(NamedTuple):
    """How much more often A wins than B on the same boards."""

    difference: float
    """Win rate of A less that of B, from -1 to 1."""
    low: float
    high: float
    p_value: float
    """The chance of a difference as large as this one, or larger, if there were none."""


def compare_pairs(only_a: int, only_b: int, games: int) -> PairedDifference:
    """Compare two strategies that played the same boards.

    `only_a` boards were won by A alone, `only_b` by B alone. The interval is Wald's with one board
    added to each of the two (Bonett and Price, 2012), which also holds when hardly any board tells
    the two apart.
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
    """Return the exact two-sided p-value of boards that only A or only B won.

    It asks whether they could be the two sides of a fair coin.

    >>> round(mcnemar(3, 0), 12)
    0.25
    """
    boards = only_a + only_b
    fewer = min(only_a, only_b)
    if 2 * fewer >= boards - 1:
        return 1.0
    # The sum of C(n, k) / 2**n for k up to `fewer`, from the largest term down. The terms shrink
    # faster than any geometric series, so few of them count even for millions of boards.
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
