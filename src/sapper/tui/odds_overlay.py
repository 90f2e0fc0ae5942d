"""An overlay that shows a position's odds on the board."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from sapper.game.rules import Cell
from sapper.inference.odds_result import Odds

_MIN_COMMON_CELLS: Final = 20
# Special codes in `OddsOverlay.codes`. All other values are percentages from 1 to 99.
SAFE: Final = -1
MINE: Final = -2
COMMON_OFFSET: Final = 1000
"""The offset added to the percentage of cells with the most common probability."""


@dataclass(frozen=True, slots=True)
class OddsOverlay:
    """A position's odds, prepared for drawing on the board."""

    odds: Odds
    common: float | None
    """The probability shared by at least 20 cells, or None if no value is that common."""
    codes: list[list[int]]
    """One code per cell: SAFE, MINE, or a percentage that may include COMMON_OFFSET."""

    @classmethod
    def of(cls, odds: Odds) -> "OddsOverlay":
        """Create the overlay for a position's odds."""
        common = _common(odds.mine_probability)
        codes = [
            [COMMON_OFFSET + _percent(p) if p == common else _percent(p) for p in row]
            for row in odds.mine_probability
        ]
        for row, column in odds.safe:
            codes[row][column] = SAFE
        for row, column in odds.mines:
            codes[row][column] = MINE
        if odds.best is not None and odds.best not in odds.safe:
            row, column = odds.best  # The best cell always shows its own percentage.
            codes[row][column] = _percent(odds.mine_probability[row][column])
        return cls(odds, common, codes)

    def certainty(self, cell: Cell) -> str:
        """Return "certainly safe", "certainly a mine", or an empty string for an undecided cell."""
        if cell in self.odds.safe:
            return "certainly safe"
        return "certainly a mine" if cell in self.odds.mines else ""

    def probability(self, cell: Cell) -> float:
        """Return the probability that the cell is a mine."""
        return self.odds.mine_probability[cell[0]][cell[1]]


def _percent(probability: float) -> int:
    return min(max(round(100 * probability), 1), 99)


def _common(rows: Iterable[Iterable[float]]) -> float | None:
    counts = Counter(probability for row in rows for probability in row if 0.0 < probability < 1.0)
    probability, count = max(counts.items(), key=lambda item: item[1], default=(None, 0))
    return probability if count >= _MIN_COMMON_CELLS else None
