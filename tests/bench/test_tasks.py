"""Benchmark tasks and their histogram of decision times."""

import pytest

from sapper import Rules
from sapper.bench.options import BenchmarkOptions, StrategySpec
from sapper.bench.tasks import Task, bin_seconds, play_task, time_bin


def test_splitting_a_task_does_not_change_the_games() -> None:
    strategy = StrategySpec.parse("knowledge")
    options = BenchmarkOptions(Rules.level("small"), 12)

    def task(seeds: range) -> Task:
        return Task(strategy, options, seeds)

    whole = play_task(task(range(10, 22)))
    parts = play_task(task(range(10, 15)))
    parts.extend(play_task(task(range(15, 22))))
    assert parts.won == whole.won
    assert parts.moves == whole.moves
    assert parts.guesses == whole.guesses
    assert repr(parts.risks) == repr(whole.risks)


def test_histogram_bins_are_accurate_to_five_percent() -> None:
    for seconds in (1e-6, 3.3e-4, 0.02, 1.0, 7.5):
        assert bin_seconds(time_bin(seconds)) == pytest.approx(seconds, rel=0.05)
    assert bin_seconds(time_bin(0.0)) < 1e-8
