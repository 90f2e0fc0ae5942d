"""What a player sets up before a game: the size, the mines and what the first reveal promises."""

import difflib
import operator
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, Literal, Self, get_args

from sapper import _core
from sapper.errors import InvalidRules, quoted
from sapper.game.levels import LEVELS

Cell = tuple[int, int]
"""(row, column), both counted from 0."""

Start = Literal["safe", "opening", "any"]
"""What is promised of the first reveal: it is no mine, nor are its neighbours, or nothing."""

STARTS: Final[tuple[str, ...]] = get_args(Start)
MAX_SIDE: Final[int] = _core.MAX_SIDE
"""The longest width or height of a board."""

# Nine digits are enough for any board; more would only be a way to make int() work hard.
_SIZE = re.compile(r"(-?\d{1,9})x(-?\d{1,9})[/x](-?\d{1,9})", re.ASCII | re.IGNORECASE)


def _whole(name: str, value: Any) -> int:
    """Return any kind of whole number, such as one of numpy, as an int."""
    try:
        number = operator.index(value)
    except TypeError:
        number = None
    if number is None or isinstance(value, bool):
        raise InvalidRules(f"{name} must be a whole number, not {quoted(value)}")
    return number


def closest_name(name: str, known: Iterator[str] | tuple[str, ...]) -> str | None:
    """Return the known name that looks most like `name`, or None when none is near."""
    matches = difflib.get_close_matches(name.lower(), tuple(known), n=1)
    return matches[0] if matches else None


@dataclass(frozen=True, slots=True)
class Rules:
    """A board that can be played.

    >>> Rules(width=30, height=16, mines=99)
    Rules(width=30, height=16, mines=99, start='safe')
    >>> str(Rules.level("expert", start="opening"))
    '30x16/99'

    Raises InvalidRules when a side is not from 1 to 2000, when the mines do not leave room for what
    `start` promises, or when `start` is none of "safe", "opening" and "any".
    """

    width: int
    height: int
    mines: int
    start: Start = "safe"

    def __post_init__(self) -> None:
        for name in ("width", "height", "mines"):
            object.__setattr__(self, name, _whole(name, getattr(self, name)))
        for name, side in (("width", self.width), ("height", self.height)):
            if not 1 <= side <= MAX_SIDE:
                raise InvalidRules(f"{name} must be from 1 to {MAX_SIDE}, not {quoted(side)}")
        if self.start not in STARTS:
            raise InvalidRules(
                f"unknown start rule {quoted(self.start)}",
                hint=f"choose one of {', '.join(STARTS)}",
            )
        most = self.max_mines
        if not 0 <= self.mines <= most:
            mines = "1 mine does" if self.mines == 1 else f"{quoted(self.mines)} mines do"
            raise InvalidRules(
                f"{mines} not fit: a {self.width}x{self.height} board "
                f"with start rule {self.start!r} holds from 0 to {most}"
            )

    @classmethod
    def parse(cls, size: str, start: Start = "safe") -> Self:
        """Read a size such as `30x16/99` (also `30x16x99`)."""
        match = _SIZE.fullmatch(size.strip()) if isinstance(size, str) else None
        if not match:
            raise InvalidRules(
                f"cannot read the size {quoted(size)}",
                hint="sizes are written WIDTHxHEIGHT/MINES: 30x16/99",
            )
        width, height, mines = (int(number) for number in match.groups())
        return cls(width=width, height=height, mines=mines, start=start)

    @classmethod
    def level(cls, name: str, start: Start = "safe") -> Self:
        """Return the rules of a named level; any size `WIDTHxHEIGHT/MINES` is a level too."""
        key = name.strip().lower() if isinstance(name, str) else None
        if key in LEVELS:
            return cls.parse(LEVELS[key], start=start)
        if key is not None and (not key or key[0].isalpha()):
            nearest = closest_name(key, tuple(LEVELS))
            known = f"levels are {', '.join(LEVELS)}, or any size such as 30x16/99"
            raise InvalidRules(
                f"unknown level {quoted(name)}",
                hint=f"did you mean {nearest}?" if nearest else known,
            )
        return cls.parse(name, start=start)

    @property
    def level_name(self) -> str:
        """The first name of this size among the levels, else the size itself."""
        size = str(self)
        return next((name for name, known in LEVELS.items() if known == size), size)

    @property
    def cell_count(self) -> int:
        """How many cells the board has."""
        return self.width * self.height

    @property
    def max_mines(self) -> int:
        """The most mines that keep the promise of the start rule wherever the first reveal is."""
        return _core.most_mines(self.width, self.height, self.start)

    @property
    def centre(self) -> Cell:
        """The cell in the middle, the lower right of it where sides are even."""
        return self.height // 2, self.width // 2

    def contains(self, cell: Cell) -> bool:
        """Tell whether the cell is on the board."""
        row, column = cell
        return 0 <= row < self.height and 0 <= column < self.width

    def cells(self) -> Iterator[Cell]:
        """Iterate over all cells, row by row."""
        return ((row, column) for row in range(self.height) for column in range(self.width))

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the cells that touch this one, row by row.

        >>> Rules(3, 2, 1).neighbours((0, 0))
        ((0, 1), (1, 0), (1, 1))
        """
        row, column = cell
        return tuple(
            (r, c)
            for r in range(max(row - 1, 0), min(row + 2, self.height))
            for c in range(max(column - 1, 0), min(column + 2, self.width))
            if (r, c) != (row, column)
        )

    def __str__(self) -> str:
        return f"{self.width}x{self.height}/{self.mines}"
