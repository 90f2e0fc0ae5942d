"""Looks at one clue at a time, and guesses by chance when that says nothing.

Rule A: a clue with as many mines left as hidden cells around it makes all of them mines.
Rule B: a clue whose mines are all found makes the other hidden cells around it safe::

    5x1/1
    .1#1#       The 1 at (0, 1) touches one hidden cell, (0, 2): a mine by rule A.
                So the 1 at (0, 3) has its mine, and (0, 4) is safe by rule B.
"""

from sapper.game.rules import Cell, Rules
from sapper.game.view import View
from sapper.strategies.base import Advice, draw, draw_first_move, first_advice
from sapper.strategies.clue_state import Reading


class SinglePoint:
    """Rules A and B, then chance."""

    name = "single-point"
    summary = "Rules A and B on one clue at a time, then chance."

    def __init__(self, *, seed: int = 0) -> None:
        self._seed = seed

    def first_move(self, rules: Rules) -> Cell:
        """Return any cell."""
        return draw_first_move(rules, self._seed)

    def advise(self, view: View) -> Advice:
        """Return what the two rules say, or any cell that they do not call a mine."""
        if view.is_untouched:
            return first_advice(self, view.rules)
        reading = Reading(view)
        reading.settle()
        if reading.safe:
            return reading.advise_safe()
        return self._guess(reading)

    def _guess(self, reading: Reading) -> Advice:
        cells = reading.undecided()
        if not cells:
            return reading.nothing_left()
        best = cells[draw(reading.view.rules, reading.view.cell_bytes, self._seed, len(cells))]
        risks = dict.fromkeys(cells, reading.density(len(cells)))
        return reading.advice(best, risks, f"{reading.cell(best)} is a guess by chance")
