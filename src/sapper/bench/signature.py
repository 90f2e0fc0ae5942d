"""The signature of play, a hash of the games that strategies play on a fixed set of boards."""

from collections.abc import Sequence
from hashlib import blake2b
from typing import Final

from sapper.bench.options import BenchmarkOptions, StrategySpec
from sapper.bench.tasks import Task, play_task
from sapper.errors import InvalidBenchmark
from sapper.game.rules import Rules
from sapper.strategies import registry
from sapper.strategies.base import BatchStrategy

BOARDS: Final = (("8x8/10", 40), ("16x16/40", 12), ("30x16/99", 6), ("10x10/15", 20))
"""The board sizes in the signature, with the number of games per start rule."""
FIRST_SEED: Final = 1_000_000
BATCH_FACTOR: Final = 50
"""The multiplier for the number of games if a strategy plays whole games in the core.

The core is fast, and a code change may affect only one guess in fifty games."""


def signature(strategies: Sequence[str] = ()) -> int:
    """Return the signature of the given strategies, or of all strategies if none are given.

    The signature hashes the outcome, reveal count and guess count of each game on a fixed set of
    boards. The signature is the same on every machine. Raises InvalidBenchmark if a strategy uses
    the `think` option, because the moves then depend on the machine's speed.
    """
    specs = [StrategySpec.parse(name) for name in strategies or registry.built_in_names()]
    if any(dict(spec.options).get("think") for spec in specs):
        raise InvalidBenchmark(
            "cannot compute a signature for a strategy with the think option",
            hint="the number of rollouts in a given time depends on the machine",
        )
    digest = blake2b(digest_size=4)
    for spec in specs:
        digest.update(spec.label.encode())
        factor = BATCH_FACTOR if isinstance(spec.create(), BatchStrategy) else 1
        for size, games in BOARDS:
            for start in ("safe", "opening", "any"):
                options = BenchmarkOptions(Rules.parse(size, start=start), factor * games)
                seeds = range(FIRST_SEED, FIRST_SEED + options.games)
                results = play_task(Task(spec, options, seeds))
                rows = zip(results.won, results.moves, results.guesses, strict=True)
                digest.update(repr(list(rows)).encode())
    return int.from_bytes(digest.digest(), "big")
