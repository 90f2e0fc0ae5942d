"""A position as a picture in lines of text, with some cells marked.

Marks are brackets, so that they are seen without colours too; colours only help.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from sapper.game.cell_names import row_letters
from sapper.game.rules import Cell
from sapper.game.view import View

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.text import Text

# More columns than this do not fit into most windows; then only the part around the marks is drawn.
_MAX_COLUMNS = 40
_MAX_ROWS = 40
_MARGIN = 3


class MarkStyle(NamedTuple):
    """What stands left and right of a marked cell, and its colour."""

    left: str
    right: str
    style: str


CLUE = MarkStyle("[", "]", "bold cyan")
TALKED_ABOUT = MarkStyle(" ", " ", "bold yellow")
MOVE = MarkStyle(">", "<", "bold reverse bright_blue")
LOOK = MarkStyle("(", ")", "bold yellow")


def draw_board(view: View, marks: Mapping[Cell, MarkStyle]) -> "Iterator[Text]":
    """Yield the lines of the picture, with the names of rows and columns."""
    from rich.text import Text

    rows = _part([cell[0] for cell in marks], view.height, _MAX_ROWS)
    columns = _part([cell[1] for cell in marks], view.width, _MAX_COLUMNS)
    lines = view.rows
    margin = max(len(row_letters(row)) for row in rows)
    header = "".join(f"{column + 1:^3}" for column in columns)
    yield Text((" " * margin + header).rstrip(), style="dim")
    for row in rows:
        line = Text(f"{row_letters(row):<{margin}}", style="dim")
        for column in columns:
            symbol = lines[row][column]
            mark = marks.get((row, column))
            if mark is None:
                line.append(f" {symbol} ", style="default")
            else:
                line.append(f"{mark.left}{symbol}{mark.right}", style=mark.style)
        line.rstrip()
        yield line


def _part(marked: list[int], length: int, most: int) -> range:
    """Return the rows or columns to draw: all of a usual board."""
    if length <= most or not marked:
        return range(min(length, most))
    first, last = max(0, min(marked) - _MARGIN), min(length, max(marked) + _MARGIN + 1)
    return range(first, min(last, first + most))
