"""The visible part of a game, and the only information that strategies receive.

A view contains only copies of the visible data and has no reference to the game or its mines.
"""

from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

from sapper.errors import IllegalMove, NotationError, short_repr
from sapper.game import position_notation
from sapper.game.rules import Cell, Rules, Start
from sapper.game.wording import counted, with_article

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MAX_CLUE = 8
_CELL_BYTES = bytes([*range(MAX_CLUE + 1), position_notation.HIDDEN & 0xFF])
_SHOWN_BYTES = bytes(range(position_notation.EXPLODED + 1))


class View:
    r"""An immutable snapshot of the board as the player sees it.

    >>> view = parse_view("3x2/1\n1#F\n1##")
    >>> view.cells.tolist()
    [[1, -1, -1], [1, -1, -1]]
    >>> sorted(view.flags)
    [(0, 2)]
    >>> view
    parse_view('3x2/1\n1#F\n1##')

    Two views are equal if they have the same size, mine count, clues, marks and notes. The
    comparison ignores the start rule.
    """

    def __init__(
        self, rules: Rules, cells: bytes, shown: bytes | None = None, *, notes: bytes = b""
    ) -> None:
        """Create a view from byte strings in the `position_notation.Position` format."""
        self._rules = rules
        self._cells = bytes(cells)
        self._shown = bytes(len(cells)) if shown is None else bytes(shown)
        self._notes = notes
        if not len(self._cells) == len(self._shown) == rules.cell_count:
            raise NotationError(
                f"{with_article(f'{rules.width}x{rules.height} view')} must have "
                f"{counted(rules.cell_count, 'cell')}, "
                f"not {len(self._cells)}"
            )
        # Deleting all valid bytes leaves the invalid ones.
        if wrong := self._cells.translate(None, _CELL_BYTES):
            raise NotationError(
                f"a cell byte must be between 0 and 8, or 255 for a hidden cell, not {wrong[0]}"
            )
        if wrong := self._shown.translate(None, _SHOWN_BYTES):
            raise NotationError(f"a mark byte must be between 0 and 5, not {wrong[0]}")

    @classmethod
    def from_array(cls, cells: Any, *, mines: int, start: Start = "any") -> Self:
        """Create a view from an integer matrix with -1 for hidden cells and 0 to 8 for clues.

        Raises NotationError if the matrix has an invalid shape, type or value, and InvalidRules if
        the mine count is impossible.
        """
        import numpy as np

        try:
            array = np.asarray(cells)
        except ValueError:
            raise NotationError("cells must be a matrix with rows of equal length") from None
        if array.ndim != 2 or not array.size:
            raise NotationError(f"cells must have the shape (height, width), not {array.shape}")
        if array.dtype.kind not in "iu":
            raise NotationError(f"cells must be integers, not {array.dtype}")
        wrong = np.argwhere((array < position_notation.HIDDEN) | (array > MAX_CLUE))
        if len(wrong):
            row, column = (int(i) for i in wrong[0])
            raise NotationError(
                f"cells[{row}, {column}] must be between -1 and 8, not {array[row, column]}",
                cell=(row, column),
            )
        height, width = array.shape
        rules = Rules(width=width, height=height, mines=mines, start=start)
        return cls(rules, array.astype(np.int8).tobytes())

    @property
    def rules(self) -> Rules:
        """The rules of the game. Parsed positions have the start rule "any"."""
        return self._rules

    @property
    def width(self) -> int:
        """The number of columns."""
        return self.rules.width

    @property
    def height(self) -> int:
        """The number of rows."""
        return self.rules.height

    @property
    def mines(self) -> int:
        """The number of mines."""
        return self.rules.mines

    @cached_property
    def cells(self) -> "NDArray[np.int8]":
        """The clues as a read-only (height, width) array, with -1 for hidden cells."""
        # Importing NumPy here speeds up `import sapper` and command-line start-up. The
        # array is backed by immutable bytes, so it cannot be made writeable.
        import numpy as np

        return np.frombuffer(self._cells, dtype=np.int8).reshape(self.height, self.width)

    @property
    def cell_bytes(self) -> bytes:
        """The clues as bytes in row-major order, with 255 for hidden cells."""
        return self._cells

    @property
    def shown_bytes(self) -> bytes:
        """The marks on hidden cells as bytes in row-major order, with 0 for unmarked cells."""
        return self._shown

    @property
    def notes(self) -> bytes:
        """The notes that a strategy made about earlier views of the game; see `Advice.notes`."""
        return self._notes

    @cached_property
    def flags(self) -> frozenset[Cell]:
        """The cells that the player has flagged."""
        return self._cells_with_mark(position_notation.FLAG)

    @cached_property
    def ai_flags(self) -> frozenset[Cell]:
        """The cells that the AI has flagged."""
        return self._cells_with_mark(position_notation.AI_FLAG)

    @cached_property
    def questions(self) -> frozenset[Cell]:
        """The cells marked with a question mark."""
        return self._cells_with_mark(position_notation.QUESTION)

    @cached_property
    def shown_mines(self) -> frozenset[Cell]:
        """The mines shown after the game, including any that exploded."""
        return self._cells_with_mark(position_notation.MINE) | self.exploded

    @cached_property
    def exploded(self) -> frozenset[Cell]:
        """The mines that exploded and ended the game."""
        return self._cells_with_mark(position_notation.EXPLODED)

    @property
    def is_untouched(self) -> bool:
        """True if no cell has been revealed."""
        return self.hidden_count == len(self._cells)

    @property
    def hidden_count(self) -> int:
        """The number of hidden cells."""
        return self._cells.count(position_notation.HIDDEN & 0xFF)

    def without_marks(self) -> "View":
        """Return a copy of this view without flags and question marks."""
        return View(self._rules, self._cells, notes=self._notes) if any(self._shown) else self

    def with_notes(self, notes: bytes) -> "View":
        """Return a copy of this view with the notes that a strategy made about an earlier view."""
        if notes == self._notes:
            return self
        return View(self._rules, self._cells, self._shown, notes=notes)

    def clue(self, cell: Cell) -> int | None:
        """Return a cell's clue, or None if the cell is hidden.

        Raises IllegalMove if the cell is off the board.
        """
        try:
            row, column = cell
            value = self._cells[row * self.width + column] if self.rules.contains(cell) else None
        except (TypeError, ValueError):
            value = None
        if value is None:
            board = with_article(f"{self.width}x{self.height} board")
            raise IllegalMove(f"no cell {short_repr(cell)} on {board}")
        return value if value <= MAX_CLUE else None

    def count_differences(self, other: "View") -> int:
        """Count the cells that differ between this view and another."""
        pairs = zip(self._cells, self._shown, other._cells, other._shown, strict=True)
        return sum((a, b) != (c, d) for a, b, c, d in pairs)

    @property
    def rows(self) -> list[str]:
        """The position's rows in text notation, without the header."""
        return position_notation.write_rows(self.width, self._cells, self._shown)

    def _cells_with_mark(self, mark: int) -> frozenset[Cell]:
        if mark not in self._shown:  # Most views have no marks of this kind.
            return frozenset()
        return frozenset(divmod(i, self.width) for i, m in enumerate(self._shown) if m == mark)

    def __str__(self) -> str:
        return "\n".join([str(self.rules), *self.rows])

    def __repr__(self) -> str:
        return f"parse_view({str(self)!r})"

    def _visible(self) -> tuple[object, ...]:
        return (self.width, self.height, self.mines, self._cells, self._shown, self._notes)

    def __eq__(self, other: object) -> bool:
        return self._visible() == other._visible() if isinstance(other, View) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._visible())


def parse_view(text: str) -> View:
    """Parse a position in text notation (see `sapper.game.position_notation`).

    Raises NotationError if the text is malformed. The error message includes the line number.
    """
    if not isinstance(text, str):
        raise NotationError(f"a position must be a str, not {type(text).__name__}")
    return View(*position_notation.read_position(text))
