"""The player's games that are not finished, of the terminal and of the page."""

import time
from collections.abc import Mapping, Sequence
from typing import Any

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Label, OptionList
from textual.widgets.option_list import Option

from sapper.tui.widgets.modal import Window


class GamesScreen(Window[str]):
    """Asks which game to go on with; gives its id."""

    def __init__(self, games: Sequence[Mapping[str, Any]]) -> None:
        super().__init__()
        self._games = games

    def compose(self) -> ComposeResult:
        """Lay the window out."""
        with Vertical(classes="window") as window:
            window.border_title = "Your unfinished games"
            window.border_subtitle = "Enter goes on · Esc leaves"
            if self._games:
                yield OptionList(*map(_option, self._games), compact=True)
            else:
                yield Label("None. A game is kept from its first move on.")

    @on(OptionList.OptionSelected)
    def choose(self, event: OptionList.OptionSelected) -> None:
        """Go on with a game."""
        self.dismiss(event.option.id)


def _option(game: Mapping[str, Any]) -> Option:
    moves = game["version"]
    level = game["level"] if game["level"] != game["size"] else "own size"
    text = Text.assemble(
        (f"{level:<14}", "bold"),
        f"{game['size']:<17}",
        f"{moves:>5} {'move ' if moves == 1 else 'moves'}  ",
        (ago(time.time() - game["moved_at"]), "italic"),
    )
    return Option(text, game["id"])


def ago(seconds: float) -> str:
    """Return how long ago something was, in words."""
    for length, name in ((86_400, "day"), (3_600, "hour"), (60, "minute")):
        if seconds >= length:
            number = int(seconds // length)
            return f"{number} {name}{'' if number == 1 else 's'} ago"
    return "just now"
