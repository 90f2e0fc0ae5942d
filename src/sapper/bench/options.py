"""Benchmark options, validated once and passed unchanged to every worker."""

from dataclasses import dataclass
from typing import Self

from sapper.errors import IllegalMove, InvalidBenchmark, InvalidSeed, short_repr
from sapper.game.rules import Cell, Rules
from sapper.game.seeds import MAX_SEED, check_seed
from sapper.game.wording import counted
from sapper.strategies import registry
from sapper.strategies.base import Strategy
from sapper.strategies.registry import Option

MAX_GAMES = 1_000_000_000
MAX_WORKERS = 1024


@dataclass(frozen=True, slots=True)
class BenchmarkOptions:
    """The options of a benchmark, documented in `sapper.bench.run`.

    Raises InvalidBenchmark, InvalidSeed or IllegalMove if an option is invalid.
    """

    rules: Rules
    games: int
    seed: int = 0
    first: Cell | None = None
    flood: bool = True
    workers: int = 1
    precision: float | None = None
    cluster: str | None = None
    chunk: int | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.rules, Rules):
            raise InvalidBenchmark(
                f"rules must be a Rules object, not {short_repr(self.rules)}",
                hint='for example Rules.level("expert")',
            )
        if not isinstance(self.games, int) or not 1 <= self.games <= MAX_GAMES:
            raise InvalidBenchmark(
                f"the number of games must be between 1 and {MAX_GAMES}, "
                f"not {short_repr(self.games)}"
            )
        if not 1 <= self.workers <= MAX_WORKERS:
            raise InvalidBenchmark(
                f"the number of workers must be between 1 and {MAX_WORKERS}, not {self.workers}"
            )
        if self.chunk is not None and self.chunk < 1:
            raise InvalidBenchmark(f"chunk must be at least 1, not {self.chunk}")
        if self.precision is not None and not 0 < self.precision <= 50:
            raise InvalidBenchmark(
                "the precision must be greater than 0 and at most 50 percentage points, "
                f"not {self.precision}"
            )
        if check_seed(self.seed) + self.games - 1 > MAX_SEED:
            raise InvalidSeed(
                f"cannot play {counted(self.games, 'game')} from seed {self.seed}: "
                "the largest seed is 2**64 - 1"
            )
        if self.first is not None and not self.rules.contains(self.first):
            raise IllegalMove(f"the first move {self.first} is not on the {self.rules} board")


@dataclass(frozen=True, slots=True)
class StrategySpec:
    """The specification of a strategy to benchmark."""

    label: str
    """The strategy's name and options, as written on the command line."""
    name: str
    options: tuple[tuple[str, Option], ...] = ()
    instance: Strategy | None = None
    """An unregistered strategy object that plays every game, or None for a registered strategy."""

    @classmethod
    def parse(cls, given: str | Strategy) -> Self:
        """Return the specification of a strategy given by name or as an object.

        Raises UnknownStrategy, InvalidOption or InvalidBenchmark if `given` is not a valid
        strategy.
        """
        if isinstance(given, str):
            name, options = registry.parse(given)
            return cls(given, name, tuple(options.items()))
        if not all(hasattr(given, attribute) for attribute in ("name", "first_move", "advise")):
            raise InvalidBenchmark(
                f"a strategy must be a name or a Strategy object, not {short_repr(given)}",
                hint="a Strategy object must have the attributes name, first_move and advise",
            )
        return cls(given.name, given.name, instance=given)

    def create(self, seed: int = 0) -> Strategy:
        """Create the registered strategy, or return the strategy object supplied by the caller."""
        return self.instance or registry.get(self.name, seed=seed, **dict(self.options))
