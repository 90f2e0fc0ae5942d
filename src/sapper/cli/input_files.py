"""Reading what the user names: a file, or `-` for standard input."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sapper.errors import FormatError, NotationError, ReplayError
from sapper.game.view import View, parse_view

if TYPE_CHECKING:
    from sapper.game.game import Game

# More than the largest board needs, with room for line ends and blank lines.
_MAX_BYTES = 16 * 1024 * 1024

FileArgument = Annotated[
    str, typer.Argument(metavar="FILE", help="A position in text; - reads standard input.")
]


def read_data(name: str, what: str = "a position") -> bytes:
    """Return the bytes of a file. Raises NotationError when there are too many."""
    if name == "-":
        data = sys.stdin.buffer.read(_MAX_BYTES + 1) if sys.stdin else b""
    else:
        with Path(name).open("rb") as file:
            data = file.read(_MAX_BYTES + 1)
    if len(data) > _MAX_BYTES:
        raise NotationError(f"{name}: too long for {what}: more than {_MAX_BYTES} bytes")
    return data


def read_text(name: str) -> str:
    """Return the text of a file. Raises NotationError when it is no text or too long."""
    try:
        return read_data(name).decode(
            "utf-8-sig"
        )  # editors on Windows write a mark before the text
    except UnicodeDecodeError as error:
        raise NotationError(f"{name}: not text: byte {error.start} is no UTF-8") from None


def read_view(name: str) -> View:
    """Return the position in a file. Raises NotationError."""
    return parse_view(read_text(name))


def read_recorded_game(name: str) -> "Game":
    """Return the game in a file, a record or RAWVF. Raises errors that name the file."""
    from sapper.compat.formats import read_game

    try:
        return read_game(read_data(name, "a game"))
    except (FormatError, ReplayError) as error:
        where = "standard input" if name == "-" else name
        raise type(error)(f"{where}: {error}", hint=error.hint) from None
