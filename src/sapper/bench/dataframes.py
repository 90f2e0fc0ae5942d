"""Benchmark results as a dict of columns, which both pandas and Polars accept."""

from typing import Any, Literal, get_args

from sapper.bench.results import BenchResult
from sapper.errors import InvalidOption, short_repr

Per = Literal["strategy", "game"]
"""The unit that each row describes."""


def to_columns(result: BenchResult, per: Per = "strategy") -> dict[str, list[Any]]:
    """Return one list per column, with one row per strategy or per strategy and game.

    Raises InvalidOption if `per` has any other value.
    """
    if per not in get_args(Per):
        raise InvalidOption(f'per must be "strategy" or "game", not {short_repr(per)}')
    return _per_strategy(result) if per == "strategy" else _per_game(result)


def _per_strategy(result: BenchResult) -> dict[str, list[Any]]:
    strategies = result.strategies
    count = len(strategies)
    return {
        "level": [str(result.rules)] * count,
        "start": [result.rules.start] * count,
        "strategy": [each.name for each in strategies],
        "games": [each.games for each in strategies],
        "wins": [each.wins for each in strategies],
        "win_rate": [each.win_rate for each in strategies],
        "low": [each.low for each in strategies],
        "high": [each.high for each in strategies],
        "games_per_second": [each.games_per_second for each in strategies],
        "guesses_per_game": [each.guesses_per_game for each in strategies],
        "moves_per_game": [each.moves_per_game for each in strategies],
    }


def _per_game(result: BenchResult) -> dict[str, list[Any]]:
    columns: dict[str, list[Any]] = {
        name: []
        for name in ("level", "start", "strategy", "seed", "won", "moves", "guesses", "risk")
    }
    for each in result.strategies:
        columns["level"] += [str(result.rules)] * each.games
        columns["start"] += [result.rules.start] * each.games
        columns["strategy"] += [each.name] * each.games
        columns["seed"] += range(result.seed, result.seed + each.games)
        columns["won"] += map(bool, each.columns.won)
        columns["moves"] += each.columns.moves
        columns["guesses"] += each.columns.guesses
        columns["risk"] += each.columns.risks
    return columns
