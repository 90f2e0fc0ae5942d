"""The help dialog, which lists a screen's keys, the board symbols and the five systems."""

from typing import Any, ClassVar, Final

from rich.console import Group, RenderableType
from rich.markdown import Markdown
from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Static

from sapper.play.five_systems import System, five_systems
from sapper.tui.screens.base_screen import SapperScreen
from sapper.tui.widgets.cell_renderer import (
    AI_FLAG,
    AREA,
    CERTAIN_MINE,
    COMMON_ODDS,
    FLAG,
    MINE,
    SAFE,
    WRONG_FLAG,
)
from sapper.tui.widgets.modal import Modal

_LEGEND: Final = (
    (FLAG, "your flag"),
    (AI_FLAG, "the AI's flag"),
    ("?", "question mark"),
    (MINE, "mine"),
    (WRONG_FLAG, "wrong flag"),
    (SAFE, "certainly safe"),
    (CERTAIN_MINE, "certain mine"),
    ("~", "best guess"),
    (AREA, "part of a hint"),
    (COMMON_ODDS, "most common odds"),
    ("1²", "second clue of a proof"),
    ("◆", "last move"),
    ("▲", "better move"),
)
_LEGEND_COLUMNS: Final = 3
_MAX_LISTED_KEYS: Final = 4
_KEY_NAMES: Final = {
    "escape": "Esc", "enter": "Enter", "0": "0", "full_stop": ".", "pageup": "PgUp",
    "pagedown": "PgDn", "up": "↑", "down": "↓",
}  # fmt: skip
_ACTIONS_WITH_ARGUMENTS: Final = ("scroll_message", "change_", "set_symbol", "step", "mistake")


class HelpScreen(Modal[None]):
    """A dialog that lists another screen's keys."""

    DEFAULT_CSS = "HelpScreen > .dialog { width: 76; height: 100%; scrollbar-size-vertical: 1; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1,question_mark", "cancel", "Back", show=False)
    ]

    def __init__(self, screen: SapperScreen[Any]) -> None:
        super().__init__()
        self._described = screen

    def compose(self) -> ComposeResult:
        """Create the dialog."""
        with VerticalScroll(classes="dialog") as dialog:
            dialog.border_title = "Keys"
            dialog.border_subtitle = "Arrows: scroll · Esc: close"
            yield Static(_help(self._described))


def _help(screen: SapperScreen[Any]) -> Group:
    keys = Table.grid(padding=(0, 2, 0, 0))
    keys.add_column(style="bold", no_wrap=True)
    keys.add_column()
    actions = {each.binding.action for each in screen.active_bindings.values()}
    has_cursor = "move_cursor(-1, 0)" in actions
    if has_cursor:
        keys.add_row("arrows, hjkl", "Move the cursor; also PgUp, PgDn, Home and End")
    groups: dict[str, list[Binding]] = {}
    for binding, summary in sorted(
        screen.described_bindings(), key=lambda item: item[0].action.startswith("scroll_message")
    ):
        # Several keys call the same method, so the description comes from the key binding.
        has_arguments = binding.action.startswith(_ACTIONS_WITH_ARGUMENTS)
        groups.setdefault(binding.description if has_arguments else summary, []).append(binding)
    for description, group in groups.items():
        is_capital = has_cursor and {binding.key for binding in group} in ({"H"}, {"L"})
        names = list(dict.fromkeys(map(_key_name, group)))
        text = f"{names[0]} to {names[-1]}" if len(names) > _MAX_LISTED_KEYS else ", ".join(names)
        keys.add_row(f"{text} (capital)" if is_capital else text, description)
    keys.add_row("Ctrl-P", "Search all commands and themes")
    if "app.quit" in actions:
        keys.add_row("Q", screen.QUIT_HELP)
    return Group(keys, *_notes(screen, has_cursor=has_cursor), _legend(), *_systems())


def _notes(screen: SapperScreen[Any], *, has_cursor: bool) -> list[Text]:
    notes = [Text.assemble(("Mouse  ", "bold"), screen.MOUSE_HELP)]
    if has_cursor:
        note = "Lower-case h, j, k and l move the cursor. Case is otherwise ignored."
        notes.insert(0, Text(note))
    return [Text(""), *notes, Text("")]


def _legend() -> Table:
    table = Table.grid(padding=(0, 2, 0, 0))
    for _ in range(_LEGEND_COLUMNS):
        table.add_column(style="bold", no_wrap=True)
        table.add_column()
    for first in range(0, len(_LEGEND), _LEGEND_COLUMNS):
        row = _LEGEND[first : first + _LEGEND_COLUMNS]
        table.add_row(*(part for pair in row for part in pair))
    return table


def _systems() -> list[RenderableType]:
    """Return a description of the five systems, with their features and equivalent settings."""
    text = (
        "Sapper reimplements five Minesweeper programs. In a game, press L to choose the level and "
        "S to choose the strategy. M makes one AI move, and A plays to the end."
    )
    systems = (Markdown(_system_text(system)) for system in five_systems())
    return [Text(""), Text("Five reimplemented programs", "bold"), Text(text), Text(""), *systems]


def _system_text(system: System) -> str:
    """Return a system's description as Markdown."""
    choices = f"level {system.level}, first reveal {system.start}, strategy {system.strategy}"
    lines = [
        f"**{system.name}**: {choices}. {system.summary} In a shell: `{system.command}`",
        "",
        *(
            f"- {feature.text} In Sapper: {feature.shown_by}. *{', '.join(feature.tests)}*"
            for feature in system.features
        ),
        "",
        "Sapper differs from the original in these ways:",
        "",
        *(f"- {difference}" for difference in system.differences),
    ]
    return "\n".join(lines)


def _key_name(binding: Binding) -> str:
    name = _KEY_NAMES.get(binding.key) or binding.key_display or binding.key
    return "+".join(part.capitalize() if len(part) > 1 else part for part in name.split("+")) or "+"
