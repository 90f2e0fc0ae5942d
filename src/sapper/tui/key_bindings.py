"""The keys of the cursor and of help, the same on every screen with a board."""

from typing import Final

from textual.binding import Binding

WORDS_KEYS: Final = (
    Binding("ctrl+up", "scroll_words(-3)", "Scroll the words up", show=False),
    Binding("ctrl+down", "scroll_words(3)", "Scroll the words down", show=False),
)
HELP_KEY: Final = Binding("f1", "help", "Help", key_display="F1")
CURSOR_KEYS: Final = (
    Binding("up,k", "go(-1, 0)", "Up", show=False),
    Binding("down,j", "go(1, 0)", "Down", show=False),
    Binding("left,h", "go(0, -1)", "Left", show=False),
    Binding("right,l", "go(0, 1)", "Right", show=False),
    Binding("pageup", "go_page(-1, 0)", "Page up", show=False),
    Binding("pagedown", "go_page(1, 0)", "Page down", show=False),
    Binding("home", "go_end(-1)", "Start of the row", show=False),
    Binding("end", "go_end(1)", "End of the row", show=False),
    *WORDS_KEYS,
)
