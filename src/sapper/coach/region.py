"""The part of a position that a search for proofs looks at, in numbers that Python handles fast.

A set of cells is a whole number with one bit per cell of the region: and, or and counting bits are
single operations. Ordinary boards are one region; of larger ones a window around the cells in
question is cut out, and then the mine count, which speaks of all cells, is left out.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from sapper.game import notation
from sapper.game.rules import Cell
from sapper.game.view import MAX_CLUE, View

MAX_CELLS: Final = 4096
"""Boards up to this size are looked at as a whole."""
_WINDOW: Final = 41
_HIDDEN_TO_ONE: Final = bytes(
    ord("1") if i == notation.HIDDEN & 0xFF else ord("0") for i in range(256)
)


def bits(mask: int) -> Iterator[int]:
    """Iterate over the numbers of the bits that are set, in rising order.

    >>> list(bits(0b10110))
    [1, 2, 4]
    """
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


@lru_cache(maxsize=64)
def neighbour_masks(width: int, height: int) -> tuple[int, ...]:
    """Return for each cell, row by row, the cells that touch it."""
    masks = []
    for row in range(height):
        for column in range(width):
            mask = 0
            for r in range(max(row - 1, 0), min(row + 2, height)):
                for c in range(max(column - 1, 0), min(column + 2, width)):
                    mask |= 1 << (r * width + c)
            masks.append(mask & ~(1 << (row * width + column)))
    return tuple(masks)


class Region:
    """A window of a view: its hidden cells, its clues and perhaps the mine count."""

    def __init__(self, view: View, around: Cell | None = None) -> None:
        """Take the whole view, or of a very large board a window around a cell."""
        self.view = view
        rows, columns = (0, view.height), (0, view.width)
        self.is_whole = view.width * view.height <= MAX_CELLS
        if not self.is_whole:
            row, column = around or (0, 0)
            rows, columns = _cut(row, view.height), _cut(column, view.width)
        self.top, self.left = rows[0], columns[0]
        self.height, self.width = rows[1] - rows[0], columns[1] - columns[0]
        self.cell_bytes = self._take(view.cell_bytes, rows, columns)
        text = self.cell_bytes.translate(_HIDDEN_TO_ONE)[::-1]
        self.hidden = int(text, 2)
        self.neighbours = neighbour_masks(self.width, self.height)
        self.shown_mines = 0
        for cell in view.shown_mines:
            if self.contains(cell):
                self.shown_mines |= 1 << self.index(cell)
        self.clues = self._read_clues(rows, columns)
        """Where a clue has hidden neighbours -> those, and the clue."""
        self.mines: int | None = view.mines if self.is_whole else None
        """All mines of the board, where the whole of it is looked at."""

    def _take(self, data: bytes, rows: tuple[int, int], columns: tuple[int, int]) -> bytes:
        if self.is_whole:
            return data
        width = self.view.width
        return b"".join(
            data[row * width + columns[0] : row * width + columns[1]] for row in range(*rows)
        )

    def _read_clues(
        self, rows: tuple[int, int], columns: tuple[int, int]
    ) -> dict[int, tuple[int, int]]:
        hidden, clues = self.hidden, {}
        for index, (clue, around) in enumerate(zip(self.cell_bytes, self.neighbours, strict=True)):
            if clue <= MAX_CLUE and (mask := around & hidden):
                clues[index] = (mask, clue)
        if self.is_whole:
            return clues
        # A clue on the rim of the window has neighbours that are not in it.
        inner_rows = range(rows[0] + (rows[0] > 0), rows[1] - (rows[1] < self.view.height))
        inner_columns = range(
            columns[0] + (columns[0] > 0), columns[1] - (columns[1] < self.view.width)
        )
        return {
            index: clue
            for index, clue in clues.items()
            if index // self.width + rows[0] in inner_rows
            and index % self.width + columns[0] in inner_columns
        }

    def contains(self, cell: Cell) -> bool:
        """Tell whether the cell is in the window."""
        return 0 <= cell[0] - self.top < self.height and 0 <= cell[1] - self.left < self.width

    def index(self, cell: Cell) -> int:
        """Return the number of a cell of the window."""
        return (cell[0] - self.top) * self.width + cell[1] - self.left

    def cell(self, index: int) -> Cell:
        """Return the cell of a number."""
        row, column = divmod(index, self.width)
        return row + self.top, column + self.left

    def cells(self, mask: int) -> tuple[Cell, ...]:
        """Return the cells of a set, row by row."""
        return tuple(self.cell(index) for index in bits(mask))

    def mask(self, cells: "frozenset[Cell]") -> int:
        """Return the set of those cells that are in the window."""
        mask = 0
        for cell in cells:
            if self.contains(cell):
                mask |= 1 << self.index(cell)
        return mask

    def grow(self, mask: int, steps: int) -> int:
        """Return the cells of a set with all that are at most so many steps away."""
        for _ in range(steps):
            grown = mask
            for index in bits(mask):
                grown |= self.neighbours[index]
            mask = grown
        return mask


def _cut(middle: int, length: int) -> tuple[int, int]:
    """Return the rows or columns of a window around one of them."""
    first = max(0, min(middle - _WINDOW // 2, length - _WINDOW))
    return first, min(length, first + _WINDOW)
