"""`sapper convert`: boards, positions and games from one format to another."""

import sys
import tempfile
from pathlib import Path
from typing import Annotated

import typer

InArgument = Annotated[str, typer.Argument(metavar="IN", help="A file; - reads standard input.")]
OutArgument = Annotated[
    str, typer.Argument(metavar="OUT", help="Where to write; - writes standard output.")
]
FromOption = Annotated[
    str | None,
    typer.Option("--from", metavar="FORMAT", help="The format of IN; told from it if not given."),
]
ToOption = Annotated[
    str | None,
    typer.Option(
        "--to", metavar="FORMAT", help="The format of OUT; told from its name if not given."
    ),
]


def convert(
    source: InArgument,
    target: OutArgument,
    from_format: FromOption = None,
    to_format: ToOption = None,
) -> None:
    """Convert a file. Formats: mbf, mine, position (.txt), rawvf, replay.

    The file is written whole or not at all.
    """
    from sapper.compat.formats import conversion

    wanted = to_format if to_format is not None else conversion.format_of_name(target)
    conversion.check_format(wanted)
    data: str | bytes = source
    if source == "-":
        data = sys.stdin.buffer.read(conversion.MAX_BYTES + 1)
    result = conversion.write(conversion.read(data, from_format), wanted)
    if target == "-":
        sys.stdout.buffer.write(result)
        sys.stdout.buffer.flush()
    else:
        _write(Path(target), result)


def _write(path: Path, data: bytes) -> None:
    """Write a file whole, or leave the old one. Raises OSError."""
    if path.exists() and not path.is_file():  # a device or a pipe
        path.write_bytes(data)
        return
    place = path.resolve()
    try:
        with tempfile.NamedTemporaryFile(dir=place.parent, prefix=".sapper-", delete=False) as file:
            temporary = Path(file.name)
    except OSError as error:
        error.filename = str(path)  # the name that the user knows
        raise
    try:
        temporary.write_bytes(data)
        temporary.chmod(place.stat().st_mode & 0o777 if place.exists() else 0o644)
        temporary.replace(place)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise
