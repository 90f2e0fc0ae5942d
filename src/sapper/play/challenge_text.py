"""Sentences that describe the results of a challenge in the same words as the web page.

The web page generates the same sentences in `web/static/state/challenge_text.js` and replays the
moves in `web/static/state/race.js`.
"""

from collections.abc import Iterator
from typing import NamedTuple

from sapper.game.cell_names import cell_name
from sapper.play.challenge_service import PlayerResult
from sapper.play.result_text import format_time


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


def race_moves(own: PlayerResult, other: PlayerResult) -> list[RaceMove]:
    """Return the moves of both games in chronological order."""
    moves = [*_moves(own, 0), *_moves(other, 1)]
    return sorted(moves, key=lambda move: (move.at, move.player))


def _moves(result: PlayerResult, player: int) -> Iterator[RaceMove]:
    for move in result["moves"] or ():
        cell = f" {cell_name(tuple(move['cell']))}" if move["cell"] else ""
        text = f"{move['kind']}{cell}"
        yield RaceMove(move["at"], player, text, move["revealed"], move["changes"])


def describe_result(result: PlayerResult) -> str:
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


def compare_results(own: PlayerResult, other: PlayerResult) -> str:
    """Compare the results of two finished games from the point of view of the first player.

    Returns an empty string if either result is hidden.
    """
    if own["seconds"] is None or other["seconds"] is None:
        return ""
    name = other["name"]
    if own["status"] != other["status"]:
        is_winner = own["status"] == "won"
        return f"You win: {name} hit a mine" if is_winner else f"{name} wins: you hit a mine"
    if own["status"] == "lost":
        return _compare_cells(own, other)
    return _compare_times(other["seconds"] - own["seconds"], name)


def _compare_times(lead: float, name: str) -> str:
    """Describe a player's lead over another player, which may be negative."""
    lead = round(lead, 3)
    if lead == 0:
        return "A tie to the millisecond"
    if lead > 0:
        return f"You were {format_time(lead)} faster than {name}"
    return f"{name} was {format_time(-lead)} faster"


def _compare_cells(own: PlayerResult, other: PlayerResult) -> str:
    own_cells, other_cells = (
        result["moves"][-1]["revealed"] if result["moves"] else 0 for result in (own, other)
    )
    if own_cells == other_cells:
        return "You both hit a mine"
    leader = "you" if own_cells > other_cells else other["name"]
    return f"You both hit a mine, and {leader} got further"


def target_text(sender: PlayerResult) -> str:
    """Return a sentence about the sender's result, which the recipient tries to beat."""
    name = sender["name"] or "Your challenger"
    if sender["status"] is None or sender["seconds"] is None:
        return f"{name}'s result stays hidden until you finish."
    time = format_time(sender["seconds"])
    if sender["status"] == "lost":
        return f"{name} hit a mine after {time}. Can you do better?"
    return f"Time to beat: {time}."
