"""Moves, and their text format in saved games and replays.

For example::

    12.345 reveal 3,4
    13.002 flag 0,11 ai
    14.900 click 3,4
    15.200 undo
    17.000 pause
    17.000 resume

Each line contains the game clock time in seconds, the move kind and, except for `undo`, `pause` and
`resume`, the cell as `row,column`. A trailing `ai` marks an AI move. The `click` kind records a
player's click that changed nothing, such as a chord with the wrong number of flags. The clock stops
between `pause` and `resume`.
"""

import re
from typing import Final, Literal, NamedTuple, get_args

from sapper.errors import ReplayError
from sapper.game.rules import Cell

Kind = Literal["reveal", "flag", "question", "chord", "click", "undo", "pause", "resume"]
Actor = Literal["player", "ai"]
KINDS: Final[tuple[str, ...]] = get_args(Kind)
KINDS_WITHOUT_CELL: Final = ("undo", "pause", "resume")
ACTORS: Final[tuple[str, ...]] = get_args(Actor)

_TEXT = re.compile(
    r"(\d{1,9}(?:\.\d{1,9})?) "
    r"(?:(reveal|flag|question|chord|click) (\d{1,4}),(\d{1,4})|(undo|pause|resume))( ai)?",
    re.ASCII,
)


class Move(NamedTuple):
    """A move by the player or the AI, or a click that changed nothing.

    >>> str(Move("flag", (3, 4), "ai", 1.25))
    '1.250 flag 3,4 ai'
    """

    kind: Kind
    cell: Cell | None
    """The cell of the move, or None for an undo, a pause or a resume."""
    by: Actor
    at: float
    """The time on the game clock, in seconds."""

    def __str__(self) -> str:
        cell = f" {self.cell[0]},{self.cell[1]}" if self.cell else ""
        return f"{self.at:.3f} {self.kind}{cell}{' ai' if self.by == 'ai' else ''}"


def parse_move(text: str) -> Move:
    """Parse a move written by `str(move)`. Raises ReplayError if the text is malformed.

    >>> parse_move("2.000 reveal 0,7")
    Move(kind='reveal', cell=(0, 7), by='player', at=2.0)
    """
    match = _TEXT.fullmatch(text)
    if not match:
        raise ReplayError(
            f"malformed move {text[:60]!r}", hint="example of a valid move: 12.345 reveal 3,4"
        )
    at, kind, row, column, kind_without_cell, ai = match.groups()
    cell = (int(row), int(column)) if kind else None
    checked: Kind = kind or kind_without_cell  # type: ignore[assignment]  # see the pattern
    return Move(checked, cell, "ai" if ai else "player", float(at))
