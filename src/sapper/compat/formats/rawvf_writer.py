"""Writes games as RAWVF.

The format knows the mouse only: moves that were taken back are left out, the AI's flags become the
player's, and a question mark on a bare cell is two clicks.
"""

from collections.abc import Iterator
from typing import Final

from sapper import _core
from sapper.errors import FormatError
from sapper.game.game import Game
from sapper.game.moves import Move

_LEVELS: Final = {"beginner": "Beginner", "intermediate": "Intermediate", "expert": "Expert"}
_PIXELS: Final = 16
"""The side of a cell on the screens of those who made the format."""


def write_rawvf(game: Game) -> str:
    """Return a game as text. Raises FormatError for one whose mines are not laid yet."""
    layout = game.layout
    if not layout and game.rules.mines:
        raise FormatError("RAWVF cannot hold a game without mines: nothing is revealed yet")
    moves = list(_kept(game.history))
    marks = any(move.kind == "question" for move in moves)
    # The clock of a running game goes on; its record ends with the last move.
    seconds = game.seconds if game.is_over else max((move.at for move in moves), default=0.0)
    lines = [
        *_header(game, seconds, marks=marks),
        "Board:",
        *(
            "".join("*" if (row, column) in layout else "0" for column in range(game.rules.width))
            for row in range(game.rules.height)
        ),
        "Events:",
        "0.000 start",
    ]
    shown: dict[tuple[int, int], str] = {}
    for move in moves:
        lines.extend(_events(move, shown, marks=marks))
    if game.is_over:
        lines.append(f"{seconds:.3f} {'won' if game.status == 'won' else 'blast'}")
    return "\n".join(lines) + "\n"


def _kept(history: tuple[Move, ...]) -> list[Move]:
    """Return the moves that were not taken back."""
    kept: list[Move] = []
    for move in history:
        if move.kind == "undo":
            kept.pop()
        else:
            kept.append(move)
    return kept


def _header(game: Game, seconds: float, *, marks: bool) -> Iterator[str]:
    rules, metrics = game.rules, game.metrics()
    yield "RawVF_Version: Rev6"
    yield "Program: Sapper"
    yield f"Version: {_core.VERSION}"
    yield f"Level: {_LEVELS.get(rules.level_name, 'Custom')}"
    yield f"Width: {rules.width}"
    yield f"Height: {rules.height}"
    yield f"Mines: {rules.mines}"
    yield f"Start: {rules.start}"
    yield f"Marks: {'On' if marks else 'Off'}"
    yield f"Time: {seconds:.3f}"
    yield f"BBBV: {metrics.three_bv}"


def _events(move: Move, shown: dict[tuple[int, int], str], *, marks: bool) -> Iterator[str]:
    """Yield the presses and releases of one move; `shown` keeps what is on hidden cells."""
    cell = move.cell or (0, 0)  # only undo has no cell, and it is not written
    row, column = cell
    pixels = f"({column * _PIXELS + _PIXELS // 2} {row * _PIXELS + _PIXELS // 2})"
    place = f"{column + 1} {row + 1} {pixels}"
    clicks = 1
    if move.kind in ("flag", "question"):
        cycle = ["", "flag", "question"] if marks else ["", "flag"]
        old = shown.get(cell, "")
        new = "" if old == move.kind else move.kind
        clicks = (cycle.index(new) - cycle.index(old)) % len(cycle)
        shown[cell] = new
    button = {"reveal": "l", "chord": "m"}.get(move.kind, "r")
    yield f"{move.at:.3f} mv {place}"
    for _ in range(clicks):
        yield f"{move.at:.3f} {button}c {place}"
        yield f"{move.at:.3f} {button}r {place}"
