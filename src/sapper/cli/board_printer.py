"""Text drawings of positions with highlighted cells.

Highlighted cells are both coloured and bracketed, so they are visible on monochrome terminals.
"""

from typing import TYPE_CHECKING, Final

from sapper.game.cell_names import row_letters
from sapper.game.view import View

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rich.text import Text

    from sapper.coach.highlights import Highlight, HighlightKind

# Boards that exceed these limits are cropped to the area around the highlighted cells.
_MAX_COLUMNS = 40
_MAX_ROWS = 40
_MARGIN = 3


_STYLES: "Final[dict[HighlightKind, tuple[str, str, str]]]" = {
    "area": ("(", ")", "bold yellow"),
    "clue": ("[", "]", "bold cyan"),
    "safe": (">", "<", "bold reverse bright_blue"),
    "mine": ("!", "!", "bold reverse bright_red"),
    "guess": ("?", "?", "bold reverse bright_yellow"),
}
"""The characters on either side of a highlighted cell, and the cell's style."""
_PLAIN: Final = (" ", " ", "default")


def draw_board(view: View, highlights: "Iterable[Highlight]" = ()) -> "Iterator[Text]":
    """Yield the lines of the board, including the row and column names."""
    from rich.text import Text

    styles = {highlight.cell: _STYLES[highlight.kind] for highlight in highlights}
    rows = _visible_range([row for row, _ in styles], view.height, _MAX_ROWS)
    columns = _visible_range([column for _, column in styles], view.width, _MAX_COLUMNS)
    lines = view.rows
    margin = max(len(row_letters(row)) for row in rows)
    header = "".join(f"{column + 1:^3}" for column in columns)
    yield Text((" " * margin + header).rstrip(), style="dim")
    for row in rows:
        line = Text(f"{row_letters(row):<{margin}}", style="dim")
        for column in columns:
            symbol = lines[row][column]
            left, right, style = styles.get((row, column), _PLAIN)
            line.append(f"{left}{symbol}{right}", style=style)
        line.rstrip()
        yield line


def _visible_range(highlighted: list[int], length: int, max_length: int) -> range:
    """Return the rows or columns to draw, cropped around the highlights if the board is large."""
    if length <= max_length or not highlighted:
        return range(min(length, max_length))
    first = max(0, min(highlighted) - _MARGIN)
    last = min(length, max(highlighted) + _MARGIN + 1)
    return range(first, min(last, first + max_length))
