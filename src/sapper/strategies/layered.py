"""Three layers, each used only when the one before finds nothing safe.

The computer player of a Haskell Minesweeper written for a course at TUKE Kosice.

1. Rules A and B on every clue. A: as many mines left as hidden cells, all are mines. B: no mines
   left, the hidden cells are safe.
2. Pairs of constraints, "so many mines among these cells". When the cells of one are among those
   of another, the rest of the other's cells holds the difference of their mines: none, and the
   rest is safe; as many as cells, and the rest are mines::

    3x3/1
    111         The 1 at (0, 0) sees (1, 0) and (1, 1); the 1 at (0, 1) sees these and (1, 2).
    ###         Equal counts: (1, 2) is safe.
    ###

3. The least risk. Each clue gives its hidden cells the chance p = mines left / hidden cells;
   several clues combine to 1 - (1-p1)(1-p2)...; cells without a clue get the share of mines among
   all that is unknown. Ties go to the cell with more revealed neighbours, then to the first row
   and column.

The first move is in the centre.

Differences from the original: flags are the ones that these rules set on the way, never the
player's; when pairs show only mines, layer 1 looks again with that knowledge before any guess; what
a pair leaves is a constraint too, compared with the others in turn, and so is the number of mines
when at most 24 cells are undecided.
"""

from collections import deque
from typing import Final

from sapper.game.rules import Cell, Rules
from sapper.game.view import View
from sapper.strategies.base import Advice, first_advice
from sapper.strategies.clue_state import HIDDEN, Reading

_FEW_CELLS: Final = 24
"""With so few undecided cells, the number of mines among them all is a constraint too."""
_MAX_DERIVED: Final = 100
"""How many constraints beside those of the clues layer 2 may keep."""
_COMPARED: Final = "and a clue that shares its cells leave no choice"
_COUNTED: Final = "and the number of mines left leave no choice"


class Layered:
    """Rules, pairs, then combined risks."""

    name = "layered"
    summary = "Rules A and B, pairs of clues, then the least combined risk."

    def __init__(self, *, seed: int = 0) -> None:
        """Take a seed as all strategies do; there is no chance in this one."""

    def first_move(self, rules: Rules) -> Cell:
        """Return the centre."""
        return rules.centre

    def advise(self, view: View) -> Advice:
        """Return what the first layer that finds something says."""
        if view.is_untouched:
            return first_advice(self, view.rules)
        reading = Reading(view)
        reading.settle()
        while not reading.safe and _compare_pairs(reading):
            reading.settle()
        return reading.advise_safe() if reading.safe else _take_least_risk(reading)


class _Constraint:
    """So many mines are among these cells."""

    __slots__ = ("cells", "clue", "mines", "why")

    def __init__(self, cells: frozenset[int], mines: int, clue: int, why: str) -> None:
        self.cells = cells
        self.mines = mines
        self.clue = clue
        """The revealed cell that it comes from."""
        self.why = why


def _compare_pairs(reading: Reading) -> bool:
    """Apply layer 2 until no pair says anything new. Returns whether it found a cell."""
    clues = reading.open_clues()
    most = len(clues) + _MAX_DERIVED
    kept: dict[frozenset[int], _Constraint] = {}
    with_cell: dict[int, list[_Constraint]] = {}
    to_compare: deque[_Constraint] = deque()
    found: list[_Constraint] = []

    def keep(new: _Constraint) -> None:
        if new.mines in (0, len(new.cells)):
            found.append(new)
        elif new.cells not in kept and len(kept) < most:
            kept[new.cells] = new
            to_compare.append(new)
            for cell in new.cells:
                with_cell.setdefault(cell, []).append(new)

    for clue in clues:
        keep(_Constraint(frozenset(clue.unknown), clue.left, clue.cell, _COMPARED))
    undecided = reading.undecided()
    if clues and len(undecided) <= _FEW_CELLS:
        left = reading.view.mines - len(reading.mines)
        keep(_Constraint(frozenset(undecided), left, clues[0].cell, _COUNTED))
    while to_compare:
        one = to_compare.popleft()
        for other in {id(near): near for cell in one.cells for near in with_cell[cell]}.values():
            part, whole = (one, other) if len(one.cells) < len(other.cells) else (other, one)
            if part.cells < whole.cells:
                rest, mines = whole.cells - part.cells, whole.mines - part.mines
                keep(_Constraint(rest, mines, part.clue, whole.why))
    # Conclusions change the clues, so they are drawn after all pairs have been looked at.
    for sure in found:
        conclude = reading.conclude_mines if sure.mines else reading.conclude_safe
        conclude(sure.cells, sure.why, sure.clue)
    return bool(found)


def _take_least_risk(reading: Reading) -> Advice:
    undecided = reading.undecided()
    if not undecided:
        return reading.nothing_left()
    survival: dict[int, float] = {}
    for clue in reading.open_clues():
        alone = 1 - clue.left / len(clue.unknown)
        for cell in clue.unknown:
            survival[cell] = survival.get(cell, 1.0) * alone
    density = reading.density(len(undecided))
    # Rounding keeps the order of multiplication from deciding ties.
    risks = {
        cell: round(1 - survival[cell], 12) if cell in survival else density for cell in undecided
    }
    least = min(risks.values())
    cells, neighbours = reading.view.cell_bytes, reading.neighbours

    def revealed_neighbours(cell: int) -> int:
        return sum(cells[near] != HIDDEN for near in neighbours[cell])

    best = max((cell for cell in undecided if risks[cell] == least), key=revealed_neighbours)
    reason = f"{reading.cell(best)} is a guess: the least combined risk, {least:.0%}"
    return reading.advice(best, risks, reason)
