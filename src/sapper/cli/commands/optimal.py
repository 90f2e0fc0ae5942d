"""`sapper optimal`: perfect play for small positions."""

import json
from typing import Annotated

import typer

from sapper.cli.commands.analyse import JsonOption
from sapper.cli.input_files import FileArgument, read_view
from sapper.game.cell_names import cell_name
from sapper.inference.perfect_play import DEFAULT_SECONDS, optimal

SecondsOption = Annotated[
    float, typer.Option("--seconds", metavar="S", help="The most time for the search.")
]


def optimal_command(
    file: FileArgument, as_json: JsonOption = False, seconds: SecondsOption = DEFAULT_SECONDS
) -> None:
    """Print how often perfect play wins a small position, and all best cells."""
    view = read_view(file)
    found = optimal(view, seconds=seconds)
    if as_json:
        print(json.dumps(found.to_json()))
        return
    print(
        f"Perfect play wins {found.wins:,} of {found.layouts:,} layouts "
        f"({found.win_probability:.2%})."
    )
    if found.best:
        print(f"Best: {', '.join(cell_name(cell) for cell in sorted(found.best))}.")
    else:
        print("The game is lost." if view.exploded else "Nothing is left to reveal.")
