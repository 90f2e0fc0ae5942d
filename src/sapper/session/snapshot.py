"""Session snapshots, which are JSON-serialisable data that front ends draw."""

from collections.abc import Iterable
from typing import TypedDict

from sapper.game.game import Game, Status
from sapper.game.rules import Cell
from sapper.game.view import View


class Result(TypedDict):
    """Information about a board that is disclosed after the game is over."""

    seed: int | None
    mines: list[list[int]]
    wrong_flags: list[list[int]]
    openings: int
    islands: int
    three_bv: int
    solved_three_bv: int
    efficiency: float
    three_bv_per_second: float


class AssistanceCounts(TypedDict):
    """The number of times a player used each kind of assistance."""

    ai: int
    hints: int
    odds: int
    undos: int


class Snapshot(TypedDict):
    """The visible state of a session, without information about hidden mines.

    All flags appear as `F` in `rows`; `ai_flags` lists the cells that the AI has flagged.
    """

    level: str
    width: int
    height: int
    mines: int
    start: str
    status: Status
    rows: list[str]
    mines_left: int
    seconds: float
    version: int
    clicks: int
    undos: int
    losses_undone: int
    can_undo: bool
    practice: bool
    no_guess: bool
    difficulty: str | None
    first: list[int] | None
    ai_flags: list[list[int]]
    assistance: AssistanceCounts
    assisted: bool
    result: Result | None


def game_result(game: Game) -> Result:
    """Return the result of a finished game."""
    metrics = game.metrics()
    return {
        "seed": game.seed,
        "mines": cell_lists(game.layout),
        "wrong_flags": cell_lists(game.wrong_flags),
        "openings": metrics.openings,
        "islands": metrics.islands,
        "three_bv": metrics.three_bv,
        "solved_three_bv": metrics.solved_three_bv,
        "efficiency": metrics.efficiency,
        "three_bv_per_second": metrics.three_bv_per_second,
    }


def board_rows(view: View) -> list[str]:
    """Return the rows of a view, in which all flags appear as `F`."""
    return [row.replace("f", "F") for row in view.rows]


def cell_lists(cells: Iterable[Cell]) -> list[list[int]]:
    """Return cells as `[row, column]` lists, sorted row by row."""
    return [list(cell) for cell in sorted(cells)]
