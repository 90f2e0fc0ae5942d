"""JSON-serialisable session snapshots for front ends to draw.

The server generates its OpenAPI document from the types and descriptions in this module.
"""

from collections.abc import Iterable
from typing import Annotated, TypedDict

from sapper.game.game import Game, Status
from sapper.game.rules import Cell


class GameResult(TypedDict):
    """The layout and metrics of a finished game, which are not disclosed during play."""

    seed: Annotated[str | None, "The digits of the seed, or null for a board without a seed"]
    mines: list[list[int]]
    wrong_flags: list[list[int]]
    openings: int
    islands: int
    three_bv: int
    solved_three_bv: int
    ioe: Annotated[float, "Index of efficiency: solved 3BV per click"]
    throughput: Annotated[float, "Solved 3BV per useful click"]
    correctness: Annotated[float, "The fraction of clicks that changed the board"]
    three_bv_per_second: float


class AssistanceCounts(TypedDict):
    """The number of times the player used each kind of assistance."""

    ai: int
    hints: int
    odds: int
    undos: int


class GameAssistance(TypedDict):
    """The assistance used in a game so far."""

    assistance: AssistanceCounts
    assisted: Annotated[bool, "Whether the game counts as assisted"]


class Snapshot(GameAssistance):
    """The visible state of a session, which discloses no hidden mines."""

    level: str
    width: int
    height: int
    mines: int
    start: str
    status: Status
    rows: Annotated[
        list[str],
        "One string per row: `#` hidden, `.` or 1-8 revealed, F flag, f flag placed by the AI, "
        "? question mark; in finished games also * mine and ! exploded mine",
    ]
    mines_left: int
    seconds: float
    version: int
    clicks: Annotated[int, "All moves that the player tried to make, with or without effect"]
    undos: int
    losses_undone: int
    paused: Annotated[bool, "Whether the game is paused; `rows` then hides the whole board"]
    pauses: int
    can_undo: bool
    can_retry: Annotated[bool, "Whether the player may start a new game on the same board"]
    practice: bool
    no_guess: bool
    difficulty: str | None
    first: Annotated[list[int] | None, "The cell that must be revealed first"]
    result: GameResult | None


def game_result(game: Game) -> GameResult:
    """Return the result of a finished game."""
    metrics = game.metrics()
    return {
        "seed": None if game.seed is None else str(game.seed),
        "mines": cell_lists(game.layout),
        "wrong_flags": cell_lists(game.wrong_flags),
        "openings": metrics.openings,
        "islands": metrics.islands,
        "three_bv": metrics.three_bv,
        "solved_three_bv": metrics.solved_three_bv,
        "ioe": metrics.ioe,
        "throughput": metrics.throughput,
        "correctness": metrics.correctness,
        "three_bv_per_second": metrics.three_bv_per_second,
    }


def cell_lists(cells: Iterable[Cell]) -> list[list[int]]:
    """Return the cells as `[row, column]` lists in row-major order."""
    return [list(cell) for cell in sorted(cells)]
