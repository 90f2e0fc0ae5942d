"""The cells that front ends highlight when they show a hint or a reviewed move."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from sapper.game.json_record import JsonRecord
from sapper.game.rules import Cell

TargetKind = Literal["safe", "mine", "guess", "last-move", "error", "better"]
HighlightKind = Literal["area", "clue"] | TargetKind


@dataclass(frozen=True, slots=True)
class Highlight(JsonRecord):
    """A highlighted cell."""

    kind: HighlightKind
    """The reason for the highlight.

    `safe`, `mine` and `guess` highlight the cell of the suggested move. `last-move` highlights the
    last move, and `better` highlights a better move. `error` highlights a wrong or losing move, or
    a contradictory clue. `clue` highlights a clue used in the proof. `area` highlights any other
    hidden cell that the text refers to."""
    cell: Cell
    number: int | None = None
    """The position of the clue in the proof, counted from 1, or None if the kind is not `clue`."""


def highlight(
    *targets: tuple[TargetKind, Cell | None], clues: Iterable[Cell] = (), area: Iterable[Cell] = ()
) -> tuple[Highlight, ...]:
    """Return one highlight per cell, starting with the targets, followed by clues and area.

    A target is ignored if its cell is None.
    """
    found: dict[Cell, Highlight] = {}
    for kind, target in targets:
        if target is not None:
            found.setdefault(target, Highlight(kind, target))
    for number, clue in enumerate(clues, start=1):
        found.setdefault(clue, Highlight("clue", clue, number))
    for cell in area:
        found.setdefault(cell, Highlight("area", cell))
    return tuple(found.values())
