"""The cells that front ends highlight when they show a hint."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from sapper.game.json_record import JsonRecord
from sapper.game.rules import Cell

TargetKind = Literal["safe", "mine", "guess"]
HighlightKind = Literal["area", "clue"] | TargetKind


@dataclass(frozen=True, slots=True)
class HintHighlight(JsonRecord):
    """A highlighted cell."""

    kind: HighlightKind
    """The reason for the highlight.

    `safe`, `mine` and `guess` highlight the cell to play. `clue` highlights a clue used in the
    proof. `area` highlights any other hidden cell that the hint refers to."""
    cell: Cell
    number: int | None = None
    """The clue's position in the proof, counted from 1, or None if the kind is not `clue`."""


def highlight(
    *,
    target: tuple[TargetKind, Cell] | None = None,
    clues: Iterable[Cell] = (),
    area: Iterable[Cell] = (),
) -> tuple[HintHighlight, ...]:
    """Return one highlight per cell: the target first, then the clues, then the area."""
    found = {} if target is None else {target[1]: HintHighlight(*target)}
    for number, clue in enumerate(clues, start=1):
        found.setdefault(clue, HintHighlight("clue", clue, number))
    for cell in area:
        found.setdefault(cell, HintHighlight("area", cell))
    return tuple(found.values())
