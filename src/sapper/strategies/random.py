"""Reveals any hidden cell. The template: copy this file to begin a strategy of your own.

::

    4x3/2
    1###        every # is as good as any other
    ####
    ####

The choice depends on the seed and on the view alone, so the same view gets the same advice.
"""

from sapper.game.rules import Cell, Rules
from sapper.game.view import View
from sapper.strategies.base import Advice, draw, draw_first_move, first_advice
from sapper.strategies.clue_state import HIDDEN


class Random:
    """Guesses always."""

    name = "random"
    summary = "Reveals any hidden cell; the template for new strategies."

    def __init__(self, *, seed: int = 0) -> None:
        self._seed = seed

    def first_move(self, rules: Rules) -> Cell:
        """Return any cell."""
        return draw_first_move(rules, self._seed)

    def advise(self, view: View) -> Advice:
        """Return any hidden cell; nothing is ever certain."""
        if view.is_untouched:
            return first_advice(self, view.rules)
        cells = view.cell_bytes
        hidden = [divmod(i, view.width) for i, cell in enumerate(cells) if cell == HIDDEN]
        if len(hidden) <= view.mines:
            return Advice(frozenset(), frozenset(), {}, None, "every hidden cell is a mine")
        best = hidden[draw(view.rules, cells, self._seed, len(hidden))]
        risks = dict.fromkeys(hidden, view.mines / len(hidden))
        return Advice(frozenset(), frozenset(), risks, best, f"{best} is a guess by chance")
