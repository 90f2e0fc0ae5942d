"""The table of all strategies on the standard boards: python benchmarks/ladder.py [GAMES]."""

import os
import sys

from sapper import Rules, bench, strategies
from sapper.bench.report import environment
from sapper.game.rules import STARTS

SIZES = ("8x8/10", "9x9/10", "16x16/40", "30x16/99")
FIRST_SEED = 2_000_000_000
WORKERS = os.cpu_count() or 1


def main(games: int) -> None:
    """Print the ladder as Markdown."""
    names = list(strategies.names())
    last = FIRST_SEED + games - 1
    print(f"{games} games each, seeds {FIRST_SEED}-{last}, {WORKERS} workers, {environment()}\n")
    for start in STARTS:
        print(f"| start `{start}` | {' | '.join(SIZES)} |")
        print(f"|---|{'---|' * len(SIZES)}")
        cells: dict[str, list[str]] = {name: [] for name in names}
        for size in SIZES:
            rules = Rules.parse(size, start=start)  # type: ignore[arg-type]
            result = bench.run(names, rules, games, seed=FIRST_SEED, workers=WORKERS)
            for each in result.strategies:
                spread = 50 * (each.high - each.low)
                cells[each.name].append(
                    f"{each.win_rate:.1%} ± {spread:.1f}, {each.games_per_second:,.0f}/s"
                )
        for name in names:
            print(f"| `{name}` | {' | '.join(cells[name])} |")
        print(flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 2000)
