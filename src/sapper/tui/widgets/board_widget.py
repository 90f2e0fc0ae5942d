"""The board as one widget on the line API; it redraws only the cells that have changed.

It is told what to show and knows nothing of rules. A board that is larger than the widget scrolls
with the cursor; the names of rows and columns stay in view.
"""

from collections.abc import Iterable
from typing import ClassVar, Final

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from sapper.game.cell_names import row_letters
from sapper.game.rules import Cell
from sapper.game.view import MAX_CLUE, View
from sapper.tui.highlights import Marks, Odds
from sapper.tui.themes import palette, style
from sapper.tui.widgets.cell_renderer import HIDDEN_WITHOUT_COLOUR, Figure, Figures

# How many columns and lines a cell may take; the largest that lets the whole board in is used.
# Cells of two lines begin and end in the middle of a line: their figure is in their middle, and
# the board is one line higher.
SIZES: Final = ((6, 3), (4, 2), (3, 1), (2, 1))
_LABEL_STEP: Final = 5
_WHEEL_CELLS: Final = 3


class Board(Widget, can_focus=False):
    """Shows a view with a cursor, marks and odds."""

    ALLOW_SELECT: ClassVar[bool] = False

    class Pressed(Message):
        """A button of the mouse was pressed and let go on the same cell."""

        def __init__(self, cell: Cell, button: int) -> None:
            super().__init__()
            self.cell = cell
            self.button = button

    class Moved(Message):
        """The cursor is on another cell."""

    def __init__(self, view: View, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._view = view
        self._marks: Marks = {}
        self._odds: Odds | None = None
        self._wrong: frozenset[Cell] = frozenset()
        self._cursor: Cell = view.rules.centre
        self._top = self._left = 0
        self._cell_width, self._cell_height = SIZES[-1]
        self._fitted = Size(0, 0)
        self._page = self._origin = (1, 1)
        self._pressed: Cell | None = None
        self._figures: Figures | None = None

    # What is shown -------------------------------------------------------------------------------

    @property
    def view(self) -> View:
        """The position."""
        return self._view

    @property
    def cursor(self) -> Cell:
        """Where the cursor is."""
        return self._cursor

    @property
    def marks(self) -> Marks:
        """What is drawn on top of the position."""
        return self._marks

    @property
    def odds(self) -> Odds | None:
        """The odds that are shown."""
        return self._odds

    def show(
        self,
        view: View,
        *,
        marks: Marks | None = None,
        odds: Odds | None = None,
        wrong_flags: frozenset[Cell] = frozenset(),
    ) -> None:
        """Show a position with what belongs on top of it."""
        before, self._view = self._view, view
        new_marks = marks or {}
        if (before.width, before.height) != (view.width, view.height):
            self._marks, self._odds, self._wrong = new_marks, odds, wrong_flags
            self._cursor = view.rules.centre
            self._top = self._left = 0
            self._fit()
            self.refresh()
            self.post_message(self.Moved())
            return
        changed = {
            cell
            for cell in self._marks.keys() | new_marks.keys()
            if self._marks.get(cell) != new_marks.get(cell)
        }
        changed |= self._wrong ^ wrong_flags
        old_odds = self._odds
        self._marks, self._odds, self._wrong = new_marks, odds, wrong_flags
        self._refresh_rows(before, old_odds)
        self._refresh_cells(changed)

    def _refresh_rows(self, before: View, old_odds: Odds | None) -> None:
        """Draw again what differs from another view of the same size, row by row."""
        width = self._view.width
        for row in self._visible_rows():
            here = slice(row * width, (row + 1) * width)
            # Whole rows are compared at the speed of C; few differ.
            parts = [
                (view.cell_bytes[here], view.shown_bytes[here], odds.shown[row] if odds else None)
                for view, odds in ((before, old_odds), (self._view, self._odds))
            ]
            if parts[0] == parts[1]:
                continue
            looks = [
                list(zip(cells, shown, chances or [0] * width, strict=True))
                for cells, shown, chances in parts
            ]
            different = [c for c in range(width) if looks[0][c] != looks[1][c]]
            first, last = self._region((row, different[0])), self._region((row, different[-1]))
            self._refresh_region(first.union(last))
        if self._odds is not old_odds:
            best = {odds.best for odds in (old_odds, self._odds) if odds}
            self._refresh_cells(cell for cell in best if cell)

    def _refresh_cells(self, cells: Iterable[Cell]) -> None:
        for cell in cells:
            self._refresh_region(self._region(cell))

    def _refresh_region(self, region: Region) -> None:
        shown = region.intersection(Region(0, 0, *self.size))
        if shown:
            self.refresh(shown)

    def has_odds(self) -> bool:
        """Tell whether the overlay is on."""
        return self._odds is not None

    # The cursor ----------------------------------------------------------------------------------

    def move_cursor(self, rows: int, columns: int) -> None:
        """Move the cursor by so many cells, as far as the board goes."""
        self.place_cursor((self._cursor[0] + rows, self._cursor[1] + columns))

    def place_cursor(self, cell: Cell) -> None:
        """Put the cursor on a cell and scroll so that it is in view."""
        row = min(max(cell[0], 0), self._view.height - 1)
        column = min(max(cell[1], 0), self._view.width - 1)
        before, self._cursor = self._cursor, (row, column)
        if self._scroll_to_cursor():
            self.refresh()
        elif before != self._cursor:
            self._refresh_cells([before, self._cursor])
            self._refresh_labels(before)
        if before != self._cursor:
            self.post_message(self.Moved())

    @property
    def page(self) -> tuple[int, int]:
        """How many rows and columns are in view."""
        return self._page

    def _scroll_to_cursor(self) -> bool:
        rows, columns = self.page
        row, column = self._cursor
        # Some cells around the cursor stay in view: a clue says nothing without its neighbours.
        margin_rows, margin_columns = min(2, (rows - 1) // 2), min(3, (columns - 1) // 2)
        top = min(max(self._top, row + margin_rows - rows + 1), row - margin_rows)
        left = min(max(self._left, column + margin_columns - columns + 1), column - margin_columns)
        return self._show_from(top, left)

    def _show_from(self, top: int, left: int) -> bool:
        rows, columns = self.page
        top = max(min(top, self._view.height - rows), 0)
        left = max(min(left, self._view.width - columns), 0)
        moved = (top, left) != (self._top, self._left)
        self._top, self._left = top, left
        return moved

    def scroll_cells(self, rows: int, columns: int) -> None:
        """Scroll by so many cells; the cursor goes with what is in view."""
        if self._show_from(self._top + rows, self._left + columns):
            shown_rows, shown_columns = self.page
            row, column = self._cursor
            margin_rows, margin_columns = min(2, (shown_rows - 1) // 2), 0
            row = min(max(row, self._top + margin_rows), self._top + shown_rows - 1 - margin_rows)
            column = min(max(column, self._left), self._left + shown_columns - 1 - margin_columns)
            self._cursor = (row, column)
            self.refresh()
            self.post_message(self.Moved())

    # Where things are ----------------------------------------------------------------------------

    @property
    def _extra(self) -> int:
        """How many lines more than cells times their height the board takes."""
        return self._cell_height == 2

    @property
    def _gutter(self) -> int:
        return len(row_letters(self._view.height - 1)) + 1

    def _fit(self) -> None:
        """Choose the largest size of cells with which the whole board is in view."""
        self._fitted = self.size
        width, height = self.size
        for cell_width, cell_height in SIZES:
            self._cell_width, self._cell_height = cell_width, cell_height
            if (
                self._view.width * cell_width + self._gutter <= width
                and self._view.height * cell_height + self._extra + 1 <= height
            ):
                break
        rows = max((height - 1 - self._extra) // self._cell_height, 1)
        columns = max((width - self._gutter) // self._cell_width, 1)
        self._page = rows, columns = min(rows, self._view.height), min(columns, self._view.width)
        # Where the first cell in view is, as x and y in the widget; the board is centred.
        free_width = width - self._gutter - columns * self._cell_width
        free_height = height - 1 - self._extra - rows * self._cell_height
        self._origin = self._gutter + max(free_width, 0) // 2, 1 + max(free_height, 0) // 2
        self._scroll_to_cursor()

    def fitting_width(self) -> int:
        """Return the columns of the terminal that the board needs at its smallest."""
        return self._view.width * SIZES[-1][0] + self._gutter

    def fitting_heights(self, width: int) -> list[int]:
        """Return the lines that the board takes in each size of cells that fits into a width."""
        return [
            self._view.height * cell_height + (cell_height == 2) + 1
            for cell_width, cell_height in SIZES
            if self._view.width * cell_width + self._gutter <= width
        ]

    def _visible_rows(self) -> range:
        return range(self._top, self._top + self.page[0])

    def _region(self, cell: Cell) -> Region:
        x, y = self._origin
        return Region(
            x + (cell[1] - self._left) * self._cell_width,
            y + (cell[0] - self._top) * self._cell_height,
            self._cell_width,
            self._cell_height + self._extra,
        )

    def cell_at(self, x: int, y: int) -> Cell | None:
        """Return the cell at a place of the widget; None beside the board."""
        left, top = self._origin
        rows, columns = self.page
        row, column = (y - top) // self._cell_height, (x - left) // self._cell_width
        if 0 <= row < rows and 0 <= column < columns:
            return self._top + row, self._left + column
        return None

    def place_of(self, cell: Cell) -> tuple[int, int]:
        """Return where the middle of a cell is, as x and y in the widget."""
        region = self._region(cell)
        return region.x + (region.width - 1) // 2, region.y + self._cell_height // 2

    # Drawing -------------------------------------------------------------------------------------

    @property
    def figures(self) -> Figures:
        """How cells look in the theme of the application."""
        if self._figures is None:
            colours = palette(
                is_dark=self.app.current_theme.dark,
                has_many_colours=self.app.console.color_system == "truecolor",
            )
            self._figures = Figures(colours, has_colour=not self.app.no_color)
        return self._figures

    def change_theme(self) -> None:
        """Take the colours of the theme that the application has now."""
        self._figures = None
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """Draw one line of the terminal."""
        if self._fitted != self.size:  # drawn before it is told of a resize
            self._fit()
        figures = self.figures
        page = style(figures.palette.label, figures.palette.page)
        left, top = self._origin
        rows, columns = self.page
        if y == top - 1:
            return self._labels_line(left, columns)
        row, line = divmod(y - top, self._cell_height)
        if not 0 <= row < rows + (self._extra and line == 0):
            return Strip([Segment(" " * self.size.width, page)])
        row += self._top
        label = row_letters(row) if line == self._cell_height // 2 else ""
        bold = style(figures.palette.cursor[1], figures.palette.page, bold=True)
        segments = [
            Segment(f"{label:>{left - 1}} ", bold if row == self._cursor[0] else page),
            *self._cells_line(row, line, columns),
        ]
        used = left + columns * self._cell_width
        if used < self.size.width:
            segments.append(Segment(" " * (self.size.width - used), page))
        return Strip(segments, max(used, self.size.width)).crop(0, self.size.width)

    def _cells_line(self, row: int, line: int, columns: int) -> Iterable[Segment]:
        width, height = self._cell_width, self._cell_height
        pad_left = (width - 2) // 2
        pad_right = width - 2 - pad_left
        in_view = range(self._left, self._left + columns)
        if height == 2 and line == 0:
            yield from (Segment("▄" * width, self._between(row, column)) for column in in_view)
            return
        for column in in_view:
            text, look = self._figure((row, column))
            fill = text[0] if text == HIDDEN_WITHOUT_COLOUR else " "
            if line == height // 2:
                yield Segment(f"{fill * pad_left}{text}{fill * pad_right}", look)
            else:
                yield Segment(fill * width, look)

    def _between(self, row: int, column: int) -> Style:
        """Return the style of the line where a cell meets the one above it."""
        page = self.figures.palette.page
        colours = []
        for each in (row, row - 1):
            is_shown = self._top <= each < self._top + self.page[0]
            background = self._figure((each, column))[1].bgcolor if is_shown else None
            colours.append(background.name if background else page)
        return style(colours[0], colours[1])

    def _figure(self, cell: Cell) -> Figure:
        index = cell[0] * self._view.width + cell[1]
        value = self._view.cell_bytes[index]
        mark = self._marks.get(cell)
        figures = self.figures
        if value <= MAX_CLUE:
            figure = figures.clue(value, cell, mark)
        else:
            shown = self._view.shown_bytes[index]
            figure = figures.hidden(shown, cell, mark, self._odds, is_wrong=cell in self._wrong)
        return figures.at_cursor(figure) if cell == self._cursor else figure

    def _labels_line(self, left: int, columns: int) -> Strip:
        """Draw the numbers of columns: every fifth, the first and the cursor's."""
        colours = self.figures.palette
        page = style(colours.label, colours.page)
        width = self._cell_width
        line = [" "] * max(self.size.width, left + columns * width)
        cursor_at: range = range(0)
        wide = width >= 4
        for column in range(self._left, self._left + columns):
            number = column + 1
            if not wide and column not in (0, self._cursor[1]) and number % _LABEL_STEP:
                continue
            text = str(number)
            start = left + (column - self._left) * width + (width - 2) // 2
            if column != self._cursor[1] and not wide and abs(column - self._cursor[1]) <= 1:
                continue  # it would run into the cursor's
            if column == self._cursor[1]:
                cursor_at = range(start, start + len(text))
            line[start : start + len(text)] = text
        if self._left > 0:
            line[left - 1] = "◂"
        if self._left + columns < self._view.width:
            line[min(left + columns * width, self.size.width) - 1] = "▸"
        text = "".join(line)[: self.size.width]
        bold = style(colours.cursor[1], colours.page, bold=True)
        start, end = cursor_at.start, cursor_at.stop
        return Strip(
            [Segment(text[:start], page), Segment(text[start:end], bold), Segment(text[end:], page)]
        )

    def _refresh_labels(self, before: Cell) -> None:
        left, top = self._origin
        self._refresh_region(Region(0, top - 1, self.size.width, 1))
        if before[0] != self._cursor[0]:
            for row in (before[0], self._cursor[0]):
                y = self._region((row, 0)).y
                self._refresh_region(Region(0, y, left, self._cell_height + self._extra))

    # Input ---------------------------------------------------------------------------------------

    def on_resize(self) -> None:
        """Fit the board into the room that there is now."""
        self._fit()
        self.refresh()

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Remember where a button went down."""
        self._pressed = self.cell_at(event.x, event.y)

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Tell that a cell was pressed, unless the mouse has left it."""
        pressed, self._pressed = self._pressed, None
        if pressed is not None and self.cell_at(event.x, event.y) == pressed:
            self.place_cursor(pressed)
            self.post_message(self.Pressed(pressed, event.button))

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Scroll up, or left with Shift."""
        self._wheel(event, -_WHEEL_CELLS)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Scroll down, or right with Shift."""
        self._wheel(event, _WHEEL_CELLS)

    def on_mouse_scroll_left(self, event: events.MouseScrollLeft) -> None:
        """Scroll left."""
        event.stop()
        self.scroll_cells(0, -_WHEEL_CELLS)

    def on_mouse_scroll_right(self, event: events.MouseScrollRight) -> None:
        """Scroll right."""
        event.stop()
        self.scroll_cells(0, _WHEEL_CELLS)

    def _wheel(self, event: events.MouseEvent, cells: int) -> None:
        event.stop()
        if event.shift or event.ctrl:
            self.scroll_cells(0, cells)
        else:
            self.scroll_cells(cells, 0)
