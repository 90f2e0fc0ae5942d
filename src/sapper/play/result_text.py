"""Sentences about finished games, with the same wording as on the web page.

The web page generates the same sentences in `web/static/state/result_text.js`.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sapper.game.wording import counted

if TYPE_CHECKING:
    from sapper.play.game_summary import GameSummary
    from sapper.play.snapshot import Snapshot


def format_time(seconds: float) -> str:
    """Format a number of seconds as a time with milliseconds.

    >>> format_time(18.936), format_time(65.3184), format_time(3600)
    ('18.936 s', '1:05.318', '1:00:00.000')
    """
    # The small addition corrects rounding errors such as 4.35 * 1000 = 4349.999999999999.
    thousandths = max(0, int(seconds * 1000 + 1e-6))
    whole, fraction = divmod(thousandths, 1000)
    if whole < 60:
        return f"{whole}.{fraction:03} s"
    minutes, rest = divmod(whole, 60)
    hours, minutes = divmod(minutes, 60)
    start = f"{hours}:{minutes:02}" if hours else str(minutes)
    return f"{start}:{rest:02}.{fraction:03}"


def ordinal(number: int) -> str:
    """Return a positive integer as an ordinal number.

    >>> [ordinal(number) for number in (1, 2, 3, 4, 11, 12, 13, 21, 102, 111)]
    ['1st', '2nd', '3rd', '4th', '11th', '12th', '13th', '21st', '102nd', '111th']
    """
    is_teen = 11 <= number % 100 <= 13
    return f"{number}{'th' if is_teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def describe_standing(summary: "GameSummary", seconds: float) -> str:
    """Compare a win with the player's other wins at the same level.

    Returns an empty string for losses and assisted games.
    """
    rank, previous = summary["rank"], summary["previous_best_seconds"]
    if rank is None:
        return ""
    if previous is None:
        return "Your first win at this level"
    if rank == 1 and seconds < previous:
        return f"New best: {format_time(previous - seconds)} faster"
    best = summary["best_seconds"]
    suffix = "" if best is None else f", best {format_time(best)}"
    return f"{ordinal(rank)} of your {summary['ranked_games']} wins{suffix}"


def describe_streak(summary: "GameSummary") -> str:
    """Describe the current winning streak, or return an empty string if it has only one win."""
    return f"{summary['streak']} wins in a row" if summary["streak"] > 1 else ""


def result_remarks(snapshot: "Snapshot") -> Iterator[str]:
    """Yield sentences about wrong flags, pauses and assistance in a finished game."""
    result = snapshot["result"]
    if result is not None and result["wrong_flags"]:
        wrong = counted(len(result["wrong_flags"]), "wrong flag")
        yield f"{wrong} crossed out on the board."
    if snapshot["assisted"]:
        yield f"This game counts as assisted because {_assistance_reason(snapshot)}."
    elif snapshot["pauses"]:
        yield "This game is not ranked because it was paused."


def _assistance_reason(snapshot: "Snapshot") -> str:
    if any(snapshot["assistance"].values()):
        return "you used hints, odds, undo or AI moves"
    return "it was a practice game" if snapshot["practice"] else "the board was not random"
