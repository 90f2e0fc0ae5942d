r"""Rollout search: play a position to its end on many sampled layouts.

More time gives a better move and a narrower confidence interval. `docs/concepts/guessing.md`
explains the method.
"""

import time
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from sapper import _core
from sapper.errors import InvalidBudget, short_repr
from sapper.game.rules import Cell
from sapper.game.view import View
from sapper.inference.analysis import Analysis, analyse
from sapper.inference.budget import Budget
from sapper.inference.confidence_interval import Interval, wilson

MAX_SECONDS: Final = 3600.0
_UNLIMITED_GAMES: Final = 1 << 50
# Number of games between two checks of the clock, for positions before the first reveal.
_BATCH: Final = 20


class CandidateResult(NamedTuple):
    """The win record of one candidate cell. All candidates are played on the same layouts."""

    cell: Cell
    wins: float
    """The number of wins; a game that reaches a solved endgame adds its winning probability."""
    games: int


@dataclass(frozen=True, slots=True)
class RolloutResult:
    """The best cell and the winning probability that a rollout search found."""

    best: Cell | None
    """The cell to reveal next, or None if only mines are left or the game is lost."""
    win_probability: float | None
    """The winning probability: of perfect play if `exact`, otherwise of the strategy `expert`.
    None if the position is too large for rollouts."""
    interval: Interval
    """The 95 % confidence interval of `win_probability`."""
    exact: bool
    games: int
    """The number of games behind the estimate; 0 if the probability is exact or unknown."""
    candidates: tuple[CandidateResult, ...] = ()
    """The cells that were compared, ordered by their rank before the search."""

    def to_json(self) -> dict[str, Any]:
        """Return the result as JSON-serialisable data."""
        return {
            "best": list(self.best) if self.best else None,
            "win_probability": self.win_probability,
            "interval": list(self.interval),
            "exact": self.exact,
            "games": self.games,
            "candidates": [
                {"cell": list(each.cell), "wins": each.wins, "games": each.games}
                for each in self.candidates
            ],
        }


def check_seconds(seconds: float) -> float:
    """Return the time limit of a rollout search as a float. Raises InvalidBudget."""
    value: object = seconds
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise InvalidBudget(f"seconds to think must be a number, not {short_repr(value)}")
    if not 0 < seconds <= MAX_SECONDS:  # also refuses NaN
        raise InvalidBudget(
            f"seconds to think must be more than 0 and at most 3600, not {short_repr(seconds)}"
        )
    return float(seconds)


def think(view: View, *, seconds: float = 1.0) -> RolloutResult:
    r"""Search for the best cell and the winning probability by playing the position to its end.

    >>> from sapper import parse_view
    >>> result = think(parse_view("5x4/5\n#####\n#1###\n#3###\n#####"))
    >>> result.exact, round(result.win_probability, 4)
    (True, 0.7917)

    Flags are ignored. Raises InconsistentView if no layout is consistent with the view, and
    BudgetExceeded if the position is too large to count.
    """
    check_seconds(seconds)
    start = time.monotonic()
    odds = analyse(view, budget=Budget(seconds=seconds), on_limit="raise")
    return search_rollouts(odds, seconds=max(seconds - (time.monotonic() - start), seconds / 10))


def search_rollouts(
    odds: Analysis, *, seconds: float, games: int = _UNLIMITED_GAMES
) -> RolloutResult:
    """Run a rollout search on an analysed position, limited by time and by number of games.

    The result is deterministic if the number of games is the limit that ends the search.
    """
    view = odds.view
    if view.exploded:
        return _exact_result(None, 0.0)
    if view.is_untouched and view.rules.start != "any" and not odds.mines:
        return _play_new_boards(odds, seconds, games)
    if odds.safe and odds.win_probability is not None:
        return _exact_result(odds.best, odds.win_probability)
    best, exact, probability, played, wins, candidates = odds.run_rollouts(seconds, games)
    if exact:
        return _exact_result(best, probability)
    return RolloutResult(
        best,
        probability if played else None,
        wilson(wins, played),
        exact=False,
        games=played,
        candidates=tuple(CandidateResult(cell, won, of) for cell, of, won in candidates if of),
    )


def _exact_result(best: Cell | None, probability: float) -> RolloutResult:
    return RolloutResult(best, probability, Interval(probability, probability), exact=True, games=0)


def _play_new_boards(odds: Analysis, seconds: float, max_games: int) -> RolloutResult:
    """Play fresh boards, because the mines are laid only after the first reveal."""
    rules = odds.view.rules
    deadline = time.monotonic() + seconds
    wins = games = 0
    while games == 0 or (games < max_games and time.monotonic() < deadline):
        columns = _core.play_games(
            "expert",
            rules.width,
            rules.height,
            rules.mines,
            rules.start,
            games,
            _BATCH,
            None,
            0.0,
        )
        wins += sum(columns[0])
        games += _BATCH
    return RolloutResult(odds.best, wins / games, wilson(wins, games), exact=False, games=games)
