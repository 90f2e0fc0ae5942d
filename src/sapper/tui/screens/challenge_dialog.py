"""The dialog that turns a finished game into a challenge for a friend."""

from dataclasses import dataclass

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Input, Label, Static

from sapper.play.challenge_service import MAX_NAME_LENGTH
from sapper.tui.widgets.modal import Modal, TickBox

_TEXT = (
    "Your friend plays the same board from the same first cell. Then you can compare both games "
    "move by move.\n"
)


@dataclass(frozen=True, slots=True)
class ChallengeOptions:
    """The sender's choices."""

    name: str
    hides_result: bool


class ChallengeDialog(Modal[ChallengeOptions]):
    """A dialog that returns the options for a new challenge."""

    DEFAULT_CSS = """
    ChallengeDialog Horizontal { height: auto; }
    ChallengeDialog Label { padding: 0 1 0 0; }
    ChallengeDialog Input { width: 1fr; }
    """

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name_before = name

    def compose(self) -> ComposeResult:
        """Create the dialog."""
        with Vertical(classes="dialog") as dialog:
            dialog.border_title = "Challenge a friend"
            dialog.border_subtitle = "Enter: create · Tab: next field · Esc: cancel"
            yield Static(_TEXT)
            with Horizontal():
                yield Label("Your name (optional):")
                yield Input(self._name_before, compact=True, max_length=MAX_NAME_LENGTH)
            yield TickBox("Hide my result until my friend has finished", compact=True)

    @on(Input.Submitted)
    def create(self, event: Input.Submitted) -> None:
        """Return the choices."""
        hides_result = self.query_one(TickBox).value
        self.dismiss(ChallengeOptions(event.value.strip(), hides_result))
