"""Functions that read command input from a file, or from standard input if the name is `-`."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sapper.errors import FormatError, InvalidOption, NotationError, PictureError, ReplayError
from sapper.game.cell_names import cell_name
from sapper.game.view import View, parse_view
from sapper.vision.picture_signatures import is_picture

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sapper.game.game import Game
    from sapper.vision.scanner import Scan

# The maximum file size, which suffices for the largest board with line breaks and blank lines.
_MAX_BYTES = 16 * 1024 * 1024

FileArgument = Annotated[
    str,
    typer.Argument(
        metavar="FILE",
        help="Read the position from this text file or image; use - for standard input.",
    ),
]
PictureArgument = Annotated[
    str,
    typer.Argument(
        metavar="PICTURE",
        help="Read this PNG, JPEG, WebP, BMP or GIF file; use - for standard input.",
    ),
]


def read_data(name: str, what: str = "a position") -> bytes:
    """Return the contents of a file as bytes. Raises NotationError if the file is too large."""
    if name == "-":
        data = sys.stdin.buffer.read(_MAX_BYTES + 1) if sys.stdin else b""
    else:
        with Path(name).open("rb") as file:
            data = file.read(_MAX_BYTES + 1)
    if len(data) > _MAX_BYTES:
        raise NotationError(f"{name}: file too large for {what}: the limit is {_MAX_BYTES:,} bytes")
    return data


def read_view(name: str, *, mines: int | None = None) -> View:
    """Read a position from a text file or an image.

    `mines` is the mine count of a board in an image, or None to read the count from the image.
    Raises NotationError or PictureError if the file is invalid.
    """
    data = read_data(name)
    if is_picture(data):
        return _view_in_picture(data, mines)
    if mines is not None:
        raise InvalidOption("--mines applies to images only", hint="change the first line instead")
    try:
        # Editors on Windows often write a byte order mark.
        return parse_view(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise NotationError(
            f"{name}: not a text file: byte {error.start} is not valid UTF-8"
        ) from None


def _view_in_picture(data: bytes, mines: int | None) -> View:
    """Return the position in an image, and print the doubtful cells to standard error."""
    from sapper.vision.scanner import scan

    result = scan(data, mines=mines)
    if result.mines is None:
        raise PictureError(
            f"the image does not show the number of mines on this {result.width}x{result.height} "
            "board",
            hint="use --mines NUMBER",
        )
    for line in describe_scan(result):
        print(line, file=sys.stderr)
    return result.view()


def describe_scan(result: "Scan") -> "Iterator[str]":
    """Yield lines of text that list the scanned cells a player should check."""
    if result.mines is None:
        yield "The number of mines is unknown: use --mines NUMBER."
    if result.doubtful:
        names = ", ".join(cell_name(cell) for cell in result.doubtful)
        yield f"Doubtful cells: {names}. Check them before you use the position."
    if result.corrected:
        names = ", ".join(cell_name(cell) for cell in result.corrected)
        yield f"Corrected to agree with the clues: {names}."


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
