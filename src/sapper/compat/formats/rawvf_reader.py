r"""A reader for RAWVF, a common text format for recorded games.

A file begins with `Key: value` headers in any order. The headers are followed by the board, with
`*` for mines, and then the mouse events. An event consists of a time in seconds, an event type, a
one-based column and row, and a position in pixels. Board-state events are ignored, because the
mouse events determine the board state. The resulting game uses the mine layout from the file and
has no seed.

Here is a short example::

    Width: 4
    Height: 2
    Mines: 1
    Board:
    0*00
    0000
    Events:
    0.000 lc 1 2 (8 24)
    0.000 lr 1 2 (8 24)
    1.250 rc 2 1 (24 8)
"""

import io
import re
import time
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from sapper.compat.formats.mouse_events import EVENTS, Mouse
from sapper.errors import FormatError, SapperError
from sapper.game.board_limits import BoardLimits
from sapper.game.game import Game
from sapper.game.rules import MAX_SIDE, STARTS, Cell, Rules, Start
from sapper.game.wording import counted

MAX_CHARACTERS: Final = 16 * 1024 * 1024
"""The maximum length of a file. Recordings of real games are a hundred times shorter."""
_HEADER: Final = re.compile(r"([A-Za-z][\w .-]{0,60}):[ \t]*(.*)")
_EVENT: Final = re.compile(
    r"(-?\d{1,9}(?:\.\d{0,9})?)\s+([a-z][a-z_0-9]*)"
    r"(?:\s+(-?\d{1,5})\s+(-?\d{1,5})(?:\s*\(\s*-?\d{1,6}\s+-?\d{1,6}\s*\))?)?\s*",
    re.ASCII,
)
# Events that describe the state of the board.
_BOARD_EVENT: Final = re.compile(
    r"start|won|lost|blast|boom|win|lose|nonstandard|closed|cell|pressed|pressedqm|flag|"
    r"flag_removed|questionmark|questionmark_removed|number\d?|solved3bv|sc|mt"
)
_INTEGER: Final = re.compile(r"\d{1,9}", re.ASCII)


class _Header(NamedTuple):
    values: dict[str, tuple[str, int]]
    """The value and line number of each header, indexed by its lowercase key."""

    def integer(self, key: str) -> int | None:
        """Return the integer value of a header key, or None if the key is missing."""
        text, line = self.values.get(key, ("", 0))
        if not line:
            return None
        if not _INTEGER.fullmatch(text):
            raise _error(line, f"{key} must be an integer, not {text[:40]!r}")
        return int(text)

    def line(self, key: str) -> int:
        return self.values[key][1] if key in self.values else 1


def read_rawvf(
    text: str,
    *,
    now: Callable[[], float] = time.monotonic,
    limits: BoardLimits | None = None,
) -> Game:
    """Replay the recorded mouse events and return the resulting game.

    Raises FormatError if the text is invalid, and InvalidRules if the game exceeds the limits. The
    message of a FormatError includes the line number.
    """
    if len(text) > MAX_CHARACTERS:
        raise FormatError(f"RAWVF: the file exceeds the limit of {MAX_CHARACTERS} characters")
    # Lines are read one at a time, so that a file full of line breaks does not exhaust memory.
    lines = enumerate(io.StringIO(text, newline=None), start=1)
    header = _read_header(lines)
    rows, first_row = _read_board(lines)
    if limits is not None:
        limits.check(len(rows[0]), len(rows), moves=text.count("\n"))
    rules, mines = _rules_and_mines(header, rows, first_row)
    clock = _Clock()
    game = Game.from_layout(rules, mines, now=clock)
    marks = header.values.get("marks", ("off", 0))[0].strip().lower()
    mouse = Mouse(game, has_question_marks=marks in ("on", "1", "true", "yes"))
    for number, line in lines:
        _apply_event(mouse, clock, line, number)
    if game.is_over:
        return game
    # Rebuild the game with a real clock, which continues from the last move.
    return Game.from_moves(rules, game.history, mines=mines, now=now)


