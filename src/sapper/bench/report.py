"""Benchmark reports as tables for the terminal and as CSV for other programs."""

import csv
import io
import math
import platform
from typing import TYPE_CHECKING

from sapper.bench.results import RISK_LIMITS, BenchResult, StrategyResult

if TYPE_CHECKING:
    from rich.table import Table


def headline(result: BenchResult) -> str:
    """Return a one-line description of the run."""
    first = "" if result.first is None else f", first move {result.first[0]},{result.first[1]}"
    flood = "" if result.flood else ", without flood"
    seeds = f", seeds {result.seed}-{result.seed + result.games - 1}" if result.games else ""
    return (
        f"{result.rules} start {result.rules.start}{first}{flood}: {result.games} games{seeds}, "
        f"{result.seconds:.1f} s"
    )


def environment() -> str:
    """Return a one-line description of the machine and the Python version."""
    return f"{platform.machine()}, {platform.system()}, Python {platform.python_version()}"


def strategy_table(result: BenchResult) -> "Table":
    """Return the table of win rates and speeds."""
    table = _table("strategy", "wins", "win rate", "95 % interval", "games/s", "guesses", "moves")
    for each in result.strategies:
        table.add_row(
            each.name,
            str(each.wins),
            f"{each.win_rate:.2%}",
            f"{each.low:.2%} - {each.high:.2%}",
            f"{each.games_per_second:,.1f}",
            f"{each.guesses_per_game:.2f}",
            f"{each.moves_per_game:.1f}",
        )
    return table


def time_table(result: BenchResult) -> "Table":
    """Return a separate table of decision times, so that each table fits into 80 columns."""
    table = _table("decision time", "median", "99 %", "longest")
    for each in result.strategies:
        shares = (0.5, 0.99, 1.0)
        table.add_row(each.name, *(duration(each.decision_seconds(share)) for share in shares))
    return table


def loss_table(result: BenchResult) -> "Table":
    """Return the table of losses, grouped by the strategy's risk estimate for the losing reveal."""
    columns = ["certain", *(f"to {limit:.0%}" for limit in RISK_LIMITS[1:])]
    table = _table("losses by risk", *columns)
    for each in result.strategies:
        table.add_row(each.name, *(str(count) for count in each.losses_by_risk.values()))
    return table


def pair_table(result: BenchResult) -> "Table":
    """Return the table of paired differences between strategies."""
    table = _table("pair", "difference", "95 % interval", "p-value")
    for a, b, pair in result.pairs():
        table.add_row(
            f"{a.name} - {b.name}",
            f"{pair.difference * 100:+.2f} points",
            f"{pair.low * 100:+.2f} to {pair.high * 100:+.2f}",
            f"{pair.p_value:.2g}",
        )
    return table


def _table(first: str, *others: str) -> "Table":
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column(first, no_wrap=True)
    for each in others:
        table.add_column(each, justify="right")
    return table


def duration(seconds: float | None) -> str:
    """Return a duration with a suitable unit.

    >>> duration(0.00123), duration(2.5e-05), duration(None)
    ('1.2 ms', '25 us', '-')
    """
    if seconds is None:
        return "-"
    for unit, scale in (("s", 1.0), ("ms", 1e3), ("us", 1e6)):
        if seconds * scale >= 1:
            number = seconds * scale
            return f"{number:.1f} {unit}" if number < 10 else f"{number:.0f} {unit}"
    return f"{seconds * 1e9:.0f} ns"


def csv_text(result: BenchResult) -> str:
    """Return the results as CSV with one row per strategy and game.

    The `risk` column contains the risk of the losing reveal.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(
        ["level", "start", "strategy", "seed", "won", "moves", "guesses", "risk"],
    )
    for each in result.strategies:
        writer.writerows(_csv_rows(result, each))
    return text.getvalue()


def _csv_rows(result: BenchResult, each: StrategyResult) -> list[list[object]]:
    columns = each.columns
    rows = zip(columns.won, columns.moves, columns.guesses, columns.risks, strict=True)
    return [
        [
            str(result.rules),
            result.rules.start,
            each.name,
            result.seed + game,
            won,
            moves,
            guesses,
            "" if math.isnan(risk) else f"{risk:.6g}",
        ]
        for game, (won, moves, guesses, risk) in enumerate(rows)
    ]
