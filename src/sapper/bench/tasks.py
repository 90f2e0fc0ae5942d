"""Benchmark tasks, each of which is a range of seeds that one worker plays with one strategy."""

import math
import time
from array import array
from dataclasses import dataclass, field

from sapper import strategies
from sapper.bench.play_loop import play_game
from sapper.game.rules import Cell, Rules
from sapper.strategies.base import BatchStrategy, Strategy, strategy_seed
from sapper.strategies.registry import Option


@dataclass(frozen=True, slots=True)
class Task:
    """A picklable description of games for one strategy to play."""

    strategy_name: str
    options: tuple[tuple[str, Option], ...]
    rules: Rules
    seeds: range
    first: Cell | None = None
    flood: bool = True
    strategy: Strategy | None = None
    """An unregistered strategy object that plays every game, or None for a registered strategy."""

    def create_strategy(self, seed: int = 0) -> Strategy:
        """Return the strategy object or, if it is None, a registered strategy with the seed."""
        return self.strategy or strategies.get(self.strategy_name, seed=seed, **dict(self.options))


@dataclass(slots=True)
class Columns:
    """Game results in seed order, with one array per metric."""

    won: "array[int]" = field(default_factory=lambda: array("B"))
    moves: "array[int]" = field(default_factory=lambda: array("L"))
    guesses: "array[int]" = field(default_factory=lambda: array("L"))
    risks: "array[float]" = field(default_factory=lambda: array("d"))

    def extend(self, other: "Columns") -> None:
        """Append the games in `other`."""
        self.won += other.won
        self.moves += other.moves
        self.guesses += other.guesses
        self.risks += other.risks

    def truncate(self, games: int) -> None:
        """Remove all but the first `games` games."""
        for column in (self.won, self.moves, self.guesses, self.risks):
            del column[games:]


@dataclass(frozen=True, slots=True)
class Chunk:
    """The results of a task."""

    columns: Columns
    seconds: float
    """The CPU time of the games in seconds."""
    decision_times: dict[int, int]
    """A histogram that maps bin numbers (see `time_bin`) to numbers of decisions."""


_BINS_PER_DOUBLING = 8


def time_bin(seconds: float) -> int:
    """Return the number of the histogram bin for a duration; each bin is 9 % wide."""
    return math.floor(math.log2(max(seconds, 1e-9)) * _BINS_PER_DOUBLING)


def bin_seconds(number: int) -> float:
    """Return the duration at the centre of a histogram bin."""
    return math.exp2((number + 0.5) / _BINS_PER_DOUBLING)


def is_native(task: Task) -> bool:
    """Return whether the core plays the whole task without holding the GIL."""
    return task.flood and isinstance(task.create_strategy(), BatchStrategy)


def play_task(task: Task) -> Chunk:
    """Play the games of a task. Raises StrategyFailed if the strategy fails."""
    strategy = task.create_strategy()
    decisions: list[float] = []
    if task.flood and isinstance(strategy, BatchStrategy):
        batch = strategy.play_batch(task.rules, task.seeds, first=task.first)
        decisions.extend(batch.decision_seconds)
        columns = Columns(
            array("B", map(bool, batch.won)),
            array("L", batch.moves),
            array("L", batch.guesses),
            array("d", batch.risks),
        )
        return Chunk(columns, batch.seconds, _histogram(decisions))
    start = time.thread_time()
    columns = Columns()
    for seed in task.seeds:
        outcome = play_game(
            task.create_strategy(strategy_seed(seed)),
            task.rules,
            seed,
            first=task.first,
            flood=task.flood,
            decision_seconds=decisions,
        )
        columns.won.append(outcome.won)
        columns.moves.append(outcome.moves)
        columns.guesses.append(outcome.guesses)
        columns.risks.append(outcome.risk)
    return Chunk(columns, time.thread_time() - start, _histogram(decisions))


def _histogram(durations: list[float]) -> dict[int, int]:
    counts: dict[int, int] = {}
    for seconds in durations:
        number = time_bin(seconds)
        counts[number] = counts.get(number, 0) + 1
    return counts
