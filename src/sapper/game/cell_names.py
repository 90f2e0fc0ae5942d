"""Human-readable cell names, such as `A1` or `AB30`.

A name consists of the row letters and the column number, which starts at 1. The rows after Z are
AA, AB and so on, like the columns of a spreadsheet.
"""

import re

from sapper.game.rules import Cell

_LETTERS = 26
_COORDINATES = re.compile(r"\((\d{1,4}), (\d{1,4})\)")


def row_letters(row: int) -> str:
    """Return the letters that name a row.

    >>> [row_letters(row) for row in (0, 25, 26, 701, 702)]
    ['A', 'Z', 'AA', 'ZZ', 'AAA']
    """
    letters = ""
    row += 1
    while row:
        row, letter = divmod(row - 1, _LETTERS)
        letters = chr(ord("A") + letter) + letters
    return letters


def row_number(letters: str) -> int:
    """Return the row that the letters name, counted from 0.

    >>> row_number("ab")
    27
    """
    row = 0
    for letter in letters.upper():
        row = row * _LETTERS + ord(letter) - ord("A") + 1
    return row - 1


def cell_name(cell: Cell) -> str:
    """Return the name of a cell.

    >>> cell_name((0, 0))
    'A1'
    """
    return f"{row_letters(cell[0])}{cell[1] + 1}"


def use_cell_names(message: str) -> str:
    """Replace the coordinates in a message with cell names.

    >>> use_cell_names("cannot reveal (4, 4)")
    'cannot reveal E5'
    """
    return _COORDINATES.sub(lambda match: cell_name((int(match[1]), int(match[2]))), message)
