r"""A search for the simplest proof that a cell is safe or a mine.

>>> from sapper import parse_view
>>> proof = simplest_proof(parse_view("4x2/2\n1221\n####"))
>>> proof.kind, proof.name, proof.cell
('pair', '1-2-2-1', (1, 3))
"""

from collections.abc import Iterable
from typing import Final

from sapper import _core
from sapper.coach.proof_builder import build_proof
from sapper.coach.proof_steps import Proof
from sapper.errors import BudgetExceeded, IllegalMove
from sapper.game.cell_names import cell_name
from sapper.game.rules import Cell
from sapper.game.view import View
from sapper.inference.analysis import MINE, SAFE, Analysis, analyse, core_position

_GOAL: Final = 1


def prove(view: View, cell: Cell, *, analysis: Analysis | None = None) -> Proof:
    """Return the simplest proof that a cell is safe or that the cell is a mine.

    `analysis` is an existing analysis of the same view, or None. Raises IllegalMove if the
    cell could be either safe or a mine, InconsistentView if no layout is consistent with the view,
    and BudgetExceeded if the search reaches its limits without finding a proof.
    """
    odds = analysis or analyse(view)
    certainty = _restrict(odds, [cell])
    if SAFE not in certainty and MINE not in certainty:
        raise IllegalMove(
            f"no proof available: {cell_name(cell)} is neither provably safe nor a known mine",
            cell=cell,
        )
    return simplest_proof(view, among=[cell], analysis=odds)


def simplest_proof(
    view: View, *, among: Iterable[Cell] | None = None, analysis: Analysis | None = None
) -> Proof:
    """Return the simplest proof that a cell is safe or, if no cell is safe, that a cell is a mine.

    Safe cells take precedence, because revealing them makes progress. `among` restricts the search
    to the given cells. Raises IllegalMove if every cell could be either safe or a mine,
    InconsistentView if no layout is consistent with the view, and BudgetExceeded if the search
    reaches its limits without finding a proof.
    """
    odds = analysis or analyse(view)
    certainty = odds.certainty if among is None else _restrict(odds, among)
    if SAFE in certainty:
        proof = _find_proof(view, certainty, SAFE, is_mine=False)
    elif MINE in certainty:
        proof = _find_proof(view, certainty, MINE, is_mine=True)
    else:
        raise IllegalMove("no proof available: no cell is provably safe or a known mine")
    if proof is None:
        raise BudgetExceeded("no short proof found for any cell")
    return proof


def find_safe_proof(view: View, cells: Iterable[Cell]) -> Proof | None:
    """Return a proof that one of the given hidden cells is safe, or None if no proof is found.

    The search needs no analysis, so it also works on positions that are too complex to analyse.
    Even if the search finds no proof, some of the cells may be safe.
    """
    goals = bytearray(view.rules.cell_count)
    for row, column in cells:
        goals[row * view.width + column] = _GOAL
    return _find_proof(view, bytes(goals), _GOAL, is_mine=False)


def _restrict(odds: Analysis, cells: Iterable[Cell]) -> bytes:
    """Return a copy of `odds.certainty` in which all cells outside `cells` are set to 0."""
    certainty = bytearray(len(odds.certainty))
    for cell in cells:
        if odds.view.rules.contains(cell):
            index = cell[0] * odds.view.width + cell[1]
            certainty[index] = odds.certainty[index]
    return bytes(certainty)


def _find_proof(view: View, marks: bytes, mark: int, *, is_mine: bool) -> Proof | None:
    """Return a proof for one of the marked cells, or None if the search finds no proof."""
    found = _core.find_proof(*core_position(view), marks=marks, mark=mark, is_mine=is_mine)
    return None if found is None else build_proof(view, found)
