"""Reads a file of any format, tells which one it is, and writes what it holds in another."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sapper.compat.formats import mbf, rawvf_reader
from sapper.compat.formats.mine_text import read_mine, write_mine
from sapper.compat.formats.rawvf_writer import write_rawvf
from sapper.errors import FormatError, quoted
from sapper.game import replay
from sapper.game.game import Game
from sapper.game.rules import Cell, closest_name
from sapper.game.view import View, parse_view

FORMATS: Final[dict[str, str]] = {
    "mbf": ".mbf",
    "mine": ".mine",
    "position": ".txt",
    "rawvf": ".rawvf",
    "replay": ".replay",
}
"""The names of the formats, and how their files end."""

MAX_BYTES: Final = 64 * 1024 * 1024
_SIZE_LINE: Final = re.compile(rb"\s*\d{1,9}\s*x\s*\d{1,9}\s*([x/])\s*\d{1,9}\s*(?:\n|\r|$)", re.I)
_HEADER_LINE: Final = re.compile(rb"\s*[A-Za-z][\w .-]{0,60}:")


@dataclass(frozen=True)
class Contents:
    """What a file holds."""

    format: str
    view: View
    """The position; of a board without a game all of it, mines shown."""
    game: Game | None
    """The game; None if the file holds a position only."""

    @property
    def layout(self) -> frozenset[Cell]:
        """Where the mines are. Raises FormatError when the file does not tell."""
        known = self.game.layout if self.game else self.view.shown_mines
        if len(known) != self.view.mines:
            raise FormatError(
                f"the {self.format} file does not tell where the {self.view.mines} mines are"
            )
        return known


def read(source: str | Path | bytes, format: str | None = None) -> Contents:  # noqa: A002
    """Read a file, given by its path or as bytes.

    Without a `format` it is told from what is in the file, and where that fits two, from its name.
    Raises FormatError, NotationError or ReplayError, which name the line or the offset, and OSError
    for a file that cannot be opened.
    """
    name, data = _load(source)
    if format is not None:
        return _read(data, check_format(format))
    if (known := _recognise(data, name)) is None:
        raise FormatError(
            f"cannot tell the format of {quoted(name)}" if name else "cannot tell the format",
            hint=f"formats are {', '.join(FORMATS)}",
        )
    return _read(data, known)


def _load(source: str | Path | bytes) -> tuple[str, bytes]:
    """Return the name of a file, empty for bytes, and what is in it."""
    if isinstance(source, bytes):
        name, data = "", source
    else:
        name = Path(source).name
        with Path(source).open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise FormatError(f"the file is too long: more than {MAX_BYTES} bytes")
    return name, data


def _read(data: bytes, chosen: str) -> Contents:
    if chosen == "mbf":
        game = mbf.read_mbf(data)
        return Contents(chosen, game.solution, game)
    text = _text(data, chosen)
    if chosen == "mine":
        return Contents(chosen, read_mine(text), None)
    if chosen == "position":
        return Contents(chosen, parse_view(text), None)
    game = rawvf_reader.read_rawvf(text) if chosen == "rawvf" else replay.read_replay(text)
    return Contents(chosen, game.view, game)


def read_game(source: str | Path | bytes) -> Game:
    """Read a game: RAWVF, Sapper's own record, or a board on which nothing was played (MBF).

    Raises what `read` raises, and FormatError for a file that holds a position only. What could be
    anything is read as Sapper's own record, whose errors name the line.
    """
    name, data = _load(source)
    contents = _read(data, _recognise(data, name) or "replay")
    if contents.game is None:
        raise FormatError(
            f"the file holds a position ({contents.format}), not a game",
            hint="games are in rawvf and replay files",
        )
    return contents.game


def write(contents: Contents, format: str) -> bytes:  # noqa: A002
    """Return what was read in another format. Raises FormatError where that cannot hold it."""
    chosen = check_format(format)
    if chosen == "mbf":
        return mbf.write_mbf(contents.view.rules, contents.layout)
    if chosen == "mine":
        return write_mine(contents.view).encode()
    if chosen == "position":
        return f"{contents.view}\n".encode()
    if contents.game is None:
        raise FormatError(
            f"cannot write {chosen}: the {contents.format} file holds a position, not a game"
        )
    game = contents.game
    return (write_rawvf(game) if chosen == "rawvf" else replay.write_replay(game)).encode()


def convert(source: str | Path | bytes, to: str) -> bytes:
    """Return a file's contents in another format. Raises what `read` and `write` raise."""
    return write(read(source), to)


def check_format(name: str) -> str:
    """Return the name of a format, or raise FormatError."""
    if name not in FORMATS:
        nearest = closest_name(str(name), tuple(FORMATS))
        raise FormatError(
            f"unknown format {quoted(name)}",
            hint=f"did you mean {nearest}?" if nearest else f"formats are {', '.join(FORMATS)}",
        )
    return name


def format_of_name(name: str) -> str:
    """Return the format of a file by how its name ends. Raises FormatError."""
    suffix = Path(name).suffix.lower()
    for known, ending in FORMATS.items():
        if suffix == ending:
            return known
    raise FormatError(
        f"cannot tell the format of {quoted(name)}",
        hint=f"names end in {', '.join(FORMATS.values())}; or name the format",
    )


def _recognise(data: bytes, name: str) -> str | None:
    """Return the format that these bytes seem to be in; None if they could be anything."""
    start = data[:200].removeprefix(b"\xef\xbb\xbf")
    if start.startswith(b"sapper-replay"):
        return "replay"
    if size := _SIZE_LINE.match(start):
        is_mine = name.lower().endswith(".mine") or (size[1] in b"xX" and not name)
        return "mine" if is_mine else "position"
    if _HEADER_LINE.match(start) and b"Board:" in data:
        return "rawvf"
    if name and Path(name).suffix.lower() in FORMATS.values():
        return format_of_name(name)
    # A board is all that needs no words: take it for one if its length says so.
    if len(data) >= 4 and len(data) == 4 + 2 * int.from_bytes(data[2:4], "big"):
        return "mbf"
    return None


def _text(data: bytes, format: str) -> str:  # noqa: A002
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if format == "rawvf":  # names of players come in all encodings, and nobody needs them
            return data.decode("latin-1")
        raise FormatError(f"{format}, offset {error.start}: no UTF-8", offset=error.start) from None
