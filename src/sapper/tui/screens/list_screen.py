"""The base class of all screens with a list and details of the selected row."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar, Final

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import DataTable, Footer, Static

from sapper.coach.highlights import Highlight
from sapper.game.view import View, parse_view
from sapper.tui.screens.base_screen import Result, SapperScreen
from sapper.tui.widgets.board_geometry import BoardGeometry
from sapper.tui.widgets.board_widget import BoardWidget

if TYPE_CHECKING:
    from rich.console import JustifyMethod

_MIN_DETAIL_WIDTH: Final = 36
_BAR_LINES: Final = 5
_LOW_HEIGHT: Final = 16
_CELL_PADDING: Final = 2
_SCROLLBAR: Final = 1
NO_STYLES: Final[Mapping[int, str]] = MappingProxyType({})
_NO_BOARD: Final = parse_view("1x1/0\n#")


class ListTable(DataTable[Text]):
    """A table in which Home and End select the first and the last row."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("home", "scroll_top", "First", show=False),
        Binding("end", "scroll_bottom", "Last", show=False),
        Binding("j", "cursor_down", "Down", show=False),
        Binding("k", "cursor_up", "Up", show=False),
    ]

    def action_select_cursor(self) -> None:
        """Open the selected row, or let the screen handle the key if the list is empty."""
        if self.row_count:
            super().action_select_cursor()
        else:
            self.call_later(self.screen.run_action, "open")


