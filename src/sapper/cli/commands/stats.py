"""`sapper stats`: what the games in the database add up to."""

import json
from typing import Annotated, Any

import typer

from sapper.cli.commands.web import DatabaseOption

JsonOption = Annotated[bool, typer.Option("--json", help="One JSON object, for programs.")]
AssistedOption = Annotated[
    bool, typer.Option("--assisted", help="The games with help, which are counted apart.")
]


def stats(
    database: DatabaseOption = None, assisted: AssistedOption = False, as_json: JsonOption = False
) -> None:
    """Print games, wins, best times and streaks of every level, all players of this database."""
    from sapper.store import Store

    store = Store(database)
    try:
        levels = store.statistics(None)
    finally:
        store.close()
    if as_json:
        print(json.dumps({"levels": levels}))
        return
    shown = [level for level in levels if level["assisted"] == assisted]
    if not shown:
        print(f"No finished game {'with' if assisted else 'without'} help yet.")
        return
    _print_table(shown)


def _print_table(levels: list[dict[str, Any]]) -> None:
    from sapper.store.statistics import in_words

    figures = [in_words(level) for level in levels]
    rows = [tuple(figures[0]), *(tuple(each.values()) for each in figures)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        first, *rest = (
            cell.rjust(width) if column else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        print("  ".join([first, *rest]).rstrip())
