"""The benchmark runner: reproducible results, early ends and failures."""

import os
import signal
import threading
from types import SimpleNamespace
from typing import Any

import pytest

from sapper import Rules, View, bench
from sapper.bench.options import BenchmarkOptions, StrategySpec
from sapper.bench.report import headline
from sapper.bench.tasks import Task, play_task
from sapper.errors import (
    IllegalMove,
    InvalidBenchmark,
    InvalidOption,
    InvalidSeed,
    StrategyFailed,
    UnknownStrategy,
)
from sapper.game.rules import Cell
from sapper.strategies import registry
from sapper.strategies.base import Advice, BatchResult
from sapper.strategies.layered import Layered

SMALL = Rules.level("small", start="opening")


def figures(result: bench.BenchResult) -> list[Any]:
    """Return the results without the times."""
    return [
        (each.name, each.columns.won, each.columns.moves, each.columns.guesses)
        for each in result.strategies
    ]


@pytest.fixture(scope="module")
def reference() -> bench.BenchResult:
    return bench.run(["layered", "single-point"], SMALL, 230, seed=9, chunk=230)


@pytest.mark.parametrize(("workers", "chunk"), [(1, 1), (1, None), (2, 7), (3, None), (2, 100)])
def test_results_do_not_depend_on_workers_or_chunks(
    reference: bench.BenchResult, workers: int, chunk: int | None
) -> None:
    result = bench.run(
        ["layered", "single-point"], SMALL, 230, seed=9, workers=workers, chunk=chunk
    )
    assert figures(result) == figures(reference)
    assert [p[2] for p in result.pairs()] == [p[2] for p in reference.pairs()]


def test_the_seed_selects_the_boards(reference: bench.BenchResult) -> None:
    later = bench.run(["layered"], SMALL, 100, seed=100)
    assert later.strategies[0].columns.won == reference.strategies[0].columns.won[91:191]


@pytest.mark.parametrize("chunk", [1, 33, 500])
def test_the_precision_ends_a_run_after_the_same_game_for_any_chunk_size(chunk: int) -> None:
    result = bench.run(["layered"], SMALL, 5000, precision=4, chunk=chunk)
    strategy = result.strategies[0]
    assert strategy.games == 300
    assert (strategy.high - strategy.low) / 2 <= 0.04


def test_progress_increases_to_the_total() -> None:
    seen: list[bench.Progress] = []
    bench.run(["layered", "random"], SMALL, 60, chunk=10, on_progress=seen.append)
    assert seen[-1].games == 60
    assert seen[-1].wins["random"] == 0
    assert [each.games for each in seen] == sorted(each.games for each in seen)


def test_pairs_compare_the_same_boards(reference: bench.BenchResult) -> None:
    ((a, b, pair),) = reference.pairs()
    assert (a.name, b.name) == ("layered", "single-point")
    assert pair.difference == pytest.approx(a.win_rate - b.win_rate)
    assert pair.low < pair.difference < pair.high
    assert pair.p_value < 1e-6


def test_figures_of_a_strategy(reference: bench.BenchResult) -> None:
    each = reference.strategies[0]
    assert each.games == 230
    assert each.low < each.win_rate < each.high
    assert each.games_per_second > 0
    assert sum(each.losses_by_risk.values()) == each.games - each.wins
    median, slow = each.decision_seconds(0.5), each.decision_seconds(0.99)
    assert median is not None
    assert slow is not None
    assert 0 < median <= slow
    assert 0 < each.guesses_per_game < each.moves_per_game


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"games": 0}, InvalidBenchmark),
        ({"games": -3}, InvalidBenchmark),
        ({"games": 10**10}, InvalidBenchmark),
        ({"games": "5"}, InvalidBenchmark),
        ({"rules": "small"}, InvalidBenchmark),
        ({"strategies": []}, InvalidBenchmark),
        ({"strategies": "layered"}, InvalidBenchmark),
        ({"strategies": ["layered", "layered"]}, InvalidBenchmark),
        ({"strategies": ["layerd"]}, UnknownStrategy),
        ({"strategies": ["layered:x=1"]}, InvalidOption),
        ({"seed": -1}, InvalidSeed),
        ({"seed": 2**64 - 5}, InvalidSeed),
        ({"workers": 0}, InvalidBenchmark),
        ({"precision": 0}, InvalidBenchmark),
        ({"precision": 51}, InvalidBenchmark),
        ({"precision": float("nan")}, InvalidBenchmark),
        ({"chunk": 0}, InvalidBenchmark),
        ({"first": (0, 8)}, IllegalMove),
    ],
)
def test_invalid_arguments_are_rejected(arguments: dict[str, Any], error: type[Exception]) -> None:
    valid: dict[str, Any] = {"strategies": ["layered"], "rules": SMALL, "games": 10}
    with pytest.raises(error):
        bench.run(**(valid | arguments))


def test_an_interrupted_run_returns_the_results_so_far() -> None:
    def interrupt(progress: bench.Progress) -> None:
        if progress.games >= 40:
            raise KeyboardInterrupt

    result = bench.run(["layered"], SMALL, 100_000, chunk=20, on_progress=interrupt)
    assert result.stopped == "interrupted"
    assert result.games == 40
    assert result.strategies[0].games == 40


