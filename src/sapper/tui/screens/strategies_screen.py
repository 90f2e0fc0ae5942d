"""The strategy picker."""

from sapper.strategies import registry
from sapper.tui.widgets.modal import ListDialog, bullet_option


class StrategiesScreen(ListDialog):
    """A dialog that returns the name of the selected strategy."""

    TITLE = "AI strategy"
    DEFAULT_CSS = "StrategiesScreen > .dialog { width: 78; }"

    def __init__(self, current: str) -> None:
        options = (
            bullet_option(each.name, each.description, width=16, is_current=each.name == current)
            for each in registry.available().strategies
        )
        super().__init__(*options, selected=current)
