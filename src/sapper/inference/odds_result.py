"""The mine probabilities of a position, stored as plain Python values.

An `Analysis` contains native objects that can answer follow-up queries. An `Odds` object contains
only the results, so it can be sent to another process.
"""

import math
from dataclasses import dataclass
from typing import Any, Final

from sapper.game.cell_names import cell_name
from sapper.game.rules import Cell, Rules
from sapper.game.view import View
from sapper.inference.analysis import Analysis, analyse
from sapper.inference.budget import DEFAULT_BUDGET, Budget

_PROMISES: Final = {
    "safe": "The first reveal is safe, whichever cell you choose.",
    "opening": "The first cell you reveal is always an opening.",
}


@dataclass(frozen=True, slots=True)
class Odds:
    """The results of an analysis; see `Analysis` for their meaning."""

    rules: Rules
    exact: bool
    layouts: int | None
    log_layouts: float
    mine_probability: tuple[tuple[float, ...], ...]
    safe: frozenset[Cell]
    mines: frozenset[Cell]
    best: Cell | None
    win_probability: float | None
    standard_error: tuple[tuple[float, ...], ...] | None
    frontier: frozenset[Cell] = frozenset()
    """The hidden cells that touch a clue."""
    rest: float | None = None
    """The mine probability shared by all other hidden cells, or None if there are none."""
    promise: str | None = None
    """The start rule's guarantee for the first reveal, or None after the first reveal."""

    @classmethod
    def of(cls, analysis: Analysis) -> "Odds":
        """Return the results of an analysis as plain Python values."""
        errors = analysis.standard_error
        frontier, rest = _frontier_and_rest(analysis)
        return cls(
            rules=analysis.view.rules,
            exact=analysis.exact,
            layouts=analysis.layouts,
            log_layouts=analysis.log_layouts,
            mine_probability=tuple(map(tuple, analysis.mine_probability.tolist())),
            safe=analysis.safe,
            mines=analysis.mines,
            best=analysis.best,
            win_probability=analysis.win_probability,
            standard_error=None if errors is None else tuple(map(tuple, errors.tolist())),
            frontier=frontier,
            rest=rest,
        )

    @classmethod
    def before_first_reveal(cls, rules: Rules, *, forced: Cell | None = None) -> "Odds":
        """Return each cell's risk before the first reveal, which depends only on the rules.

        `forced` is the only cell that may be revealed first, or None if the player may choose.
        """
        density = rules.mines / rules.cell_count
        if forced is not None:
            safe = {forced}
            promise = f"The first reveal must be {cell_name(forced)}, which is safe."
        elif rules.start in _PROMISES:
            safe = set(rules.cells())
            promise = _PROMISES[rules.start]
        else:
            safe = set()
            promise = f"The first reveal can hit a mine: {density:.0%} of the cells are mines."
        return cls(
            rules=rules,
            exact=True,
            layouts=None,
            log_layouts=_log_binomial(rules.cell_count, rules.mines),
            mine_probability=tuple(
                tuple(0.0 if (row, column) in safe else density for column in range(rules.width))
                for row in range(rules.height)
            ),
            safe=frozenset(safe),
            mines=frozenset(),
            best=forced,
            win_probability=None,
            standard_error=None,
            rest=density if len(safe) < rules.cell_count else 0.0,
            promise=promise,
        )

    def to_json(self) -> dict[str, Any]:
        """Return the odds as JSON-serialisable data."""
        answer: dict[str, Any] = {
            "width": self.rules.width,
            "height": self.rules.height,
            "mines": self.rules.mines,
            "exact": self.exact,
            "layouts": self.layouts,
            "log_layouts": self.log_layouts,
            "mine_probability": [list(row) for row in self.mine_probability],
            "safe": [list(cell) for cell in sorted(self.safe)],
            "mines_known": [list(cell) for cell in sorted(self.mines)],
            "best": list(self.best) if self.best else None,
            "frontier": [list(cell) for cell in sorted(self.frontier)],
            "rest": self.rest,
        }
        if self.promise is not None:
            answer["promise"] = self.promise
        if self.win_probability is not None:
            answer["win_probability"] = self.win_probability
        if self.standard_error is not None:
            answer["standard_error"] = [list(row) for row in self.standard_error]
        return answer


def _log_binomial(total: int, chosen: int) -> float:
    return math.lgamma(total + 1) - math.lgamma(chosen + 1) - math.lgamma(total - chosen + 1)


def _frontier_and_rest(analysis: Analysis) -> tuple[frozenset[Cell], float | None]:
    """Return the hidden cells that touch a clue, and the mine probability of each other cell."""
    # Importing NumPy takes longer than starting the command line, so the import is deferred.
    import numpy as np

    cells = analysis.view.cells
    height, width = cells.shape
    revealed = np.zeros((height + 2, width + 2), dtype=bool)
    revealed[1:-1, 1:-1] = cells >= 0
    near_clue = np.zeros((height, width), dtype=bool)
    for row in range(3):
        for column in range(3):
            near_clue |= revealed[row : row + height, column : column + width]
    frontier = np.argwhere(near_clue & (cells < 0)).tolist()
    away = analysis.mine_probability[~near_clue]
    rest = float(away[0]) if away.size else None
    return frozenset((row, column) for row, column in frontier), rest


def compute_odds(view: View, *, budget: Budget | float = DEFAULT_BUDGET) -> Odds:
    """Analyse a view and return the results. Raises the same errors as `analyse`."""
    return Odds.of(analyse(view, budget=budget))
