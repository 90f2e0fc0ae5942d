"""The frame of all windows over the board: a title, something to choose, and Escape to leave."""

from typing import ClassVar, TypeVar

from textual.binding import Binding, BindingType
from textual.screen import ModalScreen
from textual.widgets import Checkbox

Result = TypeVar("Result")


class Tick(Checkbox):
    """A box that is ticked or empty; the usual one always has its cross, in another colour."""

    BUTTON_INNER = " "
    DEFAULT_CSS = """
    Tick > .toggle--button, Tick.-on > .toggle--button { background: $foreground 25%;
        color: $foreground; text-style: bold; }
    """

    def watch_value(self) -> None:
        """Tick the box, or empty it."""
        self.BUTTON_INNER = "✓" if self.value else " "
        super().watch_value()


class Window(ModalScreen[Result | None]):
    """A window in the middle of the screen."""

    DEFAULT_CSS = """
    Window { align: center middle; }
    Window > .window { width: 66; max-width: 100%; height: auto; max-height: 100%;
        border: round $primary; border-title-color: $primary; border-title-style: bold;
        border-subtitle-color: $text-muted; background: $surface; padding: 0 1; }
    Window OptionList { height: auto; max-height: 14; border: none; background: $surface;
        padding: 0; scrollbar-size-vertical: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "leave", "Back", key_display="Esc"),
        Binding("j", "down", "Down", show=False),
        Binding("k", "up", "Up", show=False),
    ]

    def action_leave(self) -> None:
        """Go back without a choice."""
        self.dismiss(None)

    def action_down(self) -> None:
        """Go down in a list."""
        self._in_list("cursor_down")

    def action_up(self) -> None:
        """Go up in a list."""
        self._in_list("cursor_up")

    def _in_list(self, action: str) -> None:
        move = getattr(self.focused, f"action_{action}", None)
        if move is not None:
            move()
