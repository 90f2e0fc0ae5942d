"""The `sapper stats` command, which prints statistics about the games in the database."""

import json
from typing import Annotated

import typer

from sapper.cli.shared_options import DatabaseOption, JsonOption
from sapper.extras import requires_extra


def stats(
    database: DatabaseOption = None,
    assisted: Annotated[
        bool, typer.Option("--assisted", help="Show assisted games instead of unassisted games.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Print win rates, best times and streaks by level.

    The statistics cover all players in the database.
    """
    with requires_extra("store", "the store"):
        from sapper.store.statistics import format_table, load_statistics

    levels = load_statistics(database)
    if as_json:
        print(json.dumps({"levels": levels}))
        return
    shown = [level for level in levels if level["assisted"] == assisted]
    if not shown:
        print(f"No finished {'assisted' if assisted else 'unassisted'} games yet.")
        return
    print(*format_table(shown), sep="\n")
