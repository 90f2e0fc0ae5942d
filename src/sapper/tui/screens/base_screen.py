"""The base class of all screens with a board, a title line, a message panel and a key list."""

import re
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, ClassVar, Final, ParamSpec, TypeVar, cast

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import Screen
from textual.widgets import Footer, Static

from sapper.errors import SapperError
from sapper.game.cell_names import parse_cell_name
from sapper.game.view import View
from sapper.tui.widgets.board_geometry import SPACED_CELL_WIDTH
from sapper.tui.widgets.board_widget import BoardWidget

if TYPE_CHECKING:
    from textual.worker import WorkType

    from sapper.play.local_service import LocalService
    from sapper.tui.sapper_app import SapperApp

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

PANEL_WIDTH: Final = 34
_MIN_PANEL_WIDTH: Final = 28
_MIN_WIDTH_WITH_PANEL: Final = 72
_MIN_WIDTH_FOR_ANY_BOARD: Final = 112
"""The width from which the panel is shown even if the board has to scroll."""
_LOW_HEIGHT: Final = 18
_TINY_HEIGHT: Final = 9
_MIN_BAR_LINES, _MAX_BAR_LINES_IF_LOW, _MAX_BAR_LINES = 2, 3, 5
_LINES_AROUND_KEYS: Final = 10
_WORD: Final = re.compile(r"\w+")

Keys = tuple[tuple[str, str], ...]


def as_sentence(message: str) -> str:
    """Turn an error message or a reason into a sentence."""
    return f"{message[:1].upper()}{message[1:]}{'' if message.endswith('.') else '.'}"


def error_text(error: SapperError) -> Text:
    """Return an error message, followed by its hint if there is one."""
    text = Text(as_sentence(str(error)))
    if error.hint:
        text.append(f"\n{as_sentence(error.hint)}", "italic")
    return text


class BoardScreen(Screen[Result]):
    """A screen with a board, a title line and a message panel.

    The message panel is to the right of the board, or below it in a narrow terminal.
    """

    AUTO_FOCUS: ClassVar[str | None] = ""
    KEYS: ClassVar[Keys] = ()
    HEADING: ClassVar[str] = "Coach"
    MOUSE_HELP: ClassVar[str] = "Wheel: scroll"
    QUIT_HELP: ClassVar[str] = "Quit"

    DEFAULT_CSS = f"""
    BoardScreen {{ layout: vertical; }}
    #title {{ height: 1; background: $panel; }}
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
        self._message = self._drawn_title = Text("")

    @property
    def sapper(self) -> "SapperApp":
        """The application."""
        return cast("SapperApp", self.app)

    @property
    def service(self) -> "LocalService":
        """The application service."""
        return self.sapper.service

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
        """Update the layout, because the terminal may have been resized on another screen."""
        self.update_layout()

    def on_resize(self) -> None:
        """Update the layout to fit the new terminal size."""
        self.update_layout()

    def update_layout(self) -> None:
        """Place the message panel beside or below the board, and hide widgets that do not fit."""
        width, height = self.size
        fits_beside_board = width - self.board.geometry.width_for_cells() >= PANEL_WIDTH
        is_beside = width >= _MIN_WIDTH_WITH_PANEL and (
            fits_beside_board or width >= _MIN_WIDTH_FOR_ANY_BOARD
        )
        self.set_class(not is_beside, "-narrow")
        # A slightly narrower panel may leave enough space to separate the percentages of the odds.
        beside_spaced_board = width - self.board.geometry.width_for_cells(SPACED_CELL_WIDTH)
        is_narrowed = _MIN_PANEL_WIDTH <= beside_spaced_board < PANEL_WIDTH
        panel_width = beside_spaced_board if is_narrowed else PANEL_WIDTH
        panel = self.query_one("#panel")
        panel.styles.width = panel_width if is_beside else "100%"
        panel.styles.height = "100%" if is_beside else self._bar_height()
        self.update_title()
        self.set_class(height < _TINY_HEIGHT, "-tiny")
        key_lines = len(self.KEYS) * (2 if is_narrowed else 1)  # long lines wrap
        self.set_class(height < key_lines + _LINES_AROUND_KEYS, "-short")

    def _bar_height(self) -> int:
        """Return the height of the panel below the board, which is the same for all messages."""
        width, height = self.size
        max_lines = _MAX_BAR_LINES_IF_LOW if height < _LOW_HEIGHT else _MAX_BAR_LINES
        free = [height - 2 - lines for lines in self.board.geometry.heights_for_width(width)]
        available = next((lines for lines in free if lines > _MIN_BAR_LINES), 0)
        return min(max(available, _MIN_BAR_LINES), max_lines)

    def title_text(self) -> Text:
        """Return the text of the title line."""
        raise NotImplementedError

    def update_title(self) -> None:
        """Redraw the title line if it has changed. Shorten the line in a narrow terminal."""
        text = self.title_text()
        if text.cell_len > self.size.width:
            words = [word for word in text.split(" ") if word.plain]
            text = Text(" ").join([Text(""), *words[1:]])
        if text != self._drawn_title:
            self._drawn_title = text
            # The clock may tick once more while the screen is closing and has no title line.
            for title in self.query("#title").results(Static):
                title.update(text)

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

    @contextmanager
    def showing_errors(self) -> Iterator[None]:
        """Show the message of a SapperError that is raised in the `with` block."""
        try:
            yield
        except SapperError as error:
            self.show_message(error_text(error))

    def notify_error(self, error: SapperError, *, title: str) -> None:
        """Show an error in a notification."""
        self.notify(str(error), title=title, severity="warning", timeout=10, markup=False)

    def start_task(
        self,
        group: str,
        task: Callable[Arguments, Awaitable[None]],
        *args: Arguments.args,
        **kwargs: Arguments.kwargs,
    ) -> None:
        """Run a background task, which replaces any earlier task of the same group."""

        async def run() -> None:
            with self.showing_errors():
                await task(*args, **kwargs)

        work: WorkType[None] = run  # a task cancelled before its start leaves no coroutine behind
        self.run_worker(work, group=group, exclusive=True)

    def action_scroll_message(self, lines: int) -> None:
        """Scroll the message panel."""
        self.query_one("#message").scroll_relative(y=lines, animate=False)

    def described_bindings(self) -> Iterator[tuple[Binding, str]]:
        """Yield the key bindings for the screen's own actions, each with a summary.

        Cursor keys are omitted.
        """
        for _, binding, is_enabled, _ in self.active_bindings.values():
            method = getattr(self, f"action_{binding.action.partition('(')[0]}", None)
            if is_enabled and method is not None and not binding.action.startswith("move_cursor"):
                yield binding, (method.__doc__ or "").partition(".")[0].strip()

    def action_help(self) -> None:
        """Show all keys."""
        from sapper.tui.screens.help_screen import HelpScreen

        self.app.push_screen(HelpScreen(self))

    def action_back(self) -> None:
        """Return to the previous screen, or quit."""
        if len(self.app.screen_stack) > 2:
            self.app.pop_screen()
        else:
            self.app.exit()

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
