"""The board-size dialog."""

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input, Label

from sapper.errors import SapperError
from sapper.game.rules import Rules
from sapper.tui.screens.base_screen import error_text
from sapper.tui.widgets.modal import Modal


class BoardSizeScreen(Modal[Rules]):
    """A dialog that asks for a board size and returns it as `Rules`."""

    def __init__(self, size: str) -> None:
        super().__init__()
        self._initial_size = size

    def compose(self) -> ComposeResult:
        """Create the dialog."""
        with Vertical(classes="dialog") as dialog:
            dialog.border_title = "Board size: a level or WIDTHxHEIGHT/MINES"
            dialog.border_subtitle = "Enter: apply · Esc: cancel"
            yield Input(self._initial_size, compact=True, max_length=20)
            # The error message quotes user input, which must not be parsed as markup.
            yield Label("", id="error", markup=False)

    @on(Input.Submitted)
    def apply(self, event: Input.Submitted) -> None:
        """Return the entered board size, or show an error if it is invalid."""
        try:
            rules = Rules.level(event.value, start="any")
        except SapperError as error:
            self.query_one("#error", Label).update(error_text(error))
            return
        self.dismiss(rules)
