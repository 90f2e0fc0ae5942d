"""`sapper stats`: what the games in the database add up to."""

import json
from typing import Annotated, Any

import typer

from sapper.cli.web import DatabaseOption

JsonOption = Annotated[bool, typer.Option("--json", help="One JSON object, for programs.")]
AssistedOption = Annotated[
    bool, typer.Option("--assisted", help="The games with help, which are counted apart.")
]

_HEADS = ("level", "games", "won", "rate", "best time", "mean", "3BV/s", "accuracy", "streak")


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
    rows = [_HEADS, *(_row(level) for level in levels)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(_HEADS))]
    for row in rows:
        first, *rest = (
            cell.rjust(width) if column else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        print("  ".join([first, *rest]).rstrip())


def _row(level: dict[str, Any]) -> tuple[str, ...]:
    return (
        level["level"],
        str(level["games"]),
        str(level["wins"]),
        f"{level['win_rate']:.0%}",
        _number(level["best_seconds"], "{:.1f} s"),
        _number(level["mean_seconds"], "{:.1f} s"),
        _number(level["best_three_bv_per_second"], "{:.2f}"),
        _number(level["mean_accuracy"], "{:.0%}"),
        f"{level['streak']} (best {level['best_streak']})",
    )


def _number(value: float | None, form: str) -> str:
    return "-" if value is None else form.format(value)
