"""All keys of a screen, and what the figures on the board mean."""

from typing import Any, ClassVar, Final

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Static

from sapper.tui.choosing import Window
from sapper.tui.figures import AI_FLAG, AREA, DANGER, ELSEWHERE, FLAG, MINE, SAFE, WRONG

_FIGURES: Final = (
    (FLAG, "your flag"),
    (AI_FLAG, "flag of the AI"),
    ("?", "your mark"),
    (MINE, "mine"),
    (WRONG, "wrong flag"),
    (SAFE, "safe"),
    (DANGER, "must be a mine"),
    ("~", "the best guess"),
    (AREA, "what a hint talks of"),
    (ELSEWHERE, "the common chance"),
    ("1²", "second clue of a proof"),
    ("◆", "the last move"),
    ("▲", "a better move"),
)
_NAMES: Final = {"escape": "Esc"}


class HelpScreen(Window[None]):
    """Lists the keys of the screen under it."""

    DEFAULT_CSS = "HelpScreen > .window { width: 76; height: 100%; scrollbar-size-vertical: 1; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1,question_mark", "leave", "Back", show=False)
    ]

    def __init__(self, under: Screen[Any]) -> None:
        super().__init__()
        self._text = _help(under)

    def compose(self) -> ComposeResult:
        """Lay the window out."""
        with VerticalScroll(classes="window") as window:
            window.border_title = "Keys"
            window.border_subtitle = "arrows scroll · Esc leaves"
            yield Static(self._text)


def _help(screen: Screen[Any]) -> Text:
    text = Text()
    rows: dict[str, list[str]] = {}
    for _, binding, _, _ in screen.active_bindings.values():
        method = getattr(screen, f"action_{binding.action.partition('(')[0]}", None)
        if method is None or binding.action.startswith("go"):
            continue
        rows.setdefault(_what(binding, method), []).append(_name(binding))
    text.append(f"{'arrows, hjkl':<14}", "bold")
    text.append("Move the cursor; PgUp, PgDn, Home and End too\n")
    for what, keys in rows.items():
        names = " ".join(dict.fromkeys(keys))
        text.append(f"{names:<14}", "bold")
        text.append(f"{what}\n")
    text.append(f"{'Ctrl-P':<14}", "bold")
    text.append("All commands by name, and themes\n")
    text.append(f"{'Q':<14}", "bold")
    text.append("Leave; the game is kept\n")
    text.append("\nMouse  ", "bold")
    text.append(
        "left reveals, and around a number; right flags; middle chords; the wheel scrolls\n"
    )
    text.append("\nFigures\n", "bold")
    for number, (figure, meaning) in enumerate(_FIGURES):
        text.append(f"{figure:<3}", "bold")
        text.append(f"{meaning:<22}" + ("\n" if number % 3 == 2 else ""))
    return text


def _what(binding: Binding, method: Any) -> str:
    if binding.action.startswith(("scroll_words", "change_")):
        return binding.description
    return (method.__doc__ or binding.description).strip().partition(".\n")[0].rstrip(".")


def _name(binding: Binding) -> str:
    name = binding.key_display or _NAMES.get(binding.key, binding.key)
    return "+".join(part.capitalize() if len(part) > 1 else part for part in name.split("+")) or "+"
