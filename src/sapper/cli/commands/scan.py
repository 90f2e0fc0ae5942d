"""The `sapper scan` command, which prints the position shown in a screenshot."""

import json
import sys

from sapper.cli.input_files import PictureArgument, describe_scan, read_data
from sapper.cli.shared_options import JsonOption, MinesOption
from sapper.vision.scanner import scan


def scan_command(
    picture: PictureArgument, as_json: JsonOption = False, mines: MinesOption = None
) -> None:
    """Print the position in a screenshot.

    The screenshot may show any Minesweeper program.
    """
    result = scan(read_data(picture, "an image"), mines=mines)
    if as_json:
        print(json.dumps(result.to_json()))
        return
    print(result.text)
    for line in describe_scan(result):
        print(line, file=sys.stderr)
