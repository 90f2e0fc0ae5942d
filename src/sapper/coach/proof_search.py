r"""The search for the simplest proof that a cell is safe or a mine.

>>> from sapper import parse_view
>>> proof = simplest_proof(parse_view("4x2/2\n1221\n####"))
>>> proof.kind, proof.name, proof.cell
('pair', '1-2-X', (1, 3))
"""

from collections.abc import Iterable
from typing import Final

from sapper.coach.case_analysis import most_constrained_cells, refute_with_minimal_clues
from sapper.coach.deduction import Deduction
from sapper.coach.facts import Fact
from sapper.coach.mine_count import (
    apply_exhausted_count,
    refute_with_count,
    remaining_count,
    sum_disjoint_clues,
    undecided_clues,
)
from sapper.coach.proof_builder import build_proof
from sapper.coach.proof_steps import (
    DIFFICULTIES,
    KINDS,
    Difficulty,
    Kind,
    Proof,
    Step,
    difficulty_of,
)
from sapper.coach.region import Region, bits
from sapper.errors import BudgetExceeded, IllegalMove, short_repr
from sapper.game.rules import Cell
from sapper.game.view import View
from sapper.inference.analysis import Analysis, analyse

__all__ = [
    "DIFFICULTIES",
    "KINDS",
    "Difficulty",
    "Kind",
    "Proof",
    "Step",
    "difficulty_of",
    "find_safe_proof",
    "prove",
    "simplest_proof",
]


_MAX_REFUTED_CELLS: Final = 4
_MAX_SUMMED_CELLS: Final = 20
_MAX_CASES_WITH_DECIDED_CELLS: Final = 3000


def prove(view: View, cell: Cell, *, analysis: Analysis | None = None) -> Proof:
    """Return the simplest proof that a cell is safe, or that it is a mine.

    Pass `analysis` to reuse an existing analysis of the same view. Raises IllegalMove if the cell
    is neither certainly safe nor certainly a mine, InconsistentView if no layout is consistent with
    the view, and BudgetExceeded if the search finds no proof within its limits.
    """
    odds = analysis or analyse(view)
    if cell not in odds.safe and cell not in odds.mines:
        raise IllegalMove(f"no proof available: cell {short_repr(cell)} is not certain")
    return simplest_proof(view, among=[cell], analysis=odds)


def simplest_proof(
    view: View, *, among: Iterable[Cell] | None = None, analysis: Analysis | None = None
) -> Proof:
    """Return the simplest proof that a cell is safe or, if no cell is safe, that a cell is a mine.

    Safe cells take precedence because they can be revealed. `among` restricts the choice of cells.
    Raises IllegalMove if no cell is certain, InconsistentView if no layout is consistent with the
    view, and BudgetExceeded if the search finds no proof within its limits.
    """
    odds = analysis or analyse(view)
    candidates = None if among is None else frozenset(among)
    safe = odds.safe if candidates is None else odds.safe & candidates
    certain = safe or (odds.mines if candidates is None else odds.mines & candidates)
    if not certain:
        raise IllegalMove("no proof available: no cell is certain")
    region = Region(view, min(certain))
    goal = region.mask(certain)
    fact = _find_fact(region, goal, is_mine=not safe)
    if fact is None:
        raise BudgetExceeded("no short proof found for any certain cell")
    return build_proof(region, region.cell(next(bits(fact.mask & goal))), fact)


def find_safe_proof(view: View, cells: Iterable[Cell]) -> Proof | None:
    """Return a proof that one of the given hidden cells is safe, or None if none is found.

    The search does not need an analysis, so it also works on positions that are too complex to
    analyse. A result of None does not mean that every cell is risky.
    """
    candidates = frozenset(cells)
    if not candidates:
        return None
    region = Region(view, min(candidates))
    goal = region.mask(candidates)
    fact = _find_fact(region, goal, is_mine=False)
    if fact is None:
        return None
    return build_proof(region, region.cell(next(bits(fact.mask & goal))), fact)


def _find_fact(region: Region, goal: int, *, is_mine: bool) -> Fact | None:
    """Return the first fact that decides a cell of `goal`, trying simpler kinds of proof first."""
    deduction = Deduction(region, only_safe=not is_mine)
    found = (
        deduction.apply_single_clues(goal)
        or apply_exhausted_count(deduction, goal)
        or deduction.compare_clues(goal)
    )
    # Drop the goal cells for which the opposite has been proved.
    left = goal & ~deduction.decided
    if found is not None or not left:
        return found
    mines = 0 if is_mine else 1
    return (
        _sum_with_count(deduction, left, is_mine=is_mine)
        or _refute_opposite(deduction, left, mines=mines)
        or _refute_opposite_with_count(deduction, left, mines=mines)
    )


def _sum_with_count(deduction: Deduction, goal: int, *, is_mine: bool) -> Fact | None:
    """Return a fact that decides a cell of `goal` by the mine count and disjoint clues, or None."""
    count = remaining_count(deduction)
    if count is None:
        return None
    clues = undecided_clues(deduction)
    frontier = 0
    for clue in clues:
        frontier |= clue.mask
    # Cells outside the frontier are interchangeable for the mine count, so one of them is enough.
    interior = goal & ~frontier
    frontier_cells = list(bits(goal & frontier))[:_MAX_SUMMED_CELLS]
    for index in [*bits(interior & -interior), *frontier_cells]:
        fact = sum_disjoint_clues(count, clues, 1 << index, is_mine=is_mine)
        if fact is not None:
            return fact
    return None


def _refute_opposite_with_count(deduction: Deduction, goal: int, *, mines: int) -> Fact | None:
    """Return a proof by cases that uses the mine count, or None if none is found."""
    count = remaining_count(deduction)
    if count is None:
        return None
    clues = undecided_clues(deduction)
    for index in most_constrained_cells(deduction.region, goal, _MAX_REFUTED_CELLS):
        fact = refute_with_count(count, clues, 1 << index, mines)
        if fact is not None:
            return fact
    return None


def _refute_opposite(deduction: Deduction, goal: int, *, mines: int) -> Fact | None:
    """Return the proof by cases with the fewest clues, or None; only a few goal cells are tried."""
    cells = most_constrained_cells(deduction.region, goal, _MAX_REFUTED_CELLS)
    clues = list(deduction.clue_facts.values())
    found = [refute_with_minimal_clues(clues, 1 << index, mines) for index in cells]
    if any(found):
        return min(filter(None, found), key=lambda fact: fact.cost)
    # Removing decided cells leaves smaller equations, so a higher case limit is affordable.
    clues = undecided_clues(deduction)
    limit = _MAX_CASES_WITH_DECIDED_CELLS
    tries = (refute_with_minimal_clues(clues, 1 << index, mines, limit=limit) for index in cells)
    return next(filter(None, tries), None)
