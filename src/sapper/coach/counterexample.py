r"""Counterexamples: layouts that refute a claim that a cell is safe or a mine.

>>> from sapper import parse_view
>>> view = parse_view("3x2/1\n1##\n1##")
>>> sorted(find_layout(view, (0, 1), is_mine=True))
[(0, 1)]
>>> find_layout(view, (0, 2), is_mine=True) is None
True
"""

from sapper.errors import InconsistentView
from sapper.game import position_notation
from sapper.game.rules import Cell
from sapper.game.view import MAX_CLUE, View
from sapper.inference.analysis import Analysis, analyse
from sapper.inference.budget import DEFAULT_BUDGET, Budget


def find_layout(
    view: View, cell: Cell, *, is_mine: bool, budget: Budget = DEFAULT_BUDGET
) -> frozenset[Cell] | None:
    """Return a consistent layout in which a hidden cell is a mine, or one in which it is safe.

    The result is None if the cell cannot have the requested value in any consistent layout. Raises
    BudgetExceeded if the position is too complex for an exact count.
    """
    if is_mine:
        with_mine = with_layout(view, frozenset([cell]))
        try:
            odds = analyse(with_mine, budget=budget, on_limit="raise")
        except InconsistentView:
            return None
        return _any_layout(odds)
    odds = analyse(View(view.rules, view.cell_bytes), budget=budget, on_limit="raise")
    for clue, chance in enumerate(odds.clue_distribution(cell)[: MAX_CLUE + 1]):
        if chance > 0:
            return _any_layout(odds.what_if(cell, clue))
    return None


def check_layout(view: View, layout: frozenset[Cell]) -> bool:
    """Return whether a layout has the right number of mines and agrees with every clue."""
    if len(layout) != view.mines:
        return False
    for cell in view.rules.cells():
        clue = view.clue(cell)
        if clue is not None and (
            cell in layout or len(layout.intersection(view.rules.neighbours(cell))) != clue
        ):
            return False
    return True


def _any_layout(odds: Analysis) -> frozenset[Cell]:
    rows, columns = odds.sample(1)[0].nonzero()
    return frozenset(zip(rows.tolist(), columns.tolist(), strict=True))


def with_layout(view: View, layout: frozenset[Cell]) -> View:
    """Return a copy of a view that shows the mines of a layout."""
    shown = bytearray(view.rules.cell_count)
    for row, column in layout:
        shown[row * view.width + column] = position_notation.MINE
    return View(view.rules, view.cell_bytes, bytes(shown))
