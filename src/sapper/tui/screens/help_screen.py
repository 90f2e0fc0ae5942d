"""All keys of a screen, and what the figures on the board mean."""

from typing import Any, ClassVar, Final

from rich.console import Group
from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Static

from sapper.tui.screens.base_screen import BoardScreen
from sapper.tui.widgets.cell_renderer import (
    AI_FLAG,
    AREA,
    DANGER,
    ELSEWHERE,
    FLAG,
    MINE,
    SAFE,
    WRONG,
)
from sapper.tui.widgets.modal import Window

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
_NAMES: Final = {
    "escape": "Esc", "enter": "Enter", "0": "0", "full_stop": ".", "pageup": "PgUp",
    "pagedown": "PgDn", "up": "↑", "down": "↓",
}  # fmt: skip


class HelpScreen(Window[None]):
    """Lists the keys of the screen under it."""

    DEFAULT_CSS = "HelpScreen > .window { width: 76; height: 100%; scrollbar-size-vertical: 1; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1,question_mark", "leave", "Back", show=False)
    ]

    def __init__(self, under: BoardScreen[Any]) -> None:
        super().__init__()
        self._under = under

    def compose(self) -> ComposeResult:
        """Lay the window out."""
        with VerticalScroll(classes="window") as window:
            window.border_title = "Keys"
            window.border_subtitle = "arrows scroll · Esc leaves"
            yield Static(_help(self._under))


def _help(screen: BoardScreen[Any]) -> Group:
    keys = Table.grid(padding=(0, 2, 0, 0))
    keys.add_column(style="bold", no_wrap=True)
    keys.add_column()
    rows: dict[str, list[Binding]] = {}
    for _, binding, _, _ in screen.active_bindings.values():
        method = getattr(screen, f"action_{binding.action.partition('(')[0]}", None)
        if method is not None and not binding.action.startswith("go"):
            rows.setdefault(_what(binding, method), []).append(binding)
    moves = "go(-1, 0)" in {binding.action for _, binding, _, _ in screen.active_bindings.values()}
    if moves:
        keys.add_row("arrows, hjkl", "Move the cursor; PgUp, PgDn, Home and End too")
    for what, bindings in rows.items():
        capital = moves and {binding.key for binding in bindings} in ({"H"}, {"L"})
        each = list(dict.fromkeys(map(_name, bindings)))
        names = f"{each[0]} to {each[-1]}" if len(each) > 4 else ", ".join(each)
        keys.add_row(f"{names} (capital)" if capital else names, what)
    keys.add_row("Ctrl-P", "All commands by name, and themes")
    if any(binding.action == "app.quit" for _, binding, _, _ in screen.active_bindings.values()):
        keys.add_row("Q", screen.LEAVING)
    return Group(keys, *_notes(screen, moves=moves), _figures())


def _notes(screen: BoardScreen[Any], *, moves: bool) -> list[Text]:
    notes = [Text.assemble(("Mouse  ", "bold"), screen.MOUSE)]
    if moves:
        notes.insert(0, Text("Small h j k l move. Other letters may be small or capital."))
    return [Text(""), *notes, Text("")]


def _figures() -> Table:
    table = Table.grid(padding=(0, 2, 0, 0))
    for _ in range(3):
        table.add_column(style="bold", no_wrap=True)
        table.add_column()
    for first in range(0, len(_FIGURES), 3):
        table.add_row(*(part for pair in _FIGURES[first : first + 3] for part in pair))
    return table


def _what(binding: Binding, method: Any) -> str:
    if binding.action.startswith(("scroll_words", "change_", "put", "step", "fault", "speed")):
        return binding.description
    return (method.__doc__ or binding.description).strip().partition(".\n")[0].rstrip(".")


def _name(binding: Binding) -> str:
    name = _NAMES.get(binding.key) or binding.key_display or binding.key
    return "+".join(part.capitalize() if len(part) > 1 else part for part in name.split("+")) or "+"
