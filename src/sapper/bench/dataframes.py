"""Results as columns, for pandas, polars and whatever else takes a dict of lists."""

from typing import Any, Literal, get_args

from sapper.bench.results import BenchResult
from sapper.errors import InvalidOption, quoted

Per = Literal["strategy", "game"]
"""What a row stands for."""


def table(result: BenchResult, per: Per = "strategy") -> dict[str, list[Any]]:
    """Return a column per figure: a row per strategy, or per strategy and game.

    Raises InvalidOption for another `per`.
    """
    if per not in get_args(Per):
        raise InvalidOption(f"there is no table per {quoted(per)}", hint="strategy or game")
    return _per_strategy(result) if per == "strategy" else _per_game(result)


def _per_strategy(result: BenchResult) -> dict[str, list[Any]]:
    all_of = result.strategies
    count = len(all_of)
    return {
        "level": [str(result.rules)] * count,
        "start": [result.rules.start] * count,
        "strategy": [each.name for each in all_of],
        "games": [each.games for each in all_of],
        "wins": [each.wins for each in all_of],
        "win_rate": [each.win_rate for each in all_of],
        "low": [each.low for each in all_of],
        "high": [each.high for each in all_of],
        "games_per_second": [each.games_per_second for each in all_of],
        "guesses_per_game": [each.guesses_per_game for each in all_of],
        "moves_per_game": [each.moves_per_game for each in all_of],
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
