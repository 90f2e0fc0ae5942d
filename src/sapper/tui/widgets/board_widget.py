"""A board widget that redraws only the cells that have changed.

The widget draws the positions it receives and knows nothing about the rules of the game. A board
larger than the widget scrolls with the cursor, while the row and column names stay visible.
"""

from collections.abc import Iterable, Mapping
from typing import ClassVar, Final

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from sapper.coach.highlights import Highlight
from sapper.game.cell_names import row_letters
from sapper.game.rules import Cell
from sapper.game.view import MAX_CLUE, View
from sapper.tui.colour_themes import palette, style
from sapper.tui.odds_overlay import OddsOverlay
from sapper.tui.widgets.board_geometry import SPACED_CELL_WIDTH, BoardGeometry
from sapper.tui.widgets.cell_renderer import HIDDEN_WITHOUT_COLOUR, CellRenderer, RenderedCell

_COLUMN_NAME_STEP: Final = 5
_WHEEL_CELLS: Final = 3


class BoardWidget(Widget, can_focus=False):
    """A widget that shows a position with a cursor, highlights and odds."""

    ALLOW_SELECT: ClassVar[bool] = False

    class CellPressed(Message):
        """A message posted when a mouse button is pressed and released on the same cell."""

        def __init__(self, cell: Cell, button: int) -> None:
            super().__init__()
            self.cell = cell
            self.button = button

    class CursorMoved(Message):
        """A message posted when the cursor moves to another cell."""

    def __init__(self, view: View, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._view = view
        self._highlights: dict[Cell, Highlight] = {}
        self._odds: OddsOverlay | None = None
        self._wrong_flags: frozenset[Cell] = frozenset()
        self._cursor: Cell = view.rules.centre
        self._geometry = BoardGeometry(view.width, view.height)
        self._pressed_cell: Cell | None = None
        self._renderer: CellRenderer | None = None

    # Content -------------------------------------------------------------------------------------

    @property
    def view(self) -> View:
        """The current position."""
        return self._view

    @property
    def cursor(self) -> Cell:
        """The cell under the cursor."""
        return self._cursor

    @property
    def highlights(self) -> Mapping[Cell, Highlight]:
        """The highlights drawn over the position, keyed by cell."""
        return self._highlights

    @property
    def odds(self) -> OddsOverlay | None:
        """The odds drawn over the position, or None if they are hidden."""
        return self._odds

    @property
    def page(self) -> tuple[int, int]:
        """The number of visible rows and columns."""
        return self._geometry.page

    def show(
        self,
        view: View,
        *,
        highlights: Iterable[Highlight] = (),
        odds: OddsOverlay | None = None,
        wrong_flags: frozenset[Cell] = frozenset(),
    ) -> None:
        """Draw a position with its highlights, odds and wrong flags."""
        old_view, self._view = self._view, view
        new_highlights = {highlight.cell: highlight for highlight in highlights}
        if (old_view.width, old_view.height) != (view.width, view.height):
            self._highlights, self._odds, self._wrong_flags = new_highlights, odds, wrong_flags
            self._cursor = view.rules.centre
            self._geometry = BoardGeometry(view.width, view.height)
            self._fit()
            self.refresh()
            self.post_message(self.CursorMoved())
            return
        changed = {
            cell
            for cell in self._highlights.keys() | new_highlights.keys()
            if self._highlights.get(cell) != new_highlights.get(cell)
        }
        changed |= self._wrong_flags ^ wrong_flags
        old_odds = self._odds
        self._highlights, self._odds, self._wrong_flags = new_highlights, odds, wrong_flags
        self._refresh_rows(old_view, old_odds)
        self._refresh_cells(changed)

    def _refresh_rows(self, old_view: View, old_odds: OddsOverlay | None) -> None:
        """Redraw the cells whose symbols or odds have changed."""
        width = self._view.width
        for row in self._geometry.visible_rows:
            here = slice(row * width, (row + 1) * width)
            # Comparing whole rows as bytes is fast, and few rows differ.
            parts = [
                (view.cell_bytes[here], view.shown_bytes[here], odds.codes[row] if odds else None)
                for view, odds in ((old_view, old_odds), (self._view, self._odds))
            ]
            if parts[0] == parts[1]:
                continue
            states = [
                list(zip(cells, shown, codes or [0] * width, strict=True))
                for cells, shown, codes in parts
            ]
            different = [c for c in range(width) if states[0][c] != states[1][c]]
            first, last = (self._geometry.region((row, different[end])) for end in (0, -1))
            self._refresh_region(first.union(last))
        if self._odds is not old_odds:
            best = {odds.best for odds in (old_odds, self._odds) if odds}
            self._refresh_cells(cell for cell in best if cell)

    def _refresh_cells(self, cells: Iterable[Cell]) -> None:
        for cell in cells:
            self._refresh_region(self._geometry.region(cell))

    def _refresh_region(self, region: Region) -> None:
        visible = region.intersection(Region(0, 0, *self.size))
        if visible:
            self.refresh(visible)

    # Cursor and scrolling ------------------------------------------------------------------------

    def move_cursor(self, rows: int, columns: int) -> None:
        """Move the cursor by a number of rows and columns, stopping at the board's edge."""
        self.place_cursor((self._cursor[0] + rows, self._cursor[1] + columns))

    def place_cursor(self, cell: Cell) -> None:
        """Move the cursor to a cell and scroll it into view."""
        row = min(max(cell[0], 0), self._view.height - 1)
        column = min(max(cell[1], 0), self._view.width - 1)
        old_cursor, self._cursor = self._cursor, (row, column)
        if self._geometry.scroll_to(self._cursor):
            self.refresh()
        elif old_cursor != self._cursor:
            self._refresh_cells([old_cursor, self._cursor])
            self._refresh_names(old_cursor)
        if old_cursor != self._cursor:
            self.post_message(self.CursorMoved())

    def scroll_cells(self, rows: int, columns: int) -> None:
        """Scroll the board by a number of rows and columns, keeping the cursor visible."""
        geometry = self._geometry
        if geometry.show_from(geometry.top + rows, geometry.left + columns):
            self._cursor = geometry.nearest_visible(self._cursor)
            self.refresh()
            self.post_message(self.CursorMoved())

    def _fit(self) -> None:
        self._geometry.fit(self.size)
        self._geometry.scroll_to(self._cursor)

    def min_width(self) -> int:
        """Return the board width in terminal columns at the smallest cell size."""
        return self._geometry.min_width()

    def spaced_width(self) -> int:
        """Return the minimum board width in columns at which adjacent percentages do not touch."""
        return self._geometry.min_width(SPACED_CELL_WIDTH)

    def heights_for_width(self, width: int) -> list[int]:
        """Return the board height in lines for each cell size that fits the width."""
        return self._geometry.heights_for_width(width)

    def cell_at(self, x: int, y: int) -> Cell | None:
        """Return the cell at the given coordinates, or None if they are outside the board."""
        return self._geometry.cell_at(x, y)

    def centre_of(self, cell: Cell) -> tuple[int, int]:
        """Return the widget coordinates of a cell's centre."""
        return self._geometry.centre_of(cell)

    # Drawing -------------------------------------------------------------------------------------

    @property
    def renderer(self) -> CellRenderer:
        """The cell renderer for the current theme."""
        if self._renderer is None:
            colours = palette(
                is_dark=self.app.current_theme.dark,
                has_true_colour=self.app.console.color_system == "truecolor",
            )
            self._renderer = CellRenderer(colours, has_colour=not self.app.no_color)
        return self._renderer

    def reload_theme(self) -> None:
        """Redraw the board in the application's current theme."""
        self._renderer = None
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """Render one line of the widget."""
        if self._geometry.widget_size != self.size:  # drawing can precede the resize event
            self._fit()
        geometry, colours = self._geometry, self.renderer.palette
        normal = style(colours.label, colours.background)
        left, top = geometry.origin
        rows, columns = geometry.page
        if y == top - 1:
            return self._render_column_names()
        row, line = divmod(y - top, geometry.cell_height)
        if not 0 <= row < rows + (geometry.extra_lines and line == 0):
            return Strip([Segment(" " * self.size.width, normal)])
        row += geometry.top
        name = row_letters(row) if line == geometry.cell_height // 2 else ""
        bold = style(colours.cursor[1], colours.background, bold=True)
        segments = [
            Segment(f"{name:>{left - 1}} ", bold if row == self._cursor[0] else normal),
            *self._render_cells(row, line),
        ]
        used = left + columns * geometry.cell_width
        if used < self.size.width:
            segments.append(Segment(" " * (self.size.width - used), normal))
        return Strip(segments, max(used, self.size.width)).crop(0, self.size.width)

    def _render_cells(self, row: int, line: int) -> Iterable[Segment]:
        width, height = self._geometry.cell_width, self._geometry.cell_height
        pad_left = (width - 2) // 2
        pad_right = width - 2 - pad_left
        columns = self._geometry.visible_columns
        if height == 2 and line == 0:
            yield from (Segment("▄" * width, self._border_style(row, column)) for column in columns)
            return
        for column in columns:
            text, cell_style = self._render_cell((row, column))
            fill = text[0] if text == HIDDEN_WITHOUT_COLOUR else " "
            if line == height // 2:
                yield Segment(f"{fill * pad_left}{text}{fill * pad_right}", cell_style)
            else:
                yield Segment(fill * width, cell_style)

    def _border_style(self, row: int, column: int) -> Style:
        """Return the style of the line that a cell shares with the cell above it."""
        colours = []
        for each in (row, row - 1):
            is_visible = each in self._geometry.visible_rows
            background = self._render_cell((each, column))[1].bgcolor if is_visible else None
            colours.append(background.name if background else self.renderer.palette.background)
        return style(colours[0], colours[1])

    def _render_cell(self, cell: Cell) -> RenderedCell:
        index = cell[0] * self._view.width + cell[1]
        value = self._view.cell_bytes[index]
        highlight = self._highlights.get(cell)
        renderer = self.renderer
        if value <= MAX_CLUE:
            rendered = renderer.clue(value, cell, highlight)
        else:
            shown = self._view.shown_bytes[index]
            is_wrong_flag = cell in self._wrong_flags
            rendered = renderer.hidden(
                shown, cell, highlight, self._odds, is_wrong_flag=is_wrong_flag
            )
        return renderer.at_cursor(rendered) if cell == self._cursor else rendered

    def _render_column_names(self) -> Strip:
        """Render the column numbers.

        If the cells are narrow, only the first column, every fifth column and the cursor's column
        are numbered.
        """
        geometry, colours = self._geometry, self.renderer.palette
        normal = style(colours.label, colours.background)
        left, width = geometry.origin[0], geometry.cell_width
        right = left + geometry.page[1] * width
        line = [" "] * max(self.size.width, right)
        cursor_text = range(0)
        is_wide = width >= 4
        for column in geometry.visible_columns:
            number, distance = column + 1, abs(column - self._cursor[1])
            if not is_wide and column and distance and number % _COLUMN_NAME_STEP:
                continue
            if not is_wide and distance == 1:
                continue  # the number would touch the number at the cursor
            text = str(number)
            start = left + (column - geometry.left) * width + (width - 2) // 2
            if not distance:
                cursor_text = range(start, start + len(text))
            line[start : start + len(text)] = text
        if geometry.left > 0:
            line[left - 1] = "◂"
        if geometry.visible_columns.stop < self._view.width:
            line[min(right, self.size.width) - 1] = "▸"
        text = "".join(line)[: self.size.width]
        bold = style(colours.cursor[1], colours.background, bold=True)
        start, end = cursor_text.start, cursor_text.stop
        return Strip(
            [
                Segment(text[:start], normal),
                Segment(text[start:end], bold),
                Segment(text[end:], normal),
            ]
        )

    def _refresh_names(self, old_cursor: Cell) -> None:
        """Redraw the row and column names after a cursor move."""
        geometry = self._geometry
        left, top = geometry.origin
        self._refresh_region(Region(0, top - 1, self.size.width, 1))
        if old_cursor[0] != self._cursor[0]:
            for row in (old_cursor[0], self._cursor[0]):
                region = geometry.region((row, 0))
                self._refresh_region(Region(0, region.y, left, region.height))

    # Input ---------------------------------------------------------------------------------------

    def on_resize(self) -> None:
        """Fit the board to the new widget size."""
        self._fit()
        self.refresh()

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Record the cell where a mouse button was pressed."""
        self._pressed_cell = self.cell_at(event.x, event.y)

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Post `CellPressed` if the button is released on the cell where it was pressed."""
        pressed, self._pressed_cell = self._pressed_cell, None
        if pressed is not None and self.cell_at(event.x, event.y) == pressed:
            self.place_cursor(pressed)
            self.post_message(self.CellPressed(pressed, event.button))

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Scroll up, or left if Shift or Ctrl is held."""
        self._scroll_with_wheel(event, -_WHEEL_CELLS)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Scroll down, or right if Shift or Ctrl is held."""
        self._scroll_with_wheel(event, _WHEEL_CELLS)

    def on_mouse_scroll_left(self, event: events.MouseScrollLeft) -> None:
        """Scroll left."""
        event.stop()
        self.scroll_cells(0, -_WHEEL_CELLS)

    def on_mouse_scroll_right(self, event: events.MouseScrollRight) -> None:
        """Scroll right."""
        event.stop()
        self.scroll_cells(0, _WHEEL_CELLS)

    def _scroll_with_wheel(self, event: events.MouseEvent, cells: int) -> None:
        event.stop()
        if event.shift or event.ctrl:
            self.scroll_cells(0, cells)
        else:
            self.scroll_cells(cells, 0)
