"""The base class of all screens with a board, a title line, a message panel and a key list."""

import re
from typing import ClassVar, Final

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Footer, Static

from sapper.game.cell_names import parse_cell_name
from sapper.game.view import View
from sapper.tui.screens.base_screen import Result, SapperScreen
from sapper.tui.widgets.board_geometry import SPACED_CELL_WIDTH
from sapper.tui.widgets.board_widget import BoardWidget

PANEL_WIDTH: Final = 34
_MIN_PANEL_WIDTH: Final = 28
_MIN_WIDTH_WITH_PANEL: Final = 72
_MIN_WIDTH_FOR_ANY_BOARD: Final = 112
"""The minimum width at which the panel is visible even if the board has to scroll."""
_LOW_HEIGHT: Final = 18
_TINY_HEIGHT: Final = 9
_MIN_BAR_LINES, _MAX_BAR_LINES_IF_LOW, _MAX_BAR_LINES = 2, 3, 5
_LINES_AROUND_KEYS: Final = 10
_WORD: Final = re.compile(r"\w+")

Keys = tuple[tuple[str, str], ...]


class BoardScreen(SapperScreen[Result]):
    """A screen with a board, a title line and a message panel.

    The message panel is to the right of the board, or below it in a narrow terminal.
    """

    AUTO_FOCUS: ClassVar[str | None] = ""
    KEYS: ClassVar[Keys] = ()
    HEADING: ClassVar[str] = "Coach"

    DEFAULT_CSS = f"""
    #middle {{ height: 1fr; }}
    #board {{ width: 1fr; height: 1fr; }}
    #panel {{ width: {PANEL_WIDTH}; padding: 0 1; background: $surface; }}
    #panel .heading {{ color: $primary; text-style: bold; height: 1; }}
    #panel .keys-heading {{ margin-top: 1; }}
    #message {{ height: 1fr; scrollbar-size-vertical: 1; }}
    #keys {{ height: auto; }}
    BoardScreen.-narrow #middle {{ layout: vertical; }}
    BoardScreen.-narrow .heading, BoardScreen.-narrow #keys {{ display: none; }}
    BoardScreen.-narrow.-tiny #panel, BoardScreen.-tiny Footer {{ display: none; }}
    BoardScreen.-short .keys-heading, BoardScreen.-short #keys {{ display: none; }}
    """

    def __init__(self, view: View) -> None:
        super().__init__()
        self.board = BoardWidget(view, id="board")
        self._message = Text("")

    def compose(self) -> ComposeResult:
        """Create the widgets of the screen."""
        yield Static(id="title")
        with Horizontal(id="middle"):
            yield self.board
            with Vertical(id="panel"):
                yield Static(self.HEADING, classes="heading")
                with VerticalScroll(id="message", can_focus=False):
                    yield Static(id="message-text")
                yield Static("Keys", classes="heading keys-heading")
                yield Static(self._keys_text(), id="keys")
        yield Footer(compact=True, show_command_palette=False)

    def _keys_text(self) -> Text:
        lines = (Text.assemble((f"{keys:<10} ", "bold"), text) for keys, text in self.KEYS)
        return Text("\n").join(lines)

    def on_screen_resume(self) -> None:
        """Update the layout, because the terminal may have been resized in the meantime."""
        self.update_layout()

    def on_resize(self) -> None:
        """Update the layout to fit the new terminal size."""
        self.update_layout()

    @on(BoardWidget.OddsToggled)
    def on_odds_toggled(self) -> None:
        """Update the layout, because percentages need wider cells."""
        self.update_layout()

    def update_layout(self) -> None:
        """Place the message panel beside or below the board, and hide widgets that do not fit."""
        width, height = self.size
        fits_beside_board = width - self.board.geometry.width_for_cells() >= PANEL_WIDTH
        is_beside = width >= _MIN_WIDTH_WITH_PANEL and (
            fits_beside_board or width >= _MIN_WIDTH_FOR_ANY_BOARD
        )
        # A slightly narrower panel may leave enough space to separate the percentages of the odds,
        # and so may a panel below the board.
        beside_spaced_board = width - self.board.geometry.width_for_cells(SPACED_CELL_WIDTH)
        if self.board.odds is not None and 0 <= beside_spaced_board < _MIN_PANEL_WIDTH:
            is_beside = False
        self.set_class(not is_beside, "-narrow")
        is_narrowed = _MIN_PANEL_WIDTH <= beside_spaced_board < PANEL_WIDTH
        panel_width = beside_spaced_board if is_narrowed else PANEL_WIDTH
        panel = self.query_one("#panel")
        panel.styles.width = panel_width if is_beside else "100%"
        panel.styles.height = "100%" if is_beside else self._bar_height()
        self.update_title()
        self.set_class(height < _TINY_HEIGHT, "-tiny")
        key_lines = len(self.KEYS) * (2 if is_narrowed else 1)  # Long lines wrap.
        self.set_class(height < key_lines + _LINES_AROUND_KEYS, "-short")

    def _bar_height(self) -> int:
        """Return the height of the panel below the board, which is the same for all messages."""
        width, height = self.size
        max_lines = _MAX_BAR_LINES_IF_LOW if height < _LOW_HEIGHT else _MAX_BAR_LINES
        free = [height - 2 - lines for lines in self.board.geometry.heights_for_width(width)]
        available = next((lines for lines in free if lines > _MIN_BAR_LINES), 0)
        return min(max(available, _MIN_BAR_LINES), max_lines)

    def show_message(self, message: str | Text, *, has_cells: bool = True) -> None:
        """Show a message in the message panel and emphasise its cell names.

        Set `has_cells` to False if the message contains keys that look like cell names, such as F1.
        """
        text = Text(message) if isinstance(message, str) else message
        if text.plain == self._message.plain:
            return
        self._message = text
        if has_cells:
            for word in _WORD.finditer(text.plain):
                if word[0].isupper() and parse_cell_name(word[0]) is not None:
                    text.stylize("bold underline", *word.span())
        self.query_one("#message-text", Static).update(text)
        self.query_one("#message").scroll_home(animate=False)

    @property
    def message_text(self) -> str:
        """The text of the current message."""
        return self._message.plain

    def action_scroll_message(self, lines: int) -> None:
        """Scroll the message panel."""
        self.query_one("#message").scroll_relative(y=lines, animate=False)

    # Cursor --------------------------------------------------------------------------------------

    def action_move_cursor(self, rows: int, columns: int) -> None:
        """Move the cursor."""
        self.board.move_cursor(rows, columns)

    def action_move_cursor_by_page(self, pages: int) -> None:
        """Move the cursor by the height of the visible part of the board."""
        self.board.move_cursor(pages * self.board.geometry.page[0], 0)

    def action_move_cursor_to_edge(self, columns: int) -> None:
        """Move the cursor to the start or the end of its row."""
        self.board.move_cursor(0, columns * self.board.view.width)
