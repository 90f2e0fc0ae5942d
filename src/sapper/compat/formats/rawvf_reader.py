r"""Games as RAWVF text, the common format of replays that people can read.

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

Headers `Key: value` in any order, the board with `*` for mines, then events of the mouse: seconds,
what, column and row from 1, and the place in pixels. Other events tell what the board showed; they
are not needed and left alone. A game that is read has the mines of the file, not its seed.
"""

import io
import re
import time
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from sapper.compat.formats.mouse_events import EVENTS, Mouse
from sapper.errors import FormatError, SapperError
from sapper.game.game import Game
from sapper.game.rules import MAX_SIDE, STARTS, Cell, Rules, Start

MAX_CHARACTERS: Final = 16 * 1024 * 1024
"""Records of real games are a hundred times smaller; every event costs memory."""
_HEADER: Final = re.compile(r"([A-Za-z][\w .-]{0,60}):[ \t]*(.*)")
_EVENT: Final = re.compile(
    r"(-?\d{1,9}(?:\.\d{0,9})?)\s+([a-z][a-z_0-9]*)"
    r"(?:\s+(-?\d{1,5})\s+(-?\d{1,5})(?:\s*\(\s*-?\d{1,6}\s+-?\d{1,6}\s*\))?)?\s*",
    re.ASCII,
)
# What recorders write of the board itself; it follows from the mouse.
_TOLD: Final = re.compile(
    r"start|won|lost|blast|boom|win|lose|nonstandard|closed|cell|pressed|pressedqm|flag|"
    r"flag_removed|questionmark|questionmark_removed|number\d?|solved3bv|sc|mt"
)
_WHOLE: Final = re.compile(r"\d{1,9}", re.ASCII)


class _Header(NamedTuple):
    values: dict[str, tuple[str, int]]
    """By key in small letters: the value and its line."""

    def whole(self, key: str) -> int | None:
        """Return a number, None if the key is not there."""
        text, line = self.values.get(key, ("", 0))
        if not line:
            return None
        if not _WHOLE.fullmatch(text):
            raise _error(line, f"{key} is not a whole number: {text[:40]!r}")
        return int(text)

    def line(self, key: str) -> int:
        return self.values[key][1] if key in self.values else 1


def read_rawvf(text: str, *, now: Callable[[], float] = time.monotonic) -> Game:
    """Play a recorded game again and return it. Raises FormatError, which names the line."""
    if len(text) > MAX_CHARACTERS:
        raise FormatError(f"RAWVF: the record is too long: {len(text)} characters")
    # One line at a time: a file of nothing but line ends must not fill the memory.
    lines = enumerate(io.StringIO(text, newline=None), start=1)
    header = _read_header(lines)
    rows, first_row = _read_board(lines)
    rules, mines = _board(header, rows, first_row)
    clock = _Clock()
    game = Game.from_layout(rules, mines, now=clock)
    marks = header.values.get("marks", ("off", 0))[0].strip().lower() in ("on", "1", "true", "yes")
    mouse = Mouse(game, marks=marks)
    for number, line in lines:
        _play(mouse, clock, line, number)
    if game.is_over:
        return game
    # Played again so that its clock goes on from here.
    return Game.replayed(rules, game.history, mines=mines, now=now)


class _Clock:
    """Stands where the last event says."""

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
            raise _error(number, f"{match[1]} was already given in line {values[key][1]}")
        values[key] = match[2].strip(), number
    raise _error(_last(values), "the record ends before `Board:`")


def _last(values: dict[str, tuple[str, int]]) -> int:
    return max((line for _, line in values.values()), default=1)


def _read_board(lines: Iterator[tuple[int, str]]) -> tuple[list[str], int]:
    """Return the rows and the line of the first one."""
    rows: list[str] = []
    number = 0
    for number, line in lines:
        row = line.strip()
        if row.lower() == "events:":
            if not rows:
                raise _error(number, "the board has no rows")
            return rows, number - len(rows)
        if set(row) - {"*", "0"} or not row:
            raise _error(number, f"a row of the board is made of * and 0, not {row[:40]!r}")
        if len(rows) == MAX_SIDE:
            raise _error(number, f"a board has at most {MAX_SIDE} rows")
        if rows and len(row) != len(rows[0]):
            raise _error(number, f"the row has {len(row)} cells, the first has {len(rows[0])}")
        rows.append(row)
    raise _error(max(number, 1), "the record ends before `Events:`")


def _board(header: _Header, rows: list[str], first_row: int) -> tuple[Rules, list[Cell]]:
    mines = [(i, j) for i, row in enumerate(rows) for j, cell in enumerate(row) if cell == "*"]
    there = {"width": len(rows[0]), "height": len(rows), "mines": len(mines)}
    for key, found in there.items():
        told = header.whole(key)
        if told is not None and told != found:
            raise _error(header.line(key), f"{key} is {told}, but the board has {found}")
    start, line = header.values.get("start", ("safe", 0))
    if start not in STARTS:
        raise _error(line, f"unknown start rule {start[:40]!r}")
    try:
        most = Rules(there["width"], there["height"], 0, start="any").cell_count
        # Other programs move a mine away from the first click, where there is room for it.
        chosen: Start = start if line or len(mines) < most else "any"  # type: ignore[assignment]
        return Rules(**there, start=chosen), mines
    except SapperError as error:
        raise _error(line or first_row, str(error)) from None


def _play(mouse: Mouse, clock: _Clock, line: str, number: int) -> None:
    if not line.strip():
        return
    match = _EVENT.fullmatch(line.strip())
    if not match:
        raise _error(
            number, f"not an event: {line.strip()[:40]!r}", "events look like: 1.250 lr 3 4 (40 56)"
        )
    seconds, event, column, row = match.groups()
    if event in EVENTS:
        if column is None:
            raise _error(number, f"the event {event!r} needs a column and a row")
        clock.seconds = max(clock.seconds, float(seconds))
        mouse.handle(event, (int(row) - 1, int(column) - 1))
    elif not _TOLD.fullmatch(event):
        raise _error(number, f"unknown event {event[:40]!r}")


def _error(line: int, message: str, hint: str | None = None) -> FormatError:
    return FormatError(f"RAWVF, line {line}: {message}", hint=hint, line=line)
