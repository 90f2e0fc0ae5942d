"""The base classes for dialogs that can be closed with Escape."""

from typing import ClassVar, TypeVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Checkbox, OptionList
from textual.widgets.option_list import Option

Result = TypeVar("Result")


class TickBox(Checkbox):
    """A check box that shows a tick only when it is checked.

    Textual's own check box always shows a cross and only changes its colour.
    """

    BUTTON_INNER = " "
    DEFAULT_CSS = """
    TickBox > .toggle--button, TickBox.-on > .toggle--button { background: $foreground 25%;
        color: $foreground; text-style: bold; }
    """

    def watch_value(self) -> None:
        """Show or hide the tick."""
        self.BUTTON_INNER = "✓" if self.value else " "
        super().watch_value()


class Modal(ModalScreen[Result | None]):
    """A centred dialog that returns None if the player cancels."""

    DEFAULT_CSS = """
    Modal { align: center middle; }
    Modal > .dialog { width: 66; max-width: 100%; height: auto; max-height: 100%;
        border: round $primary; border-title-color: $primary; border-title-style: bold;
        border-subtitle-color: $text-muted; background: $surface; padding: 0 1; }
    Modal OptionList { height: auto; max-height: 14; border: none; background: $surface;
        padding: 0; scrollbar-size-vertical: 1; }
    Modal #error { color: $error; width: 1fr; height: auto; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "cancel", "Back", key_display="Esc"),
        Binding("j", "app.simulate_key('down')", "Down", show=False),
        Binding("k", "app.simulate_key('up')", "Up", show=False),
    ]

    def action_cancel(self) -> None:
        """Close the dialog without a result."""
        self.dismiss(None)


class ListDialog(Modal[str]):
    """A dialog that returns the ID of the selected option."""

    TITLE: ClassVar[str | None] = None
    SUB_TITLE: ClassVar[str | None] = "Enter: select · Esc: cancel"

    def __init__(
        self, *options: Option, selected: str | None = None, title: str | None = None
    ) -> None:
        super().__init__()
        self._heading = title or self.TITLE
        self._options = OptionList(*options, compact=True)
        self._selected = selected

    def compose(self) -> ComposeResult:
        """Create the dialog."""
        with Vertical(classes="dialog") as dialog:
            dialog.border_title, dialog.border_subtitle = self._heading, self.SUB_TITLE
            yield self._options

    def on_mount(self) -> None:
        """Highlight the selected option."""
        ids = [option.id for option in self._options.options]
        if self._selected in ids:
            self._options.highlighted = ids.index(self._selected)

    @on(OptionList.OptionSelected)
    def select(self, event: OptionList.OptionSelected) -> None:
        """Return the selected option."""
        self.dismiss(event.option.id)


def bullet_option(name: str, description: str, *, width: int, is_current: bool) -> Option:
    """Return an option whose ID is the given name. A bullet marks the current option."""
    bullet = "●" if is_current else " "
    return Option(Text.assemble(f"{bullet} ", (f"{name:<{width}}", "bold"), description), name)
