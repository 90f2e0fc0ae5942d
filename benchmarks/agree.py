"""Ten thousand positions: the core's answers against the exact fractions of the reference.

    python benchmarks/agree.py [COUNT]

Ends with exit code 1 when a probability is off by more than 1e-12 relative, or when anything else
differs at all: the certain cells, the number of layouts, whether the position contradicts itself.
"""

import math
import random
import sys
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from positions import positions_in_progress, stuck_positions

from sapper import Rules, View, analyse
from sapper.errors import InconsistentView
from sapper.inference import reference
from tests.inference.positions import random_clues, random_position

TOLERANCE = 1e-12
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
        chance = random.Random(f"agree clues {seed}")
        width, height = chance.randint(1, 12), chance.randint(1, 7)
        wrong = chance.choice((0, 0, 0.01, 0.05))
        yield "random clues", random_clues(width, height, seed, wrong=wrong, marks=0.1)


def random_game(seed: int, *, late: bool = False) -> View:
    """A game of any size and density, after a few reveals or short of its end."""
    chance = random.Random(f"agree game {seed} {late}")
    width, height = chance.randint(1, 16), chance.randint(1, 12)
    if seed % 10 == 0:
        width, height = chance.choice(((1, 40), (40, 1), (2, 30), (30, 2)))
    cells = width * height
    mines = round(cells * chance.choice((0.05, 0.1, 0.15, 0.2, 0.25, 0.35, 0.5)))
    rules = Rules(width, height, min(mines, cells - 1))
    reveals = max(1, cells - mines - chance.randint(1, 4)) if late else chance.randint(1, 8)
    return random_position(rules, seed, reveals)


def difference(view: View) -> float:
    """The greatest relative difference of a probability; inf when anything else differs."""
    try:
        expected = reference.analyse(view)
    except InconsistentView:
        expected = None
    try:
        odds = analyse(view, on_limit="raise")
    except InconsistentView as error:
        names_a_clue = error.cell is None or view.clue(error.cell) is not None
        return 0.0 if expected is None and names_a_clue else math.inf
    if expected is None or odds.safe != expected.safe or odds.mines != expected.mines:
        return math.inf
    if odds.layouts is not None and odds.layouts != expected.layouts:
        return math.inf
    if not math.isclose(odds.log_layouts, math.log(expected.layouts), rel_tol=1e-12, abs_tol=1e-9):
        return math.inf
    probability = odds.mine_probability
    return max(
        (off(Fraction(float(probability[c])), p) for c, p in expected.mine_probability.items()),
        default=0.0,
    )


def off(found: Fraction, expected: Fraction) -> float:
    """By how much a probability is off, relative to what it should be."""
    return float(abs(found / expected - 1)) if expected else float(found)


def main(count: int) -> int:
    """Compare that many positions and print what came of it."""
    kinds: Counter[str] = Counter()
    contradictory: Counter[str] = Counter()
    worst: dict[str, float] = {}
    for kind, view in all_positions(count):
        kinds[kind] += 1
        found = difference(view)
        worst[kind] = max(worst.get(kind, 0.0), found)
        contradictory[kind] += not reference.count_layouts(view)
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
