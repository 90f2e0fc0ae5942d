"""The text notation for positions.

The first line contains the size and the mine count, and each following line contains a row::

    4x3/2
    1F##
    12##
    .1##

A cell is `#` (hidden), `.` (revealed without neighbouring mines), `1` to `8` (a clue), `F` (a
player's flag), `f` (an AI flag), `?` (a question mark), `*` (a mine shown after the game) or `!`
(the mine that exploded). The parser also accepts `0` for `.`, `H` for `#` and a header of the form
`WxHxM`.

This module converts between text and bytes; `sapper.game.view` interprets the bytes.
"""

import re
from typing import Final, NamedTuple

from sapper.errors import InvalidRules, NotationError
from sapper.game.rules import MAX_SIDE, Rules

HIDDEN: Final = -1
FLAG, AI_FLAG, QUESTION, MINE, EXPLODED = 1, 2, 3, 4, 5
"""The marks on hidden cells; 0 means no mark."""

_HIDDEN_SYMBOLS: Final = "#Ff?*!"
_CLUE_SYMBOLS: Final = ".12345678"
_READABLE: Final = {
    **{symbol: (clue, 0) for clue, symbol in enumerate(_CLUE_SYMBOLS)},
    **{symbol: (HIDDEN, shown) for shown, symbol in enumerate(_HIDDEN_SYMBOLS)},
    "0": (0, 0),
    "H": (HIDDEN, 0),
}
# Translation tables between symbols and bytes; 0xEE stands for an unknown symbol.
_UNKNOWN: Final = 0xEE
_TO_CELL: Final = bytes(_READABLE.get(chr(i), (_UNKNOWN, 0))[0] & 0xFF for i in range(256))
_TO_SHOWN: Final = bytes(_READABLE.get(chr(i), (0, 0))[1] for i in range(256))
_TO_SYMBOL: Final = bytes(
    ord(_CLUE_SYMBOLS[i] if i <= 8 else _HIDDEN_SYMBOLS[0]) for i in range(256)
)
_ANY_MARK: Final = re.compile(rb"[^\x00]")


class Position(NamedTuple):
    """A position as two byte strings with one byte per cell, row by row."""

    rules: Rules
    cells: bytes
    """The clue of each cell from 0 to 8, or 255 (-1 as int8) if the cell is hidden."""
    shown: bytes
    """The mark on each hidden cell, or 0 if the cell has no mark."""


def write_rows(width: int, cells: bytes, shown: bytes) -> list[str]:
    """Return the rows of a position in text notation, without the header."""
    # This function is a hot path, because the server formats the board after every move. Marks are
    # rare, so they are written one at a time.
    symbols = bytearray(cells.translate(_TO_SYMBOL))
    for mark in _ANY_MARK.finditer(shown):
        if cells[mark.start()] > 8:
            symbols[mark.start()] = ord(_HIDDEN_SYMBOLS[mark[0][0]])
    text = symbols.decode()
    return [text[start : start + width] for start in range(0, len(text), width)]


def read_position(text: str) -> Position:
    """Parse a position. Raises NotationError if the text is malformed."""
    # Reject texts longer than the largest board, because splitting them would waste memory.
    if len(text) > (MAX_SIDE + 2) * (MAX_SIDE + 1):
        raise NotationError(f"position text too long: {len(text)} characters")
    lines = [line.strip() for line in text.rstrip().splitlines()]
    first = next((number for number, line in enumerate(lines, start=1) if line), None)
    if first is None:
        raise NotationError("empty position text", hint="the first line must be WIDTHxHEIGHT/MINES")
    try:
        # A position does not record the start rule of its game.
        rules = Rules.parse(lines[first - 1], start="any")
    except InvalidRules as error:
        raise NotationError(f"line {first}: {error}", hint=error.hint) from None
    rows = lines[first:]
    if len(rows) != rules.height:
        raise NotationError(f"line {first}: expected {rules.height} rows, found {len(rows)}")
    for number, row in enumerate(rows, start=first + 1):
        if len(row) != rules.width:
            raise NotationError(f"line {number}: expected {rules.width} columns, found {len(row)}")
    return _position(rules, rows, first + 1)


def _position(rules: Rules, rows: list[str], first_line: int) -> Position:
    text = "".join(rows)
    symbols = text.encode("ascii", errors="replace")
    cells = symbols.translate(_TO_CELL)
    if _UNKNOWN in cells or not text.isascii():
        index = next(i for i, symbol in enumerate(text) if symbol not in _READABLE)
        raise NotationError(
            f"line {index // rules.width + first_line}, column {index % rules.width + 1}: "
            f"unknown character {text[index]!r}",
            hint="the valid characters are # . 1-8 F f ? * !",
        )
    shown = symbols.translate(_TO_SHOWN)
    mines = shown.count(MINE) + shown.count(EXPLODED)
    if mines > rules.mines:
        raise NotationError(
            f"line {first_line - 1}: {mines} mines are shown, but the header allows {rules.mines}"
        )
    return Position(rules, cells, shown)
