"""A strategy that reveals random cells and serves as a template for new strategies.

::

    4x3/2
    1###        Every # is chosen with the same probability.
    ####
    ####

The choice depends only on the seed and the view, so equal views receive equal advice.
"""

from sapper.game.cell_names import cell_name
from sapper.game.rules import Cell, Rules
from sapper.game.view import View
from sapper.strategies.base import Advice, draw_first_move, draw_index, first_move_advice
from sapper.strategies.clue_state import HIDDEN


class Random:
    """A strategy that guesses at random, without any deduction."""

    name = "random"
    summary = "Reveals a random hidden cell. A template for new strategies."
    title = "Daredevil"
    character = "Clicks anywhere."

    def __init__(self, *, seed: int = 0) -> None:
        self._seed = seed

    def first_move(self, rules: Rules) -> Cell:
        """Return a random cell."""
        return draw_first_move(rules, self._seed)

    def advise(self, view: View) -> Advice:
        """Choose a random hidden cell."""
        if view.is_untouched:
            return first_move_advice(self, view.rules)
        cells = view.cell_bytes
        hidden = [divmod(i, view.width) for i, cell in enumerate(cells) if cell == HIDDEN]
        if len(hidden) <= view.mines:
            return Advice(frozenset(), frozenset(), {}, None, "every hidden cell is a mine")
        best = hidden[draw_index(view.rules, cells, self._seed, len(hidden))]
        risks = dict.fromkeys(hidden, view.mines / len(hidden))
        return Advice(frozenset(), frozenset(), risks, best, f"{cell_name(best)} is a random guess")
