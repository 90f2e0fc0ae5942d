"""Benchmarks of no-guess boards: a comparison with ms-toollib, tail latencies, checks and bias.

    python benchmarks/bench_generate.py [versus] [tails] [check] [bias]

Without arguments, all four benchmarks run; `check` takes a few minutes. All times are CPU times of
one thread.
"""

import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable

from sapper import Rules
from sapper.generate import Board, check, no_guess, uniform

EXPERT = Rules.level("expert", start="opening")


def time_once(call: Callable[[], object]) -> float:
    """Return the CPU time of one call in seconds."""
    start = time.thread_time()
    call()
    return time.thread_time() - start


def quantile(values: list[float], share: float) -> float:
    """Return a quantile of the values."""
    return sorted(values)[min(int(share * len(values)), len(values) - 1)]


def report(name: str, times: list[float]) -> None:
    """Print a summary of the call times."""
    median, tail = statistics.median(times), quantile(times, 0.999)
    print(
        f"{name:34}{len(times) / sum(times):9.1f} boards/s, median {median * 1e3:8.3f} ms, "
        f"99.9% {tail * 1e3:9.3f} ms ({tail / median:.1f} times the median), "
        f"max {max(times) * 1e3:9.3f} ms",
        flush=True,
    )


def bench_versus(count: int = 2_000) -> None:
    """Measure both libraries alternately on 30x16/99 boards with an opening in the centre."""
    import ms_toollib

    row, column = EXPERT.centre
    ours: list[float] = []
    theirs: list[float] = []
    for seed in range(count):
        ours.append(time_once(lambda s=seed: no_guess(EXPERT, seed=s)))
        theirs.append(
            time_once(lambda: ms_toollib.laymine_solvable(16, 30, 99, row, column, 1_000_000))
        )
    report("sapper 30x16/99", ours)
    report("ms-toollib 30x16/99", theirs)
    print(f"sapper generates boards {sum(theirs) / sum(ours):.1f} times as fast")


def bench_tails() -> None:
    """Measure tail latencies at several mine densities."""
    for size, count in (
        ("9x9/10", 10_000),
        ("16x16/40", 10_000),
        ("30x16/99", 10_000),
        ("30x16/120", 5_000),
        ("30x16/150", 5_000),
        ("30x16/200", 2_000),
        ("100x100/2000", 200),
    ):
        rules = Rules.parse(size, start="opening")
        times: list[float] = []
        methods: Counter[str] = Counter()
        for seed in range(count):
            start = time.thread_time()
            board = no_guess(rules, seed=seed)
            times.append(time.thread_time() - start)
            methods[board.method] += 1
        report(f"{size} {dict(methods)}", times)


def bench_check() -> None:
    """Check the certificates of ten thousand boards."""
    total = 0
    for size, count in (
        ("9x9/10", 1_000),
        ("16x16/40", 2_000),
        ("30x16/99", 5_000),
        ("30x16/120", 1_000),
        ("30x16/150", 1_000),
    ):
        rules = Rules.parse(size, start="opening")
        difficulties: Counter[str] = Counter()
        kinds: Counter[str] = Counter()
        generating = checking = 0.0
        for seed in range(count):
            board = no_guess(rules, seed=seed)
            generating += time_once(lambda b=board: b.certificate)
            checking += time_once(lambda b=board: check(b.rules, b.layout, b.certificate))
            difficulties[board.certificate.difficulty] += 1
            kinds.update(step.kind for step in board.certificate.steps)
        total += count
        print(
            f"{size}: {count} valid certificates; {generating / count * 1e3:.1f} ms to generate, "
            f"{checking / count * 1e3:.1f} ms to check; {dict(difficulties)}; steps {dict(kinds)}",
            flush=True,
        )
    print(f"all {total} boards can be solved without guessing")


def bench_bias(count: int = 10_000) -> None:
    """Compare the 3BV of expert boards from the uniform, rejection and repair methods."""

    def describe(name: str, boards: list[Board]) -> None:
        values = [board.metrics.three_bv for board in boards]
        error = statistics.stdev(values) / len(values) ** 0.5
        print(
            f"{name:28}{len(boards):6} boards, 3BV {statistics.mean(values):.2f} +- {error:.2f}, "
            f"deviation {statistics.stdev(values):.2f}",
            flush=True,
        )

    all_boards = [uniform(EXPERT, seed=seed) for seed in range(6 * count)]
    describe("uniform", all_boards)
    describe("uniform, solvable", [b for b in all_boards if b.difficulty is not None])
    describe("rejection", [no_guess(EXPERT, seed=seed) for seed in range(count)])
    describe("repair", [no_guess(EXPERT, seed=seed, method="repair") for seed in range(count)])


BENCHMARKS = {
    "versus": bench_versus,
    "tails": bench_tails,
    "check": bench_check,
    "bias": bench_bias,
}

if __name__ == "__main__":
    if not set(sys.argv[1:]) <= BENCHMARKS.keys():
        sys.exit(__doc__)
    for word in sys.argv[1:] or BENCHMARKS:
        BENCHMARKS[word]()
