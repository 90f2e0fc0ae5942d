"""The AI player of "Haskell-Minesweeper": the lowest sum of local chances.

Every clue gives each of its hidden cells the chance (clue - marked) / (hidden - marked), where
marked are the cells around it that are marked as mines. The score of a cell is the sum of what its
clues give; the lowest score is revealed::

    3x2/1
    11#         (1, 0) gets 1/2 from the 1 at (0, 0) and 1/4 from the 1 at (0, 1), together 3/4;
    ###         (0, 2) gets 1/4 from the 1 at (0, 1) alone, and is the better one.

Cells without a clue have no score. If no cell has one, any hidden cell is revealed, as at first.

Differences from the original: there the user marks mines and the AI believes the marks. Here the
strategy marks for itself the cells that a careful user would: those of a clue that has no more
hidden cells than its number. A cell is called safe when all its clues have their mines marked, that
is when its score is 0. A sum may exceed 1; as a risk it is reported as 1 then.
"""

from sapper.game.rules import Cell, Rules
from sapper.game.view import View
from sapper.strategies.base import Advice, draw, draw_first_move, first_advice
from sapper.strategies.clue_state import Reading


class Score:
    """Lowest sum of local chances."""

    name = "score"
    summary = "The lowest sum of the chances that the clues around a cell give it."

    def __init__(self, *, seed: int = 0) -> None:
        self._seed = seed

    def first_move(self, rules: Rules) -> Cell:
        """Return any cell."""
        return draw_first_move(rules, self._seed)

    def advise(self, view: View) -> Advice:
        """Return the cell with the lowest score, or any cell when none has one."""
        if view.is_untouched:
            return first_advice(self, view.rules)
        reading = Reading(view)
        for clue in [clue for clue in reading.open_clues() if clue.value == len(clue.unknown)]:
            reading.conclude_mines(clue.unknown.copy(), "needs all its hidden cells", clue.cell)
        scores: dict[int, float] = {}
        for clue in reading.open_clues():
            chance = max(0.0, clue.left / len(clue.unknown))
            for cell in clue.unknown:
                scores[cell] = scores.get(cell, 0.0) + chance
        for clue in reading.open_clues():
            done = [cell for cell in clue.unknown if scores[cell] == 0.0]
            reading.conclude_safe(done, "has all its mines", clue.cell)
        return reading.advise_safe() if reading.safe else self._choose(reading, scores)

    def _choose(self, reading: Reading, scores: dict[int, float]) -> Advice:
        cells = reading.undecided()
        if not cells:
            return reading.nothing_left()
        if not scores:
            best = cells[draw(reading.view.rules, reading.view.cell_bytes, self._seed, len(cells))]
            risks = dict.fromkeys(cells, reading.density(len(cells)))
            reason = f"{reading.cell(best)} is a guess by chance: no cell has a score"
            return reading.advice(best, risks, reason)
        # Rounding keeps the order of summation from deciding ties, which go to the first cell.
        best = min(sorted(scores), key=lambda cell: round(scores[cell], 9))
        risks = {cell: min(1.0, score) for cell, score in scores.items()}
        reason = f"{reading.cell(best)} is a guess: the lowest score, {scores[best]:.2f}"
        return reading.advice(best, risks, reason)
