"""The named levels. Any size of the form `WIDTHxHEIGHT/MINES` is also a valid level."""

from typing import Final

LEVELS: Final[dict[str, str]] = {
    "beginner": "9x9/10",
    "intermediate": "16x16/40",
    "expert": "30x16/99",
    "small": "8x8/10",
    "medium": "16x16/40",
    "large": "30x16/99",
    "o-matic": "10x10/15",
    "cs50": "8x8/8",
}
