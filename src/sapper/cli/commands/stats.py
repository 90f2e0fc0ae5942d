"""The `sapper stats` command, which prints statistics about the games in the database."""

import json
from typing import Annotated, Any

import typer

from sapper.extras import requires_extra

DatabaseOption = Annotated[
    str | None,
    typer.Option(
        "--database",
        metavar="URL",
        help="Read this database.",
        show_default="SQLite in your data folder",
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
AssistedOption = Annotated[
    bool, typer.Option("--assisted", help="Show assisted games instead of unassisted games.")
]


def stats(
    database: DatabaseOption = None, assisted: AssistedOption = False, as_json: JsonOption = False
) -> None:
    """Print the games played, games won, best times and streaks for each level.

    The statistics cover all players in the database.
    """
    with requires_extra("store", "the store"):
        from sapper.store.statistics import load_statistics

    levels = load_statistics(database)
    if as_json:
        print(json.dumps({"levels": levels}))
        return
    shown = [level for level in levels if level["assisted"] == assisted]
    if not shown:
        print(f"No finished {'assisted' if assisted else 'unassisted'} games yet.")
        return
    _print_table(shown)


def _print_table(levels: list[dict[str, Any]]) -> None:
    from sapper.store.statistics import format_level

    formatted = [format_level(level) for level in levels]
    rows = [tuple(formatted[0]), *(tuple(each.values()) for each in formatted)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        first, *rest = (
            cell.rjust(width) if column else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        print("  ".join([first, *rest]).rstrip())
