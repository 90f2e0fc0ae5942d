"""The strategy picker."""

from rich.text import Text
from textual.widgets.option_list import Option

from sapper.strategies import registry
from sapper.strategies.registry import StrategySummary
from sapper.tui.widgets.modal import ListDialog


class StrategiesScreen(ListDialog):
    """A dialog that lists the strategies, strongest first, and returns the selected name."""

    TITLE = "AI strategy"
    DEFAULT_CSS = "StrategiesScreen > .dialog { width: 100; }"

    def __init__(self, current: str) -> None:
        options = (
            _option(each, is_current=each.name == current)
            for each in registry.available().strategies
        )
        super().__init__(*options, selected=current)


def _option(strategy: StrategySummary, *, is_current: bool) -> Option:
    bullet = "●" if is_current else " "
    title = (f"{strategy.title:<17}", "bold")
    note = ", relies on your flags" if strategy.uses_marks else ""
    name = (f" {strategy.name}{note}", "dim")
    text = Text.assemble(f"{bullet} ", title, strategy.character, name)
    return Option(text, strategy.name)
