"""A board widget that redraws only the cells that have changed.

The widget draws the positions it receives and knows nothing about the rules of the game. A board
larger than the widget scrolls with the cursor, while the row and column names stay visible.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Final

from rich.segment import Segment
from rich.style import Style
from textual import events, on
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
from sapper.tui.widgets.board_geometry import (
    MIN_CELL_WIDTH,
    SPACED_CELL_WIDTH,
    BoardGeometry,
)
from sapper.tui.widgets.cell_renderer import HIDDEN_WITHOUT_COLOUR, CellRenderer, RenderedCell

LEFT, MIDDLE, RIGHT = 1, 2, 3
"""The mouse buttons."""
_COLUMN_NAME_STEP: Final = 5
_WHEEL_CELLS: Final[dict[type[events.MouseEvent], tuple[int, int]]] = {
    events.MouseScrollUp: (-3, 0),
    events.MouseScrollDown: (3, 0),
    events.MouseScrollLeft: (0, -3),
    events.MouseScrollRight: (0, 3),
}
"""The number of rows and columns that each kind of wheel event scrolls."""


class BoardWidget(Widget, can_focus=False):
    """A widget that shows a position with a cursor, highlights and odds."""

    ALLOW_SELECT: ClassVar[bool] = False

    @dataclass
    class CellPressed(Message):
        """A message posted when a mouse button is pressed and released on the same cell."""

        cell: Cell
        button: int

    class CursorMoved(Message):
        """A message posted when the cursor moves to another cell."""

    class OddsToggled(Message):
        """A message posted when odds appear or disappear, which can change the cell size."""

    def __init__(
        self,
        view: View,
        *,
        id: str | None = None,  # noqa: A002
        has_cursor: bool = True,
    ) -> None:
        super().__init__(id=id)
        self._has_cursor = has_cursor
        # Only the methods of this class change these attributes.
        self.view = view
        self.cursor: Cell = view.rules.centre
        self.highlights: dict[Cell, Highlight] = {}
        self.odds: OddsOverlay | None = None
        self._wrong_flags: frozenset[Cell] = frozenset()
        self.geometry = BoardGeometry(view.width, view.height)
        self._pressed_cell: Cell | None = None
        self._renderer: CellRenderer | None = None

    # Content -------------------------------------------------------------------------------------

    def show(
        self,
        view: View,
        *,
        highlights: Iterable[Highlight] = (),
        odds: OddsOverlay | None = None,
        wrong_flags: frozenset[Cell] = frozenset(),
    ) -> None:
        """Draw a position with its highlights, odds and wrong flags."""
        old_view, old_odds = self.view, self.odds
        old_highlights, old_wrong_flags = self.highlights, self._wrong_flags
        self.view, self.odds = view, odds
        self.highlights, self._wrong_flags = {each.cell: each for each in highlights}, wrong_flags
        if (old_view.width, old_view.height) != (view.width, view.height):
            self.cursor = view.rules.centre
            self.geometry = BoardGeometry(view.width, view.height)
            self.on_resize()
            self.post_message(self.CursorMoved())
            return
        if (old_odds is None) != (odds is None):
            self.on_resize()
            self.post_message(self.OddsToggled())
            return
        self._refresh_rows(old_view, old_odds)
        # Each item is a cell with its highlight, so a changed highlight occurs twice in the
        # difference.
        changed = old_highlights.items() ^ self.highlights.items()
        self._refresh_cells({cell for cell, _ in changed} | (old_wrong_flags ^ wrong_flags))

    def _refresh_rows(self, old_view: View, old_odds: OddsOverlay | None) -> None:
        """Redraw the rows in which a symbol or the odds have changed."""
        width = self.view.width
        for row in self.geometry.visible_rows:
            here = slice(row * width, (row + 1) * width)
            old, new = (
                (view.cell_bytes[here], view.shown_bytes[here], odds.codes[row] if odds else None)
                for view, odds in ((old_view, old_odds), (self.view, self.odds))
            )
            if old != new:
                self._refresh_region(self.geometry.row_region(row))
        if self.odds is not old_odds:
            best = {overlay.odds.best for overlay in (old_odds, self.odds) if overlay}
            self._refresh_cells(cell for cell in best if cell)

    def _refresh_cells(self, cells: Iterable[Cell]) -> None:
        for cell in cells:
            self._refresh_region(self.geometry.region(cell))

    def _refresh_region(self, region: Region) -> None:
        visible = region.intersection(Region(0, 0, *self.size))
        if visible:
            self.refresh(visible)

    # Cursor and scrolling ------------------------------------------------------------------------

    def move_cursor(self, rows: int, columns: int) -> None:
        """Move the cursor by a number of rows and columns, stopping at the board's edge."""
        self.place_cursor((self.cursor[0] + rows, self.cursor[1] + columns))

    def place_cursor(self, cell: Cell) -> None:
        """Move the cursor to a cell and scroll it into view."""
        row = min(max(cell[0], 0), self.view.height - 1)
        column = min(max(cell[1], 0), self.view.width - 1)
        old_cursor, self.cursor = self.cursor, (row, column)
        if self.geometry.scroll_to(self.cursor):
            self.refresh()
        elif old_cursor != self.cursor:
            self._refresh_cells([old_cursor, self.cursor])
            self._refresh_names(old_cursor)
        if old_cursor != self.cursor:
            self.post_message(self.CursorMoved())

    def scroll_cells(self, rows: int, columns: int) -> None:
        """Scroll the board by a number of rows and columns, keeping the cursor visible."""
        geometry = self.geometry
        if geometry.show_from(geometry.top + rows, geometry.left + columns):
            self.cursor = geometry.nearest_visible(self.cursor)
            self.refresh()
            self.post_message(self.CursorMoved())

    def _fit(self) -> None:
        # Percentages in cells of two columns would run together.
        min_width = MIN_CELL_WIDTH if self.odds is None else SPACED_CELL_WIDTH
        self.geometry.fit(self.size, min_cell_width=min_width)
        self.geometry.scroll_to(self.cursor)

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
        # The widget may be drawn before it receives the resize event.
        if self.geometry.widget_size != self.size:
            self._fit()
        geometry, colours = self.geometry, self.renderer.palette
        normal = style(colours.label, colours.background)
        left, top = geometry.origin
        if y == top - 1:
            return self._render_column_names()
        row, line = divmod(y - top, geometry.cell_height)
        if not 0 <= row < geometry.page[0] + (geometry.extra_lines and line == 0):
            return Strip.blank(self.size.width, normal)
        row += geometry.top
        name = row_letters(row) if line == geometry.cell_height // 2 else ""
        bold = style(colours.cursor[1], colours.background, bold=True)
        is_cursor_row = self._has_cursor and row == self.cursor[0]
        name_segment = Segment(f"{name:>{left - 1}} ", bold if is_cursor_row else normal)
        used = left + geometry.page[1] * geometry.cell_width
        strip = Strip([name_segment, *self._render_cells(row, line)], used)
        return strip.adjust_cell_length(self.size.width, normal)

    def _render_cells(self, row: int, line: int) -> Iterable[Segment]:
        width, height = self.geometry.cell_width, self.geometry.cell_height
        pad_left = (width - 2) // 2
        pad_right = width - 2 - pad_left
        columns = self.geometry.visible_columns
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
        """Return the style of the border line between a cell and the cell above."""
        colours = []
        for each in (row, row - 1):
            is_visible = each in self.geometry.visible_rows
            background = self._render_cell((each, column))[1].bgcolor if is_visible else None
            colours.append(background.name if background else self.renderer.palette.background)
        return style(colours[0], colours[1])

    def _render_cell(self, cell: Cell) -> RenderedCell:
        index = cell[0] * self.view.width + cell[1]
        value = self.view.cell_bytes[index]
        highlight = self.highlights.get(cell)
        renderer = self.renderer
        if value <= MAX_CLUE:
            text, cell_style = renderer.clue(value, cell, highlight)
        else:
            shown = self.view.shown_bytes[index]
            is_wrong_flag = cell in self._wrong_flags
            text, cell_style = renderer.hidden(
                shown, cell, highlight, self.odds, is_wrong_flag=is_wrong_flag
            )
        is_cursor = self._has_cursor and cell == self.cursor
        return text, style(*renderer.palette.cursor, bold=True) if is_cursor else cell_style

    def _render_column_names(self) -> Strip:
        """Render the column numbers.

        If the cells are narrow, only the first column, every fifth column and the cursor's column
        are numbered.
        """
        geometry, colours = self.geometry, self.renderer.palette
        normal = style(colours.label, colours.background)
        left, width = geometry.origin[0], geometry.cell_width
        right = left + geometry.page[1] * width
        line = [" "] * max(self.size.width, right)
        cursor_text = range(0)
        is_wide = width >= 4
        cursor_column = self.cursor[1] if self._has_cursor else -2
        for column in geometry.visible_columns:
            number, distance = column + 1, abs(column - cursor_column)
            if not is_wide and column and distance and number % _COLUMN_NAME_STEP:
                continue
            if not is_wide and distance == 1:
                continue  # This number would touch the number at the cursor.
            text = str(number)
            start = left + (column - geometry.left) * width + (width - 2) // 2
            if not distance:
                cursor_text = range(start, start + len(text))
            line[start : start + len(text)] = text
        if geometry.left > 0:
            line[left - 1] = "◂"
        if geometry.visible_columns.stop < self.view.width:
            line[min(right, self.size.width) - 1] = "▸"
        text = "".join(line)[: self.size.width]
        bold = style(colours.cursor[1], colours.background, bold=True)
        before, after = text[: cursor_text.start], text[cursor_text.stop :]
        name = text[cursor_text.start : cursor_text.stop]
        return Strip([Segment(before, normal), Segment(name, bold), Segment(after, normal)])

    def _refresh_names(self, old_cursor: Cell) -> None:
        """Redraw the row and column names after a cursor move."""
        geometry = self.geometry
        left, top = geometry.origin
        self._refresh_region(Region(0, top - 1, self.size.width, 1))
        if old_cursor[0] != self.cursor[0]:
            for row in (old_cursor[0], self.cursor[0]):
                region = geometry.region((row, 0))
                self._refresh_region(Region(0, region.y, left, region.height))

    # Input ---------------------------------------------------------------------------------------

    def on_resize(self) -> None:
        """Fit the board to the widget and redraw it."""
        self._fit()
        self.refresh()

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Record the cell where a mouse button was pressed."""
        self._pressed_cell = self.geometry.cell_at(event.x, event.y)

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Post `CellPressed` if the button is released on the cell where it was pressed."""
        pressed, self._pressed_cell = self._pressed_cell, None
        if pressed is not None and self.geometry.cell_at(event.x, event.y) == pressed:
            self.place_cursor(pressed)
            self.post_message(self.CellPressed(pressed, event.button))

    @on(events.MouseScrollUp)
    @on(events.MouseScrollDown)
    @on(events.MouseScrollLeft)
    @on(events.MouseScrollRight)
    def scroll_with_wheel(self, event: events.MouseEvent) -> None:
        """Scroll the board.

        While Shift or Ctrl is held, the vertical wheel scrolls left or right.
        """
        event.stop()
        rows, columns = _WHEEL_CELLS[type(event)]
        is_sideways = event.shift or event.ctrl
        self.scroll_cells(*((0, rows + columns) if is_sideways else (rows, columns)))
