"""Ten thousand positions: the core's answers against the exact fractions of the reference.

    python benchmarks/agree.py [COUNT]

Ends with exit code 1 when a probability is off by more than 1e-12 relative, or when anything else
differs at all: the certain cells, the number of layouts, whether the position contradicts itself.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from positions import positions_in_progress, stuck_positions

from sapper import Rules, View
from sapper.inference import reference_analysis
from tests.inference.agreement import TOLERANCE, difference, random_game, random_pattern
from tests.inference.positions import random_position

EXPERT = Rules.level("expert")


def all_positions(count: int) -> Iterator[tuple[str, View]]:
    """Positions of all kinds with the names of the kinds; expert games are a twentieth of them."""
    for seed in range(count // 40):
        reveals = 1 + seed % 40
        yield "expert, random reveals", random_position(EXPERT, seed, reveals)
    for view in stuck_positions(EXPERT, count // 80, fewest=100, most=300):
        yield "expert, stuck", view
    for view in positions_in_progress(EXPERT, count // 80, revealed=200):
        yield "expert, in progress", view
    for seed in range(count // 4):
        yield "games", random_game(seed)
    for seed in range(count // 4):
        yield "late games", random_game(seed, late=True)
    for seed in range(count - count // 2 - count // 20):
        yield "random clues", random_pattern(seed)


def main(count: int) -> int:
    """Compare that many positions and print what came of it."""
    kinds: Counter[str] = Counter()
    contradictory: Counter[str] = Counter()
    worst: dict[str, float] = {}
    for kind, view in all_positions(count):
        kinds[kind] += 1
        found = difference(view)
        worst[kind] = max(worst.get(kind, 0.0), found)
        contradictory[kind] += not reference_analysis.count_layouts(view)
        if found > TOLERANCE:
            print(f"differs by {found}: {view!r}")
    for kind, number in kinds.items():
        print(
            f"{kind:24}{number:7} positions, {contradictory[kind]:5} of them contradictory, "
            f"greatest relative difference {worst[kind]:.1e}"
        )
    print(f"{'all':24}{kinds.total():7} positions, greatest {max(worst.values()):.1e}")
    return int(max(worst.values()) > TOLERANCE)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if sys.argv[1:] else 10_000))
