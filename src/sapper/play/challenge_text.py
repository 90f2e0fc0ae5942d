"""Sentences about the results of a challenge, with the same wording as on the page.

The page's counterpart is `web/static/state/race.js`. A result is a dictionary with `name`,
`status`, `seconds`, `assisted`, `paused` and `moves`, as `ChallengeService.describe` returns it.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from sapper.game.cell_names import cell_name
from sapper.play.result_text import format_time

Result = Mapping[str, Any]


class RaceMove(NamedTuple):
    """A move in one of two games that are replayed on a shared clock."""

    at: float
    player: int
    """0 for the reader, or 1 for the other player."""
    text: str
    """A description such as `flag B4`."""
    revealed: int
    """The number of cells that the player has revealed."""
    changes: list[tuple[int, int, str]]
    """The row, column and new symbol of each changed cell."""


def race_moves(own: Result, other: Result) -> list[RaceMove]:
    """Return the moves of both games in order of time."""
    moves = [*_moves(own, 0), *_moves(other, 1)]
    return sorted(moves, key=lambda move: (move.at, move.player))


def _moves(result: Result, player: int) -> Iterator[RaceMove]:
    for move in result["moves"] or ():
        cell = f" {cell_name(tuple(move['cell']))}" if move["cell"] else ""
        text = f"{move['kind']}{cell}"
        yield RaceMove(move["at"], player, text, move["revealed"], move["changes"])


def describe_result(result: Result) -> str:
    """Describe one player's result, for example "Won in 18.936 s"."""
    status, seconds = result["status"], result["seconds"]
    if status == "deleted":
        return "The game has been deleted"
    if status is None:
        return "Hidden"
    if seconds is None:
        return "Not finished"
    ending = "Won in" if status == "won" else "Hit a mine after"
    note = ""
    if result["assisted"]:
        note = ", with assistance"
    elif result["paused"]:
        note = ", with a pause"
    return f"{ending} {format_time(seconds)}{note}"


def compare_results(own: Result, other: Result) -> str:
    """Compare the results of two finished games from the point of view of the first player.

    Return an empty string if a result is hidden.
    """
    if own["seconds"] is None or other["seconds"] is None:
        return ""
    name = other["name"]
    if own["status"] != other["status"]:
        is_winner = own["status"] == "won"
        return f"You win: {name} hit a mine" if is_winner else f"{name} wins: you hit a mine"
    return _compare_times(own, other) if own["status"] == "won" else _compare_cells(own, other)


def _compare_times(own: Result, other: Result) -> str:
    difference = round(other["seconds"] - own["seconds"], 3)
    if difference == 0:
        return "A tie to the millisecond"
    if difference > 0:
        return f"You were {format_time(difference)} faster than {other['name']}"
    return f"{other['name']} was {format_time(-difference)} faster"


def _compare_cells(own: Result, other: Result) -> str:
    own_cells, other_cells = (
        result["moves"][-1]["revealed"] if result["moves"] else 0 for result in (own, other)
    )
    if own_cells == other_cells:
        return "You both hit a mine"
    leader = "you" if own_cells > other_cells else other["name"]
    return f"You both hit a mine, and {leader} got further"


def target_text(sender: Result) -> str:
    """Return the sender's result as a target for the recipient."""
    name = sender["name"] or "Your challenger"
    if sender["status"] is None or sender["seconds"] is None:
        return f"{name}'s result stays hidden until you finish."
    time = format_time(sender["seconds"])
    if sender["status"] == "lost":
        return f"{name} hit a mine after {time}. Can you do better?"
    return f"Time to beat: {time}."
