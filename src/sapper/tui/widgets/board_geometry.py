"""The board's geometry within its widget, including cell sizes and scrolling."""

from typing import Final

from textual.geometry import Region, Size

from sapper.game.cell_names import row_letters
from sapper.game.rules import Cell

# The cell sizes in columns and lines. The board uses the largest size at which it fits. Two-line
# cells start and end in the middle of a line, which centres their text and adds one more line.
CELL_SIZES: Final = ((6, 3), (4, 2), (3, 1), (2, 1))
MIN_CELL_WIDTH: Final = CELL_SIZES[-1][0]
SPACED_CELL_WIDTH: Final = 3
"""The smallest cell width that separates two percentages by a space."""
_HEADER_LINES: Final = 1
_MARGIN_ROWS: Final = 2
_MARGIN_COLUMNS: Final = 3


class BoardGeometry:
    """A mapping from cells to widget coordinates. Boards larger than the widget can be scrolled."""

    def __init__(self, width: int, height: int) -> None:
        """Create the geometry for a `width` x `height` board.

        Call `fit` before using the geometry.
        """
        self._width, self._height = width, height
        self.widget_size = Size(0, 0)
        self.cell_width, self.cell_height = CELL_SIZES[-1]
        self.top = self.left = 0
        """The first visible row and column."""
        self.page = (1, 1)
        """The number of visible rows and columns."""
        self.origin = (1, 1)
        """The x and y coordinates of the first visible cell."""

    def fit(self, size: Size, *, min_cell_width: int = MIN_CELL_WIDTH) -> None:
        """Choose the largest cell size at which the whole board fits, and centre the board.

        A board that does not fit at `min_cell_width` can be scrolled.
        """
        self.widget_size = size
        width, height = size
        sizes = [each for each in CELL_SIZES if each[0] >= min_cell_width]
        for cell_width, cell_height in sizes:
            self.cell_width, self.cell_height = cell_width, cell_height
            lines = self._height * cell_height + self.extra_lines + _HEADER_LINES
            if self.width_for_cells(cell_width) <= width and lines <= height:
                break
        rows = max((height - _HEADER_LINES - self.extra_lines) // self.cell_height, 1)
        columns = max((width - self._gutter) // self.cell_width, 1)
        self.page = rows, columns = min(rows, self._height), min(columns, self._width)
        free_width = width - self._gutter - columns * self.cell_width
        free_height = height - _HEADER_LINES - self.extra_lines - rows * self.cell_height
        self.origin = (
            self._gutter + max(free_width, 0) // 2,
            _HEADER_LINES + max(free_height, 0) // 2,
        )

    @property
    def extra_lines(self) -> int:
        """The number of extra lines that the board needs: 1 for two-line cells, otherwise 0."""
        return self.cell_height == 2

    @property
    def _gutter(self) -> int:
        """The width of the gutter for row names, to the left of the board."""
        return len(row_letters(self._height - 1)) + 1

    def width_for_cells(self, cell_width: int = MIN_CELL_WIDTH) -> int:
        """Return the board width in terminal columns for a given cell width."""
        return self._width * cell_width + self._gutter

    def heights_for_width(self, width: int) -> list[int]:
        """Return the board height in lines for each cell size that fits the width."""
        return [
            self._height * cell_height + (cell_height == 2) + _HEADER_LINES
            for cell_width, cell_height in CELL_SIZES
            if self.width_for_cells(cell_width) <= width
        ]

    # Scrolling -----------------------------------------------------------------------------------

    @property
    def visible_rows(self) -> range:
        """The visible rows."""
        return range(self.top, self.top + self.page[0])

    @property
    def visible_columns(self) -> range:
        """The visible columns."""
        return range(self.left, self.left + self.page[1])

    def scroll_to(self, cell: Cell) -> bool:
        """Scroll a cell and its surroundings into view, and return whether the board scrolled."""
        rows, columns = self.page
        row, column = cell
        # A clue is useless without its neighbours, so the cell is kept away from the edge.
        margin_rows = min(_MARGIN_ROWS, (rows - 1) // 2)
        margin_columns = min(_MARGIN_COLUMNS, (columns - 1) // 2)
        top = min(max(self.top, row + margin_rows - rows + 1), row - margin_rows)
        left = min(max(self.left, column + margin_columns - columns + 1), column - margin_columns)
        return self.show_from(top, left)

    def show_from(self, top: int, left: int) -> bool:
        """Set the first visible row and column, and return whether the board scrolled."""
        rows, columns = self.page
        top = max(min(top, self._height - rows), 0)
        left = max(min(left, self._width - columns), 0)
        has_moved = (top, left) != (self.top, self.left)
        self.top, self.left = top, left
        return has_moved

    def nearest_visible(self, cell: Cell) -> Cell:
        """Return the visible cell nearest to `cell`, avoiding the top and bottom edges."""
        rows, columns = self.page
        row, column = cell
        margin = min(_MARGIN_ROWS, (rows - 1) // 2)
        row = min(max(row, self.top + margin), self.top + rows - 1 - margin)
        column = min(max(column, self.left), self.left + columns - 1)
        return row, column

    # Coordinates ---------------------------------------------------------------------------------

    def region(self, cell: Cell) -> Region:
        """Return a cell's region within the widget."""
        x, y = self.origin
        return Region(
            x + (cell[1] - self.left) * self.cell_width,
            y + (cell[0] - self.top) * self.cell_height,
            self.cell_width,
            self.cell_height + self.extra_lines,
        )

    def row_region(self, row: int) -> Region:
        """Return the region of a row's visible cells within the widget."""
        first = self.region((row, self.left))
        return first._replace(width=self.page[1] * self.cell_width)

    def cell_at(self, x: int, y: int) -> Cell | None:
        """Return the cell at the given coordinates, or None if they are outside the board."""
        left, top = self.origin
        rows, columns = self.page
        row, column = (y - top) // self.cell_height, (x - left) // self.cell_width
        if 0 <= row < rows and 0 <= column < columns:
            return self.top + row, self.left + column
        return None

    def centre_of(self, cell: Cell) -> tuple[int, int]:
        """Return the x and y coordinates of a cell's centre."""
        region = self.region(cell)
        return region.x + (region.width - 1) // 2, region.y + self.cell_height // 2
