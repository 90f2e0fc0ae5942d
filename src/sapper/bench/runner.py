"""Plays many games and puts the results together.

Game number i is played on the board of seed + i by a strategy whose own seed follows from it, so a
game does not depend on where or beside which others it is played. Results are put in the order of
the seeds, and only boards that every strategy has played count: the same call gives the same
figures for any number of workers, chunks or machines.
"""

import math
import pickle
import time
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from dataclasses import dataclass, field

from sapper.bench.executors import LocalPool, Pool
from sapper.bench.results import BenchResult, StrategyResult
from sapper.bench.tasks import Chunk, Columns, Task
from sapper.errors import (
    IllegalMove,
    InvalidBenchmark,
    InvalidSeed,
    SapperError,
    StrategyFailed,
    quoted,
)
from sapper.game.game import MAX_SEED, check_seed
from sapper.game.rules import Cell, Rules
from sapper.inference.confidence_interval import wilson
from sapper.strategies import registry
from sapper.strategies.base import Strategy
from sapper.strategies.registry import Option

MAX_GAMES = 1_000_000_000
MAX_WORKERS = 1024
_FIRST_CHUNK = 4
_LARGEST_CHUNK = 5000
_CHECK_EVERY = 100
"""Whether the wanted precision is reached is asked after every so many games, in their order."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is."""

    games: int
    """Boards that every strategy has played."""
    total: int
    wins: dict[str, int]
    """Games won of those, by strategy."""


@dataclass
class _Player:
    """One strategy's part of a run."""

    spec: str
    name: str
    options: tuple[tuple[str, Option], ...]
    agent: Strategy | None = None
    columns: Columns = field(default_factory=Columns)
    waiting: dict[int, Chunk] = field(default_factory=dict)
    """Chunks that are done but whose predecessors are not, by the number of their first game."""
    submitted: int = 0
    played: int = 0
    seconds: float = 0.0
    times: dict[int, int] = field(default_factory=dict)

    def take(self, first_game: int, chunk: Chunk) -> None:
        self.waiting[first_game] = chunk
        self.played += len(chunk.columns.won)
        self.seconds += chunk.seconds
        for number, count in chunk.decision_times.items():
            self.times[number] = self.times.get(number, 0) + count
        while (next_chunk := self.waiting.pop(len(self.columns.won), None)) is not None:
            self.columns.extend(next_chunk.columns)

    def next_size(self, task_seconds: float) -> int:
        """Return how many games take about so long."""
        if not self.played:
            return _FIRST_CHUNK
        games = task_seconds * self.played / max(self.seconds, 1e-6)
        return max(1, min(_LARGEST_CHUNK, math.floor(games)))


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
    """Let strategies play the same boards and return how they did.

    Strategies are named as on the command line, options included: `pattern:one_one=no`. One's own
    are given as objects (see `sapper.strategies.base.Strategy`); with several workers they must be
    picklable. `first` is the first reveal of every game; by default each strategy opens as it
    likes. Without `flood` a reveal opens one cell only. With `precision` the run ends as soon as
    the half-width of every 95 % interval is at most so many percentage points. `cluster` is the
    address of a dask scheduler. `chunk` fixes the games per task, which otherwise follow from
    their speed.

    Ctrl-C ends the run: the result then holds what was played, and `stopped` says so. Raises
    InvalidBenchmark and the like before anything is played; StrategyFailed and ClusterFailed only
    if there is no result to return.

    >>> result = run(["layered", "random"], Rules.level("small", start="opening"), 20, seed=1)
    >>> [(each.name, each.wins) for each in result.strategies]
    [('layered', 19), ('random', 0)]
    """
    plan = _Plan(rules, games, seed, first, flood, precision, chunk)
    plan.check()
    if not 1 <= workers <= MAX_WORKERS:
        raise InvalidBenchmark(f"cannot use {workers} workers: choose from 1 to {MAX_WORKERS}")
    players = _players(strategies)
    if workers > 1 or cluster is not None:
        _check_that_agents_can_travel(players)
    lab = _Run(plan, players, on_progress)
    pool: Pool = LocalPool(workers)
    if cluster is not None:
        from sapper.bench.cluster import ClusterPool

        pool = ClusterPool(cluster)
    with pool:
        lab.play(pool)
    return lab.result(workers)


def _players(strategies: Sequence[str | Strategy]) -> list[_Player]:
    if isinstance(strategies, str) or not strategies:
        raise InvalidBenchmark("a benchmark needs a list of at least one strategy")
    players = [_player(each) for each in strategies]
    names = [player.spec for player in players]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise InvalidBenchmark(f"strategy {twice!r} is named twice")
    return players


def _player(given: str | Strategy) -> _Player:
    if isinstance(given, str):
        name, options = registry.parse(given)
        return _Player(given, name, tuple(options.items()))
    if not all(hasattr(given, part) for part in ("name", "first_move", "advise")):
        raise InvalidBenchmark(
            f"not a strategy: {quoted(given)}", hint="it needs a name, first_move and advise"
        )
    return _Player(given.name, given.name, (), agent=given)


def _check_that_agents_can_travel(players: list[_Player]) -> None:
    for player in players:
        try:
            pickle.dumps(player.agent)
        except Exception as error:
            raise InvalidBenchmark(
                f"strategy {player.name!r} cannot be sent to other processes: {error}",
                hint="use one worker, or define its class in a module",
            ) from None


