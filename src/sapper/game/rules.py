"""Game rules: the board size, the mine count and the start rule."""

import operator
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, Literal, Self, get_args

from sapper import _core
from sapper.errors import IllegalMove, InvalidRules, closest_name, short_repr
from sapper.game.levels import LEVELS
from sapper.game.wording import with_article

Cell = tuple[int, int]
"""A 0-based (row, column) pair."""

Start = Literal["safe", "opening", "any"]
"""The start rule, which guarantees a safe first cell, an opening or nothing."""

STARTS: Final[tuple[str, ...]] = get_args(Start)
MAX_SIDE: Final[int] = _core.MAX_SIDE
"""The maximum width and height of a board."""

# Nine digits suffice for any board, and the limit bounds the running time of int().
_SIZE = re.compile(r"(-?\d{1,9})x(-?\d{1,9})[/x](-?\d{1,9})", re.ASCII | re.IGNORECASE)


def _check_integer(name: str, value: Any) -> int:
    """Convert a value of any integer type, such as a NumPy integer, to int."""
    try:
        number = operator.index(value)
    except TypeError:
        number = None
    if number is None or isinstance(value, bool):
        raise InvalidRules(f"{name} must be an integer, not {short_repr(value)}", field=name)
    return number


def to_cell(value: Any) -> Cell | None:
    """Convert a pair of integers of any type to a cell, or return None for any other value."""
    try:
        row, column = map(operator.index, value)
    except (TypeError, ValueError):
        return None
    return row, column


@dataclass(frozen=True, slots=True)
class Rules:
    """A game's board size, mine count and start rule.

    >>> Rules(width=30, height=16, mines=99)
    Rules(width=30, height=16, mines=99, start='safe')
    >>> str(Rules.level("expert", start="opening"))
    '30x16/99'

    The width and height must be between 1 and 2000, and the start rule limits the number of mines.
    Raises InvalidRules if any value is invalid.
    """

    width: int
    height: int
    mines: int
    start: Start = "safe"

    def __post_init__(self) -> None:
        for name in ("width", "height", "mines"):
            object.__setattr__(self, name, _check_integer(name, getattr(self, name)))
        for name, side in (("width", self.width), ("height", self.height)):
            if not 1 <= side <= MAX_SIDE:
                raise InvalidRules(
                    f"{name} must be between 1 and {MAX_SIDE}, not {short_repr(side)}", field=name
                )
        if not isinstance(self.start, str) or self.start not in STARTS:
            raise InvalidRules(
                f"unknown start rule {short_repr(self.start)}",
                hint=f"choose one of {', '.join(STARTS)}",
                field="start",
            )
        max_mines = self.max_mines
        if not 0 <= self.mines <= max_mines:
            board = with_article(f"{self.width}x{self.height} board")
            limit = f"between 0 and {max_mines}" if max_mines else "0"
            raise InvalidRules(
                f"the number of mines on {board} with start rule {self.start!r} must be {limit}, "
                f"not {short_repr(self.mines)}",
                field="mines",
            )

    @classmethod
    def parse(cls, size: str, start: Start = "safe") -> Self:
        """Parse a size such as `30x16/99` or `30x16x99`."""
        match = _SIZE.fullmatch(size.strip()) if isinstance(size, str) else None
        if not match:
            raise InvalidRules(
                f"invalid size {short_repr(size)}",
                hint="write sizes as WIDTHxHEIGHT/MINES, for example 30x16/99",
                field="level",
            )
        width, height, mines = (int(number) for number in match.groups())
        return cls(width=width, height=height, mines=mines, start=start)

    @classmethod
    def level(cls, name: str, start: Start = "safe") -> Self:
        """Return the rules for a level name or a size such as `30x16/99`."""
        key = name.strip().lower() if isinstance(name, str) else None
        if key in LEVELS:
            return cls.parse(LEVELS[key], start=start)
        if key is not None and (not key or key[0].isalpha()):
            nearest = closest_name(key, tuple(LEVELS))
            known = f"levels are {', '.join(LEVELS)}, or any size such as 30x16/99"
            raise InvalidRules(
                f"unknown level {short_repr(name)}",
                hint=f"did you mean {nearest}?" if nearest else known,
                field="level",
            )
        return cls.parse(name, start=start)

    @property
    def level_name(self) -> str:
        """The name of the first matching level, or a size such as `30x16/99` if none matches."""
        size = str(self)
        return next((name for name, known in LEVELS.items() if known == size), size)

    @property
    def cell_count(self) -> int:
        """The number of cells on the board."""
        return self.width * self.height

    @property
    def max_mines(self) -> int:
        """The maximum number of mines with which the start rule can protect any first cell."""
        return _core.max_mines(self.width, self.height, self.start)

    @property
    def centre(self) -> Cell:
        """The centre cell, or the bottom-right one if there are two or four central cells."""
        return self.height // 2, self.width // 2

    def contains(self, cell: Cell) -> bool:
        """Check whether a value is a cell on the board."""
        try:
            row, column = map(operator.index, cell)
        except (TypeError, ValueError):
            return False
        return 0 <= row < self.height and 0 <= column < self.width

    def cells(self) -> Iterator[Cell]:
        """Iterate over all cells in row-major order."""
        return ((row, column) for row in range(self.height) for column in range(self.width))

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        """Return a cell's neighbours in row-major order.

        >>> Rules(3, 2, 1).neighbours((0, 0))
        ((0, 1), (1, 0), (1, 1))

        Raises IllegalMove if the cell is off the board.
        """
        if not self.contains(cell):
            raise IllegalMove(f"no cell {short_repr(cell)} on a {self.width}x{self.height} board")
        row, column = map(operator.index, cell)
        return tuple(
            (r, c)
            for r in range(max(row - 1, 0), min(row + 2, self.height))
            for c in range(max(column - 1, 0), min(column + 2, self.width))
            if (r, c) != (row, column)
        )

    def __str__(self) -> str:
        return f"{self.width}x{self.height}/{self.mines}"
