"""Clues as constraints, arc consistency, and search for what all solutions agree on.

The CSP solver of a browser Minesweeper in Haskell.

Rules A and B come first. When they find nothing safe, each hidden cell beside a clue is a variable,
0 or 1, and each clue is a sum variable, whose values are all ways to place its mines::

    4x2/2
    1121        The second 1 has a sum variable S: 100, 010 or 001; the 2 has T: 110, 101 or 011.
    ####        Each cell equals its place in S and in T: constraints between two variables.

AC-3 takes away values that have no partner in a neighbouring variable's domain. Then search: the
variable with the fewest values first (most constraints on ties), the value that takes away the
least first. Cells that agree in all solutions are safe or mines. Otherwise any hidden cell is
revealed that is no known mine. The first move is at the bottom left. As in the original, hidden
cells without a clue and the number of mines are not part of the problem.

Differences from the original: flags are the ones that rule A sets on the way, never the player's.
The problem is split into components that share no cell. Solutions are not listed: for each value of
a cell that no solution has shown yet, one is looked for, which answers the same question. The work
for a component is limited, since that program hangs at times; beyond the limit only what was proved
counts, and the rest is left open.
"""

from collections.abc import Iterator

from sapper.game.rules import Cell, Rules
from sapper.game.view import View
from sapper.strategies.base import Advice, draw, first_advice
from sapper.strategies.clue_state import Clue, Reading
from sapper.strategies.sum_variables import SumNetwork


class ArcConsistency:
    """Rules A and B, then what all solutions agree on, then chance."""

    name = "arc-consistency"
    summary = "Rules A and B, then what all solutions of the clues agree on, then chance."

    def __init__(self, *, seed: int = 0) -> None:
        self._seed = seed

    def first_move(self, rules: Rules) -> Cell:
        """Return the cell at the bottom left."""
        return rules.height - 1, 0

    def advise(self, view: View) -> Advice:
        """Return what is certain, or any cell that is not known to be a mine."""
        if view.is_untouched:
            return first_advice(self, view.rules)
        reading = Reading(view)
        reading.settle()
        if not reading.safe:
            _solve(reading)
        if reading.safe:
            return reading.advise_safe()
        return self._guess(reading)

    def _guess(self, reading: Reading) -> Advice:
        cells = reading.undecided()
        if not cells:
            return reading.nothing_left()
        best = cells[draw(reading.view.rules, reading.view.cell_bytes, self._seed, len(cells))]
        risks = dict.fromkeys(cells, reading.density(len(cells)))
        reason = f"{reading.cell(best)} is a guess by chance: solutions disagree on every cell"
        return reading.advice(best, risks, reason)


def _solve(reading: Reading) -> None:
    """Conclude what all solutions of each component agree on."""
    for clues in list(_components(reading)):
        network = SumNetwork([(sorted(clue.unknown), clue.left) for clue in clues])
        certain = network.common_values()
        clue_of = {cell: clue.cell for clue in clues for cell in clue.unknown}
        for cell, value in sorted(certain.items()):
            conclude = reading.conclude_mines if value else reading.conclude_safe
            conclude([cell], "and the clues around it agree in all solutions", clue_of[cell])
    reading.settle()


def _components(reading: Reading) -> Iterator[list[Clue]]:
    """Yield the clues in groups that share no unknown cell."""
    seen: set[int] = set()
    for start in reading.open_clues():
        if start.cell in seen:
            continue
        seen.add(start.cell)
        group = [start]
        for clue in group:  # grows while it is walked
            for cell in clue.unknown:
                for near in reading.neighbours[cell]:
                    other = reading.clue_at.get(near)
                    if other is not None and near not in seen and cell in other.unknown:
                        seen.add(near)
                        group.append(other)
        yield group
