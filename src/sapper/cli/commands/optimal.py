"""The `sapper optimal` command, which computes perfect play for small positions."""

import json
from typing import Annotated

import typer

from sapper.cli.input_files import FileArgument, read_view
from sapper.cli.shared_options import JsonOption, MinesOption
from sapper.game.cell_names import cell_name
from sapper.inference.perfect_play import DEFAULT_SECONDS, optimal


def optimal_command(
    file: FileArgument,
    as_json: JsonOption = False,
    seconds: Annotated[
        float, typer.Option(metavar="S", help="Limit the search time.")
    ] = DEFAULT_SECONDS,
    mines: MinesOption = None,
) -> None:
    """Compute perfect play for a small position.

    The output includes the win probability and every optimal cell.
    """
    view = read_view(file, mines=mines)
    result = optimal(view, seconds=seconds)
    if as_json:
        print(json.dumps(result.to_json()))
        return
    print(
        f"Perfect play wins {result.wins:,} of {result.layouts:,} "
        f"{'layout' if result.layouts == 1 else 'layouts'} "
        f"({result.win_probability:.2%})."
    )
    if result.best:
        print(f"Best: {', '.join(cell_name(cell) for cell in sorted(result.best))}.")
    else:
        print("The game is lost." if view.exploded else "There is nothing left to reveal.")
