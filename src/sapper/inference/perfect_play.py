r"""Perfect play for small positions.

The solver enumerates all consistent layouts and searches every line of play to the end of the game.
Each reveal removes the layouts in which the revealed cell is a mine and partitions the remaining
layouts by the revealed clue. `docs/concepts/guessing.md` explains the search.
"""

import math
from dataclasses import dataclass
from typing import Final

from sapper import _core
from sapper.errors import BudgetExceeded
from sapper.game.json_record import JsonRecord
from sapper.game.rules import Cell
from sapper.game.view import View
from sapper.inference.analysis import analyse
from sapper.inference.budget import Budget

# These limits keep memory usage below about 2 GB. Each layout takes 8 bytes and is stored several
# times. Each set of layouts takes 32 to 64 bytes.
MAX_LAYOUTS: Final = 10_000_000
MAX_CELLS: Final = 64
_MAX_SETS: Final = 30_000_000
DEFAULT_SECONDS: Final = 20.0


@dataclass(frozen=True, slots=True)
class PerfectPlay(JsonRecord):
    """The winning probability under perfect play and all optimal cells to reveal next."""

    wins: int
    """The number of consistent layouts in which perfect play wins."""
    layouts: int
    """The number of layouts consistent with the view."""
    best: frozenset[Cell]
    """All optimal cells. The set is empty if the game is lost or no safe cell is left to reveal."""

    @property
    def win_probability(self) -> float:
        """The winning probability under perfect play."""
        return self.wins / self.layouts


def optimal(view: View, *, seconds: float = DEFAULT_SECONDS) -> PerfectPlay:
    r"""Compute the winning probability and the optimal cells under perfect play.

    >>> from sapper import parse_view
    >>> solution = optimal(parse_view("5x4/5\n#####\n#1###\n#3###\n#####"))
    >>> solution.wins, solution.layouts
    (285, 360)

    All consistent layouts are assumed to be equally likely. The start rule and flags are ignored.
    Raises InconsistentView if no layout is consistent with the view. Raises BudgetExceeded if the
    position has too many layouts or more than 64 undecided cells, or if the search takes longer
    than `seconds`.
    """
    odds = analyse(view, budget=Budget(seconds=seconds), on_limit="raise")
    if view.exploded and odds.layouts:
        return PerfectPlay(0, odds.layouts, frozenset())
    if odds.log_layouts > math.log(MAX_LAYOUTS):
        power, digits = divmod(odds.log_layouts / math.log(10), 1.0)
        raise BudgetExceeded(
            f"too many layouts to solve: about {10**digits:.1f}e{power:.0f} "
            f"(limit: {MAX_LAYOUTS:,})",
            hint="reveal more cells first",
        )
    undecided = int((view.cells < 0).sum()) - len(odds.mines)
    if undecided > MAX_CELLS:
        raise BudgetExceeded(
            f"too many undecided cells to solve: {undecided} (limit: {MAX_CELLS})",
            hint="reveal more cells first",
        )
    try:
        solution = odds.solve_endgame(seconds, MAX_LAYOUTS, _MAX_SETS)
    except _core.LimitReached:
        solution = None
    if solution is None:
        raise BudgetExceeded(
            f"cannot solve the position within {seconds:g} s and {_MAX_SETS:,} sets of layouts",
            hint="allow more time or reveal more cells first",
        )
    wins, layouts, best = solution
    return PerfectPlay(wins, layouts, frozenset(best))
