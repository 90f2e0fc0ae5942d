r"""Why a cell is certain: the simplest argument that people can follow.

>>> from sapper import parse_view
>>> proof = simplest(parse_view("4x2/2\n1221\n####"))
>>> proof.kind, proof.name, proof.cell
('pair', '1-2-X', (1, 3))
"""

from collections.abc import Iterable
from typing import Final

from sapper.coach.case_analysis import cells_by_distance, refute_by_few_clues
from sapper.coach.deduction import Deduction
from sapper.coach.facts import Fact
from sapper.coach.mine_count import add_up, count_settled, open_clues, open_count, refute_with_count
from sapper.coach.proof_builder import write_proof
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
from sapper.errors import BudgetExceeded, IllegalMove, quoted
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
    "look_for_safe",
    "prove",
    "simplest",
]


_MAX_TRIED: Final = 4
_MAX_COUNTED: Final = 20
_MANY_CASES: Final = 3000


def prove(view: View, cell: Cell, *, analysis: Analysis | None = None) -> Proof:
    """Return a proof that a certain cell is safe or a mine, of the simplest kind that works.

    `analysis` saves time where there is one of the same view. Raises IllegalMove when the cell is
    not hidden or not certain, InconsistentView when no layout agrees with the view, and
    BudgetExceeded when no proof was found within the limits of the search.
    """
    odds = analysis or analyse(view)
    if cell not in odds.safe and cell not in odds.mines:
        raise IllegalMove(f"cannot prove {quoted(cell)}: it is not certain whether it is a mine")
    return simplest(view, among=[cell], analysis=odds)


def simplest(
    view: View, *, among: Iterable[Cell] | None = None, analysis: Analysis | None = None
) -> Proof:
    """Return the proof of the certain cell that is easiest to see.

    Safe cells come first, for they go on with the game; a mine is proved only when no cell is
    certainly safe. `among` names the cells to choose from. Raises IllegalMove when none of them is
    certain, and what `prove` raises.
    """
    odds = analysis or analyse(view)
    chosen = None if among is None else frozenset(among)
    safe = odds.safe if chosen is None else odds.safe & chosen
    certain = safe or (odds.mines if chosen is None else odds.mines & chosen)
    if not certain:
        raise IllegalMove("cannot prove anything: no cell is certain")
    region = Region(view, min(certain))
    goal = region.mask(certain)
    fact = _find(region, goal, is_mine=not safe)
    if fact is None:
        raise BudgetExceeded("no short proof was found for any certain cell")
    return write_proof(region, region.cell(next(bits(fact.mask & goal))), fact)


def look_for_safe(view: View, cells: Iterable[Cell]) -> Proof | None:
    """Return a proof that one of some hidden cells is safe, None if none was found.

    It needs no odds, so it also serves where a position is too wide to count: what is found is
    certain, but not finding anything means nothing.
    """
    chosen = frozenset(cells)
    if not chosen:
        return None
    region = Region(view, min(chosen))
    goal = region.mask(chosen)
    fact = _find(region, goal, is_mine=False)
    if fact is None:
        return None
    return write_proof(region, region.cell(next(bits(fact.mask & goal))), fact)


def _find(region: Region, goal: int, *, is_mine: bool) -> Fact | None:
    """Return the first fact that settles a cell of `goal`, simpler kinds first."""
    deduction = Deduction(region, only_safe=not is_mine)
    found = (
        deduction.read_clues(goal)
        or count_settled(deduction, goal)
        or deduction.compare_clues(goal)
    )
    # Cells of the goal that turned out to be the opposite are of no use.
    left = goal & ~deduction.settled
    if found is not None or not left:
        return found
    mines = 0 if is_mine else 1
    return (
        _count(deduction, left, is_mine=is_mine)
        or _refute_opposite(deduction, left, mines=mines)
        or _refute_with_count(deduction, left, mines=mines)
    )


def _count(deduction: Deduction, goal: int, *, is_mine: bool) -> Fact | None:
    """Return what the mine count says of a cell of `goal` without cases."""
    count = open_count(deduction)
    if count is None:
        return None
    clues = open_clues(deduction)
    frontier = 0
    for clue in clues:
        frontier |= clue.mask
    # Cells that touch no clue are all alike to the mine count.
    apart = goal & ~frontier
    for index in [*bits(apart & -apart), *list(bits(goal & frontier))[:_MAX_COUNTED]]:
        fact = add_up(count, clues, 1 << index, is_mine=is_mine)
        if fact is not None:
            return fact
    return None


def _refute_with_count(deduction: Deduction, goal: int, *, mines: int) -> Fact | None:
    count = open_count(deduction)
    if count is None:
        return None
    clues = open_clues(deduction)
    for index in cells_by_distance(deduction.region, goal, _MAX_TRIED):
        fact = refute_with_count(count, clues, 1 << index, mines)
        if fact is not None:
            return fact
    return None


def _refute_opposite(deduction: Deduction, goal: int, *, mines: int) -> Fact | None:
    """Return the proof by cases with the fewest clues among a few cells of `goal`."""
    cells = cells_by_distance(deduction.region, goal, _MAX_TRIED)
    clues = list(deduction.clue_facts.values())
    found = [refute_by_few_clues(clues, 1 << index, mines) for index in cells]
    if any(found):
        return min(filter(None, found), key=lambda fact: fact.cost)
    # With what is settled, fewer cells are open and more cases can be tried.
    clues = open_clues(deduction)
    tries = (refute_by_few_clues(clues, 1 << index, mines, limit=_MANY_CASES) for index in cells)
    return next(filter(None, tries), None)
