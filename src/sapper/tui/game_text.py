"""Texts and styles for games, such as the title line, the greeting and the result."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from rich.text import Text

from sapper.game.cell_names import cell_name
from sapper.game.wording import counted
from sapper.play.session import Session

if TYPE_CHECKING:
    from sapper.play.game_summary import GameSummary

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
    return "Press Space to reveal the cell under the cursor or F to flag it. F1 shows all keys."


def result_text(session: Session, summary: "GameSummary | None" = None) -> Text | None:
    """Return the result of a finished game, or None if the game is not over.

    The summary becomes available once the game has been saved and reviewed.
    """
    snapshot = session.snapshot()
    result = snapshot["result"]
    if result is None:
        return None
    game = session.game
    is_won = game.status == "won"
    text = Text("You won!" if is_won else "You hit a mine.", "bold green" if is_won else "bold red")
    lines = [f"{game.seconds:.1f} s", f"3BV {result['solved_three_bv']} of {result['three_bv']}"]
    if not game.ai_moves:  # AI moves are not clicks and take no time.
        clicks = counted(game.clicks, "click")
        lines[0] += f", {clicks}, IOE {result['ioe']:.0%}"
        lines[1] += f", {result['three_bv_per_second']:.2f}/s"
    if snapshot["assisted"]:
        is_known = not any(snapshot["assistance"].values())
        reason = "Practice games and known boards count" if is_known else "This game counts"
        lines.append(f"{reason} as assisted.")
    if summary is not None:
        lines += _summary_lines(summary, game.seconds)
    text.append("\n" + "\n".join(lines), "not bold default")
    return text.append("\nV review   R retry   N new game", "bold default")


def _summary_lines(summary: "GameSummary", seconds: float) -> Iterator[str]:
    rank, best = summary["rank"], summary["previous_best_seconds"]
    if rank == 1 and best is not None:
        yield f"New best: {best - seconds:.2f} s faster than before."
    elif rank is not None:
        yield f"Rank {rank} of {summary['ranked_games']} at this level."
    if summary["streak"] > 1:
        yield f"Streak: {summary['streak']} wins."
    if summary["accuracy"] is not None:
        yield f"Accuracy {summary['accuracy']:.0%}. {summary['verdict']}"
    else:
        yield summary["verdict"]


def speed_text(moves_per_second: float) -> str:
    """Describe an AI speed in words, for example "2 moves per second"."""
    if moves_per_second == float("inf"):
        return "maximum"
    unit = "move" if moves_per_second == 1 else "moves"
    return f"{moves_per_second:g} {unit} per second"


def clock_text(seconds: float) -> str:
    """Return a time in whole seconds, for example "1:05"."""
    whole = int(seconds)
    if whole < 3600:
        return f"{whole // 60}:{whole % 60:02}"
    return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"
