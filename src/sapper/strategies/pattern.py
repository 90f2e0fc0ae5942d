"""The player of "Minesweeper-o-Matic": single clues, the patterns 1-2-X and 1-1-X, then risk.

1. Safe reveal: a clue whose mines are all found makes its other hidden cells safe.
2. Safe flag: a clue with as many mines left as hidden cells makes them mines.
3. 1-2-X, in every position and direction: a 1 beside a 2. What both see holds at most one mine, so
   if the 2 sees a single cell that the 1 does not, that cell is a mine::

    4x2/2
    1121        The 2 at (0, 2) sees (1, 3), which the 1 at (0, 1) does not: a mine.
    ####

   1-1-X, which the original names but lacks (option `one_one`): a 1 beside a 1 that sees all that
   the first does. Its other cells are safe::

    4x2/1
    1111        The 1 at (0, 0) sees (1, 0) and (1, 1); the next one sees (1, 2) as well: safe.
    ####

   Reduction, which it lacks too (option `reduction`): a clue counts less the mines found around it,
   so that 2-3 beside a known mine is read as 1-2.
4. The least local risk: each clue gives its hidden cells the chance clue / hidden cells. Cells
   without a clue count as most dangerous. The first of the best is taken, row by row; so the first
   move is the top left cell.

Differences from the original: flags are the ones that these rules set on the way, never the
player's. Several chances of one cell are combined to 1 - (1-p1)(1-p2)..., where the original says
only that they are aggregated. With `reduction`, the local risk too counts without the mines found.
"""

from sapper.game.rules import Cell, Rules
from sapper.game.view import View
from sapper.strategies.base import Advice, first_advice
from sapper.strategies.clue_state import Clue, Reading


class Pattern:
    """Single clues, patterns in a line, then local risk."""

    name = "pattern"
    summary = "Single clues, the patterns 1-2-X and 1-1-X, then the least local risk."

    def __init__(
        self,
        *,
        seed: int = 0,  # noqa: ARG002
        one_one: bool = True,
        reduction: bool = True,
    ) -> None:
        """Take the two options; the seed changes nothing, there is no chance in this strategy."""
        self._one_one = one_one
        self._reduction = reduction

    def first_move(self, rules: Rules) -> Cell:  # noqa: ARG002
        """Return the top left cell."""
        return 0, 0

    def advise(self, view: View) -> Advice:
        """Return what the first check that finds something says."""
        if view.is_untouched:
            return first_advice(self, view.rules)
        reading = Reading(view)
        reading.settle()
        while not reading.safe and self._find_patterns(reading):
            reading.settle()
        return reading.advise_safe() if reading.safe else self._take_least_risk(reading)

    def _find_patterns(self, reading: Reading) -> bool:
        """Conclude from the first pattern that shows something. Returns whether there was one."""
        for one, other in _pairs_in_line(reading):
            if self._count(one) != 1:
                continue
            rest = other.unknown - one.unknown
            if not rest:
                continue
            number = self._count(other)
            if number == 2 and len(rest) == 1:
                reading.conclude_mines(rest, "and a 1 beside it make the pattern 1-2-X", other.cell)
                return True
            if self._one_one and number == 1 and one.unknown <= other.unknown:
                reading.conclude_safe(rest, "and a 1 beside it make the pattern 1-1-X", other.cell)
                return True
        return False

    def _count(self, clue: Clue) -> int | None:
        """Return the number that takes part in patterns, None for one that needs reduction."""
        return clue.left if self._reduction or clue.left == clue.value else None

    def _take_least_risk(self, reading: Reading) -> Advice:
        undecided = reading.undecided()
        if not undecided:
            return reading.nothing_left()
        risks = dict.fromkeys(undecided, 1.0)
        survival: dict[int, float] = {}
        for clue in reading.open_clues():
            if self._reduction:
                alone = 1 - clue.left / len(clue.unknown)
            else:
                alone = max(0.0, 1 - clue.value / self._hidden_around(reading, clue))
            for cell in clue.unknown:
                survival[cell] = survival.get(cell, 1.0) * alone
        risks.update((cell, round(1 - safety, 12)) for cell, safety in survival.items())
        best = min(undecided, key=risks.__getitem__)
        reason = f"{reading.cell(best)} is a guess: the least local risk, {risks[best]:.0%}"
        return reading.advice(best, risks, reason)

    @staticmethod
    def _hidden_around(reading: Reading, clue: Clue) -> int:
        mines = sum(near in reading.mines for near in reading.neighbours[clue.cell])
        return len(clue.unknown) + mines


def _pairs_in_line(reading: Reading) -> list[tuple[Clue, Clue]]:
    """Return the clues that stand beside or above each other, in both orders."""
    width = reading.view.width
    pairs = []
    for clue in reading.open_clues():
        column = clue.cell % width
        if column + 1 < width and (right := reading.clue_at.get(clue.cell + 1)):
            pairs += [(clue, right), (right, clue)]
        if below := reading.clue_at.get(clue.cell + width):
            pairs += [(clue, below), (below, clue)]
    return pairs
