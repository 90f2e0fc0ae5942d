"""Comparison of the native analysis with the exact fractions of the reference."""

import math
import random
from fractions import Fraction

from sapper import Rules, View, analyse
from sapper.errors import InconsistentView
from tests.inference.positions import random_clues, random_position
from tests.oracles import reference_analysis

TOLERANCE = 1e-12
"""The maximum relative error of a probability."""


def random_game(seed: int, *, late: bool = False) -> View:
    """Return a position of a random game after a few reveals, or near its end if `late`."""
    chance = random.Random(f"agree game {seed} {late}")
    width, height = chance.randint(1, 16), chance.randint(1, 12)
    if seed % 10 == 0:
        width, height = chance.choice(((1, 40), (40, 1), (2, 30), (30, 2)))
    cells = width * height
    mines = round(cells * chance.choice((0.05, 0.1, 0.15, 0.2, 0.25, 0.35, 0.5)))
    rules = Rules(width, height, min(mines, cells - 1))
    reveals = max(1, cells - mines - chance.randint(1, 4)) if late else chance.randint(1, 8)
    return random_position(rules, seed, reveals)


def random_pattern(seed: int) -> View:
    """Return random clues without flood reveals; some of them are inconsistent."""
    chance = random.Random(f"agree clues {seed}")
    width, height = chance.randint(1, 12), chance.randint(1, 7)
    wrong = chance.choice((0, 0, 0.01, 0.05))
    return random_clues(width, height, seed, wrong=wrong, marks=0.1)


def difference(view: View, *, trust_flags: bool = False) -> float:
    """Return the maximum relative error of all probabilities, or inf if other results differ."""
    try:
        expected = reference_analysis.analyse(view, trust_flags=trust_flags)
    except InconsistentView:
        expected = None
    try:
        odds = analyse(view, on_limit="raise", trust_flags=trust_flags)
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
        (
            relative_error(float(probability[cell]), p)
            for cell, p in expected.mine_probability.items()
        ),
        default=0.0,
    )


def relative_error(found: float, expected: Fraction) -> float:
    """Return the relative error of a probability."""
    return float(abs(Fraction(found) / expected - 1)) if expected else found