class ListScreen(SapperScreen[Result]):
    """A screen with a list on the left and details of the selected row on the right.

    The details are below the list in a narrow terminal.
    """

    AUTO_FOCUS: ClassVar[str | None] = "#list"
    MOUSE_HELP: ClassVar[str] = "Click: select. Click again: open. Wheel: scroll"
    COLUMNS: ClassVar[Sequence[tuple[str, int]]] = ()
    """The heading and the width of each column. The first `MIN_COLUMNS` must always be visible."""
    MIN_COLUMNS: ClassVar[int] = 0
    RIGHT_ALIGNED: ClassVar[Sequence[int]] = ()
    """The indices of the columns that contain numbers."""

    DEFAULT_CSS = f"""
    ListScreen #list {{ height: 1fr; scrollbar-size-vertical: {_SCROLLBAR};
        scrollbar-size-horizontal: 0; background: $background; }}
    ListScreen #list > .datatable--header {{ background: $surface; color: $primary; }}
    ListScreen #middle {{ height: 1fr; }}
    ListScreen #detail {{ padding: 0 1; background: $surface; width: 1fr; height: 100%; }}
    ListScreen #preview {{ height: 2fr; margin-bottom: 1; }}
    ListScreen #message {{ height: 1fr; scrollbar-size-vertical: 1; }}
    ListScreen #message-text {{ height: auto; }}
    ListScreen.-narrow #middle {{ layout: vertical; }}
    ListScreen.-narrow #detail {{ height: {_BAR_LINES}; width: 100%; }}
    ListScreen.-narrow #preview, ListScreen #preview.-hidden {{ display: none; }}
    ListScreen.-low #detail {{ display: none; }}
    """

    def __init__(self) -> None:
        super().__init__()
        self.table = ListTable(
            id="list", cursor_type="row", zebra_stripes=False, cell_padding=_CELL_PADDING // 2
        )
        self.preview = BoardWidget(_NO_BOARD, id="preview", has_cursor=False)
        self._details = Text("")

    def compose(self) -> ComposeResult:
        """Create the widgets of the screen."""
        yield Static(id="title")
        with Horizontal(id="middle"):
            yield self.table
            with Vertical(id="detail"):
                yield self.preview
                with VerticalScroll(id="message", can_focus=False):
                    yield Static(id="message-text")
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        """Create the columns and load the rows."""
        for column, (heading, width) in enumerate(self.COLUMNS):
            justify: JustifyMethod = "right" if column in self.RIGHT_ALIGNED else "left"
            self.table.add_column(Text(heading, justify=justify), width=width)
        self.show_position(None)
        self.load_rows()

    def load_rows(self) -> None:
        """Fill the list, using a background task if loading takes time."""
        raise NotImplementedError

    def show_row(self, key: str) -> None:
        """Show the details of a row."""
        raise NotImplementedError

    def open_row(self, key: str) -> None:
        """Open the item that a row represents."""
        raise NotImplementedError

    # Layout --------------------------------------------------------------------------------------

    def on_screen_resume(self) -> None:
        """Update the layout, because the terminal may have been resized in the meantime."""
        self.update_layout()

    def on_resize(self) -> None:
        """Update the layout to fit the new terminal size."""
        self.update_layout()

    def update_layout(self) -> None:
        """Place the details beside or below the list."""
        width, height = self.size
        widths = [column_width + _CELL_PADDING for _, column_width in self.COLUMNS]
        least = sum(widths[: self.MIN_COLUMNS or None]) + _SCROLLBAR
        free = width - sum(widths) - _SCROLLBAR
        table_width = least if free < _MIN_DETAIL_WIDTH else sum(widths) + _SCROLLBAR
        is_beside = width - table_width >= _MIN_DETAIL_WIDTH
        self.set_class(not is_beside, "-narrow")
        self.set_class(height < _LOW_HEIGHT and not is_beside, "-low")
        self.table.styles.width = table_width
        self.update_title()

    # Rows ----------------------------------------------------------------------------------------

    def add_row(self, key: str, *cells: str, styles: Mapping[int, str] = NO_STYLES) -> None:
        """Add a row. `styles` maps column numbers to styles."""
        texts = [Text(cell, styles.get(column, "")) for column, cell in enumerate(cells)]
        for column in self.RIGHT_ALIGNED:
            texts[column].justify = "right"
        self.table.add_row(*texts, key=key)

    @property
    def selected(self) -> str | None:
        """The key of the selected row, or None if the list is empty."""
        if not self.table.row_count:
            return None
        row = self.table.coordinate_to_cell_key(self.table.cursor_coordinate).row_key
        return row.value

    @on(DataTable.RowHighlighted)
    def on_row_highlighted(self, event: DataTable.RowHighlighted) -> None:
        """Show the details of the selected row."""
        if event.row_key is not None and event.row_key.value is not None:
            self.show_row(event.row_key.value)

    @on(DataTable.RowSelected)
    def on_row_selected(self, event: DataTable.RowSelected) -> None:
        """Open the selected row."""
        if event.row_key.value is not None:
            self.open_row(event.row_key.value)

    def action_open(self) -> None:
        """Open the selected row."""
        if (key := self.selected) is not None:
            self.open_row(key)

    # Details -------------------------------------------------------------------------------------

    def show_details(self, text: str | Text) -> None:
        """Show a description of the selected row."""
        self._details = Text(text) if isinstance(text, str) else text
        self.query_one("#message-text", Static).update(self._details)
        self.query_one("#message").scroll_home(animate=False)

    @property
    def details_text(self) -> str:
        """The description of the selected row."""
        return self._details.plain

    def show_position(
        self, view: View | None, highlights: Sequence[Highlight] = (), *, is_large: bool = False
    ) -> None:
        """Show a position above the details, or hide the preview if `view` is None.

        If `is_large` is True, the position fills most of the space.
        """
        self.preview.set_class(view is None, "-hidden")
        self.preview.styles.height = "4fr" if is_large else "2fr"
        if view is not None:
            self.preview.show(view, highlights=highlights)

    def preview_fits(self, view: View) -> bool:
        """Return whether a position fits above the details at its full width."""
        needed = BoardGeometry(view.width, view.height).width_for_cells()
        return (
            not self.has_class("-narrow") and needed <= self.query_one("#detail").content_size.width
        )

    def show_message(self, message: str | Text) -> None:
        """Show a message in a notification."""
        self.notify(str(message), timeout=6, markup=False)
