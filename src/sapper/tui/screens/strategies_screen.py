"""The strategy picker: who plays when the AI is asked."""

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from sapper.strategies import registry
from sapper.tui.widgets.modal import Window


class StrategiesScreen(Window[str]):
    """Asks for a strategy; gives its name."""

    DEFAULT_CSS = "StrategiesScreen > .window { width: 78; }"

    def __init__(self, current: str) -> None:
        super().__init__()
        self._current = current

    def compose(self) -> ComposeResult:
        """Lay the window out."""
        with Vertical(classes="window") as window:
            window.border_title = "Who plays for you"
            window.border_subtitle = "Enter chooses · Esc leaves"
            yield OptionList(*(self._option(name) for name in registry.names()), compact=True)

    def on_mount(self) -> None:
        """Begin at the one that plays now."""
        self.query_one(OptionList).highlighted = registry.names().index(self._current)

    def _option(self, name: str) -> Option:
        mark = "●" if name == self._current else " "
        summary = registry.get(name).summary
        return Option(Text.assemble(f"{mark} ", (f"{name:<16}", "bold"), summary), name)

    @on(OptionList.OptionSelected)
    def choose(self, event: OptionList.OptionSelected) -> None:
        """Take a strategy."""
        self.dismiss(event.option.id)
