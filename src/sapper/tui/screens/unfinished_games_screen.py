"""A dialog that lists unfinished games from the terminal and the browser."""

import time
from collections.abc import Mapping, Sequence
from typing import Any

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Label, OptionList
from textual.widgets.option_list import Option

from sapper.tui.widgets.modal import Modal


class UnfinishedGamesScreen(Modal[str]):
    """A dialog that returns the ID of the game to resume."""

    def __init__(self, games: Sequence[Mapping[str, Any]]) -> None:
        super().__init__()
        self._games = games

    def compose(self) -> ComposeResult:
        """Create the dialog."""
        with Vertical(classes="dialog") as dialog:
            dialog.border_title = "Unfinished games"
            dialog.border_subtitle = "Enter: resume · Esc: cancel"
            if self._games:
                yield OptionList(*map(_option, self._games), compact=True)
            else:
                yield Label("No unfinished games. Games are saved from the first move.")

    @on(OptionList.OptionSelected)
    def select(self, event: OptionList.OptionSelected) -> None:
        """Return the selected game."""
        self.dismiss(event.option.id)


def _option(game: Mapping[str, Any]) -> Option:
    moves = game["version"]
    level = game["level"] if game["level"] != game["size"] else "custom"
    text = Text.assemble(
        (f"{level:<14}", "bold"),
        f"{game['size']:<17}",
        f"{moves:>5} {'move ' if moves == 1 else 'moves'}  ",
        (_age_text(time.time() - game["moved_at"]), "italic"),
    )
    return Option(text, game["id"])


def _age_text(seconds: float) -> str:
    """Describe an age in words, for example "2 hours ago"."""
    for length, unit in ((86_400, "day"), (3_600, "hour"), (60, "minute")):
        if seconds >= length:
            number = int(seconds // length)
            return f"{number} {unit}{'' if number == 1 else 's'} ago"
    return "just now"
