"""Key bindings for the cursor, message panel, menu and help, shared by several screens."""

from typing import Final

from textual.binding import Binding

MESSAGE_KEYS: Final = (
    Binding("ctrl+up", "scroll_message(-3)", "Scroll the message up", show=False),
    Binding("ctrl+down", "scroll_message(3)", "Scroll the message down", show=False),
)
HELP_KEY: Final = Binding("f1", "help", "Help", key_display="F1")
MENU_KEY: Final = Binding("tab", "menu", "Menu", key_display="Tab", priority=True)
CURSOR_KEYS: Final = (
    Binding("up,k", "move_cursor(-1, 0)", "Up", show=False),
    Binding("down,j", "move_cursor(1, 0)", "Down", show=False),
    Binding("left,h", "move_cursor(0, -1)", "Left", show=False),
    Binding("right,l", "move_cursor(0, 1)", "Right", show=False),
    Binding("pageup", "move_cursor_by_page(-1)", "Page up", show=False),
    Binding("pagedown", "move_cursor_by_page(1)", "Page down", show=False),
    Binding("home", "move_cursor_to_edge(-1)", "Start of the row", show=False),
    Binding("end", "move_cursor_to_edge(1)", "End of the row", show=False),
    *MESSAGE_KEYS,
)
