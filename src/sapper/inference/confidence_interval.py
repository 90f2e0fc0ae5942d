"""How sure a share of games is."""

import math
from typing import Final, NamedTuple

Z95: Final = 1.959963984540054
"""Half of a 95 % interval of the normal distribution, in standard deviations."""


class Interval(NamedTuple):
    """A range that holds the true value in about 95 of 100 such experiments."""

    low: float
    high: float

    @property
    def half_width(self) -> float:
        """Half the length of the interval."""
        return (self.high - self.low) / 2


def wilson(wins: int, games: int, z: float = Z95) -> Interval:
    """Return the score interval of a win rate (Wilson, 1927); the whole range without games.

    Unlike the usual "plus or minus", it stays between 0 and 1 and is right at 0 and at all wins.

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
    # At 0 and at all wins the bound is exact; rounding would leave a trace of it.
    low = 0.0 if wins == 0 else (centre - spread) / scale
    high = 1.0 if wins == games else (centre + spread) / scale
    return Interval(low, high)