class _Clock:
    """A clock that returns the time of the last event."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


def _read_header(lines: Iterator[tuple[int, str]]) -> _Header:
    values: dict[str, tuple[str, int]] = {}
    for number, line in lines:
        if not line.strip():
            continue
        match = _HEADER.fullmatch(line.strip().lstrip("\ufeff"))
        if not match:
            raise _error(number, f"expected `Key: value`, not {line.strip()[:40]!r}")
        key = match[1].lower()
        if key == "board":
            return _Header(values)
        if key in values:
            raise _error(number, f"duplicate key {match[1]}, first used on line {values[key][1]}")
        values[key] = match[2].strip(), number
    raise _error(_last_line(values), "unexpected end of file: `Board:` is missing")


def _last_line(values: dict[str, tuple[str, int]]) -> int:
    return max((line for _, line in values.values()), default=1)


def _read_board(lines: Iterator[tuple[int, str]]) -> tuple[list[str], int]:
    """Return the board's rows and the line number of the first row."""
    rows: list[str] = []
    number = 0
    for number, line in lines:
        row = line.strip()
        if row.lower() == "events:":
            if not rows:
                raise _error(number, "the board has no rows")
            return rows, number - len(rows)
        if set(row) - {"*", "0"} or not row:
            raise _error(number, f"a row of the board must consist of * and 0, not {row[:40]!r}")
        if len(rows) == MAX_SIDE:
            raise _error(number, f"the board has more than {MAX_SIDE} rows")
        if rows and len(row) != len(rows[0]):
            raise _error(
                number,
                f"the row has {counted(len(row), 'cell')}, but the first row has {len(rows[0])}",
            )
        rows.append(row)
    raise _error(max(number, 1), "unexpected end of file: `Events:` is missing")


def _rules_and_mines(header: _Header, rows: list[str], first_row: int) -> tuple[Rules, list[Cell]]:
    mines = [(i, j) for i, row in enumerate(rows) for j, cell in enumerate(row) if cell == "*"]
    sizes = {"width": len(rows[0]), "height": len(rows), "mines": len(mines)}
    for key, found in sizes.items():
        stated = header.integer(key)
        if stated is not None and stated != found:
            raise _error(
                header.line(key), f"{key} must be {found} to match the board, not {stated}"
            )
    start, line = header.values.get("start", ("safe", 0))
    if start not in STARTS:
        raise _error(line, f"unknown start rule {start[:40]!r}")
    try:
        cell_count = Rules(sizes["width"], sizes["height"], 0, start="any").cell_count
        # Other programs move a mine away from the first click if the board has a free cell.
        chosen: Start = start if line or len(mines) < cell_count else "any"  # type: ignore[assignment]
        return Rules(**sizes, start=chosen), mines
    except SapperError as error:
        raise _error(line or first_row, str(error)) from None


def _apply_event(mouse: Mouse, clock: _Clock, line: str, number: int) -> None:
    if not line.strip():
        return
    match = _EVENT.fullmatch(line.strip())
    if not match:
        raise _error(
            number,
            f"malformed event: {line.strip()[:40]!r}",
            "example event: 1.250 lr 3 4 (40 56)",
        )
    seconds, event, column, row = match.groups()
    if event in EVENTS:
        if column is None:
            raise _error(number, f"event {event!r} requires a column and a row")
        clock.seconds = max(clock.seconds, float(seconds))
        mouse.handle(event, (int(row) - 1, int(column) - 1))
    elif not _BOARD_EVENT.fullmatch(event):
        raise _error(number, f"unknown event {event[:40]!r}")


def _error(line: int, message: str, hint: str | None = None) -> FormatError:
    return FormatError(f"RAWVF, line {line}: {message}", hint=hint, line=line)
