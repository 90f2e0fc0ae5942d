"""A dialog that lists unfinished games from the terminal and the browser."""

import time
from collections.abc import Mapping, Sequence
from typing import Any, Final

from rich.text import Text
from textual.widgets.option_list import Option

from sapper.tui.widgets.modal import ListDialog

_NO_GAMES: Final = "No unfinished games. Games are saved from the first move."


class UnfinishedGamesScreen(ListDialog):
    """A dialog that returns the ID of the game to resume."""

    TITLE = "Unfinished games"
    SUB_TITLE = "Enter: resume · Esc: cancel"

    def __init__(self, games: Sequence[Mapping[str, Any]]) -> None:
        super().__init__(*(map(_option, games) if games else [Option(_NO_GAMES, disabled=True)]))


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
