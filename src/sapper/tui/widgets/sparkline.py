"""Sparklines: small charts that fit in a line of text."""

from collections.abc import Sequence
from typing import Final

_BARS: Final = "▁▂▃▄▅▆▇█"
_MAX_BARS: Final = 30


def sparkline(values: Sequence[float]) -> str:
    """Return a sparkline of the last values, or an empty string for fewer than two values.

    >>> sparkline([1, 2, 3, 2]), sparkline([5, 5]), sparkline([1])
    ('▁▅█▅', '▁▁', '')
    """
    shown = values[-_MAX_BARS:]
    if len(shown) < 2:
        return ""
    low, spread = min(shown), (max(shown) - min(shown)) or 1.0
    return "".join(_BARS[round((value - low) / spread * (len(_BARS) - 1))] for value in shown)
