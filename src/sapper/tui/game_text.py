"""Text and styling for games, such as the title line, the greeting and the result."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from rich.text import Text

from sapper.coach.guess_ranking import percent
from sapper.game.cell_names import cell_name
from sapper.game.wording import counted
from sapper.play.result_text import (
    describe_standing,
    describe_streak,
    format_time,
    result_remarks,
)
from sapper.play.session import Session

if TYPE_CHECKING:
    from sapper.play.game_summary import GameSummary
    from sapper.play.snapshot import Snapshot

RESUMED: Final = "Game resumed."
MOVE_STYLES: Final = {
    "certain": "green",
    "forced guess": "yellow",
    "needless guess": "dark_orange",
    "mistake": "bold red",
    "wrong flag": "bold red",
}
"""The styles of the notable classes of reviewed moves."""
_STATUS: Final = {
    "ready": ("○ ready", "dim"),
    "playing": ("● playing", "bold"),
    "won": ("✔ won", "bold green"),
    "lost": ("✖ lost", "bold red"),
}


def title_text(session: Session) -> Text:
    """Return the title line with the level, options, mines left, clock and status."""
    game, options = session.game, session.options
    label, label_style = _STATUS[game.status]
    return Text.assemble(
        (" SAPPER ", "bold reverse"),
        "  ",
        (game.rules.level_name, "bold"),
        f" {game.rules}" if game.rules.level_name != str(game.rules) else "",
        (" practice" if options.practice else "", "italic"),
        (" no-guess" if options.no_guess else "", "italic"),
        "   ⚑ ",
        (f"{game.mines_left:>3}", "bold"),
        "   ◷ ",
        (clock_text(game.seconds), "bold"),
        "   ",
        (label, label_style),
    )


def greeting(session: Session) -> str:
    """Return the message shown at the start of a game."""
    first = session.options.first
    if first is not None:
        return f"This board needs no guessing. Press Space to start at {cell_name(first)}."
    return (
        "Move with the arrow keys. Space reveals a cell, F flags a mine. "
        "New to Minesweeper? Press Tab and choose Learn."
    )


def result_text(session: Session, summary: "GameSummary | None" = None) -> Text | None:
    """Return the result of a finished game, or None if the game is not over.

    The summary becomes available once the game has been saved and reviewed.
    """
    snapshot = session.snapshot()
    if snapshot["result"] is None:
        return None
    is_won = snapshot["status"] == "won"
    title, style = ("You won", "bold green") if is_won else ("Game over", "bold red")
    text = Text.assemble((f"{title}  ", style), (format_time(snapshot["seconds"]), "bold"))
    if summary is not None:
        standing = describe_standing(summary, snapshot["seconds"])
        text.append(f"\n{standing}" if standing else "", "bold yellow")
        streak = describe_streak(summary) if is_won else ""
        text.append(f"\n{streak}" if streak else "")
        hint = " V shows the move." if summary["avoidable"] else ""
        text.append(f"\n{summary['verdict']}{hint}")
    lines = [", ".join(_metrics(snapshot, summary)), *result_remarks(snapshot)]
    text.append("\n" + "\n".join(lines))
    return text.append("\nN new game  V review\nR retry  E challenge", "italic")


def _metrics(snapshot: "Snapshot", summary: "GameSummary | None") -> Iterator[str]:
    result = snapshot["result"]
    if result is None:
        return
    is_won = snapshot["status"] == "won"
    solved = "" if is_won else f"{result['solved_three_bv']} of "
    yield f"3BV {solved}{result['three_bv']}"
    if not snapshot["assistance"]["ai"]:  # AI moves are not clicks and take no time.
        yield f"3BV/s {result['three_bv_per_second']:.2f}"
        yield f"IOE {percent(result['ioe'])}"
        yield f"throughput {percent(result['throughput'])}"
    if summary is not None and summary["accuracy"] is not None:
        yield f"accuracy {percent(summary['accuracy'])}"
    if not snapshot["assistance"]["ai"]:
        yield counted(snapshot["clicks"], "click")


def speed_text(moves_per_second: float) -> str:
    """Describe an AI speed in words, for example "2 moves per second"."""
    if moves_per_second == float("inf"):
        return "maximum"
    unit = "move" if moves_per_second == 1 else "moves"
    return f"{moves_per_second:g} {unit} per second"


def clock_text(seconds: float) -> str:
    """Format a time in whole seconds, for example "1:05"."""
    whole = int(seconds)
    if whole < 3600:
        return f"{whole // 60}:{whole % 60:02}"
    return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"