def test_an_interrupt_before_the_first_game_returns_an_empty_result() -> None:
    def interrupt(progress: bench.Progress) -> None:  # noqa: ARG001
        raise KeyboardInterrupt

    result = bench.run(["layered", "random"], SMALL, 10, chunk=5, on_progress=interrupt)
    assert result.games == 0
    assert headline(result).startswith("8x8/10 start opening: 0 games, ")
    assert result.as_dict()["strategies"][0]["win_rate"] == 0.0
    assert result.as_dict()["pairs"][0]["p_value"] == 1.0


def test_control_c_ends_a_run_with_several_processes() -> None:
    def interrupt(progress: bench.Progress) -> None:
        if progress.games:
            signal.raise_signal(signal.SIGINT)

    result = bench.run(["layered"], SMALL, 10**6, workers=2, chunk=20, on_progress=interrupt)
    assert result.stopped == "interrupted"
    again = bench.run(["layered"], SMALL, result.games)
    assert figures(result) == figures(again)


class Fragile(Layered):
    """A strategy that fails after a number of decisions."""

    decisions_left = 100

    def advise(self, view: View) -> Advice:
        Fragile.decisions_left -= 1
        if Fragile.decisions_left < 0:
            raise ZeroDivisionError
        return super().advise(view)


class Native(Layered):
    """A strategy that plays batches, as the native strategies do."""

    threads: set[int] = set()

    def play_batch(self, rules: Rules, seeds: range, *, first: Cell | None) -> BatchResult:
        self.threads.add(threading.get_ident())
        options = BenchmarkOptions(rules, len(seeds), first=first)
        columns = play_task(Task(StrategySpec.parse("layered"), options, seeds))
        return SimpleNamespace(
            won=columns.won,
            moves=columns.moves,
            guesses=columns.guesses,
            risks=columns.risks,
            seconds=0.1,
            decision_seconds=[],
        )


def register(monkeypatch: pytest.MonkeyPatch, strategy: type) -> None:
    load = registry._load_class
    monkeypatch.setattr(
        registry, "_load_class", lambda name: strategy if name == "mine" else load(name)
    )


def test_a_failure_preserves_the_games_played_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    register(monkeypatch, Fragile)
    monkeypatch.setattr(Fragile, "decisions_left", 100)
    result = bench.run(["mine"], SMALL, 1000, chunk=1)
    assert 0 < result.games < 1000
    assert "seed" in str(result.stopped)
    assert "ZeroDivisionError" in str(result.stopped)


def test_a_failure_in_the_first_chunk_raises_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    register(monkeypatch, Fragile)
    monkeypatch.setattr(Fragile, "decisions_left", 100)
    with pytest.raises(StrategyFailed, match="seed"):
        bench.run(["mine"], SMALL, 1000, chunk=1000)


@pytest.mark.parametrize("workers", [1, 2])
def test_native_strategies_play_batches_on_threads(
    monkeypatch: pytest.MonkeyPatch, reference: bench.BenchResult, workers: int
) -> None:
    register(monkeypatch, Native)
    Native.threads.clear()
    result = bench.run(["mine"], SMALL, 230, seed=9, workers=workers, chunk=10)
    assert figures(result)[0][1:] == figures(reference)[0][1:]
    assert (threading.get_ident() in Native.threads) == (workers == 1)


def test_native_strategies_play_single_steps_without_flood(monkeypatch: pytest.MonkeyPatch) -> None:
    register(monkeypatch, Native)
    Native.threads.clear()
    bench.run(["mine"], SMALL, 5, flood=False)
    assert not Native.threads


def test_a_killed_worker_process_ends_the_run_with_the_results_so_far() -> None:
    def kill(progress: bench.Progress) -> None:
        import multiprocessing

        if progress.games:
            for child in multiprocessing.active_children():
                os.kill(child.pid or 0, signal.SIGKILL)

    result = bench.run(["layered"], SMALL, 10**6, workers=2, chunk=20, on_progress=kill)
    assert result.stopped
    assert result.games > 0


class Upwards:
    """A strategy outside the registry that reveals the last hidden cell."""

    name = "upwards"
    summary = "The last hidden cell."

    def first_move(self, rules: Rules) -> Cell:
        return rules.height - 1, rules.width - 1

    def advise(self, view: View) -> Advice:
        hidden = [cell for cell in view.rules.cells() if view.clue(cell) is None]
        return Advice(frozenset(), frozenset(), {hidden[-1]: 0.5}, hidden[-1], "last")


@pytest.mark.parametrize("workers", [1, 2])
def test_a_strategy_object_plays_alongside_registered_strategies(workers: int) -> None:
    rules = Rules(5, 5, 2)
    result = bench.run([Upwards(), "random"], rules, 300, seed=1, workers=workers)
    assert [each.name for each in result.strategies] == ["upwards", "random"]
    assert 0 < result.strategies[0].wins < 300
    assert figures(result) == figures(bench.run([Upwards(), "random"], rules, 300, seed=1))


def test_invalid_and_duplicate_strategies_are_rejected() -> None:
    with pytest.raises(InvalidBenchmark, match="must be a name or a Strategy object, not 3"):
        bench.run([3], SMALL, 5)
    with pytest.raises(InvalidBenchmark, match="'upwards' is listed twice"):
        bench.run([Upwards(), Upwards()], SMALL, 5)


def test_a_strategy_that_cannot_be_pickled_needs_one_worker() -> None:
    class Local(Upwards):
        name = "local"

    assert bench.run([Local()], Rules(5, 5, 2), 5).games == 5
    with pytest.raises(InvalidBenchmark, match="cannot be pickled"):
        bench.run([Local()], SMALL, 5, workers=2)
