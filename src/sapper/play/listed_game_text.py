"""The text columns of game lists in the terminal app and on the command line."""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from sapper.play.result_text import format_time
from sapper.store.game_list import ListedGame


class ListedGameText(NamedTuple):
    """The text of each column for one listed game."""

    date: str
    """The local date and time of the last move."""
    level: str
    result: str
    """`won`, `lost`, or the share of revealed cells of an unfinished game."""
    time: str
    three_bv: str
    mistakes: str
    notes: str
    """Remarks such as `no-guess, assisted`."""


HEADINGS = ListedGameText("Date", "Level", "Result", "Time", "3BV", "Mistakes", "Notes")


def listed_game_text(game: ListedGame) -> ListedGameText:
    """Return the column texts for a game listed by `HistoryService.list`."""
    is_over = game["status"] in ("won", "lost")
    played = datetime.fromtimestamp(game["moved_at"])  # noqa: DTZ006  # local time is intended
    return ListedGameText(
        f"{played:%Y-%m-%d %H:%M}",
        game["level"],
        game["status"] if is_over else f"{game['progress']:.0%} open",
        format_time(game["seconds"] or 0.0) if is_over else "",
        f"{game['solved_three_bv']}/{game['three_bv']}" if is_over else "",
        "" if game["mistakes"] is None else str(game["mistakes"]),
        ", ".join(_notes(game)),
    )


def _notes(game: ListedGame) -> Iterator[str]:
    if game["no_guess"]:
        yield "no-guess"
    if game["imported"]:
        yield "imported"
    elif game["practice"]:
        yield "practice"
    elif game["assisted"]:
        yield "assisted"
    if game["paused"]:
        yield "paused"
