"""Comparison of the native analysis with the reference analysis on ten thousand positions.

    python benchmarks/compare_odds_with_reference.py [COUNT]

The script exits with code 1 if the relative error of a probability exceeds 1e-12, or if the two
analyses disagree on the certain cells, the number of layouts or the consistency of a position.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks.seeded_positions import positions_in_progress, stuck_positions
from sapper import Rules, View
from tests.inference.agreement import TOLERANCE, difference, random_game, random_pattern
from tests.inference.positions import random_position
from tests.oracles import reference_analysis

EXPERT = Rules.level("expert")


def all_positions(count: int) -> Iterator[tuple[str, View]]:
    """Yield the kind and the view of each position; one position in twenty is an expert game."""
    for seed in range(count // 40):
        reveals = 1 + seed % 40
        yield "expert, random reveals", random_position(EXPERT, seed, reveals)
    for view in stuck_positions(EXPERT, count // 80, min_revealed=100, max_revealed=300):
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
    """Compare `count` positions, print a summary and return the exit code."""
    kinds: Counter[str] = Counter()
    inconsistent: Counter[str] = Counter()
    worst: dict[str, float] = {}
    for kind, view in all_positions(count):
        kinds[kind] += 1
        error = difference(view)
        worst[kind] = max(worst.get(kind, 0.0), error)
        inconsistent[kind] += not reference_analysis.count_layouts(view)
        if error > TOLERANCE:
            print(f"relative error {error}: {view!r}")
    for kind, number in kinds.items():
        print(
            f"{kind:24}{number:7} positions, {inconsistent[kind]:5} of them inconsistent, "
            f"maximum relative error {worst[kind]:.1e}"
        )
    print(f"{'all':24}{kinds.total():7} positions, maximum {max(worst.values()):.1e}")
    return int(max(worst.values()) > TOLERANCE)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if sys.argv[1:] else 10_000))
