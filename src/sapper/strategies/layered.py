"""Three layers, each used only when the one before finds nothing safe.

The computer player of a Haskell Minesweeper written for a course at TUKE Kosice.

1. Rules A and B on every clue. A: as many mines left as hidden cells, all are mines. B: no mines
   left, the hidden cells are safe.
2. Pairs of clues. When the hidden cells of one clue are among those of another, the rest of the
   other's cells holds the difference of their mines: none, and the rest is safe; as many as cells,
   and the rest are mines::

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
player's; when pairs show only mines, layer 1 looks again with that knowledge before any guess.
"""

from sapper.game.rules import Cell, Rules
from sapper.game.view import View
from sapper.strategies.base import Advice, first_advice
from sapper.strategies.reading import HIDDEN, Clue, Reading


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


def _compare_pairs(reading: Reading) -> bool:
    """Apply layer 2 to all pairs of clues. Returns whether anything new came of it."""
    known = len(reading.safe) + len(reading.mines)
    clues: dict[frozenset[int], Clue] = {}
    at: dict[int, list[frozenset[int]]] = {}
    for clue in reading.open_clues():
        cells = frozenset(clue.unknown)
        if cells not in clues:
            clues[cells] = clue
            for cell in cells:
                at.setdefault(cell, []).append(cells)
    # Conclusions change the clues, so they are drawn after all pairs have been looked at.
    found: list[tuple[frozenset[int], bool, Clue]] = []
    for part, clue in clues.items():
        for whole in at[next(iter(part))]:
            if part < whole:
                rest = whole - part
                mines = clues[whole].left - clue.left
                if mines in (0, len(rest)):
                    found.append((rest, mines > 0, clues[whole]))
    for rest, are_mines, clue in found:
        why = "and a clue within its cells leave no choice"
        conclude = reading.conclude_mines if are_mines else reading.conclude_safe
        conclude(rest, why, clue.cell)
    return len(reading.safe) + len(reading.mines) > known


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
