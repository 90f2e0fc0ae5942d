"""The strategy picker."""

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from sapper.strategies import registry
from sapper.tui.widgets.modal import Modal


class StrategiesScreen(Modal[str]):
    """A dialog that returns the name of a strategy."""

    DEFAULT_CSS = "StrategiesScreen > .dialog { width: 78; }"

    def __init__(self, current: str) -> None:
        super().__init__()
        self._current = current

    def compose(self) -> ComposeResult:
        """Create the dialog."""
        with Vertical(classes="dialog") as dialog:
            dialog.border_title = "AI strategy"
            dialog.border_subtitle = "Enter: select · Esc: cancel"
            yield OptionList(*(self._option(name) for name in registry.names()), compact=True)

    def on_mount(self) -> None:
        """Select the current strategy."""
        self.query_one(OptionList).highlighted = registry.names().index(self._current)

    def _option(self, name: str) -> Option:
        bullet = "●" if name == self._current else " "
        summary = registry.get(name).summary
        return Option(Text.assemble(f"{bullet} ", (f"{name:<16}", "bold"), summary), name)

    @on(OptionList.OptionSelected)
    def select(self, event: OptionList.OptionSelected) -> None:
        """Return the selected strategy."""
        self.dismiss(event.option.id)
