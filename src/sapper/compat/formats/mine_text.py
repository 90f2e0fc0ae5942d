r"""The `.mine` text format for positions, used by a popular Minesweeper analyser.

The first line is `WIDTHxHEIGHTxMINES`. Each subsequent line is a row, with `0` to `8` for revealed
cells, `H` for hidden cells, `F` for flags, `M` for visible mines and `?` for the exploded mine.
Because `?` is a question mark in Sapper's own notation, the two formats are distinguished by file
name or header.

>>> view = read_mine("3x2x1\n1HH\n1HF\n")
>>> print(view)
3x2/1
1##
1#F
>>> write_mine(view)
'3x2x1\n1HH\n1HF\n'
"""

from typing import Final

from sapper.errors import FormatError, NotationError
from sapper.game.rules import MAX_SIDE
from sapper.game.view import View, parse_view

_TO_SAPPER: Final = str.maketrans("M?", "*!")
_TO_MINE: Final = str.maketrans(".#f?*!", "0HFHM?")
_CELLS: Final = frozenset("012345678HFM?")


def read_mine(text: str) -> View:
    """Parse a position. Raises FormatError or NotationError if the text is invalid."""
    if len(text) > (MAX_SIDE + 2) * (MAX_SIDE + 1):
        raise FormatError(f".mine: position text too long: {len(text)} characters")
    lines = text.splitlines()
    first = next((number for number, line in enumerate(lines) if line.strip()), len(lines))
    for number, line in enumerate(lines[first + 1 :], start=first + 2):
        if wrong := next((c for c in line.strip() if c not in _CELLS), None):
            raise FormatError(
                f".mine, line {number}: unknown character {wrong!r}",
                hint="cells are written as 0-8, H, F, M or ?",
                line=number,
            )
    rows = [line.translate(_TO_SAPPER) for line in lines[first + 1 :]]
    try:
        return parse_view("\n".join([*lines[: first + 1], *rows]))
    except NotationError as error:
        # The hint is replaced, because parse_view describes the header of Sapper's own notation.
        hint = "the first line must be WIDTHxHEIGHTxMINES, such as 30x16x99" if error.hint else None
        raise NotationError(f".mine, {error}", hint=hint) from None


def write_mine(view: View) -> str:
    """Return a position as `.mine` text.

    Question marks are lost, because the format cannot represent them.
    """
    rows = [row.translate(_TO_MINE) for row in view.rows]
    return "\n".join([f"{view.width}x{view.height}x{view.mines}", *rows]) + "\n"
