"""The strategy picker."""

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from sapper.strategies import registry
from sapper.strategies.registry import StrategySummary
from sapper.tui.widgets.modal import Modal


class StrategiesScreen(Modal[str]):
    """A dialog that returns the name of the selected strategy."""

    DEFAULT_CSS = "StrategiesScreen > .dialog { width: 78; }"

    def __init__(self, current: str) -> None:
        super().__init__()
        self._current = current

    def compose(self) -> ComposeResult:
        """Create the dialog."""
        with Vertical(classes="dialog") as dialog:
            dialog.border_title = "AI strategy"
            dialog.border_subtitle = "Enter: select · Esc: cancel"
            yield OptionList(*map(self._option, registry.available().strategies), compact=True)

    def on_mount(self) -> None:
        """Preselect the current strategy."""
        options = self.query_one(OptionList)
        if any(option.id == self._current for option in options.options):
            options.highlighted = options.get_option_index(self._current)

    def _option(self, strategy: StrategySummary) -> Option:
        bullet = "●" if strategy.name == self._current else " "
        title = Text.assemble(f"{bullet} ", (f"{strategy.name:<16}", "bold"), strategy.description)
        return Option(title, strategy.name)

    @on(OptionList.OptionSelected)
    def select(self, event: OptionList.OptionSelected) -> None:
        """Return the selected strategy."""
        self.dismiss(event.option.id)
