"""Confidence intervals for win rates."""

import math
from typing import Final, NamedTuple

Z95: Final = 1.959963984540054
"""The 97.5% quantile of the standard normal distribution, for two-sided 95% intervals."""


class Interval(NamedTuple):
    """A 95% confidence interval."""

    low: float
    high: float

    @property
    def half_width(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2


def wilson(wins: int, games: int, z: float = Z95) -> Interval:
    """Return the Wilson score interval for a win rate, or (0, 1) if there are no games.

    Unlike the normal approximation, the Wilson interval always lies between 0 and 1 and remains
    valid for rates of exactly 0 or 1.

    >>> low, high = wilson(81, 263)
    >>> f"{low:.4f} {high:.4f}"
    '0.2553 0.3662'
    """
    if games == 0:
        return Interval(0.0, 1.0)
    rate = wins / games
    centre = rate + z * z / (2 * games)
    spread = z * math.sqrt((rate * (1 - rate) + z * z / (4 * games)) / games)
    scale = 1 + z * z / games
    # If all games were lost or won, one bound is exactly 0 or 1. The formula would introduce a
    # rounding error.
    low = 0.0 if wins == 0 else (centre - spread) / scale
    high = 1.0 if wins == games else (centre + spread) / scale
    return Interval(low, high)
