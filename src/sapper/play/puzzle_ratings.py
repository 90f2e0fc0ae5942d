"""Glicko-2 ratings of players and puzzles.

Every rated attempt is a game between a player and a puzzle, in a rating period of its own. The
update follows Mark Glickman's "Example of the Glicko-2 system" (2012), with one extension: a player
may answer correctly by luck. If the probability of a lucky answer is c, the success rate is
c + (1 - c) L, where L is the success rate predicted by Glicko-2. This formula is the
three-parameter logistic model of test theory. If c is 0, the update is identical to the one in
Glickman's paper.

>>> player, puzzle = rate(FIRST_RATING, Rating(1200.0, 150.0), is_correct=True)
>>> round(player.value), round(player.deviation), round(puzzle.value)
(1374, 259, 1160)
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, pi, sqrt
from typing import Final

MIN_DEVIATION: Final = 45.0
"""The minimum deviation, which keeps ratings responsive to new results."""
MAX_DEVIATION: Final = 350.0
VOLATILITY: Final = 0.06
"""The initial volatility, and the paper's default."""
MAX_VOLATILITY: Final = 0.1
_POINTS: Final = 173.7178
"""The number of rating points per unit of the paper's scale."""
_CENTRE: Final = 1500.0
_TAU: Final = 0.5
_TOLERANCE: Final = 1e-6


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating with its deviation and volatility."""

    value: float
    deviation: float
    volatility: float = VOLATILITY


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of an attempt at a puzzle: the other side's rating and whether this side won."""

    other: Rating
    is_won: bool
    luck: float = 0.0
    """The chance that the player wins by luck."""


FIRST_RATING: Final = Rating(1200.0, MAX_DEVIATION)
"""The rating of a new player."""


def rate(
    player: Rating, puzzle: Rating, *, is_correct: bool, luck: float = 0.0
) -> tuple[Rating, Rating]:
    """Return the ratings of a player and a puzzle after an attempt.

    `luck` is the chance that a player who does not know the answer guesses correctly.
    """
    after = update(player, [Outcome(puzzle, is_correct, luck)])
    puzzle_after = update(puzzle, [Outcome(player, is_correct, luck)], is_puzzle=True)
    return after, puzzle_after


def expected_score(player: Rating, puzzle: Rating, *, luck: float = 0.0) -> float:
    """Return the probability that the player solves the puzzle.

    >>> round(expected_score(Rating(1400.0, 50.0), Rating(1200.0, 50.0)), 2)
    0.75
    """
    deviation = sqrt(player.deviation**2 + puzzle.deviation**2)
    level = _logistic(_weight(deviation) * (player.value - puzzle.value) / _POINTS)
    return luck + (1 - luck) * level


def update(own: Rating, outcomes: Sequence[Outcome], *, is_puzzle: bool = False) -> Rating:
    """Return the updated rating after a rating period (steps 2 to 8 of Glickman's paper).

    If `is_puzzle` is true, `own` is a puzzle's rating, and the outcomes contain its players'
    ratings.
    """
    sign = -1.0 if is_puzzle else 1.0
    mean, deviation = (own.value - _CENTRE) / _POINTS, own.deviation / _POINTS
    information = gradient = 0.0
    for outcome in outcomes:
        weight = _weight(outcome.other.deviation)
        level = _logistic(weight * sign * (mean - (outcome.other.value - _CENTRE) / _POINTS))
        chance = outcome.luck + (1 - outcome.luck) * level
        weight *= level / chance  # A lucky success is weaker evidence.
        information += weight**2 * chance * (1 - chance)
        gradient += sign * weight * (outcome.is_won - chance)
    variance = 1 / information
    volatility = _new_volatility(own.volatility, deviation, variance, variance * gradient)
    new_deviation = 1 / sqrt(1 / (deviation**2 + volatility**2) + information)
    return Rating(
        _CENTRE + _POINTS * (mean + new_deviation**2 * gradient),
        min(max(_POINTS * new_deviation, MIN_DEVIATION), MAX_DEVIATION),
        min(volatility, MAX_VOLATILITY),
    )


def _new_volatility(old: float, deviation: float, variance: float, improvement: float) -> float:
    """Return the new volatility, found with the Illinois algorithm (step 5 of Glickman's paper)."""
    start = log(old**2)

    def f(x: float) -> float:
        total = deviation**2 + variance + exp(x)
        return exp(x) * (improvement**2 - total) / (2 * total**2) - (x - start) / _TAU**2

    low = start
    if improvement**2 > deviation**2 + variance:
        high = log(improvement**2 - deviation**2 - variance)
    else:
        high = start - _TAU
        while f(high) < 0:
            high -= _TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > _TOLERANCE:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return exp(low / 2)


def _weight(deviation: float) -> float:
    """Return the weight g of a game against an opponent with the given rating deviation."""
    return 1 / sqrt(1 + 3 * (deviation / _POINTS) ** 2 / pi**2)


def _logistic(x: float) -> float:
    return 1 / (1 + exp(-x))
