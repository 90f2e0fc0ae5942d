"""A strategy that judges each hidden cell by the worst clue next to it.

::

    5x2/3
    #12##       The worst clue of (1, 1) is the 2, which needs 2 mines in 4 cells: a risk of 1/2.
    #####       The cells (0, 0) and (1, 0) touch only the 1, so their risk is 1/4.
"""

from sapper import Rules, View
from sapper.strategies import Advice
from sapper.strategies.base import first_move_advice
from sapper.strategies.clue_state import ClueState


class WorstClue:
    """A strategy that applies rules A and B, and guesses by the worst clue next to each cell."""

    name = "worst-clue"
    summary = "Applies rules A and B, then picks the cell with the best worst clue."

    def __init__(self, *, seed: int = 0) -> None:
        """Create the strategy. It makes no random choices, so it does not need the seed."""

    def first_move(self, rules: Rules) -> tuple[int, int]:
        """Return the cell in the centre."""
        return rules.height // 2, rules.width // 2

    def advise(self, view: View) -> Advice:
        """Return the certain cells and the cell to reveal next."""
        if view.is_untouched:
            return first_move_advice(self, view.rules)
        state = ClueState(view)
        state.propagate()
        if state.safe:
            return state.safe_advice()
        undecided = state.undecided_cells()
        if not undecided:
            return state.only_mines_advice()
        risks = dict.fromkeys(undecided, state.mine_density(len(undecided)))
        is_judged = set()
        for clue in state.active_clues():
            risk = min(1.0, max(0.0, clue.mines_left / len(clue.unknown)))
            for cell in clue.unknown:
                risks[cell] = max(risk, risks[cell]) if cell in is_judged else risk
                is_judged.add(cell)
        best = min(undecided, key=lambda cell: (risks[cell], cell))
        return state.advice(best, risks, f"{state.name(best)} has a risk of {risks[best]:.0%}")
