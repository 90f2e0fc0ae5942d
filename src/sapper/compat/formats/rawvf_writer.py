"""A writer for RAWVF files.

The RAWVF format records only mouse events. Undone moves are therefore omitted, flags set by the AI
become the player's flags, and a question mark on an unmarked cell is written as two right-clicks.
A click that changed nothing is written as a middle click on a hidden cell or as a right-click on a
revealed one, because neither has an effect.
"""

from collections.abc import Iterator
from typing import Final

from sapper import _core
from sapper.errors import FormatError
from sapper.game.game import Game
from sapper.game.moves import Move

_LEVELS: Final = {"beginner": "Beginner", "intermediate": "Intermediate", "expert": "Expert"}
_PIXELS: Final = 16
"""The cell size, in pixels, used by the programs that defined the format."""


def write_rawvf(game: Game) -> str:
    """Return a game as RAWVF text. Raises FormatError if the mines have not been placed yet."""
    layout = game.layout
    if not layout and game.rules.mines:
        raise FormatError("cannot write RAWVF: the mines are not placed until the first reveal")
    moves = _without_undone(game.history)
    has_question_marks = any(move.kind == "question" for move in moves)
    # The recording of a running game ends with the last move.
    seconds = game.seconds if game.is_over else max((move.at for move in moves), default=0.0)
    lines = [
        *_header(game, seconds, has_question_marks=has_question_marks),
        "Board:",
        *(
            "".join("*" if (row, column) in layout else "0" for column in range(game.rules.width))
            for row in range(game.rules.height)
        ),
        "Events:",
        "0.000 start",
    ]
    marks: dict[tuple[int, int], str] = {}
    replayed = game.restarted()
    for move in moves:
        button = {"reveal": "l", "chord": "m"}.get(move.kind, "r")
        if move.kind == "click" and move.cell and replayed.view.clue(move.cell) is None:
            button = "m"
        lines.extend(_events(move, button, marks, has_question_marks=has_question_marks))
        replayed.apply(move)
    if game.is_over:
        lines.append(f"{seconds:.3f} {'won' if game.status == 'won' else 'blast'}")
    return "\n".join(lines) + "\n"


def _without_undone(history: tuple[Move, ...]) -> list[Move]:
    """Return the moves that were made on cells and not undone."""
    undoable: list[int] = []
    undone: set[int] = set()
    for index, move in enumerate(history):
        if move.kind == "undo":
            undone |= {index, undoable.pop()}
        elif move.kind not in ("click", "pause", "resume"):
            undoable.append(index)
    return [
        move for index, move in enumerate(history) if index not in undone and move.cell is not None
    ]


def _header(game: Game, seconds: float, *, has_question_marks: bool) -> Iterator[str]:
    rules, metrics = game.rules, game.metrics()
    yield "RawVF_Version: Rev6"
    yield "Program: Sapper"
    yield f"Version: {_core.VERSION}"
    yield f"Level: {_LEVELS.get(rules.level_name, 'Custom')}"
    yield f"Width: {rules.width}"
    yield f"Height: {rules.height}"
    yield f"Mines: {rules.mines}"
    yield f"Start: {rules.start}"
    yield f"Marks: {'On' if has_question_marks else 'Off'}"
    yield f"Time: {seconds:.3f}"
    yield f"BBBV: {metrics.three_bv}"


def _events(
    move: Move, button: str, marks: dict[tuple[int, int], str], *, has_question_marks: bool
) -> Iterator[str]:
    """Yield the mouse events that represent a move, and update `marks`."""
    cell = move.cell or (0, 0)  # Only an undo has no cell, and undos are never written.
    row, column = cell
    pixels = f"({column * _PIXELS + _PIXELS // 2} {row * _PIXELS + _PIXELS // 2})"
    position = f"{column + 1} {row + 1} {pixels}"
    clicks = 1
    if move.kind in ("flag", "question"):
        cycle = ["", "flag", "question"] if has_question_marks else ["", "flag"]
        old = marks.get(cell, "")
        new = "" if old == move.kind else move.kind
        clicks = (cycle.index(new) - cycle.index(old)) % len(cycle)
        marks[cell] = new
    yield f"{move.at:.3f} mv {position}"
    for _ in range(clicks):
        yield f"{move.at:.3f} {button}c {position}"
        yield f"{move.at:.3f} {button}r {position}"
