r"""Thinking about a position: playing it to its end on many layouts that agree with it.

More time gives a better move and a narrower estimate. `docs/concepts/guessing.md` explains how.
"""

import time
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from sapper import _core
from sapper.errors import InvalidBudget, quoted
from sapper.game.rules import Cell
from sapper.game.view import View
from sapper.inference.analysis import Analysis, Budget, analyse
from sapper.inference.confidence_interval import Interval, wilson

MAX_SECONDS: Final = 3600.0
_MANY_GAMES: Final = 1 << 50
# Games before the first reveal are played so many at a time, between two looks at the clock.
_BATCH: Final = 20


class Compared(NamedTuple):
    """How often a cell won, all on the same layouts until it was given up."""

    cell: Cell
    wins: float
    """A game that came to an endgame which can be solved counts as its chance to win."""
    games: int


@dataclass(frozen=True, slots=True)
class Thought:
    """What came of thinking about a position."""

    best: Cell | None
    """The cell to reveal next; None when only mines are left, and when the game is lost."""
    win_probability: float | None
    """The chance to win: of best play when `exact`, else of the strongest player. None when the
    position is too wide to be played to its end."""
    interval: Interval
    """The 95 % interval of that chance."""
    exact: bool
    games: int
    """How many games the estimate rests on; 0 when the chance is exact or not known."""
    compared: tuple[Compared, ...] = ()
    """The cells that were compared, in the order in which they looked best before."""

    def to_json(self) -> dict[str, Any]:
        """Return what programs read."""
        return {
            "best": list(self.best) if self.best else None,
            "win_probability": self.win_probability,
            "interval": list(self.interval),
            "exact": self.exact,
            "games": self.games,
            "compared": [
                {"cell": list(each.cell), "wins": each.wins, "games": each.games}
                for each in self.compared
            ],
        }


def check_seconds(seconds: float) -> float:
    """Return a time to think. Raises InvalidBudget when it is none."""
    given: object = seconds
    if isinstance(given, bool) or not isinstance(given, int | float):
        raise InvalidBudget(f"the seconds to think are a number, not {quoted(given)}")
    if not 0 < seconds <= MAX_SECONDS:  # also refuses NaN
        raise InvalidBudget(
            f"cannot think for {quoted(seconds)} seconds: give more than 0, up to 3600"
        )
    return float(seconds)


def think(view: View, *, seconds: float = 1.0) -> Thought:
    r"""Return the best cell and the chance to win, by playing the position to its end.

    >>> from sapper import parse_view
    >>> thought = think(parse_view("5x4/5\n#####\n#1###\n#3###\n#####"))
    >>> thought.exact, round(thought.win_probability, 4)
    (True, 0.7917)

    Flags do not count. Raises InconsistentView when no layout agrees, and BudgetExceeded when the
    position is too wide to count.
    """
    check_seconds(seconds)
    begin = time.monotonic()
    odds = analyse(view, budget=Budget(seconds=seconds), on_limit="raise")
    return think_about(odds, seconds=max(seconds - (time.monotonic() - begin), seconds / 10))


def think_about(odds: Analysis, *, seconds: float, games: int = _MANY_GAMES) -> Thought:
    """Return the same for a position that was analysed, within a time and a number of games.

    With the number of games as its limit, a position always gets the same thought.
    """
    view = odds.view
    if view.exploded:
        return _known(None, 0.0)
    if view.is_untouched and view.rules.start != "any" and not odds.mines:
        return _think_before_the_start(odds, seconds, games)
    if odds.safe and odds.win_probability is not None:
        return _known(odds.best, odds.win_probability)
    best, exact, chance, played, wins, compared = odds.play_out(seconds, games)
    if exact:
        return _known(best, chance)
    tallies = tuple(Compared(cell, won, of) for cell, of, won in compared if of)
    known = chance if played else None
    return Thought(best, known, wilson(wins, played), False, played, tallies)


def _known(best: Cell | None, chance: float) -> Thought:
    return Thought(best, chance, Interval(chance, chance), exact=True, games=0)


def _think_before_the_start(odds: Analysis, seconds: float, most: int) -> Thought:
    """Play new boards: what the start rule promises depends on where the first reveal is."""
    rules = odds.view.rules
    end = time.monotonic() + seconds
    wins = games = 0
    while games == 0 or (games < most and time.monotonic() < end):
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
    return Thought(odds.best, wins / games, wilson(wins, games), exact=False, games=games)
