"""Positions as text.

The first line is the size, then one line per row::

    4x3/2
    1F##
    12##
    .1##

`#` hidden, `.` revealed with no mine near, `1` to `8` clues, `F` a player's flag, `f` a flag that
the AI set, `?` a question mark, `*` a mine shown after the end, `!` the mine that exploded. Reading
also takes `0` for `.`, `H` for `#` and the header `WxHxM`.

This module knows text and bytes only; `sapper.game.view` gives them meaning.
"""

import re
from typing import Final, NamedTuple

from sapper.errors import InvalidRules, NotationError
from sapper.game.rules import MAX_SIDE, Rules

HIDDEN: Final = -1
FLAG, AI_FLAG, QUESTION, MINE, EXPLODED = 1, 2, 3, 4, 5
"""What is shown on a cell that is not revealed; 0 is nothing."""

_HIDDEN_SYMBOLS: Final = "#Ff?*!"
_CLUE_SYMBOLS: Final = ".12345678"
_READABLE: Final = {
    **{symbol: (clue, 0) for clue, symbol in enumerate(_CLUE_SYMBOLS)},
    **{symbol: (HIDDEN, shown) for shown, symbol in enumerate(_HIDDEN_SYMBOLS)},
    "0": (0, 0),
    "H": (HIDDEN, 0),
}
# Two lookups that turn a row of text into bytes at the speed of C; 0xEE marks what is not notation.
_UNKNOWN: Final = 0xEE
_TO_CELL: Final = bytes(_READABLE.get(chr(i), (_UNKNOWN, 0))[0] & 0xFF for i in range(256))
_TO_SHOWN: Final = bytes(_READABLE.get(chr(i), (0, 0))[1] for i in range(256))


_TO_SYMBOL: Final = bytes(
    ord(_CLUE_SYMBOLS[i] if i <= 8 else _HIDDEN_SYMBOLS[0]) for i in range(256)
)
_MARKS: Final = re.compile(rb"[^\x00]")


class Position(NamedTuple):
    """A position as numbers: one byte per cell and array, row by row."""

    rules: Rules
    cells: bytes
    """0 to 8, or 255 (that is -1 as int8) for a cell that is not revealed."""
    shown: bytes
    """0, or what is shown on a cell that is not revealed."""


def write_rows(width: int, cells: bytes, shown: bytes) -> list[str]:
    """Return the rows of a position, without the header."""
    # Every move of every player is drawn by this: bytes at the speed of C, then the few marks.
    symbols = bytearray(cells.translate(_TO_SYMBOL))
    for place in _MARKS.finditer(shown):
        if cells[place.start()] > 8:
            symbols[place.start()] = ord(_HIDDEN_SYMBOLS[place[0][0]])
    text = symbols.decode()
    return [text[start : start + width] for start in range(0, len(text), width)]


def read_position(text: str) -> Position:
    """Read a position. Raises NotationError, which names the line, for anything else."""
    # More than the largest board can need is not looked at: splitting junk costs memory.
    if len(text) > (MAX_SIDE + 2) * (MAX_SIDE + 1):
        raise NotationError(f"the text is too long for a position: {len(text)} characters")
    lines = [line.strip() for line in text.rstrip().splitlines()]
    first = next((number for number, line in enumerate(lines, start=1) if line), None)
    if first is None:
        raise NotationError("the text is empty", hint="the first line is WIDTHxHEIGHT/MINES")
    try:
        # A position makes no promise about how its game began.
        rules = Rules.parse(lines[first - 1], start="any")
    except InvalidRules as error:
        raise NotationError(f"line {first}: {error}", hint=error.hint) from None
    rows = lines[first:]
    if len(rows) != rules.height:
        raise NotationError(
            f"line {first}: the header says {rules.height} rows, but there are {len(rows)}"
        )
    for number, row in enumerate(rows, start=first + 1):
        if len(row) != rules.width:
            raise NotationError(
                f"line {number}: the header says {rules.width} columns, but there are {len(row)}"
            )
    return _position(rules, rows, first + 1)


def _position(rules: Rules, rows: list[str], first_line: int) -> Position:
    text = "".join(rows)
    symbols = text.encode("ascii", errors="replace")
    cells = symbols.translate(_TO_CELL)
    if _UNKNOWN in cells or not text.isascii():
        at = next(i for i, symbol in enumerate(text) if symbol not in _READABLE)
        raise NotationError(
            f"line {at // rules.width + first_line}, column {at % rules.width + 1}: "
            f"unknown character {text[at]!r}",
            hint="cells are # . 1-8 F f ? * !",
        )
    shown = symbols.translate(_TO_SHOWN)
    mines = shown.count(MINE) + shown.count(EXPLODED)
    if mines > rules.mines:
        raise NotationError(
            f"line {first_line - 1}: the header says {rules.mines} mines, but {mines} are shown"
        )
    return Position(rules, cells, shown)
