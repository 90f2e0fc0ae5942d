"""Single-point solver: one clue at a time, with random guesses.

Rule A: if a clue has as many mines left as hidden neighbours, all of them are mines.
Rule B: if all mines of a clue are found, its other hidden neighbours are safe::

    5x1/1
    .1#1#       The 1 at (0, 1) has one hidden neighbour, (0, 2), which is a mine by rule A.
                The 1 at (0, 3) then has its mine, and (0, 4) is safe by rule B.
"""

from sapper.game.rules import Cell, Rules
from sapper.game.view import View
from sapper.strategies.base import Advice, draw_first_move, draw_index, first_move_advice
from sapper.strategies.clue_state import ClueState


class SinglePoint:
    """Rules A and B, then a random guess."""

    name = "single-point"
    summary = "Rules A and B on one clue at a time, then a random guess."

    def __init__(self, *, seed: int = 0) -> None:
        self._seed = seed

    def first_move(self, rules: Rules) -> Cell:
        """Return a random cell."""
        return draw_first_move(rules, self._seed)

    def advise(self, view: View) -> Advice:
        """Apply both rules, and guess among the undecided cells if no cell is safe."""
        if view.is_untouched:
            return first_move_advice(self, view.rules)
        state = ClueState(view)
        state.propagate()
        if state.safe:
            return state.safe_advice()
        return self._guess(state)

    def _guess(self, state: ClueState) -> Advice:
        cells = state.undecided_cells()
        if not cells:
            return state.only_mines_advice()
        best = cells[draw_index(state.view.rules, state.view.cell_bytes, self._seed, len(cells))]
        risks = dict.fromkeys(cells, state.mine_density(len(cells)))
        return state.advice(best, risks, f"{state.position(best)} is a random guess")
