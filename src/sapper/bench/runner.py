"""The benchmark runner, which submits games to an executor and collects the results.

Game i is played on the board with seed `seed + i`. The strategy's own seed is derived from the
board seed, so a game's outcome does not depend on which worker plays it. Results are collected in
seed order, and only boards that every strategy has played are counted. The same call therefore
produces the same win counts regardless of the number of workers, chunks or machines.
"""

import math
import pickle
import time
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from contextlib import AbstractContextManager
from dataclasses import dataclass, field

from sapper.bench.executors import Executor, LocalExecutor
from sapper.bench.options import BenchmarkOptions, StrategySpec
from sapper.bench.results import BenchResult, StrategyResult
from sapper.bench.tasks import GameResults, Task
from sapper.errors import InvalidBenchmark, SapperError, StrategyFailed
from sapper.game.rules import Cell, Rules
from sapper.inference.confidence_interval import wilson
from sapper.strategies.base import Strategy

_FIRST_CHUNK = 4
_MAX_CHUNK = 5000
_PRECISION_CHECK_INTERVAL = 100
"""The number of games between precision checks, in seed order."""


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a benchmark run."""

    games: int
    """The number of boards that every strategy has played."""
    total: int
    wins: dict[str, int]
    """Each strategy's number of wins on the boards that every strategy has played."""


