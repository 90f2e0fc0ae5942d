"""The part of a position that the proof search works on, with sets of cells as bit masks.

A set of cells is an integer with one bit per cell of the region, so union, intersection and size
are single operations. A region usually covers the whole board. If the board is very large, the
region is a window around a cell of interest, and the mine count is unavailable.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from sapper.game import position_notation
from sapper.game.rules import Cell
from sapper.game.view import MAX_CLUE, View

MAX_CELLS: Final = 4096
"""The maximum number of cells on a board that is searched as a whole."""
_WINDOW_SIDE: Final = 41
_HIDDEN_TO_ONE: Final = bytes(
    ord("1") if i == position_notation.HIDDEN & 0xFF else ord("0") for i in range(256)
)


def bits(mask: int) -> Iterator[int]:
    """Iterate over the indices of the set bits, in ascending order.

    >>> list(bits(0b10110))
    [1, 2, 4]
    """
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


@lru_cache(maxsize=64)
def neighbour_masks(width: int, height: int) -> tuple[int, ...]:
    """Return a bit mask of the neighbours of each cell, in row-major order."""
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
    """A view, or a window onto a view, represented by bit masks of hidden cells and clues."""

    def __init__(self, view: View, around: Cell | None = None) -> None:
        """Cover the whole view, or a window around the given cell if the board is very large."""
        self.view = view
        rows, columns = (0, view.height), (0, view.width)
        self.is_whole_board = view.width * view.height <= MAX_CELLS
        if not self.is_whole_board:
            row, column = around or (0, 0)
            rows, columns = _window_range(row, view.height), _window_range(column, view.width)
        self.top, self.left = rows[0], columns[0]
        self.height, self.width = rows[1] - rows[0], columns[1] - columns[0]
        self.cell_bytes = self._crop(view.cell_bytes, rows, columns)
        text = self.cell_bytes.translate(_HIDDEN_TO_ONE)[::-1]
        self.hidden = int(text, 2)
        self.neighbours = neighbour_masks(self.width, self.height)
        self.shown_mines = 0
        for cell in view.shown_mines:
            if self.contains(cell):
                self.shown_mines |= 1 << self.index(cell)
        self.clues = self._read_clues(rows, columns)
        """Maps the index of each clue with hidden neighbours to (neighbour mask, clue)."""
        self.mines: int | None = view.mines if self.is_whole_board else None
        """The mine count of the board, or None if the region is a window."""

    def _crop(self, data: bytes, rows: tuple[int, int], columns: tuple[int, int]) -> bytes:
        if self.is_whole_board:
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
        if self.is_whole_board:
            return clues
        # Clues on the border of the window are omitted because they have neighbours outside it.
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
        """Return whether the cell is in the region."""
        return 0 <= cell[0] - self.top < self.height and 0 <= cell[1] - self.left < self.width

    def index(self, cell: Cell) -> int:
        """Return the bit index of a cell."""
        return (cell[0] - self.top) * self.width + cell[1] - self.left

    def cell(self, index: int) -> Cell:
        """Return the cell at a bit index."""
        row, column = divmod(index, self.width)
        return row + self.top, column + self.left

    def cells(self, mask: int) -> tuple[Cell, ...]:
        """Return the cells of a mask in row-major order."""
        return tuple(self.cell(index) for index in bits(mask))

    def mask(self, cells: Iterable[Cell]) -> int:
        """Return the mask of the given cells, ignoring those outside the region."""
        mask = 0
        for cell in cells:
            if self.contains(cell):
                mask |= 1 << self.index(cell)
        return mask

    def dilate(self, mask: int, steps: int) -> int:
        """Return the mask of all cells within `steps` king moves of a cell in `mask`."""
        for _ in range(steps):
            grown = mask
            for index in bits(mask):
                grown |= self.neighbours[index]
            mask = grown
        return mask


def _window_range(middle: int, length: int) -> tuple[int, int]:
    """Return the half-open range of rows or columns of a window around `middle`."""
    first = max(0, min(middle - _WINDOW_SIDE // 2, length - _WINDOW_SIDE))
    return first, min(length, first + _WINDOW_SIDE)
