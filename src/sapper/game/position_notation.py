"""The text notation for positions.

The first line specifies the board size and mine count. Each subsequent line contains one row of
cells::

    4x3/2
    1F##
    12##
    .1##

A cell is `#` (hidden), `.` (revealed, no neighbouring mines), `1` to `8` (a clue), `F` (a
player's flag), `f` (an AI flag), `?` (a question mark), `*` (a mine shown after the game) or `!`
(the mine that exploded). The parser also accepts `0` for `.`, `H` for `#` and a header of the form
`WxHxM`.

This module converts between text and bytes. `sapper.game.view` interprets the bytes.
"""

from typing import Final, NamedTuple

from sapper.errors import InvalidRules, NotationError
from sapper.game.rules import MAX_SIDE, Rules
from sapper.game.wording import counted

HIDDEN: Final = -1
FLAG, AI_FLAG, QUESTION, MINE, EXPLODED = 1, 2, 3, 4, 5
"""The byte values of the marks on hidden cells. A value of 0 means no mark."""

_HIDDEN_SYMBOLS: Final = "#Ff?*!"
_CLUE_SYMBOLS: Final = ".12345678"
_READABLE: Final = {
    **{symbol: (clue, 0) for clue, symbol in enumerate(_CLUE_SYMBOLS)},
    **{symbol: (HIDDEN, shown) for shown, symbol in enumerate(_HIDDEN_SYMBOLS)},
    "0": (0, 0),
    "H": (HIDDEN, 0),
}
# Translation tables between symbols and bytes. The byte 0xEE stands for an unknown symbol.
_UNKNOWN: Final = 0xEE
_TO_CELL: Final = bytes(_READABLE.get(chr(i), (_UNKNOWN, 0))[0] & 0xFF for i in range(256))
_TO_SHOWN: Final = bytes(_READABLE.get(chr(i), (0, 0))[1] for i in range(256))
_TO_SYMBOL: Final = bytes(
    ord(_CLUE_SYMBOLS[i] if i <= 8 else _HIDDEN_SYMBOLS[0]) for i in range(256)
)
# XORing the symbol of an unmarked hidden cell with this value yields the symbol of its mark.
_TO_MARK: Final = bytes(
    ord(_HIDDEN_SYMBOLS[i]) ^ ord(_HIDDEN_SYMBOLS[0]) if i < len(_HIDDEN_SYMBOLS) else 0
    for i in range(256)
)
_TO_HIDDEN_MASK: Final = bytes(0 if i <= 8 else 0xFF for i in range(256))


class Position(NamedTuple):
    """A position as two byte strings, each with one byte per cell in row-major order."""

    rules: Rules
    cells: bytes
    """Each cell's clue (0 to 8), or 255 (-1 as int8) if the cell is hidden."""
    shown: bytes
    """Each hidden cell's mark, or 0 if the cell is unmarked."""


def write_rows(width: int, cells: bytes, shown: bytes) -> list[str]:
    """Return a position's rows in text notation, without the header."""
    # This is a hot path, because the server formats the board after every move. Arithmetic on large
    # integers processes all cells at once.
    marks, hidden = shown.translate(_TO_MARK), cells.translate(_TO_HIDDEN_MASK)
    visible_marks = int.from_bytes(marks) & int.from_bytes(hidden)
    symbols = int.from_bytes(cells.translate(_TO_SYMBOL)) ^ visible_marks
    text = symbols.to_bytes(len(cells)).decode()
    return [text[start : start + width] for start in range(0, len(text), width)]


def read_position(text: str) -> Position:
    """Parse a position. Raises NotationError if the text is malformed."""
    # Reject text that is too long for any board, because splitting it would waste memory.
    if len(text) > (MAX_SIDE + 2) * (MAX_SIDE + 1):
        raise NotationError(f"position text too long: {len(text)} characters")
    lines = [line.strip() for line in text.rstrip().splitlines()]
    first = next((number for number, line in enumerate(lines, start=1) if line), None)
    if first is None:
        raise NotationError("empty position text", hint="the first line must be WIDTHxHEIGHT/MINES")
    try:
        # The start rule is `any`, because a position does not record the start rule of its game.
        rules = Rules.parse(lines[first - 1], start="any")
    except InvalidRules as error:
        raise _error(first, str(error), error.hint) from None
    rows = lines[first:]
    if len(rows) != rules.height:
        raise _error(first, f"expected {rules.height} rows, found {len(rows)}")
    for number, row in enumerate(rows, start=first + 1):
        if len(row) != rules.width:
            raise _error(number, f"expected {rules.width} columns, found {len(row)}")
    return _position(rules, rows, first + 1)


def _position(rules: Rules, rows: list[str], first_line: int) -> Position:
    text = "".join(rows)
    symbols = text.encode("ascii", errors="replace")
    cells = symbols.translate(_TO_CELL)
    if _UNKNOWN in cells or not text.isascii():
        index = next(i for i, symbol in enumerate(text) if symbol not in _READABLE)
        line, column = index // rules.width + first_line, index % rules.width + 1
        raise NotationError(
            f"line {line}, column {column}: unknown character {text[index]!r}",
            hint="the valid characters are # . 1-8 F f ? * !",
            line=line,
        )
    shown = symbols.translate(_TO_SHOWN)
    mines = shown.count(MINE) + shown.count(EXPLODED)
    if mines > rules.mines:
        raise _error(
            first_line - 1,
            f"the position shows {counted(mines, 'mine')}, "
            f"but the header allows only {rules.mines}",
        )
    return Position(rules, cells, shown)


def _error(line: int, message: str, hint: str | None = None) -> NotationError:
    return NotationError(f"line {line}: {message}", hint=hint, line=line)
