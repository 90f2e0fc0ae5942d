"""Format detection and conversion between all supported file formats."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sapper.compat.formats import mbf, rawvf_reader
from sapper.compat.formats.mine_text import read_mine, write_mine
from sapper.compat.formats.rawvf_writer import write_rawvf
from sapper.compat.formats.unsupported_files import unsupported_file_type
from sapper.errors import FormatError, closest_name, short_repr
from sapper.game import replay
from sapper.game.board_limits import BoardLimits
from sapper.game.game import Game
from sapper.game.rules import Cell
from sapper.game.view import View, parse_view

FORMATS: Final[dict[str, str]] = {
    "mbf": ".mbf",
    "mine": ".mine",
    "position": ".txt",
    "rawvf": ".rawvf",
    "replay": ".replay",
}
"""The formats with their file name extensions."""

MAX_BYTES: Final = 64 * 1024 * 1024
_SIZE_LINE: Final = re.compile(rb"\s*\d{1,9}\s*x\s*\d{1,9}\s*([x/])\s*\d{1,9}\s*(?:\n|\r|$)", re.I)
_HEADER_LINE: Final = re.compile(rb"\s*[A-Za-z][\w .-]{0,60}:")


@dataclass(frozen=True)
class Contents:
    """The contents of a board, position or game file."""

    format: str
    view: View
    """The position, or the full solution if the file contains only a board."""
    game: Game | None
    """The game, or None if the file contains only a position."""

    @property
    def layout(self) -> frozenset[Cell]:
        """The positions of all mines.

        Raises FormatError if the file does not contain the mine positions.
        """
        known = self.game.layout if self.game else self.view.shown_mines
        if len(known) != self.view.mines:
            raise FormatError(f"the {self.format} file does not contain the positions of the mines")
        return known


def read(
    source: str | Path | bytes,
    format: str | None = None,  # noqa: A002
    *,
    default: str | None = None,
    limits: BoardLimits | None = None,
) -> Contents:
    """Read a board, position or game from a path or from bytes.

    If `format` is None, the format is detected from the contents or, if they are ambiguous, from
    the file name. If the format cannot be detected, `default` is used. Raises FormatError,
    NotationError or ReplayError if the contents are invalid, and OSError if the file cannot be
    opened. Error messages for invalid contents include the line number or the byte offset. Raises
    InvalidRules or ReplayError if the board or the game exceeds `limits`, which are checked before
    the game is replayed.
    """
    name, data = _load(source)
    if format is not None:
        return _read(data, check_format(format), limits)
    if (file_type := unsupported_file_type(data)) is not None:
        raise FormatError(
            f"the file is {file_type}, not a board or a game",
            hint=f"the formats are {', '.join(FORMATS)}",
        )
    if (detected := _detect_format(data, name) or default) is None:
        raise FormatError(
            f"cannot detect the format of {short_repr(name)}"
            if name
            else "cannot detect the format of the data",
            hint=f"the formats are {', '.join(FORMATS)}",
        )
    return _read(data, detected, limits)


def _load(source: str | Path | bytes) -> tuple[str, bytes]:
    """Return a file's name and contents. The name is "" if `source` is bytes."""
    if isinstance(source, bytes):
        name, data = "", source
    else:
        name = Path(source).name
        with Path(source).open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise FormatError(f"the file is too large: the limit is {MAX_BYTES} bytes")
    return name, data


def _read(data: bytes, chosen: str, limits: BoardLimits | None) -> Contents:
    if chosen == "mbf":
        game = mbf.read_mbf(data, limits=limits)
        return Contents(chosen, game.solution, game)
    text = _decode(data, chosen)
    if chosen in ("mine", "position"):
        # The text contains every cell, so reading it takes no longer than decoding it.
        view = read_mine(text) if chosen == "mine" else parse_view(text)
        if limits is not None:
            limits.check(view.width, view.height)
        return Contents(chosen, view, None)
    if chosen == "rawvf":
        game = rawvf_reader.read_rawvf(text, limits=limits)
    else:
        game = replay.parse_replay(text, limits=limits).game
    return Contents(chosen, game.view, game)


def read_game(source: str | Path | bytes) -> Game:
    """Read a game from a RAWVF file, a Sapper replay or an MBF board.

    If the format cannot be detected, the file is read as a Sapper replay. Raises the same errors as
    `read`, and also FormatError if the file contains only a position.
    """
    contents = read(source, default="replay")
    if contents.game is None:
        raise FormatError(
            f"the file contains a position ({contents.format}), not a game",
            hint="rawvf and replay files contain games",
        )
    return contents.game


def write(contents: Contents, format: str) -> bytes:  # noqa: A002
    """Return the contents encoded in the given format.

    Raises FormatError if the format cannot represent the contents.
    """
    chosen = check_format(format)
    if chosen == "mbf":
        return mbf.write_mbf(contents.view.rules, contents.layout)
    if chosen == "mine":
        return write_mine(contents.view).encode()
    if chosen == "position":
        return f"{contents.view}\n".encode()
    if contents.game is None:
        raise FormatError(
            f"cannot convert to {chosen}: the file contains a position ({contents.format}), "
            "not a game"
        )
    game = contents.game
    return (write_rawvf(game) if chosen == "rawvf" else replay.write_replay(game)).encode()


def convert(source: str | Path | bytes, to: str) -> bytes:
    """Convert a file to another format and return the converted contents.

    Raises the same errors as `read` and `write`.
    """
    return write(read(source), to)


def check_format(name: str) -> str:
    """Validate a format name and return it. Raises FormatError if the name is unknown."""
    if name not in FORMATS:
        nearest = closest_name(str(name), tuple(FORMATS))
        raise FormatError(
            f"unknown format {short_repr(name)}",
            hint=f"did you mean {nearest}?" if nearest else f"the formats are {', '.join(FORMATS)}",
        )
    return name


def format_of_name(name: str) -> str:
    """Return the format that matches a file name's extension.

    Raises FormatError if the extension is unknown.
    """
    suffix = Path(name).suffix.lower()
    for format_name, extension in FORMATS.items():
        if suffix == extension:
            return format_name
    raise FormatError(
        f"cannot detect the format of {short_repr(name)}",
        hint=f"use the extension {', '.join(FORMATS.values())}, or name the format",
    )


def _detect_format(data: bytes, name: str) -> str | None:
    """Return the format of a file, or None if it cannot be detected."""
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
    # MBF is the only binary format; its header determines the length of the file.
    if len(data) >= 4 and len(data) == 4 + 2 * int.from_bytes(data[2:4], "big"):
        return "mbf"
    return None


def _decode(data: bytes, format: str) -> str:  # noqa: A002
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if format == "rawvf":  # Player names, which may use any encoding, are ignored.
            return data.decode("latin-1")
        raise FormatError(
            f"{format}, offset {error.start}: invalid UTF-8", offset=error.start
        ) from None
