"""Glicko-2 ratings of players and puzzles.

Every rated attempt is a game between a player and a puzzle, in a rating period of its own.

>>> player, puzzle = rate(FIRST_RATING, Rating(1200.0, 200.0), is_correct=True)
>>> round(player.value), round(player.deviation), round(puzzle.value)
(1373, 267, 1133)
"""

from dataclasses import dataclass
from math import exp, log, pi, sqrt
from typing import Final

MIN_DEVIATION: Final = 45.0
"""The minimum deviation, which keeps ratings responsive to new results."""
MAX_DEVIATION: Final = 350.0
# `glicko2` also estimates the volatility of a competitor. A period of one game does not suffice for
# an estimate, so every period starts with the same volatility.
_VOLATILITY: Final = 0.06


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating with its deviation."""

    value: float
    deviation: float


FIRST_RATING: Final = Rating(1200.0, MAX_DEVIATION)
"""The rating of a new player."""
PUZZLE_DEVIATION: Final = 200.0
"""The deviation of a puzzle's initial rating."""


def rate(player: Rating, puzzle: Rating, *, is_correct: bool) -> tuple[Rating, Rating]:
    """Return the ratings of a player and a puzzle after an attempt."""
    score = float(is_correct)
    return _update(player, puzzle, score), _update(puzzle, player, 1.0 - score)


def _update(own: Rating, other: Rating, score: float) -> Rating:
    from glicko2 import Player

    competitor = Player(own.value, own.deviation, _VOLATILITY)
    competitor.update_player([other.value], [other.deviation], [score])
    deviation = min(max(competitor.rd, MIN_DEVIATION), MAX_DEVIATION)
    return Rating(competitor.rating, deviation)


def expected_score(player: Rating, puzzle: Rating) -> float:
    """Return the probability that a player solves a puzzle.

    >>> round(expected_score(Rating(1400.0, 50.0), Rating(1200.0, 50.0)), 2)
    0.75
    """
    scale = log(10) / 400
    variance = (player.deviation * scale) ** 2 + (puzzle.deviation * scale) ** 2
    weight = 1 / sqrt(1 + 3 * variance / pi**2)
    return 1 / (1 + exp(-weight * scale * (player.value - puzzle.value)))
