"""Positions drawn as text with highlighted cells.

Highlighted cells have brackets as well as colours, so they stand out without colour.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from sapper.game.cell_names import row_letters
from sapper.game.rules import Cell
from sapper.game.view import View

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.text import Text

# Boards that exceed these limits are cropped to the area around the highlighted cells.
_MAX_COLUMNS = 40
_MAX_ROWS = 40
_MARGIN = 3


class HighlightStyle(NamedTuple):
    """The style of a highlighted cell and the characters on either side of it."""

    left: str
    right: str
    style: str


CLUE = HighlightStyle("[", "]", "bold cyan")
MENTIONED = HighlightStyle(" ", " ", "bold yellow")
MOVE = HighlightStyle(">", "<", "bold reverse bright_blue")
AREA = HighlightStyle("(", ")", "bold yellow")


def draw_board(view: View, highlights: Mapping[Cell, HighlightStyle]) -> "Iterator[Text]":
    """Yield the lines of the board, including the row and column names."""
    from rich.text import Text

    rows = _visible_range([cell[0] for cell in highlights], view.height, _MAX_ROWS)
    columns = _visible_range([cell[1] for cell in highlights], view.width, _MAX_COLUMNS)
    lines = view.rows
    margin = max(len(row_letters(row)) for row in rows)
    header = "".join(f"{column + 1:^3}" for column in columns)
    yield Text((" " * margin + header).rstrip(), style="dim")
    for row in rows:
        line = Text(f"{row_letters(row):<{margin}}", style="dim")
        for column in columns:
            symbol = lines[row][column]
            highlight = highlights.get((row, column))
            if highlight is None:
                line.append(f" {symbol} ", style="default")
            else:
                line.append(f"{highlight.left}{symbol}{highlight.right}", style=highlight.style)
        line.rstrip()
        yield line


def _visible_range(highlighted: list[int], length: int, max_length: int) -> range:
    """Return the range of rows or columns to draw, cropped if the board is too large."""
    if length <= max_length or not highlighted:
        return range(min(length, max_length))
    first = max(0, min(highlighted) - _MARGIN)
    last = min(length, max(highlighted) + _MARGIN + 1)
    return range(first, min(last, first + max_length))
