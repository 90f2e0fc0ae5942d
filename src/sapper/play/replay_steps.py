"""The moves of a game, each with its changes to the board."""

from typing import Annotated, Final, TypedDict

from sapper.errors import BudgetExceeded
from sapper.game.game import Game
from sapper.game.moves import Actor, Kind

MAX_CHANGES: Final = 250_000
"""The maximum number of board changes in the replay of a game.

A finished 100x100 game has about 15,000 changes. In a practice game, the player can repeatedly undo
and redo a reveal that changes thousands of cells.
"""


class ReplayStep(TypedDict):
    """A move and its changes to the board."""

    kind: Kind
    cell: list[int] | None
    by: Actor
    at: float
    changes: Annotated[list[tuple[int, int, str]], "The row, column and symbol of each cell"]


def replay_steps(game: Game) -> list[ReplayStep]:
    """Replay a game and return its moves as JSON-serialisable data.

    All cells are initially hidden. Raises BudgetExceeded if the moves change cells more than
    MAX_CHANGES times.
    """
    replayed = game.restarted(now=lambda: 0.0)
    steps: list[ReplayStep] = []
    change_count = 0
    rows = replayed.view.rows
    for move in game.history:
        replayed.apply(move)
        before, rows = rows, replayed.view.rows
        changes = _changes(before, rows)
        change_count += len(changes)
        if change_count > MAX_CHANGES:
            raise BudgetExceeded(
                f"the replay has more than {MAX_CHANGES} board changes",
                hint="download the replay as text",
            )
        steps.append(
            {
                "kind": move.kind,
                "cell": list(move.cell) if move.cell else None,
                "by": move.by,
                "at": round(move.at, 3),
                "changes": changes,
            }
        )
    return steps


def _changes(before: list[str], after: list[str]) -> list[tuple[int, int, str]]:
    """Return the row, column and new symbol of each changed cell."""
    return [
        (row, column, symbol)
        for row, (old, new) in enumerate(zip(before, after, strict=True))
        if old != new
        for column, symbol in enumerate(new)
        if old[column] != symbol
    ]
