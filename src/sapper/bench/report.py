"""Benchmark reports as tables for the terminal and as CSV for other programs."""

import csv
import io
import math
import platform
from collections.abc import Iterator
from typing import TYPE_CHECKING

from sapper.bench.result_columns import STRATEGY_COLUMNS
from sapper.bench.results import DECISION_SHARES, RISK_CLASSES, BenchResult, StrategyResult
from sapper.game.wording import counted

if TYPE_CHECKING:
    from rich.table import Table


def headline(result: BenchResult) -> str:
    """Return a one-line description of a benchmark run."""
    options, games = result.options, result.games
    first = "" if options.first is None else f", first move {options.first[0]},{options.first[1]}"
    flood = "" if options.flood else ", without flood"
    seeds = f", seeds {options.seed}-{options.seed + games - 1}" if games else ""
    return (
        f"{options.rules} start {options.rules.start}{first}{flood}: "
        f"{counted(games, 'game')}{seeds}, {result.seconds:.1f} s"
    )


def environment() -> str:
    """Return a one-line description of the machine and the Python version."""
    return f"{platform.machine()}, {platform.system()}, Python {platform.python_version()}"


def strategy_rows(result: BenchResult) -> list[list[str]]:
    """Return a header row followed by one row of text per strategy."""
    printed = [column for column in STRATEGY_COLUMNS if column.heading]
    return [
        [str(column.heading) for column in printed],
        *([column.template.format(each) for column in printed] for each in result.strategies),
    ]


def tables(result: BenchResult) -> Iterator["Table"]:
    """Yield the report's tables, each at most 80 columns wide."""
    headings, *rows = strategy_rows(result)
    yield _table(headings, rows)
    shares = DECISION_SHARES.values()
    yield _table(
        ["decision time", "median", "99%", "longest"],
        [
            [each.name, *(duration(each.decision_seconds(share)) for share in shares)]
            for each in result.strategies
        ],
    )
    yield _table(
        ["losses by risk", *RISK_CLASSES.values()],
        [[each.name, *_losses_by_risk(each)] for each in result.strategies],
    )
    if len(result.strategies) > 1:
        yield _table(
            ["pair", "difference", "95% interval", "p-value"],
            [
                [
                    f"{a.name} - {b.name}",
                    f"{pair.difference * 100:+.2f} points",
                    f"{pair.low * 100:+.2f} to {pair.high * 100:+.2f}",
                    f"{pair.p_value:.2g}",
                ]
                for a, b, pair in result.pairs()
            ],
        )


def _losses_by_risk(strategy: StrategyResult) -> list[str]:
    losses = strategy.losses_by_risk.values()
    has_estimates = any(losses) or strategy.wins == strategy.games
    return [str(count) if has_estimates else "-" for count in losses]


def _table(headings: list[str], rows: list[list[str]]) -> "Table":
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for number, heading in enumerate(headings):
        table.add_column(heading, justify="right" if number else "left", no_wrap=not number)
    for row in rows:
        table.add_row(*row)
    return table


def duration(seconds: float | None) -> str:
    """Format a duration with a suitable unit.

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

    The `risk` column contains the strategy's risk estimate for the losing reveal. The column is
    empty if the game was won or the strategy does not estimate risks.
    """
    names, rows = result.to_rows("game")
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(names)
    for *values, won, moves, guesses, risk in rows:
        risk_text = "" if math.isnan(risk) else f"{risk:.6g}"
        writer.writerow([*values, int(won), moves, guesses, risk_text])
    return text.getvalue()
