"""A position's mine probabilities as plain values.

An `Analysis` holds native objects that answer further queries. An `Odds` object holds only the
results, so it can be sent to another process.
"""

from dataclasses import dataclass
from typing import Any

from sapper.game.rules import Cell, Rules
from sapper.game.view import View
from sapper.inference.analysis import Analysis, analyse
from sapper.inference.budget import DEFAULT_BUDGET, Budget


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

    @classmethod
    def of(cls, analysis: Analysis) -> "Odds":
        """Return the results of an analysis as plain values."""
        errors = analysis.standard_error
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
        }
        if self.win_probability is not None:
            answer["win_probability"] = self.win_probability
        if self.standard_error is not None:
            answer["standard_error"] = [list(row) for row in self.standard_error]
        return answer


def compute_odds(view: View, *, budget: Budget | float = DEFAULT_BUDGET) -> Odds:
    """Analyse a view and return the results. Raises the same errors as `analyse`."""
    return Odds.of(analyse(view, budget=budget))