@dataclass
class _StrategyRun:
    """The progress and results of one strategy during a run."""

    strategy: StrategySpec
    results: GameResults = field(default_factory=GameResults)
    out_of_order: dict[int, GameResults] = field(default_factory=dict)
    """The results of tasks that finished out of order, keyed by the number of the first game."""
    submitted: int = 0
    wins: int = 0
    """The number of wins on the boards that every strategy has played."""

    def add(self, first_game: int, results: GameResults) -> None:
        self.out_of_order[first_game] = results
        while (following := self.out_of_order.pop(len(self.results), None)) is not None:
            self.results.extend(following)

    def next_chunk_size(self, task_seconds: float) -> int:
        """Return the number of games that take about `task_seconds`."""
        if not self.results:
            return _FIRST_CHUNK
        games = task_seconds * len(self.results) / max(self.results.seconds, 1e-6)
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

    Each strategy is either a name, optionally followed by options (`pattern:one_one=yes`), or an
    object that implements `sapper.strategies.base.Strategy`. Strategy objects must be picklable
    unless a single local worker plays all games.

    - `first` is the cell to reveal first in every game. If `first` is None, each strategy chooses
      its own first move.
    - `flood=False` disables flood fill, so each reveal opens only one cell.
    - `precision` is the target half-width of the 95% confidence intervals, in percentage points.
      The run ends as soon as every strategy's interval reaches the target.
    - `cluster` is the address of a Dask scheduler whose workers play the games.
    - `chunk` is the number of games per task. By default, fast strategies get more games per task
      than slow ones.

    Ctrl-C ends the run early. The result of an interrupted run contains the games played before the
    interruption, and its `stopped` attribute gives the reason. Raises InvalidBenchmark, InvalidSeed
    or IllegalMove before the first game if an argument is invalid. Raises StrategyFailed or
    ClusterFailed if the run fails before producing any results.

    >>> result = run(["layered", "random"], Rules.level("small", start="opening"), 20, seed=1)
    >>> [(each.name, each.wins) for each in result.strategies]
    [('layered', 19), ('random', 0)]
    """
    options = BenchmarkOptions(
        rules,
        games,
        seed=seed,
        first=first,
        flood=flood,
        workers=workers,
        precision=precision,
        cluster=cluster,
        chunk=chunk,
    )
    specs = _parse_strategies(strategies)
    if workers > 1 or cluster is not None:
        _check_picklable(specs)
    benchmark = _Benchmark(options, [_StrategyRun(spec) for spec in specs], on_progress)
    with _create_executor(options) as executor:
        benchmark.play(executor)
    return benchmark.result()


def _create_executor(options: BenchmarkOptions) -> AbstractContextManager[Executor]:
    if options.cluster is None:
        return LocalExecutor(options.workers)
    from sapper.bench.cluster import cluster_executor

    return cluster_executor(options.cluster)


def _parse_strategies(strategies: Sequence[str | Strategy]) -> list[StrategySpec]:
    if isinstance(strategies, str) or not isinstance(strategies, Sequence) or not strategies:
        raise InvalidBenchmark("strategies must be a list of at least one strategy")
    specs = [StrategySpec.parse(each) for each in strategies]
    labels = [spec.label for spec in specs]
    if duplicate := next((label for label in labels if labels.count(label) > 1), None):
        raise InvalidBenchmark(f"strategy {duplicate!r} is listed twice")
    return specs


def _check_picklable(specs: list[StrategySpec]) -> None:
    for spec in specs:
        try:
            pickle.dumps(spec)
        except Exception as error:
            raise InvalidBenchmark(
                f"strategy {spec.name!r} cannot be pickled: {error}",
                hint="use one worker, or define the strategy's class in a module",
            ) from None


@dataclass
class _Benchmark:
    """The state of one call to `run`."""

    options: BenchmarkOptions
    runs: list[_StrategyRun]
    on_progress: Callable[[Progress], None] | None
    games: int = 0
    """The number of boards that every strategy has played."""
    is_precise: bool = False
    stopped: str | None = None
    seconds: float = 0.0

    def play(self, executor: Executor) -> None:
        """Play until all games finish, the target precision is reached or the run is stopped."""
        for each in self.runs:
            executor.prepare(self._task(each, 0))
        start = time.perf_counter()
        pending: dict[Future[GameResults], tuple[_StrategyRun, int]] = {}
        try:
            while self._submit(executor, pending) or pending:
                finished = wait(pending, timeout=1, return_when=FIRST_COMPLETED).done
                if not finished:
                    executor.check_alive()
                for future in finished:
                    strategy_run, first_game = pending.pop(future)
                    strategy_run.add(first_game, future.result())
                self._count_finished_boards()
                if self.is_precise:
                    break
        except KeyboardInterrupt:
            self.stopped = "interrupted"
        except (SapperError, CancelledError, OSError, RuntimeError) as error:
            # If a worker process dies, the pool raises BrokenProcessPool, which is a RuntimeError.
            self.stopped = str(error) or type(error).__name__
            if not self.games:
                raise (
                    error
                    if isinstance(error, SapperError)
                    else StrategyFailed(f"no game could be played: {self.stopped}")
                ) from error
        finally:
            for future in pending:
                future.cancel()
            self.seconds = time.perf_counter() - start

    def _submit(
        self, executor: Executor, pending: dict[Future[GameResults], tuple[_StrategyRun, int]]
    ) -> bool:
        """Fill the executor's queue and return whether any tasks were submitted."""
        before = len(pending)
        while len(pending) < executor.max_pending:
            # The strategy with the fewest submitted games comes next, so that all strategies play
            # the same boards.
            each = min(self.runs, key=lambda each: each.submitted)
            left = self.options.games - each.submitted
            if left <= 0:
                break
            size = min(left, self.options.chunk or each.next_chunk_size(executor.task_seconds))
            pending[executor.submit(self._task(each, size))] = each, each.submitted
            each.submitted += size
        return len(pending) > before

    def _task(self, each: _StrategyRun, size: int) -> Task:
        start = self.options.seed + each.submitted
        return Task(each.strategy, self.options, range(start, start + size))

    def _count_finished_boards(self) -> None:
        """Count the boards that every strategy has played and report progress."""
        ready = min(len(each.results) for each in self.runs)
        precision = self.options.precision
        step = _PRECISION_CHECK_INTERVAL if precision else ready
        while self.games < ready and not self.is_precise:
            end = min(ready, (self.games // step + 1) * step)
            for each in self.runs:
                each.wins += sum(each.results.won[self.games : end])
            self.games = end
            if precision and end % step == 0:
                widest = max(wilson(each.wins, end).half_width for each in self.runs)
                self.is_precise = widest * 100 <= precision
        if self.on_progress:
            wins = {each.strategy.label: each.wins for each in self.runs}
            self.on_progress(Progress(self.games, self.options.games, wins))

    def result(self) -> BenchResult:
        """Return the results for the boards that every strategy has played."""
        busy = sum(each.results.seconds for each in self.runs)
        strategies = []
        for each in self.runs:
            results = each.results
            # The elapsed time is divided among the strategies in proportion to their CPU time.
            seconds = self.seconds * results.seconds / busy if busy else self.seconds
            speed = len(results) / max(seconds, 1e-9)
            results.truncate(self.games)
            strategies.append(StrategyResult(each.strategy.label, results, speed))
        return BenchResult(self.options, tuple(strategies), self.seconds, self.stopped)
