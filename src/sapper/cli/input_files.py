"""Functions that read command input from a file, or from standard input if the name is `-`."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sapper.errors import FormatError, NotationError, ReplayError
from sapper.game.view import View, parse_view

if TYPE_CHECKING:
    from sapper.game.game import Game

# Enough for the largest board, including line breaks and blank lines.
_MAX_BYTES = 16 * 1024 * 1024

FileArgument = Annotated[
    str,
    typer.Argument(
        metavar="FILE", help="Read the position in this file; use - for standard input."
    ),
]


def read_data(name: str, what: str = "a position") -> bytes:
    """Return a file's contents as bytes. Raises NotationError if the file is too large."""
    if name == "-":
        data = sys.stdin.buffer.read(_MAX_BYTES + 1) if sys.stdin else b""
    else:
        with Path(name).open("rb") as file:
            data = file.read(_MAX_BYTES + 1)
    if len(data) > _MAX_BYTES:
        raise NotationError(f"{name}: file too large for {what}: the limit is {_MAX_BYTES:,} bytes")
    return data


def read_view(name: str) -> View:
    """Read a position from a file. Raises NotationError if the file is invalid."""
    try:
        # Editors on Windows often write a byte order mark.
        return parse_view(read_data(name).decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise NotationError(
            f"{name}: not a text file: byte {error.start} is not valid UTF-8"
        ) from None


def read_recorded_game(name: str) -> "Game":
    """Read a game from a replay or RAWVF file.

    Raises FormatError or ReplayError if the file is invalid.
    """
    from sapper.compat.formats import read_game

    try:
        return read_game(read_data(name, "a game"))
    except (FormatError, ReplayError) as error:
        source = "standard input" if name == "-" else name
        raise type(error)(f"{source}: {error}", hint=error.hint) from None
