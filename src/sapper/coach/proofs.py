r"""Why a cell is certain: the simplest argument that people can follow.

>>> from sapper import parse_view
>>> proof = simplest(parse_view("4x2/2\n1221\n####"))
>>> proof.kind, proof.name, proof.cell
('pair', '1-2-X', (1, 3))
"""

from collections.abc import Iterable

from sapper.coach.deduction import Deduction
from sapper.coach.facts import Fact
from sapper.coach.region import Region, bits
from sapper.coach.steps import (
    DIFFICULTIES,
    KINDS,
    Difficulty,
    Kind,
    Proof,
    Step,
    difficulty_of,
)
from sapper.coach.writing import write_proof
from sapper.errors import BudgetExceeded, IllegalMove
from sapper.game.rules import Cell
from sapper.game.view import View
from sapper.inference.exact import Analysis, analyse

__all__ = [
    "DIFFICULTIES",
    "KINDS",
    "Difficulty",
    "Kind",
    "Proof",
    "Step",
    "difficulty_of",
    "prove",
    "simplest",
]


def prove(view: View, cell: Cell, *, analysis: Analysis | None = None) -> Proof:
    """Return a proof that a certain cell is safe or a mine, of the simplest kind that works.

    `analysis` saves time where there is one of the same view. Raises IllegalMove when the cell is
    not hidden or not certain, InconsistentView when no layout agrees with the view, and
    BudgetExceeded when no proof was found within the limits of the search.
    """
    odds = analysis or analyse(view)
    if cell not in odds.safe and cell not in odds.mines:
        raise IllegalMove(f"cannot prove {cell}: it is not certain whether it is a mine")
    region = Region(view, cell)
    fact = _find(region, 1 << region.index(cell))
    if fact is None:
        raise BudgetExceeded(f"no short proof was found for {cell}")
    return write_proof(region, cell, fact)


def simplest(
    view: View, *, among: Iterable[Cell] | None = None, analysis: Analysis | None = None
) -> Proof:
    """Return the proof of the certain cell that is easiest to see.

    Safe cells come first, for they go on with the game; a mine is proved only when no cell is
    certainly safe. `among` names the certain cells to choose from. Raises IllegalMove when nothing
    is certain, and what `prove` raises.
    """
    odds = analysis or analyse(view)
    certain = frozenset(among) if among is not None else odds.safe or odds.mines
    if not certain:
        raise IllegalMove("cannot prove anything: no cell is certain")
    region = Region(view, min(certain))
    goal = region.mask(certain)
    fact = _find(region, goal)
    if fact is None:
        raise BudgetExceeded("no short proof was found for any certain cell")
    return write_proof(region, region.cell(next(bits(fact.mask & goal))), fact)


def _find(region: Region, goal: int) -> Fact | None:
    """Return the first fact that settles a cell of `goal`."""
    deduction = Deduction(region)
    return deduction.read_clues(goal) or deduction.compare_clues(goal)
