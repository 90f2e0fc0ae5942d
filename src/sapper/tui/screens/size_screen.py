"""Asks for a size such as 9x9/10."""

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input, Label

from sapper.errors import SapperError
from sapper.game.rules import Rules
from sapper.tui.screens.base_screen import sentence
from sapper.tui.widgets.modal import Window


class SizeScreen(Window[Rules]):
    """Gives rules, None when the player changes their mind."""

    DEFAULT_CSS = "SizeScreen #fault { color: $error; width: 1fr; height: auto; }"

    def __init__(self, size: str) -> None:
        super().__init__()
        self._text = size

    def compose(self) -> ComposeResult:
        """Lay the window out."""
        with Vertical(classes="window") as window:
            window.border_title = "Size: WIDTHxHEIGHT/MINES, or a level"
            window.border_subtitle = "Enter takes it · Esc leaves"
            yield Input(self._text, compact=True, max_length=20)
            yield Label("", id="fault", markup=False)  # it quotes what was typed

    @on(Input.Submitted)
    def choose(self, event: Input.Submitted) -> None:
        """Take the size."""
        try:
            rules = Rules.level(event.value, start="any")
        except SapperError as error:
            hint = f" {sentence(error.hint)}" if error.hint else ""
            self.query_one("#fault", Label).update(f"{sentence(str(error))}{hint}")
            return
        self.dismiss(rules)
