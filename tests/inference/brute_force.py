"""A brute-force oracle that lists every layout and keeps the consistent ones.

The oracle shares no code with `sapper.inference`.
"""

from fractions import Fraction
from itertools import combinations
from math import comb

from sapper import Cell, View
from sapper.errors import InconsistentView

MAX_LAYOUTS = 200_000

Layout = frozenset[Cell]


def is_small(view: View, max_layouts: int = MAX_LAYOUTS) -> bool:
    """Check whether there are few enough layouts to list."""
    hidden = sum(view.clue(cell) is None for cell in view.rules.cells())
    return comb(hidden, view.mines) <= max_layouts


def find_layouts(view: View, *, trust_flags: bool = False) -> list[Layout]:
    """Return every layout that is consistent with the view."""
    assert is_small(view), f"too many layouts to try: {view!r}"
    known = view.shown_mines | (view.flags | view.ai_flags if trust_flags else frozenset())
    hidden = [cell for cell in view.rules.cells() if view.clue(cell) is None]
    clues = [
        (view.clue(cell), frozenset(view.rules.neighbours(cell)))
        for cell in view.rules.cells()
        if view.clue(cell) is not None
    ]
    return [
        layout
        for layout in map(frozenset, combinations(hidden, view.mines))
        if known <= layout and all(clue == len(around & layout) for clue, around in clues)
    ]


def count_mines(view: View, layout: Layout, cell: Cell) -> int:
    """Return the number of mines around a cell."""
    return sum(neighbour in layout for neighbour in view.rules.neighbours(cell))


def mine_probability(view: View, *, trust_flags: bool = False) -> dict[Cell, Fraction]:
    """Return the mine probability of every hidden cell. Raises InconsistentView."""
    layouts = _consistent_layouts(view, trust_flags=trust_flags)
    return {
        cell: Fraction(sum(cell in layout for layout in layouts), len(layouts))
        for cell in view.rules.cells()
        if view.clue(cell) is None
    }


def clue_distribution(view: View, cell: Cell, *, trust_flags: bool = False) -> tuple[Fraction, ...]:
    """Return the probabilities of clue 0 to 8 and of a mine. Raises InconsistentView."""
    layouts = _consistent_layouts(view, trust_flags=trust_flags)
    shown = [9 if cell in layout else count_mines(view, layout, cell) for layout in layouts]
    return tuple(Fraction(shown.count(value), len(layouts)) for value in range(10))


def _consistent_layouts(view: View, *, trust_flags: bool) -> list[Layout]:
    layouts = find_layouts(view, trust_flags=trust_flags)
    if not layouts:
        raise InconsistentView(f"no consistent layout: {view!r}")
    return layouts
