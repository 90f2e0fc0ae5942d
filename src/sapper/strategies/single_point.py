"""A single-point solver, which considers one clue at a time and guesses if no cell is safe.

Rule A: if a clue has as many mines left as hidden neighbours, all of those neighbours are mines.
Rule B: if all mines around a clue are known, its other hidden neighbours are safe::

    5x1/1
    .1#1#       The 1 at (0, 1) has one hidden neighbour, (0, 2), which is a mine by rule A.
                The 1 at (0, 3) then has all its mines, so (0, 4) is safe by rule B.
"""

from sapper.game.rules import Cell, Rules
from sapper.game.view import View
from sapper.strategies.base import Advice, draw_first_move, draw_index, first_move_advice
from sapper.strategies.clue_state import ClueState


class SinglePoint:
    """A strategy that applies rules A and B, and guesses at random if no cell is safe."""

    name = "single-point"
    summary = "Applies rules A and B to one clue at a time, then guesses at random."
    title = "Novice"
    character = "Reads one number at a time and guesses blindly when stuck."

    def __init__(self, *, seed: int = 0) -> None:
        self._seed = seed

    def first_move(self, rules: Rules) -> Cell:
        """Return a random cell."""
        return draw_first_move(rules, self._seed)

    def advise(self, view: View) -> Advice:
        """Apply rules A and B, or guess among the undecided cells if no cell is safe."""
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
        return state.advice(best, risks, f"{state.name(best)} is a random guess")
