"""Value objects for benchmark results."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

from sapper._core import VERSION
from sapper.bench.options import BenchmarkOptions
from sapper.bench.result_columns import GAME_COLUMNS, STRATEGY_COLUMNS
from sapper.bench.significance import PairedDifference, compare_pairs
from sapper.bench.tasks import GameResults, bin_seconds
from sapper.errors import InvalidOption, MissingExtra, short_repr
from sapper.inference.confidence_interval import wilson

if TYPE_CHECKING:
    import pandas
    import polars
    from matplotlib.figure import Figure

RISK_CLASSES: Final = {
    limit: f"to {limit:.0%}" if limit else "certain"
    for limit in (0.0, 0.05, 0.1, 0.2, 0.3, 0.5, 1.0)
}
"""The risk classes for lost games, as a map from upper limits to headings."""
DECISION_SHARES: Final = {"median": 0.5, "99 %": 0.99, "longest": 1.0}
"""The decision-time quantiles to report, keyed by the names used in JSON."""
Per = Literal["strategy", "game"]
"""The subject of each row in a data frame."""


@dataclass(frozen=True)
class StrategyResult:
    """The benchmark results of one strategy."""

    name: str
    """The strategy's name and options, as written on the command line."""
    columns: GameResults
    """The results of each game, in seed order."""
    games_per_second: float

    @property
    def games(self) -> int:
        """The number of games."""
        return len(self.columns)

    @property
    def wins(self) -> int:
        """The number of games won."""
        return sum(self.columns.won)

    @property
    def win_rate(self) -> float:
        """The fraction of games won, from 0 to 1."""
        return self.wins / max(self.games, 1)

    @property
    def low(self) -> float:
        """The lower bound of the win rate's 95% confidence interval."""
        return wilson(self.wins, self.games).low

    @property
    def high(self) -> float:
        """The upper bound of the win rate's 95% confidence interval."""
        return wilson(self.wins, self.games).high

    @property
    def guesses_per_game(self) -> float:
        """The mean number of guesses per game."""
        return sum(self.columns.guesses) / max(self.games, 1)

    @property
    def moves_per_game(self) -> float:
        """The mean number of reveals per game."""
        return sum(self.columns.moves) / max(self.games, 1)

    @property
    def losses_by_risk(self) -> dict[float, int]:
        """The number of games lost in each risk class, keyed by the class's upper limit.

        A loss is classified by the strategy's own risk estimate for the losing reveal. Losses
        without an estimate are not counted.
        """
        classes = dict.fromkeys(RISK_CLASSES, 0)
        for won, risk in zip(self.columns.won, self.columns.risks, strict=True):
            if not won and not math.isnan(risk):
                classes[next(limit for limit in classes if risk <= limit)] += 1
        return classes

    def decision_seconds(self, share: float) -> float | None:
        """Return a quantile of the decision times in seconds, or None if no times were recorded.

        The quantile is accurate to within 5%. A `share` of 0.5 yields the median.
        """
        times = self.columns.decision_times
        counted = 0
        for number in sorted(times):
            counted += times[number]
            if counted >= share * times.total():
                return bin_seconds(number)
        return None


