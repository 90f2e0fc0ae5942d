"""Benchmarks that compare strategies on the same boards.

>>> from sapper import Rules, bench
>>> result = bench.run(["layered"], Rules.level("small", start="opening"), 50, seed=3)
>>> result.strategies[0].wins
46
"""

from sapper.bench.options import BenchmarkOptions
from sapper.bench.results import BenchResult, StrategyResult
from sapper.bench.runner import Progress, run

__all__ = ["BenchResult", "BenchmarkOptions", "Progress", "StrategyResult", "run"]