@dataclass(frozen=True, slots=True)
class _Plan:
    """What is to be played."""

    rules: Rules
    games: int
    seed: int
    first: Cell | None
    flood: bool
    precision: float | None
    chunk: int | None

    def check(self) -> None:
        """Raise InvalidBenchmark, InvalidSeed or IllegalMove for what cannot be played."""
        if not isinstance(self.rules, Rules):
            raise InvalidBenchmark(
                f"rules are Rules, not {quoted(self.rules)}", hint='Rules.level("expert")'
            )
        if not isinstance(self.games, int) or not 1 <= self.games <= MAX_GAMES:
            raise InvalidBenchmark(
                f"cannot play {quoted(self.games)} games: choose from 1 to {MAX_GAMES}"
            )
        if self.chunk is not None and self.chunk < 1:
            raise InvalidBenchmark(f"a chunk has at least 1 game, not {self.chunk}")
        if self.precision is not None and not 0 < self.precision <= 50:
            raise InvalidBenchmark(
                f"cannot reach a precision of {self.precision}: "
                "choose percentage points above 0, up to 50"
            )
        if check_seed(self.seed) + self.games - 1 > MAX_SEED:
            raise InvalidSeed(f"{self.games} seeds from {self.seed} on go past 2**64 - 1")
        if self.first is not None and not self.rules.contains(self.first):
            raise IllegalMove(f"the first move {self.first} is not on the board of {self.rules}")


class _Run:
    """The state of one call of `run`."""

    def __init__(
        self,
        plan: _Plan,
        players: list[_Player],
        on_progress: Callable[[Progress], None] | None,
    ) -> None:
        self._plan = plan
        self._players = players
        self._on_progress = on_progress
        self._done = 0
        self._wins = [0] * len(players)
        self._is_precise = False
        self._stopped: str | None = None
        self._seconds = 0.0

    def play(self, pool: Pool) -> None:
        """Play until all is done, precise enough, interrupted or broken."""
        for player in self._players:
            pool.prepare(self._task(player, 0))
        begin = time.perf_counter()
        running: dict[Future[Chunk], tuple[_Player, int]] = {}
        try:
            while self._submit(pool, running) or running:
                done = wait(running, timeout=1, return_when=FIRST_COMPLETED).done
                if not done:
                    pool.check()
                for future in done:
                    player, first_game = running.pop(future)
                    player.take(first_game, future.result())
                self._advance()
                if self._is_precise:
                    break
        except KeyboardInterrupt:
            self._stopped = "interrupted"
        except (SapperError, CancelledError, OSError, RuntimeError) as error:
            # RuntimeError includes the pool's word for a process that died.
            self._stopped = str(error) or type(error).__name__
            if not self._done:
                raise (
                    error
                    if isinstance(error, SapperError)
                    else StrategyFailed(f"the games could not be played: {self._stopped}")
                ) from error
        finally:
            for future in running:
                future.cancel()
            self._seconds = time.perf_counter() - begin

    def _submit(self, pool: Pool, running: dict[Future[Chunk], tuple[_Player, int]]) -> bool:
        """Keep the pool busy. Returns whether anything was submitted."""
        before = len(running)
        while len(running) < pool.slots:
            # The one that is behind goes next, so that all have played the same boards.
            player = min(self._players, key=lambda each: each.submitted)
            left = self._plan.games - player.submitted
            if left <= 0:
                break
            size = min(left, self._plan.chunk or player.next_size(pool.task_seconds))
            running[pool.submit(self._task(player, size))] = player, player.submitted
            player.submitted += size
        return len(running) > before

    def _task(self, player: _Player, size: int) -> Task:
        plan = self._plan
        start = plan.seed + player.submitted
        seeds = range(start, start + size)
        return Task(
            player.name, player.options, plan.rules, seeds, plan.first, plan.flood, player.agent
        )

    def _advance(self) -> None:
        """Count the boards that all strategies have played by now, in their order."""
        ready = min(len(player.columns.won) for player in self._players)
        while self._done < ready:
            upto = ready
            if self._plan.precision is not None:
                upto = min(ready, (self._done // _CHECK_EVERY + 1) * _CHECK_EVERY)
            for number, player in enumerate(self._players):
                self._wins[number] += sum(player.columns.won[self._done : upto])
            self._done = upto
            if self._plan.precision is not None and upto % _CHECK_EVERY == 0:
                widest = max(wilson(wins, upto).half_width for wins in self._wins)
                if widest * 100 <= self._plan.precision:
                    self._is_precise = True
                    break
        if self._on_progress:
            wins = {p.spec: w for p, w in zip(self._players, self._wins, strict=True)}
            self._on_progress(Progress(self._done, self._plan.games, wins))

    def result(self, workers: int) -> BenchResult:
        """Return what was played, or raise if that is nothing."""
        busy = sum(player.seconds for player in self._players)
        results = []
        for player in self._players:
            player.columns.cut(self._done)
            # Strategies that ran side by side share the time by the work that they were.
            seconds = self._seconds * player.seconds / busy if busy else self._seconds
            speed = player.played / max(seconds, 1e-9) if player.played else 0.0
            results.append(StrategyResult(player.spec, player.columns, speed, player.times))
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
