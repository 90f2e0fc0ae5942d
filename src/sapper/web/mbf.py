"""Boards as MBF files, which players drop on the analyser."""

from sapper.errors import InvalidRules, NotationError
from sapper.game.rules import Cell, Rules

_HEADER = 4


def read_mbf(data: bytes) -> tuple[Rules, list[Cell]]:
    """Return the board of a file. Raises NotationError.

    Byte 0 is the width, byte 1 the height, bytes 2 and 3 the number of mines, the high byte first;
    then come two bytes for each mine: its column and its row, both from 0.

    >>> read_mbf(bytes([4, 3, 0, 1, 2, 0]))
    (Rules(width=4, height=3, mines=1, start='any'), [(0, 2)])
    """
    if len(data) < _HEADER:
        raise NotationError(f"not an MBF file: {len(data)} bytes, but its header has {_HEADER}")
    try:
        mines = int.from_bytes(data[2:4], "big")
        rules = Rules(width=data[0], height=data[1], mines=mines, start="any")
    except InvalidRules as error:
        raise NotationError(f"not an MBF file: {error}") from None
    if len(data) != _HEADER + 2 * mines:
        raise NotationError(
            f"not an MBF file: {mines} mines need {_HEADER + 2 * mines} bytes, not {len(data)}"
        )
    cells = [(data[at + 1], data[at]) for at in range(_HEADER, len(data), 2)]
    return rules, cells
