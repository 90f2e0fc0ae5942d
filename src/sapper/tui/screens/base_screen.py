"""The frame that all screens with a board share: title, board, words beside it and keys."""

import re
from typing import ClassVar, Final, TypeVar

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import Screen
from textual.widgets import Footer, Static

from sapper.game.cell_names import with_names
from sapper.game.view import View
from sapper.tui.widgets.board_widget import Board

Result = TypeVar("Result")

PANEL_WIDTH: Final = 34
_MIN_WIDTH_WITH_PANEL: Final = 72
_WIDE: Final = 112
_LOW: Final = 18
_MIN_WORDS, _MAX_WORDS_IF_LOW, _MAX_WORDS = 2, 3, 5
_TINY: Final = 9
_CELL_NAME: Final = re.compile(r"\b[A-Z]{1,3}[1-9]\d{0,3}\b")

Keys = tuple[tuple[str, str], ...]


def sentence(message: str) -> str:
    """Return a message of an error or a reason as a sentence, cells by their names."""
    text = with_names(message)
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith('.') else '.'}"


class Words(VerticalScroll, can_focus=False):
    """Text that may be longer than its place; the wheel scrolls it."""


class BoardScreen(Screen[Result]):
    """A board with a title above and words beside it, or under it where the terminal is narrow."""

    AUTO_FOCUS: ClassVar[str | None] = ""
    KEYS: ClassVar[Keys] = ()
    HEADING: ClassVar[str] = "Coach"
    MOUSE: ClassVar[str] = "the wheel scrolls"
    """What the mouse does, for the help."""
    LEAVING: ClassVar[str] = "Leave"

    DEFAULT_CSS = f"""
    BoardScreen {{ layout: vertical; }}
    #title {{ height: 1; background: $panel; }}
    #middle {{ height: 1fr; }}
    #board {{ width: 1fr; height: 1fr; }}
    #panel {{ width: {PANEL_WIDTH}; padding: 0 1; background: $surface; }}
    #panel .heading {{ color: $primary; text-style: bold; height: 1; }}
    #panel .keys-heading {{ margin-top: 1; }}
    #words {{ height: 1fr; scrollbar-size-vertical: 1; }}
    #keys {{ height: auto; }}
    #bar {{ padding: 0 1; background: $surface; display: none; scrollbar-size-vertical: 1; }}
    BoardScreen.-narrow #panel {{ display: none; }}
    BoardScreen.-narrow #bar {{ display: block; }}
    BoardScreen.-tiny #bar, BoardScreen.-tiny Footer {{ display: none; }}
    BoardScreen.-short #keys {{ display: none; }}
    BoardScreen.-short .keys-heading {{ display: none; }}
    """

    def __init__(self, view: View) -> None:
        super().__init__()
        self.board = Board(view, id="board")
        self._said: Text = Text("")
        self._title_text = Text("")

    def compose(self) -> ComposeResult:
        """Lay the screen out."""
        yield Static(id="title")
        with Horizontal(id="middle"):
            yield self.board
            with Vertical(id="panel"):
                yield Static(self.HEADING, classes="heading")
                with Words(id="words"):
                    yield Static(id="said")
                yield Static("Keys", classes="heading keys-heading")
                yield Static(self._keys_text(), id="keys")
        with Words(id="bar"):
            yield Static(id="bar-said")
        yield Footer(compact=True, show_command_palette=False)

    def _keys_text(self) -> Text:
        text = Text()
        for number, (keys, what) in enumerate(self.KEYS):
            if number:
                text.append("\n")
            text.append(f"{keys:<10} ", "bold")
            text.append(what)
        return text

    def on_screen_resume(self) -> None:
        """Fit into a terminal that may have changed while another screen was shown."""
        self.lay_out()

    def on_resize(self) -> None:
        """Show the panel where there is room for it beside the board."""
        self.lay_out()

    def lay_out(self) -> None:
        """Decide where the words go."""
        width, height = self.size
        beside = width - self.board.fitting_width() >= PANEL_WIDTH
        has_panel = width >= _MIN_WIDTH_WITH_PANEL and (beside or width >= _WIDE)
        self.set_class(not has_panel, "-narrow")
        self.query_one("#bar").styles.height = self._bar_height()
        self._fit_title()
        self.set_class(height < _TINY, "-tiny")
        self.set_class(height < len(self.KEYS) + 10, "-short")

    def _bar_height(self) -> int:
        """Return the lines for words under the board: always as many, so that the board stays."""
        width, height = self.size
        most = _MAX_WORDS_IF_LOW if height < _LOW else _MAX_WORDS
        free = [height - 2 - lines for lines in self.board.fitting_heights(width)]
        room = next((lines for lines in free if lines > _MIN_WORDS), 0)
        return min(max(room, _MIN_WORDS), most)

    def set_title(self, text: Text) -> None:
        """Show what is being played in the line at the top."""
        self._title_text = text
        self._fit_title()

    def _fit_title(self) -> None:
        """Show the title, in a narrow terminal without its first word and wide gaps."""
        text = self._title_text
        if text.cell_len > self.size.width:
            words = [word for word in text.split(" ") if word.plain]
            text = Text(" ").join([Text(""), *words[1:]])
        self.query_one("#title", Static).update(text)

    def say(self, words: str | Text, *, has_cells: bool = True) -> None:
        """Tell something beside the board; names of cells stand out."""
        text = Text(words) if isinstance(words, str) else words
        if text.plain == self._said.plain:
            return
        self._said = text
        if has_cells:  # F1 may be a key
            text.highlight_regex(_CELL_NAME, "bold underline")
        self.query_one("#said", Static).update(text)
        self.query_one("#bar-said", Static).update(text)
        self.query_one("#words", Words).scroll_home(animate=False)
        self.query_one("#bar", Words).scroll_home(animate=False)

    @property
    def said(self) -> str:
        """What is told beside the board."""
        return self._said.plain

    def action_scroll_words(self, lines: int) -> None:
        """Scroll the words beside the board."""
        for name in ("#words", "#bar"):
            self.query_one(name, Words).scroll_relative(y=lines, animate=False)

    def action_help(self) -> None:
        """Show all keys."""
        from sapper.tui.screens.help_screen import HelpScreen

        self.app.push_screen(HelpScreen(self))

    def dismiss_or_exit(self) -> None:
        """Go back to the screen under this one, or leave where this one was the first."""
        if len(self.app.screen_stack) > 2:
            self.app.pop_screen()
        else:
            self.app.exit()

    # The cursor, the same everywhere -------------------------------------------------------------

    def action_go(self, rows: int, columns: int) -> None:
        """Move the cursor."""
        self.board.move_cursor(rows, columns)

    def action_go_page(self, rows: int, columns: int) -> None:
        """Move the cursor by as much as is in view."""
        shown_rows, shown_columns = self.board.page
        self.board.move_cursor(rows * shown_rows, columns * shown_columns)

    def action_go_end(self, columns: int) -> None:
        """Move the cursor to an end of its row."""
        self.board.move_cursor(0, columns * self.board.view.width)
