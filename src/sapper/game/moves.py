"""Moves as data and as small texts, so that saving, undo and replay need nothing else.

    12.345 reveal 3,4
    13.002 flag 0,11 ai
    15.200 undo

Seconds on the game's clock, the kind, the cell as row,column, and `ai` when the AI made the move.
"""

import re
from typing import Final, Literal, NamedTuple, get_args

from sapper.errors import ReplayError
from sapper.game.rules import Cell

Kind = Literal["reveal", "flag", "question", "chord", "undo"]
Actor = Literal["player", "ai"]
KINDS: Final[tuple[str, ...]] = get_args(Kind)
ACTORS: Final[tuple[str, ...]] = get_args(Actor)

_TEXT = re.compile(
    r"(\d{1,9}(?:\.\d{1,9})?) (?:(reveal|flag|question|chord) (\d{1,4}),(\d{1,4})|undo)( ai)?",
    re.ASCII,
)


class Move(NamedTuple):
    """Something that a player or the AI did and that had an effect.

    >>> str(Move("flag", (3, 4), "ai", 1.25))
    '1.250 flag 3,4 ai'
    """

    kind: Kind
    cell: Cell | None
    """Where; None for undo."""
    by: Actor
    at: float
    """Seconds on the game's clock."""

    def __str__(self) -> str:
        where = f" {self.cell[0]},{self.cell[1]}" if self.cell else ""
        return f"{self.at:.3f} {self.kind}{where}{' ai' if self.by == 'ai' else ''}"


def parse_move(text: str) -> Move:
    """Read a move written by `str(move)`. Raises ReplayError.

    >>> parse_move("2.000 reveal 0,7")
    Move(kind='reveal', cell=(0, 7), by='player', at=2.0)
    """
    match = _TEXT.fullmatch(text)
    if not match:
        raise ReplayError(f"not a move: {text[:60]!r}", hint="moves look like: 12.345 reveal 3,4")
    at, kind, row, column, ai = match.groups()
    cell = (int(row), int(column)) if kind else None
    known: Kind = kind or "undo"  # type: ignore[assignment]  # the pattern knows no others
    return Move(known, cell, "ai" if ai else "player", float(at))
