r"""Perfect play for small positions.

Every layout is listed, and the game is solved to its end: each reveal removes the layouts in which
the cell is a mine and splits the others by the clue. `docs/concepts/guessing.md` explains how.
"""

import math
from dataclasses import dataclass
from typing import Any, Final

from sapper import _core
from sapper.errors import BudgetExceeded
from sapper.game.rules import Cell
from sapper.game.view import View
from sapper.inference.analysis import Budget, analyse

# What fits into about 2 GB: layouts of 8 bytes, several times; sets of 32 to 64.
MAX_LAYOUTS: Final = 10_000_000
MAX_CELLS: Final = 64
_MAX_SETS: Final = 30_000_000
DEFAULT_SECONDS: Final = 20.0


@dataclass(frozen=True, slots=True)
class Optimum:
    """How often perfect play wins, and from which cells."""

    wins: int
    """Layouts that perfect play wins ..."""
    layouts: int
    """... of so many that agree with the view."""
    best: frozenset[Cell]
    """All cells whose reveal wins so many; empty when nothing is left to reveal or win, and when
    the game is lost."""

    @property
    def win_probability(self) -> float:
        """The chance to win with perfect play."""
        return self.wins / self.layouts

    def to_json(self) -> dict[str, Any]:
        """Return what programs read."""
        return {
            "wins": self.wins,
            "layouts": self.layouts,
            "best": [list(cell) for cell in sorted(self.best)],
        }


def optimal(view: View, *, seconds: float = DEFAULT_SECONDS) -> Optimum:
    r"""Return how often perfect play wins from a position, and all best cells.

    >>> from sapper import parse_view
    >>> found = optimal(parse_view("5x4/5\n#####\n#1###\n#3###\n#####"))
    >>> found.wins, found.layouts
    (285, 360)

    All layouts count alike: the start rule promises nothing here. Flags do not count. Raises
    InconsistentView when no layout agrees, and BudgetExceeded when there are more than 64 cells to
    reveal, too many layouts, or when the search takes longer than `seconds`.
    """
    odds = analyse(view, budget=Budget(seconds=seconds), on_limit="raise")
    if view.exploded and odds.layouts:
        return Optimum(0, odds.layouts, frozenset())
    if odds.log_layouts > math.log(MAX_LAYOUTS):
        power, digits = divmod(odds.log_layouts / math.log(10), 1.0)
        raise BudgetExceeded(
            f"cannot solve about {10**digits:.1f}e{power:.0f} layouts: {MAX_LAYOUTS:,} are most",
            hint="reveal more of the position",
        )
    undecided = int((view.cells < 0).sum()) - len(odds.mines)
    if undecided > MAX_CELLS:
        raise BudgetExceeded(
            f"cannot solve {undecided} cells that may be revealed: {MAX_CELLS} are most",
            hint="reveal more of the position",
        )
    try:
        found = odds.solve(seconds, MAX_LAYOUTS, _MAX_SETS)
    except _core.LimitReached:
        found = None
    if found is None:
        raise BudgetExceeded(
            f"cannot solve the position within {seconds:g} s and {_MAX_SETS:,} sets of layouts",
            hint="give more seconds, or reveal more of the position",
        )
    wins, count, best = found
    return Optimum(wins, count, frozenset(best))
