"""One number for how all strategies play: it changes when, and only when, play changes."""

from collections.abc import Sequence
from hashlib import blake2b
from typing import Final

from sapper.bench.runner import run
from sapper.errors import InvalidBenchmark
from sapper.game.rules import Rules
from sapper.strategies import registry
from sapper.strategies.base import BatchPlayer

BOARDS: Final = (("8x8/10", 40), ("16x16/40", 12), ("30x16/99", 6), ("10x10/15", 20))
"""Sizes, and how many games of each start rule."""
FIRST_SEED: Final = 1_000_000
TIMES_BATCHED: Final = 50
"""Strategies that play whole games by themselves play so many times as many: they are quick, and a
change of theirs may show in one guess of fifty games."""


def signature(strategies: Sequence[str] = ()) -> int:
    """Return the number of these strategies, of all when none is named.

    It is made of the outcome, reveals and guesses of every game on fixed boards, and does not
    depend on the machine. Raises InvalidBenchmark for strategies that do, as they take time.
    """
    parsed = {name: registry.parse(name) for name in strategies or registry.names()}
    if any(options.get("think") for _, options in parsed.values()):
        raise InvalidBenchmark(
            "a strategy that thinks has no signature",
            hint="how much it thinks in its time depends on the machine",
        )
    digest = blake2b(digest_size=4)
    for name, (bare, options) in parsed.items():
        digest.update(name.encode())
        times = (
            TIMES_BATCHED if isinstance(registry.get(bare, seed=0, **options), BatchPlayer) else 1
        )
        for size, games in BOARDS:
            for start in ("safe", "opening", "any"):
                rules = Rules.parse(size, start=start)
                result = run([name], rules, times * games, seed=FIRST_SEED)
                columns = result.strategies[0].columns
                rows = zip(columns.won, columns.moves, columns.guesses, strict=True)
                digest.update(repr(list(rows)).encode())
    return int.from_bytes(digest.digest(), "big")
