"""Dialogs that ask for a line of text or for confirmation."""

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input, Label, Static
from textual.widgets.option_list import Option

from sapper.tui.widgets.modal import ListDialog, Modal

_YES = "yes"


class TextDialog(Modal[str]):
    """A dialog that returns the entered text."""

    def __init__(
        self,
        title: str,
        text: str,
        value: str = "",
        *,
        action: str = "continue",
        is_optional: bool = False,
    ) -> None:
        super().__init__()
        self._is_optional = is_optional
        self._heading, self._text, self._value, self._action = title, text, value, action

    def compose(self) -> ComposeResult:
        """Create the dialog."""
        with Vertical(classes="dialog") as dialog:
            dialog.border_title = self._heading
            dialog.border_subtitle = f"Enter: {self._action} · Esc: cancel"
            yield Label(self._text, markup=False)
            yield Input(self._value, compact=True, max_length=1000)

    @on(Input.Submitted)
    def submit(self, event: Input.Submitted) -> None:
        """Return the entered text, which may be empty only if the text is optional."""
        if event.value.strip() or self._is_optional:
            self.dismiss(event.value.strip())


class ConfirmDialog(ListDialog):
    """A dialog that returns "yes" if the player confirms. The option to decline is listed first."""

    def __init__(self, title: str, text: str, *, yes: str, no: str) -> None:
        super().__init__(Option(no, "no"), Option(yes, _YES), title=title)
        self._text = text

    def compose(self) -> ComposeResult:
        """Create the dialog."""
        with Vertical(classes="dialog") as dialog:
            dialog.border_title, dialog.border_subtitle = self._heading, self.SUB_TITLE
            yield Static(f"{self._text}\n", markup=False)
            yield self._options


def is_confirmed(answer: str | None) -> bool:
    """Return whether the result of a confirmation dialog is "yes"."""
    return answer == _YES
