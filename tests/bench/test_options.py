"""The options of a benchmark and the specifications of its strategies."""

import pickle
from dataclasses import FrozenInstanceError

import pytest

from sapper import Rules
from sapper.bench.options import BenchmarkOptions, StrategySpec
from sapper.bench.tasks import Task
from sapper.strategies.pattern import Pattern


def test_a_task_reaches_another_process_unchanged() -> None:
    options = BenchmarkOptions(Rules.level("small"), 10, seed=3, first=(1, 2), precision=2.5)
    task = Task(StrategySpec.parse("pattern:one_one=yes"), options, range(3, 7))
    assert pickle.loads(pickle.dumps(task)) == task


def test_options_cannot_be_changed_after_validation() -> None:
    options = BenchmarkOptions(Rules.level("small"), 10)
    with pytest.raises(FrozenInstanceError):
        options.games = 0


def test_a_specification_keeps_the_text_and_the_parsed_options() -> None:
    spec = StrategySpec.parse("pattern:one-one=yes")
    assert spec == StrategySpec("pattern:one-one=yes", "pattern", (("one_one", True),))
    assert isinstance(spec.create(), Pattern)
    assert spec.create() is not spec.create()


def test_a_strategy_object_plays_every_game() -> None:
    strategy = Pattern()
    spec = StrategySpec.parse(strategy)
    assert spec.label == "pattern"
    assert spec.create(5) is strategy
