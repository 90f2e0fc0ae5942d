"""Human-readable cell names, such as `A1` or `AB30`.

A cell name consists of the row letters followed by the 1-based column number. Rows after Z are
named AA, AB and so on, like spreadsheet columns.
"""

from functools import lru_cache
from string import ascii_letters

from sapper.game.rules import Cell

_LETTERS = 26
_MAX_LENGTH = 10


def row_letters(row: int) -> str:
    """Return the letters for a 0-based row number.

    >>> [row_letters(row) for row in (0, 25, 26, 701, 702)]
    ['A', 'Z', 'AA', 'ZZ', 'AAA']
    """
    letters = ""
    row += 1
    while row:
        row, letter = divmod(row - 1, _LETTERS)
        letters = chr(ord("A") + letter) + letters
    return letters


@lru_cache(maxsize=4096)
def cell_name(cell: Cell) -> str:
    """Return the name of a cell.

    >>> cell_name((0, 0))
    'A1'
    """
    return f"{row_letters(cell[0])}{cell[1] + 1}"


def parse_cell_name(name: str) -> Cell | None:
    """Return the cell with the given name, or None if `name` is not a cell name.

    >>> parse_cell_name("e5"), parse_cell_name("5e")
    ((4, 4), None)
    """
    number = name.lstrip(ascii_letters)
    letters = name.removesuffix(number)
    is_name = letters and number.isascii() and number.isdecimal()
    if not is_name or len(name) > _MAX_LENGTH:
        return None
    row = 0
    for letter in letters.upper():
        row = row * _LETTERS + ord(letter) - ord("A") + 1
    return row - 1, int(number) - 1
