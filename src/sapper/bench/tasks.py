"""Benchmark tasks, each a batch of games with consecutive seeds for one strategy."""

import math
import time
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Final

from sapper.bench.benchmark_game import play_game
from sapper.bench.options import BenchmarkOptions, StrategySpec
from sapper.strategies.base import BatchStrategy, strategy_seed

_BINS_PER_DOUBLING: Final = 8


@dataclass(frozen=True, slots=True)
class Task:
    """A picklable description of a batch of games for one strategy."""

    strategy: StrategySpec
    options: BenchmarkOptions
    seeds: range

    @property
    def is_native(self) -> bool:
        """True if the C++ core plays the whole task without holding the GIL."""
        return self.options.flood and isinstance(self.strategy.create(), BatchStrategy)


@dataclass(slots=True)
class GameResults:
    """Game results in seed order, stored as one array per column."""

    won: "array[int]" = field(default_factory=lambda: array("B"))
    moves: "array[int]" = field(default_factory=lambda: array("L"))
    guesses: "array[int]" = field(default_factory=lambda: array("L"))
    risks: "array[float]" = field(default_factory=lambda: array("d"))
    seconds: float = 0.0
    """The CPU time spent on the games, in seconds."""
    decision_times: Counter[int] = field(default_factory=Counter)
    """A histogram that maps bin numbers (see `time_bin`) to decision counts."""

    def __len__(self) -> int:
        return len(self.won)

    def rows(self, first_seed: int) -> Iterator[tuple[int, bool, int, int, float]]:
        """Return an iterator that yields the GAME_COLUMNS values of each game."""
        return zip(count(first_seed), map(bool, self.won), self.moves, self.guesses, self.risks)

    def extend(self, other: "GameResults") -> None:
        """Append the results from `other`."""
        self.won += other.won
        self.moves += other.moves
        self.guesses += other.guesses
        self.risks += other.risks
        self.seconds += other.seconds
        self.decision_times += other.decision_times

    def truncate(self, games: int) -> None:
        """Discard all but the first `games` games, leaving the recorded times unchanged."""
        for column in (self.won, self.moves, self.guesses, self.risks):
            del column[games:]


def time_bin(seconds: float) -> int:
    """Return the number of the histogram bin that contains a duration.

    Each bin's upper bound is 9% above its lower bound.
    """
    return math.floor(math.log2(max(seconds, 1e-9)) * _BINS_PER_DOUBLING)


def bin_seconds(number: int) -> float:
    """Return the geometric centre of a histogram bin, in seconds."""
    return math.exp2((number + 0.5) / _BINS_PER_DOUBLING)


def play_task(task: Task) -> GameResults:
    """Play all games in a task. Raises StrategyFailed if the strategy fails."""
    options, strategy = task.options, task.strategy.create()
    columns: Iterable[Any]
    if options.flood and isinstance(strategy, BatchStrategy):
        batch = strategy.play_batch(options.rules, task.seeds, first=options.first)
        columns = batch.won, batch.moves, batch.guesses, batch.risks
        seconds, decision_seconds = batch.seconds, batch.decision_seconds
    else:
        decision_seconds = []
        start = time.thread_time()
        outcomes = [
            play_game(
                task.strategy.create(strategy_seed(seed)), options, seed, decision_seconds.append
            )
            for seed in task.seeds
        ]
        seconds = time.thread_time() - start
        columns = zip(*outcomes, strict=True)
    won, moves, guesses, risks = columns
    return GameResults(
        array("B", map(bool, won)),
        array("L", moves),
        array("L", guesses),
        array("d", risks),
        seconds,
        Counter(map(time_bin, decision_seconds)),
    )
