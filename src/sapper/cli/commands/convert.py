"""The `sapper convert` command, which converts boards, positions and games between formats."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from sapper.cli.output_files import replace_file


def convert(
    source: Annotated[
        str, typer.Argument(metavar="IN", help="Read from this file; use - for standard input.")
    ],
    target: Annotated[
        str, typer.Argument(metavar="OUT", help="Write to this file; use - for standard output.")
    ],
    from_format: Annotated[
        str | None,
        typer.Option(
            "--from", metavar="FORMAT", help="Set the format of IN.", show_default="detected"
        ),
    ] = None,
    to_format: Annotated[
        str | None,
        typer.Option(
            "--to",
            metavar="FORMAT",
            help="Set the format of OUT.",
            show_default="detected from the file name",
        ),
    ] = None,
) -> None:
    """Convert a file to another format.

    The supported formats are mbf, mine, position (.txt), rawvf and replay. The output file is
    replaced only if the conversion succeeds.
    """
    from sapper.compat.formats import conversion

    output_format = to_format if to_format is not None else conversion.format_of_name(target)
    conversion.check_format(output_format)
    data: str | bytes = source
    if source == "-":
        data = sys.stdin.buffer.read(conversion.MAX_BYTES + 1)
    result = conversion.write(conversion.read(data, from_format), output_format)
    if target == "-":
        sys.stdout.buffer.write(result)
        sys.stdout.buffer.flush()
    else:
        replace_file(Path(target), result)
