r"""MBF, a common binary file format for boards.

Byte 0 is the width, and byte 1 is the height. Bytes 2 and 3 are the big-endian mine count. Each
mine follows as two bytes: its zero-based column and its zero-based row.

>>> game = read_mbf(bytes([4, 3, 0, 2, 1, 0, 3, 2]))
>>> sorted(game.layout)
[(0, 1), (2, 3)]
>>> write_mbf(game.rules, game.layout).hex(" ")
'04 03 00 02 01 00 03 02'
"""

from collections.abc import Iterable
from typing import Final

from sapper.errors import FormatError, SapperError
from sapper.game.board_limits import BoardLimits
from sapper.game.game import Game
from sapper.game.rules import Cell, Rules
from sapper.game.wording import counted, with_article

MAX_BYTES: Final = 4 + 2 * 255 * 255
_HEADER: Final = 4


def read_mbf(data: bytes, *, limits: BoardLimits | None = None) -> Game:
    """Return a new game on the board encoded in `data`.

    Raises FormatError if the data is invalid, and InvalidRules if the board exceeds the limits. The
    message of a FormatError includes the byte offset.
    """
    if len(data) < _HEADER:
        raise _error(f"unexpected end of file: the header needs {_HEADER} bytes", offset=len(data))
    width, height, mines = data[0], data[1], int.from_bytes(data[2:4], "big")
    for offset, name, side in ((0, "width", width), (1, "height", height)):
        if side == 0:
            raise _error(f"the {name} must be at least 1, not 0", offset=offset)
    try:
        rules = Rules(width=width, height=height, mines=mines, start="any")
    except SapperError as error:
        raise _error(str(error), offset=2) from None
    if limits is not None:
        limits.check(width, height)
    end = _HEADER + 2 * mines
    if len(data) < end:
        raise _error(
            f"unexpected end of file: a board with {counted(mines, 'mine')} takes {end} bytes",
            offset=len(data),
        )
    if len(data) > end:
        raise _error(f"unexpected data after {counted(mines, 'mine')}", offset=end)
    layout: dict[Cell, None] = {}
    for offset in range(_HEADER, end, 2):
        column, row = data[offset], data[offset + 1]
        if not rules.contains((row, column)):
            raise _error(
                f"column {column}, row {row} is off the {width}x{height} board", offset=offset
            )
        if (row, column) in layout:
            raise _error(f"the mine at column {column}, row {row} is listed twice", offset=offset)
        layout[row, column] = None
    return Game.from_layout(rules, layout)


def write_mbf(rules: Rules, mines: Iterable[Cell]) -> bytes:
    """Return a board encoded as MBF, with the mines in row-major order.

    Raises FormatError if the board is too large for the format.
    """
    if max(rules.width, rules.height) > 255:
        raise FormatError(
            f"{with_article(f'{rules.width}x{rules.height} board')} is too large for MBF: "
            "the limit is 255x255"
        )
    data = bytearray([rules.width, rules.height, *rules.mines.to_bytes(2, "big")])
    for row, column in sorted(mines):
        data += bytes([column, row])
    return bytes(data)


def _error(message: str, *, offset: int) -> FormatError:
    return FormatError(f"MBF, offset {offset}: {message}", offset=offset)
