r"""Rollout search, which plays a position to the end on many sampled layouts.

Given more time, the search finds better moves and narrower confidence intervals.
`docs/concepts/guessing.md` explains the method.
"""

import time
from dataclasses import dataclass
from typing import Final

from sapper import _core
from sapper.game.json_record import JsonRecord
from sapper.game.rules import Cell
from sapper.game.view import View
from sapper.inference.analysis import Analysis, analyse
from sapper.inference.budget import Budget, check_time_limit
from sapper.inference.confidence_interval import Interval, wilson

_MAX_SECONDS: Final = 3600
_UNLIMITED_GAMES: Final = 1 << 50
# The number of games played between two clock checks if no cell has been revealed yet.
_BATCH: Final = 20


@dataclass(frozen=True, slots=True)
class CandidateResult(JsonRecord):
    """The rollout results for one candidate cell. All candidates use the same sampled layouts."""

    cell: Cell
    wins: float
    """The number of wins. A game that reaches a solved endgame contributes the winning probability
    of that endgame."""
    games: int


@dataclass(frozen=True, slots=True)
class RolloutResult(JsonRecord):
    """The best cell and the winning probability found by a rollout search."""

    best: Cell | None
    """The cell to reveal next, or None if the game is lost or every hidden cell is a known mine."""
    win_probability: float | None
    """The winning probability under perfect play if `exact` is True, or of the `expert` strategy
    otherwise. The value is None if the position is too large for rollouts."""
    interval: Interval
    """The 95% confidence interval for `win_probability`."""
    exact: bool
    games: int
    """The number of games behind the estimate, or 0 if the probability is exact or unknown."""
    candidates: tuple[CandidateResult, ...] = ()
    """The compared cells, in the order of their initial ranking."""


def check_seconds(seconds: float) -> float:
    """Validate a rollout search's time limit and return it as a float.

    Raises InvalidBudget unless the limit is greater than 0 and at most 3600 seconds.
    """
    return check_time_limit("thinking time", seconds, maximum=_MAX_SECONDS)


def think(view: View, *, seconds: float = 1.0) -> RolloutResult:
    r"""Find a position's best cell and winning probability using rollout search.

    >>> from sapper import parse_view
    >>> result = think(parse_view("5x4/5\n#####\n#1###\n#3###\n#####"))
    >>> result.exact, round(result.win_probability, 4)
    (True, 0.7917)

    Flags are ignored. Raises InconsistentView if no layout is consistent with the view, and
    BudgetExceeded if the layouts cannot be counted within the time limit.
    """
    check_seconds(seconds)
    start = time.monotonic()
    odds = analyse(view, budget=Budget(seconds=seconds), on_limit="raise")
    return search_rollouts(odds, seconds=max(seconds - (time.monotonic() - start), seconds / 10))


def search_rollouts(
    odds: Analysis, *, seconds: float, games: int = _UNLIMITED_GAMES
) -> RolloutResult:
    """Run a rollout search on an analysed position with a time limit and a game limit.

    The result is deterministic if the search reaches the game limit before the time limit.
    """
    view = odds.view
    if view.exploded:
        return _exact_result(None, 0.0)
    if view.is_untouched and view.rules.start != "any" and not odds.mines:
        return _play_new_boards(odds, seconds, games)
    if odds.safe and odds.win_probability is not None:
        return _exact_result(odds.best, odds.win_probability)
    found = odds.run_rollouts(seconds, games)
    if found.is_solved:
        return _exact_result(found.best, found.win_probability)
    return RolloutResult(
        found.best,
        found.win_probability if found.rollouts else None,
        wilson(found.wins, found.rollouts),
        exact=False,
        games=found.rollouts,
        candidates=tuple(
            CandidateResult(each.cell, each.wins, each.rollouts)
            for each in found.candidates
            if each.rollouts
        ),
    )


def _exact_result(best: Cell | None, probability: float) -> RolloutResult:
    return RolloutResult(best, probability, Interval(probability, probability), exact=True, games=0)


def _play_new_boards(odds: Analysis, seconds: float, max_games: int) -> RolloutResult:
    """Estimate the winning probability of an untouched board by playing new boards."""
    rules = odds.view.rules
    deadline = time.monotonic() + seconds
    wins = games = 0
    while games == 0 or (games < max_games and time.monotonic() < deadline):
        batch = _core.play_games(
            strategy="expert",
            width=rules.width,
            height=rules.height,
            mines=rules.mines,
            start=rules.start,
            first_seed=games,
            games=_BATCH,
        )
        wins += sum(batch.won)
        games += _BATCH
    return RolloutResult(odds.best, wins / games, wilson(wins, games), exact=False, games=games)
