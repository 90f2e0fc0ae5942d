"""What is drawn on top of a position: hints with their proofs, odds, faults and moves."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from sapper.game.rules import Cell

_VERY_MANY: Final = 20
# Codes of what the overlay shows, beside per cents from 1 to 99.
SAFE, MINE, COMMON_FROM = -1, -2, 1000

MarkKind = Literal[
    "area",  # hidden cells that an argument talks about
    "clue",  # a clue of the argument, numbered in its order
    "safe",  # reveal it
    "mine",  # flag it
    "guess",  # reveal it, but it is a risk
    "fault",  # a clue that cannot hold, or a move that lost
    "move",  # the move that was made
    "better",  # the move that would have been better
]


@dataclass(frozen=True, slots=True)
class Mark:
    """One mark on one cell."""

    kind: MarkKind
    number: int = 0
    """The place of a clue in the argument, from 1."""


Marks = Mapping[Cell, Mark]


@dataclass(frozen=True, slots=True)
class Odds:
    """The odds of every cell, as the overlay shows them."""

    rows: list[list[float]]
    safe: frozenset[Cell]
    mines: frozenset[Cell]
    best: Cell | None
    exact: bool
    common: float | None
    """The chance that very many cells share, those that touch no clue; None when few do."""
    shown: list[list[int]]
    """What the overlay shows of each cell: a chance in per cent, or one of the codes above."""

    def known(self, cell: Cell) -> str:
        """Return what is certain of a cell in words, nothing when it is not."""
        if cell in self.safe:
            return "certainly safe"
        return "certainly a mine" if cell in self.mines else ""

    @classmethod
    def from_json(cls, answer: Mapping[str, Any]) -> "Odds":
        """Read what `Session.odds` gives."""
        rows, best = answer["mine_probability"], answer["best"]
        safe, mines = _cells(answer["safe"]), _cells(answer["mines_known"])
        common = _common(rows)
        shown = [
            [COMMON_FROM + _percent(p) if p == common else _percent(p) for p in row] for row in rows
        ]
        for row, column in safe:
            shown[row][column] = SAFE
        for row, column in mines:
            shown[row][column] = MINE
        if best:  # always with its figure
            row, column = best
            if (row, column) not in safe:
                shown[row][column] = _percent(rows[row][column])
        return cls(
            rows, safe, mines, (row, column) if best else None, answer["exact"], common, shown
        )


def _percent(chance: float) -> int:
    return min(max(round(100 * chance), 1), 99)


def _common(rows: list[list[float]]) -> float | None:
    counts = Counter(chance for row in rows for chance in row if 0.0 < chance < 1.0)
    chance, number = max(counts.items(), key=lambda item: item[1], default=(None, 0))
    return chance if number >= _VERY_MANY else None


def marks_of_hint(hint: Mapping[str, Any]) -> dict[Cell, Mark]:
    """Return what to draw for a hint of any grade."""
    marks: dict[Cell, Mark] = {cell: Mark("area") for cell in _cells(hint["cells"])}
    proof = hint.get("proof")
    if proof:
        marks |= {cell: Mark("area") for cell in _cells(proof["cells"])}
    for number, clue in enumerate(hint["clues"], start=1):
        marks.setdefault((clue[0], clue[1]), Mark("clue", number))
    if "cell" in hint:
        row, column = hint["cell"]
        if not hint["certain"]:
            marks[row, column] = Mark("guess")
        else:
            marks[row, column] = Mark("safe" if hint["action"] == "reveal" else "mine")
    return marks


def _cells(pairs: Iterable[Iterable[int]]) -> frozenset[Cell]:
    return frozenset((row, column) for row, column in pairs)
