"""The signature of play: a hash of every game that the strategies play on fixed boards."""

from collections.abc import Sequence
from hashlib import blake2b
from typing import Final

from sapper.bench.runner import run
from sapper.errors import InvalidBenchmark
from sapper.game.rules import Rules
from sapper.strategies import registry
from sapper.strategies.base import BatchStrategy

BOARDS: Final = (("8x8/10", 40), ("16x16/40", 12), ("30x16/99", 6), ("10x10/15", 20))
"""The board sizes, each with the number of games per start rule."""
FIRST_SEED: Final = 1_000_000
BATCH_FACTOR: Final = 50
"""The multiplier for the number of games of strategies that play whole games in the core.

These strategies are fast, and a change may affect only one guess in fifty games."""


def signature(strategies: Sequence[str] = ()) -> int:
    """Return the signature of the given strategies, or of all strategies.

    The signature is a hash of the outcome, reveals and guesses of every game on fixed boards. It
    does not depend on the machine. Raises InvalidBenchmark if a strategy has a time limit, because
    its play would depend on the speed of the machine.
    """
    parsed = {name: registry.parse(name) for name in strategies or registry.names()}
    if any(options.get("think") for _, options in parsed.values()):
        raise InvalidBenchmark(
            "a strategy with the think option has no signature",
            hint="the number of rollouts in a given time depends on the machine",
        )
    digest = blake2b(digest_size=4)
    for name, (bare_name, options) in parsed.items():
        digest.update(name.encode())
        strategy = registry.get(bare_name, seed=0, **options)
        factor = BATCH_FACTOR if isinstance(strategy, BatchStrategy) else 1
        for size, games in BOARDS:
            for start in ("safe", "opening", "any"):
                rules = Rules.parse(size, start=start)
                result = run([name], rules, factor * games, seed=FIRST_SEED)
                columns = result.strategies[0].columns
                rows = zip(columns.won, columns.moves, columns.guesses, strict=True)
                digest.update(repr(list(rows)).encode())
    return int.from_bytes(digest.digest(), "big")
