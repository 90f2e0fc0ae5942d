"""Overlays that show hints, proofs, odds, errors and moves on top of a position."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from sapper.game.rules import Cell

_MIN_COMMON_CELLS: Final = 20
# Special codes in `Odds.codes`, whose other values are percentages from 1 to 99.
SAFE: Final = -1
MINE: Final = -2
COMMON_OFFSET: Final = 1000
"""The offset added to the percentage of cells that have the most common probability."""

HighlightKind = Literal[
    "area",  # a hidden cell that the argument refers to
    "clue",  # a clue used by the argument, numbered in order
    "safe",  # a certainly safe cell to reveal
    "mine",  # a certain mine to flag
    "guess",  # the best cell to reveal when nothing is certain
    "error",  # a contradictory clue or a losing move
    "move",  # the last move
    "better",  # a better move than the one that was made
]


@dataclass(frozen=True, slots=True)
class Highlight:
    """A highlight on a cell."""

    kind: HighlightKind
    number: int = 0
    """The position of a clue in the argument, counted from 1."""


Highlights = Mapping[Cell, Highlight]


@dataclass(frozen=True, slots=True)
class Odds:
    """The mine probabilities of all cells, prepared for the overlay."""

    mine_probability: list[list[float]]
    safe: frozenset[Cell]
    mines: frozenset[Cell]
    best: Cell | None
    is_exact: bool
    common: float | None
    """The probability shared by at least 20 cells, or None if no value is that common."""
    codes: list[list[int]]
    """One code per cell: SAFE, MINE, or a percentage that may include COMMON_OFFSET."""

    def certainty(self, cell: Cell) -> str:
        """Return "certainly safe", "certainly a mine" or an empty string."""
        if cell in self.safe:
            return "certainly safe"
        return "certainly a mine" if cell in self.mines else ""

    def probability(self, cell: Cell) -> float:
        """Return the probability that the cell is a mine."""
        return self.mine_probability[cell[0]][cell[1]]

    @classmethod
    def from_json(cls, answer: Mapping[str, Any]) -> "Odds":
        """Create the overlay from the result of `Session.odds`."""
        rows, best = answer["mine_probability"], answer["best"]
        safe, mines = _cells(answer["safe"]), _cells(answer["mines_known"])
        common = _common(rows)
        codes = [
            [COMMON_OFFSET + _percent(p) if p == common else _percent(p) for p in row]
            for row in rows
        ]
        for row, column in safe:
            codes[row][column] = SAFE
        for row, column in mines:
            codes[row][column] = MINE
        if best:  # the best cell always shows its own percentage
            row, column = best
            if (row, column) not in safe:
                codes[row][column] = _percent(rows[row][column])
        return cls(
            rows, safe, mines, (row, column) if best else None, answer["exact"], common, codes
        )


def _percent(probability: float) -> int:
    return min(max(round(100 * probability), 1), 99)


def _common(rows: list[list[float]]) -> float | None:
    counts = Counter(probability for row in rows for probability in row if 0.0 < probability < 1.0)
    probability, count = max(counts.items(), key=lambda item: item[1], default=(None, 0))
    return probability if count >= _MIN_COMMON_CELLS else None


def highlights_of_hint(hint: Mapping[str, Any]) -> dict[Cell, Highlight]:
    """Return the highlights for a hint of any grade, given as JSON data."""
    highlights: dict[Cell, Highlight] = {cell: Highlight("area") for cell in _cells(hint["cells"])}
    proof = hint.get("proof")
    if proof:
        highlights |= {cell: Highlight("area") for cell in _cells(proof["cells"])}
    for number, clue in enumerate(hint["clues"], start=1):
        highlights.setdefault((clue[0], clue[1]), Highlight("clue", number))
    if "cell" in hint:
        row, column = hint["cell"]
        if not hint["certain"]:
            highlights[row, column] = Highlight("guess")
        else:
            highlights[row, column] = Highlight("safe" if hint["action"] == "reveal" else "mine")
    return highlights


def _cells(pairs: Iterable[Iterable[int]]) -> frozenset[Cell]:
    return frozenset((row, column) for row, column in pairs)
