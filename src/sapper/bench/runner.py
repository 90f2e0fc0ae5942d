"""The benchmark runner, which submits games to an executor and collects the results.

Game i is played on the board with the seed `seed + i`. The strategy's own seed is derived from the
board's seed, so the outcome of a game does not depend on the worker that plays it. Results are
collected in seed order, and only boards that every strategy has played are counted. The same call
therefore gives the same win counts for any number of workers, chunks or machines.
"""

import math
import pickle
import time
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from dataclasses import dataclass, field

from sapper.bench.executors import Executor, LocalExecutor
from sapper.bench.results import BenchResult, StrategyResult
from sapper.bench.tasks import Chunk, Columns, Task
from sapper.errors import (
    IllegalMove,
    InvalidBenchmark,
    InvalidSeed,
    SapperError,
    StrategyFailed,
    short_repr,
)
from sapper.game.rules import Cell, Rules
from sapper.game.seeds import MAX_SEED, check_seed
from sapper.inference.confidence_interval import wilson
from sapper.strategies import registry
from sapper.strategies.base import Strategy
from sapper.strategies.registry import Option

MAX_GAMES = 1_000_000_000
MAX_WORKERS = 1024
_FIRST_CHUNK = 4
_MAX_CHUNK = 5000
_PRECISION_CHECK_INTERVAL = 100
"""The number of games, in seed order, between two checks of the precision."""


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a run."""

    games: int
    """The number of boards that every strategy has played."""
    total: int
    wins: dict[str, int]
    """The number of wins of each strategy on the boards that every strategy has played."""


@dataclass
class _StrategyRun:
    """The state of one strategy in a run."""

    label: str
    name: str
    options: tuple[tuple[str, Option], ...]
    strategy: Strategy | None = None
    columns: Columns = field(default_factory=Columns)
    out_of_order: dict[int, Chunk] = field(default_factory=dict)
    """Finished chunks that wait for an earlier chunk, keyed by their first game number."""
    submitted: int = 0
    played: int = 0
    seconds: float = 0.0
    times: dict[int, int] = field(default_factory=dict)

    def add_chunk(self, first_game: int, chunk: Chunk) -> None:
        self.out_of_order[first_game] = chunk
        self.played += len(chunk.columns.won)
        self.seconds += chunk.seconds
        for number, count in chunk.decision_times.items():
            self.times[number] = self.times.get(number, 0) + count
        while (next_chunk := self.out_of_order.pop(len(self.columns.won), None)) is not None:
            self.columns.extend(next_chunk.columns)

    def next_chunk_size(self, task_seconds: float) -> int:
        """Return the number of games that take about `task_seconds`."""
        if not self.played:
            return _FIRST_CHUNK
        games = task_seconds * self.played / max(self.seconds, 1e-6)
        return max(1, min(_MAX_CHUNK, math.floor(games)))


def run(
    strategies: Sequence[str | Strategy],
    rules: Rules,
    games: int,
    *,
    seed: int = 0,
    first: Cell | None = None,
    flood: bool = True,
    workers: int = 1,
    precision: float | None = None,
    cluster: str | None = None,
    chunk: int | None = None,
    on_progress: Callable[[Progress], None] | None = None,
) -> BenchResult:
    """Play the same boards with every strategy and return the results.

    A strategy is a name with options, such as `pattern:one_one=no`, or an object (see
    `sapper.strategies.base.Strategy`). Objects must be picklable if there are several workers.

    - `first` is the first reveal of every game; by default each strategy chooses its own.
    - `flood=False` makes every reveal open only one cell.
    - `precision` ends the run when the half-width of every 95 % interval is at most that many
      percentage points.
    - `cluster` is the address of a Dask scheduler.
    - `chunk` sets the number of games per task, which otherwise depends on their speed.

    Ctrl-C ends the run early. The result then contains the games played so far, and `stopped` gives
    the reason. Raises InvalidBenchmark, InvalidSeed or IllegalMove before the first game if an
    argument is invalid. Raises StrategyFailed or ClusterFailed if the run fails without any results
    to return.

    >>> result = run(["layered", "random"], Rules.level("small", start="opening"), 20, seed=1)
    >>> [(each.name, each.wins) for each in result.strategies]
    [('layered', 19), ('random', 0)]
    """
    plan = _Plan(rules, games, seed, first, flood, precision, chunk)
    plan.check()
    if not 1 <= workers <= MAX_WORKERS:
        raise InvalidBenchmark(
            f"the number of workers must be from 1 to {MAX_WORKERS}, not {workers}"
        )
    runs = _strategy_runs(strategies)
    if workers > 1 or cluster is not None:
        _check_picklable(runs)
    benchmark = _Benchmark(plan, runs, on_progress)
    executor: Executor = LocalExecutor(workers)
    if cluster is not None:
        from sapper.bench.cluster import ClusterExecutor

        executor = ClusterExecutor(cluster)
    with executor:
        benchmark.play(executor)
    return benchmark.result(workers)


def _strategy_runs(strategies: Sequence[str | Strategy]) -> list[_StrategyRun]:
    if isinstance(strategies, str) or not strategies:
        raise InvalidBenchmark("strategies must be a list of at least one strategy")
    runs = [_strategy_run(each) for each in strategies]
    labels = [each.label for each in runs]
    if duplicate := next((label for label in labels if labels.count(label) > 1), None):
        raise InvalidBenchmark(f"strategy {duplicate!r} is listed twice")
    return runs


def _strategy_run(given: str | Strategy) -> _StrategyRun:
    if isinstance(given, str):
        name, options = registry.parse(given)
        return _StrategyRun(given, name, tuple(options.items()))
    if not all(hasattr(given, attribute) for attribute in ("name", "first_move", "advise")):
        raise InvalidBenchmark(
            f"not a strategy: {short_repr(given)}",
            hint="a strategy has the attributes name, first_move and advise",
        )
    return _StrategyRun(given.name, given.name, (), strategy=given)


def _check_picklable(runs: list[_StrategyRun]) -> None:
    for each in runs:
        try:
            pickle.dumps(each.strategy)
        except Exception as error:
            raise InvalidBenchmark(
                f"strategy {each.name!r} cannot be pickled: {error}",
                hint="use one worker, or define the strategy's class in a module",
            ) from None


@dataclass(frozen=True, slots=True)
class _Plan:
    """The parameters of a run."""

    rules: Rules
    games: int
    seed: int
    first: Cell | None
    flood: bool
    precision: float | None
    chunk: int | None

    def check(self) -> None:
        """Raise InvalidBenchmark, InvalidSeed or IllegalMove if a parameter is invalid."""
        if not isinstance(self.rules, Rules):
            raise InvalidBenchmark(
                f"rules must be a Rules object, not {short_repr(self.rules)}",
                hint='for example Rules.level("expert")',
            )
        if not isinstance(self.games, int) or not 1 <= self.games <= MAX_GAMES:
            raise InvalidBenchmark(
                f"the number of games must be from 1 to {MAX_GAMES}, not {short_repr(self.games)}"
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
                f"cannot play {self.games} games from seed {self.seed}: "
                "the largest seed is 2**64 - 1"
            )
        if self.first is not None and not self.rules.contains(self.first):
            raise IllegalMove(f"the first move {self.first} is not on the {self.rules} board")


class _Benchmark:
    """The state of one call to `run`."""

    def __init__(
        self,
        plan: _Plan,
        runs: list[_StrategyRun],
        on_progress: Callable[[Progress], None] | None,
    ) -> None:
        self._plan = plan
        self._runs = runs
        self._on_progress = on_progress
        self._games = 0
        self._wins = [0] * len(runs)
        self._is_precise = False
        self._stopped: str | None = None
        self._seconds = 0.0

    def play(self, executor: Executor) -> None:
        """Play until all games are finished, the precision is reached or the run is stopped."""
        for each in self._runs:
            executor.prepare(self._task(each, 0))
        start = time.perf_counter()
        pending: dict[Future[Chunk], tuple[_StrategyRun, int]] = {}
        try:
            while self._submit(executor, pending) or pending:
                finished = wait(pending, timeout=1, return_when=FIRST_COMPLETED).done
                if not finished:
                    executor.check_alive()
                for future in finished:
                    strategy_run, first_game = pending.pop(future)
                    strategy_run.add_chunk(first_game, future.result())
                self._count_finished_boards()
                if self._is_precise:
                    break
        except KeyboardInterrupt:
            self._stopped = "interrupted"
        except (SapperError, CancelledError, OSError, RuntimeError) as error:
            # A process pool raises BrokenProcessPool, a RuntimeError, if a process dies.
            self._stopped = str(error) or type(error).__name__
            if not self._games:
                raise (
                    error
                    if isinstance(error, SapperError)
                    else StrategyFailed(f"no game could be played: {self._stopped}")
                ) from error
        finally:
            for future in pending:
                future.cancel()
            self._seconds = time.perf_counter() - start

    def _submit(
        self, executor: Executor, pending: dict[Future[Chunk], tuple[_StrategyRun, int]]
    ) -> bool:
        """Fill the executor's queue. Return whether any task was submitted."""
        before = len(pending)
        while len(pending) < executor.max_pending:
            # The strategy with the fewest submitted games is next, so that all strategies play the
            # same boards.
            each = min(self._runs, key=lambda each: each.submitted)
            left = self._plan.games - each.submitted
            if left <= 0:
                break
            size = min(left, self._plan.chunk or each.next_chunk_size(executor.task_seconds))
            pending[executor.submit(self._task(each, size))] = each, each.submitted
            each.submitted += size
        return len(pending) > before

    def _task(self, each: _StrategyRun, size: int) -> Task:
        plan = self._plan
        start = plan.seed + each.submitted
        seeds = range(start, start + size)
        return Task(
            each.name, each.options, plan.rules, seeds, plan.first, plan.flood, each.strategy
        )

    def _count_finished_boards(self) -> None:
        """Count the boards that every strategy has played, and report the progress."""
        ready = min(len(each.columns.won) for each in self._runs)
        interval = _PRECISION_CHECK_INTERVAL
        while self._games < ready:
            end = ready
            if self._plan.precision is not None:
                end = min(ready, (self._games // interval + 1) * interval)
            for number, each in enumerate(self._runs):
                self._wins[number] += sum(each.columns.won[self._games : end])
            self._games = end
            if self._plan.precision is not None and end % interval == 0:
                widest = max(wilson(wins, end).half_width for wins in self._wins)
                if widest * 100 <= self._plan.precision:
                    self._is_precise = True
                    break
        if self._on_progress:
            wins = {r.label: w for r, w in zip(self._runs, self._wins, strict=True)}
            self._on_progress(Progress(self._games, self._plan.games, wins))

    def result(self, workers: int) -> BenchResult:
        """Return the results on all counted boards."""
        busy = sum(each.seconds for each in self._runs)
        results = []
        for each in self._runs:
            each.columns.truncate(self._games)
            # The elapsed time is divided among the strategies in proportion to their CPU time.
            seconds = self._seconds * each.seconds / busy if busy else self._seconds
            speed = each.played / max(seconds, 1e-9) if each.played else 0.0
            results.append(StrategyResult(each.label, each.columns, speed, each.times))
        return BenchResult(
            rules=self._plan.rules,
            seed=self._plan.seed,
            first=self._plan.first,
            flood=self._plan.flood,
            strategies=tuple(results),
            seconds=self._seconds,
            workers=workers,
            stopped=self._stopped,
        )
