"""The results of a benchmark."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sapper._core import VERSION
from sapper.bench.significance import PairedDifference, compare_pairs
from sapper.bench.tasks import Columns, bin_seconds
from sapper.errors import MissingExtra
from sapper.game.rules import Cell, Rules
from sapper.inference.confidence_interval import wilson

if TYPE_CHECKING:
    import pandas
    import polars
    from matplotlib.figure import Figure

    from sapper.bench.dataframes import Per

RISK_LIMITS = (0.0, 0.05, 0.1, 0.2, 0.3, 0.5, 1.0)
"""The upper limits of the risk classes by which losses are counted."""


@dataclass(frozen=True)
class StrategyResult:
    """The results of one strategy."""

    name: str
    """The name of the strategy with its options, as on the command line."""
    columns: Columns
    """The results of each game, in seed order."""
    games_per_second: float
    decision_times: dict[int, int]

    @property
    def games(self) -> int:
        """The number of games."""
        return len(self.columns.won)

    @property
    def wins(self) -> int:
        """The number of games won."""
        return sum(self.columns.won)

    @property
    def win_rate(self) -> float:
        """The share of games won, from 0 to 1."""
        return self.wins / self.games if self.games else 0.0

    @property
    def low(self) -> float:
        """The lower end of the 95 % confidence interval."""
        return wilson(self.wins, self.games).low

    @property
    def high(self) -> float:
        """The upper end of the 95 % confidence interval."""
        return wilson(self.wins, self.games).high

    @property
    def guesses_per_game(self) -> float:
        """The mean number of uncertain reveals per game."""
        return sum(self.columns.guesses) / self.games if self.games else 0.0

    @property
    def moves_per_game(self) -> float:
        """The mean number of reveals per game."""
        return sum(self.columns.moves) / self.games if self.games else 0.0

    @property
    def losses_by_risk(self) -> dict[float, int]:
        """The number of games lost in each risk class, keyed by the upper limit of the class.

        The risk is the strategy's own estimate for the losing reveal.
        """
        classes = dict.fromkeys(RISK_LIMITS, 0)
        for won, risk in zip(self.columns.won, self.columns.risks, strict=True):
            if not won and not math.isnan(risk):
                classes[next(limit for limit in RISK_LIMITS if risk <= limit)] += 1
        return classes

    def decision_seconds(self, share: float) -> float | None:
        """Return a quantile of the decision times to within 5 %, or None if there are no times."""
        total = sum(self.decision_times.values())
        counted = 0
        for number in sorted(self.decision_times):
            counted += self.decision_times[number]
            if counted >= share * total:
                return bin_seconds(number)
        return None


@dataclass(frozen=True)
class BenchResult:
    """The results of several strategies on the same boards."""

    rules: Rules
    seed: int
    """The seed of the first board; the other boards use consecutive seeds."""
    first: Cell | None
    flood: bool
    strategies: tuple[StrategyResult, ...]
    seconds: float
    """The elapsed time in seconds."""
    workers: int
    stopped: str | None = None
    """The reason why the run was stopped ("interrupted" or an error message), or None if it was not
    stopped."""

    @property
    def games(self) -> int:
        """The number of boards that every strategy has played."""
        return self.strategies[0].games

    def pairs(self) -> Iterator[tuple[StrategyResult, StrategyResult, PairedDifference]]:
        """Yield every pair of strategies with the difference between their win rates."""
        for a, b in combinations(self.strategies, 2):
            both = list(zip(a.columns.won, b.columns.won, strict=True))
            only_a = sum(x > y for x, y in both)
            only_b = sum(x < y for x, y in both)
            yield a, b, compare_pairs(only_a, only_b, len(both))

    def to_pandas(self, per: "Per" = "strategy") -> "pandas.DataFrame":
        """Return a pandas DataFrame with one row per strategy or, with per="game", per game.

        The `risk` column contains the risk of the losing reveal, or NaN if the game was won. Raises
        MissingExtra if pandas is not installed.
        """
        frame: pandas.DataFrame = _import_package("pandas").DataFrame(self.to_columns(per))
        return frame

    def to_polars(self, per: "Per" = "strategy") -> "polars.DataFrame":
        """Return a Polars DataFrame with the columns of `to_pandas`.

        Raises MissingExtra if Polars is not installed.
        """
        frame: polars.DataFrame = _import_package("polars").DataFrame(self.to_columns(per))
        return frame

    def to_columns(self, per: "Per" = "strategy") -> dict[str, list[Any]]:
        """Return the columns of `to_pandas` as lists, which requires no extra package."""
        from sapper.bench.dataframes import to_columns

        return to_columns(self, per)

    def plot(self, path: "str | Path | None" = None) -> "Figure":
        """Return a Matplotlib figure of win rates and losses, and optionally save it.

        The path must end in .png, .svg or .html. Raises MissingExtra if Matplotlib is not
        installed, and InvalidBenchmark if the path has another extension.
        """
        from sapper.bench import plot

        plot.check_matplotlib()
        if path is not None:
            file = Path(path)
            plot.check_plot(file)
            file.write_bytes(plot.plot_bytes(self, file.suffix))
        return plot.draw_figure(self)

    def as_dict(self) -> dict[str, Any]:
        """Return the JSON object that `sapper bench --json` prints."""
        return {
            "level": str(self.rules),
            "start": self.rules.start,
            "seed": self.seed,
            "first": None if self.first is None else list(self.first),
            "flood": self.flood,
            "workers": self.workers,
            "version": VERSION,
            "seconds": self.seconds,
            "stopped": self.stopped,
            "strategies": [
                {
                    "name": each.name,
                    "games": each.games,
                    "wins": each.wins,
                    "win_rate": each.win_rate,
                    "low": each.low,
                    "high": each.high,
                    "games_per_second": each.games_per_second,
                    "guesses_per_game": each.guesses_per_game,
                    "moves_per_game": each.moves_per_game,
                    "decision_seconds": {
                        "median": each.decision_seconds(0.5),
                        "99 %": each.decision_seconds(0.99),
                        "longest": each.decision_seconds(1.0),
                    },
                    "losses_by_risk": {
                        f"{limit:g}": games for limit, games in each.losses_by_risk.items()
                    },
                }
                for each in self.strategies
            ],
            "pairs": [
                {
                    "a": a.name,
                    "b": b.name,
                    "difference": pair.difference,
                    "low": pair.low,
                    "high": pair.high,
                    "p_value": pair.p_value,
                }
                for a, b, pair in self.pairs()
            ],
        }


def _import_package(name: str) -> Any:
    """Import an optional package. Raises MissingExtra if it is not installed."""
    try:
        return import_module(name)
    except ImportError as error:
        raise MissingExtra(
            f"the DataFrame requires {name} ({error})", hint=f"pip install {name}"
        ) from None