@dataclass(frozen=True)
class BenchResult:
    """The results of several strategies on the same boards."""

    options: BenchmarkOptions
    strategies: tuple[StrategyResult, ...]
    seconds: float
    """The elapsed time in seconds."""
    stopped: str | None = None
    """The reason for stopping early ("interrupted" or an error message), or None."""

    @property
    def games(self) -> int:
        """The number of boards that every strategy has played."""
        return self.strategies[0].games

    def pairs(self) -> Iterator[tuple[StrategyResult, StrategyResult, PairedDifference]]:
        """Yield each pair of strategies with the difference between their win rates."""
        for a, b in combinations(self.strategies, 2):
            both = list(zip(a.columns.won, b.columns.won, strict=True))
            only_a = sum(x > y for x, y in both)
            only_b = sum(x < y for x, y in both)
            yield a, b, compare_pairs(only_a, only_b, len(both))

    def to_pandas(self, per: Per = "strategy") -> "pandas.DataFrame":
        """Return a pandas DataFrame with one row per strategy or per game.

        If `per` is "game", the DataFrame has one row for each game that a strategy played. The
        `risk` column contains the risk of the losing reveal, or NaN if there is none. Raises
        MissingExtra if pandas is not installed.
        """
        frame: pandas.DataFrame = _import_package("pandas").DataFrame(self.to_columns(per))
        return frame

    def to_polars(self, per: Per = "strategy") -> "polars.DataFrame":
        """Return a Polars DataFrame with the same rows and columns as `to_pandas`.

        Raises MissingExtra if Polars is not installed.
        """
        frame: polars.DataFrame = _import_package("polars").DataFrame(self.to_columns(per))
        return frame

    def to_columns(self, per: Per = "strategy") -> dict[str, list[Any]]:
        """Return the data of `to_pandas` as a dict of column lists, without requiring pandas.

        Raises InvalidOption if `per` is neither "strategy" nor "game".
        """
        names, rows = self.to_rows(per)
        table = list(rows)
        return {name: [row[number] for row in table] for number, name in enumerate(names)}

    def to_rows(self, per: Per) -> tuple[tuple[str, ...], Iterator[tuple[Any, ...]]]:
        """Return the column names used by `to_pandas` and an iterator over the rows.

        Raises InvalidOption if `per` is neither "strategy" nor "game".
        """
        rules, seed = self.options.rules, self.options.seed
        rows: Iterator[tuple[StrategyResult, Iterable[Any]]]
        if per == "strategy":
            names = tuple(column.key for column in STRATEGY_COLUMNS if column.key != "name")
            rows = ((each, (getattr(each, name) for name in names)) for each in self.strategies)
        elif per == "game":
            names = GAME_COLUMNS
            rows = ((each, game) for each in self.strategies for game in each.columns.rows(seed))
        else:
            raise InvalidOption(f'per must be "strategy" or "game", not {short_repr(per)}')
        return ("level", "start", "strategy", *names), (
            (str(rules), rules.start, each.name, *values) for each, values in rows
        )

    def plot(self, path: "str | Path | None" = None) -> "Figure":
        """Return a Matplotlib figure of win rates and losses, and save it if `path` is given.

        The path must end in .png, .svg or .html. Raises MissingExtra if Matplotlib is not
        installed, and InvalidBenchmark if the path has an unsupported extension.
        """
        from sapper.bench import plot

        file = None if path is None else Path(path)
        plot.check_plot(file)
        if file is not None:
            file.write_bytes(plot.plot_bytes(self, file.suffix))
        return plot.draw_figure(self)

    def as_dict(self) -> dict[str, Any]:
        """Return the JSON object that `sapper bench --json` prints."""
        options = self.options
        return {
            "level": str(options.rules),
            "start": options.rules.start,
            "seed": options.seed,
            "first": None if options.first is None else list(options.first),
            "flood": options.flood,
            "workers": options.workers,
            "version": VERSION,
            "seconds": self.seconds,
            "stopped": self.stopped,
            "strategies": [
                {column.key: getattr(each, column.key) for column in STRATEGY_COLUMNS}
                | {
                    "decision_seconds": {
                        key: each.decision_seconds(share) for key, share in DECISION_SHARES.items()
                    },
                    "losses_by_risk": {
                        f"{limit:g}": games for limit, games in each.losses_by_risk.items()
                    },
                }
                for each in self.strategies
            ],
            "pairs": [{"a": a.name, "b": b.name, **pair._asdict()} for a, b, pair in self.pairs()],
        }


def _import_package(name: str) -> Any:
    """Import an optional package. Raises MissingExtra if the package is not installed."""
    try:
        return import_module(name)
    except ImportError as error:
        raise MissingExtra(
            f"creating a DataFrame requires {name} ({error})", hint=f"pip install {name}"
        ) from None
