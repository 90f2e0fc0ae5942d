"""What a player may see of a game: the one thing that a strategy gets.

A view holds copies of bytes and nothing else. There is no way from it to the game or to the mines
of a running game.
"""

from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

from sapper.errors import IllegalMove, NotationError, quoted
from sapper.game import notation
from sapper.game.rules import Cell, Rules, Start

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MAX_CLUE = 8
_CELL_BYTES = bytes([*range(MAX_CLUE + 1), notation.HIDDEN & 0xFF])
_SHOWN_BYTES = bytes(range(notation.EXPLODED + 1))


class View:
    r"""A position as a player sees it; it never changes.

    >>> view = parse_view("3x2/1\n1#F\n1##")
    >>> view.cells.tolist()
    [[1, -1, -1], [1, -1, -1]]
    >>> sorted(view.flags)
    [(0, 2)]
    >>> view
    parse_view('3x2/1\n1#F\n1##')

    Two views are equal when they show the same; the start rule, which nobody sees, does not count.
    """

    def __init__(self, rules: Rules, cells: bytes, shown: bytes | None = None) -> None:
        """Take one byte per cell, row by row: see `notation.Position`."""
        self._rules = rules
        self._cells = bytes(cells)
        self._shown = bytes(len(cells)) if shown is None else bytes(shown)
        if not len(self._cells) == len(self._shown) == rules.cell_count:
            raise NotationError(
                f"a {rules.width}x{rules.height} view needs {rules.cell_count} cells, "
                f"not {len(self._cells)}"
            )
        # What is left after taking out all that may be there.
        if wrong := self._cells.translate(None, _CELL_BYTES):
            raise NotationError(f"a cell cannot be {wrong[0]}: cells are 0 to 8, or 255 if hidden")
        if wrong := self._shown.translate(None, _SHOWN_BYTES):
            raise NotationError(f"a hidden cell cannot show {wrong[0]}: marks are 0 to 5")

    @classmethod
    def from_array(cls, cells: Any, *, mines: int, start: Start = "any") -> Self:
        """Take a matrix of whole numbers: -1 hidden, 0 to 8 clues.

        Raises NotationError for other shapes, types and values, InvalidRules for a mine count that
        does not fit.
        """
        import numpy as np

        try:
            array = np.asarray(cells)
        except ValueError:
            raise NotationError("cells must be a matrix, with rows of one length") from None
        if array.ndim != 2 or not array.size:
            raise NotationError(
                f"cells must be a matrix (height, width), not of shape {array.shape}"
            )
        if array.dtype.kind not in "iu":
            raise NotationError(f"cells must be whole numbers, not {array.dtype}")
        wrong = np.argwhere((array < notation.HIDDEN) | (array > MAX_CLUE))
        if len(wrong):
            row, column = (int(i) for i in wrong[0])
            raise NotationError(
                f"cell ({row}, {column}) is {array[row, column]}; a cell is -1 or a clue 0 to 8"
            )
        height, width = array.shape
        rules = Rules(width=width, height=height, mines=mines, start=start)
        return cls(rules, array.astype(np.int8).tobytes())

    @property
    def rules(self) -> Rules:
        """The rules of the game, as far as they are known."""
        return self._rules

    @property
    def width(self) -> int:
        """How many columns the board has."""
        return self.rules.width

    @property
    def height(self) -> int:
        """How many rows the board has."""
        return self.rules.height

    @property
    def mines(self) -> int:
        """How many mines the board has."""
        return self.rules.mines

    @cached_property
    def cells(self) -> "NDArray[np.int8]":
        """The matrix (height, width) of clues, -1 where a cell is not revealed; read-only."""
        # Imported here so that `import sapper` and the command line start without numpy. The array
        # lies over immutable bytes: it cannot be made writeable.
        import numpy as np

        return np.frombuffer(self._cells, dtype=np.int8).reshape(self.height, self.width)

    @property
    def cell_bytes(self) -> bytes:
        """The cells as bytes, row by row; 255 is hidden."""
        return self._cells

    @property
    def shown_bytes(self) -> bytes:
        """What is shown on cells that are not revealed, as bytes, row by row."""
        return self._shown

    @cached_property
    def flags(self) -> frozenset[Cell]:
        """Where the player's flags are."""
        return self._shown_as(notation.FLAG)

    @cached_property
    def ai_flags(self) -> frozenset[Cell]:
        """Where the AI's flags are."""
        return self._shown_as(notation.AI_FLAG)

    @cached_property
    def questions(self) -> frozenset[Cell]:
        """Where question marks are."""
        return self._shown_as(notation.QUESTION)

    @cached_property
    def shown_mines(self) -> frozenset[Cell]:
        """The mines that are shown after the end, those that exploded included."""
        return self._shown_as(notation.MINE) | self.exploded

    @cached_property
    def exploded(self) -> frozenset[Cell]:
        """The mines that ended the game."""
        return self._shown_as(notation.EXPLODED)

    @property
    def is_untouched(self) -> bool:
        """Whether no cell is revealed yet."""
        return self._cells.count(notation.HIDDEN & 0xFF) == len(self._cells)

    def clue(self, cell: Cell) -> int | None:
        """Return the clue of a revealed cell, None for others. Raises IllegalMove off the board."""
        try:
            row, column = cell
            value = self._cells[row * self.width + column] if self.rules.contains(cell) else None
        except (TypeError, ValueError):
            value = None
        if value is None:
            raise IllegalMove(
                f"cannot look at {quoted(cell)}: the board is {self.width}x{self.height}"
            )
        return value if value <= MAX_CLUE else None

    def count_differences(self, other: "View") -> int:
        """Return how many cells look different in another view of the same board."""
        pairs = zip(self._cells, self._shown, other._cells, other._shown, strict=True)
        return sum((a, b) != (c, d) for a, b, c, d in pairs)

    def changes(self, after: "View") -> list[tuple[Cell, str]]:
        """Return the cells that look different afterwards, with their symbols then."""
        rows = after.rows
        return [
            ((row, column), symbol)
            for row, (old, new) in enumerate(zip(self.rows, rows, strict=True))
            if old != new
            for column, symbol in enumerate(new)
            if old[column] != symbol
        ]

    @property
    def rows(self) -> list[str]:
        """The rows of the notation, without the header."""
        return notation.write_rows(self.width, self._cells, self._shown)

    def _shown_as(self, mark: int) -> frozenset[Cell]:
        if mark not in self._shown:  # as in most views, and much quicker to tell
            return frozenset()
        return frozenset(divmod(i, self.width) for i, m in enumerate(self._shown) if m == mark)

    def __str__(self) -> str:
        return "\n".join([str(self.rules), *self.rows])

    def __repr__(self) -> str:
        return f"parse_view({str(self)!r})"

    def _visible(self) -> tuple[object, ...]:
        return (self.width, self.height, self.mines, self._cells, self._shown)

    def __eq__(self, other: object) -> bool:
        return self._visible() == other._visible() if isinstance(other, View) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._visible())


def parse_view(text: str) -> View:
    """Read a position in text; see `sapper.game.notation`. Raises NotationError."""
    if not isinstance(text, str):
        raise NotationError(f"a position is text, not {type(text).__name__}")
    return View(*notation.read_position(text))
