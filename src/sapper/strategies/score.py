"""The AI from "Haskell-Minesweeper", which minimises a sum of local probabilities.

Each clue assigns the probability (clue - marked) / (hidden - marked) to its hidden neighbours.
Here, `hidden` is the number of hidden neighbours, and `marked` is the number of those marked as
mines. A cell's score is the sum of the probabilities from its clues. The strategy reveals the cell
with the lowest score::

    3x2/1
    11#         (1, 0) gets 1/2 from the 1 at (0, 0) and 1/4 from the 1 at (0, 1), so its score is
    ###         3/4. (0, 2) gets only 1/4 from the 1 at (0, 1), so it is the better choice.

Cells that touch no clue have no score. If no cell has a score, the strategy reveals a random
hidden cell. The first move is also random.

The strategy differs from the original in how mines are marked. In the original, the player marks
mines, and the AI trusts those marks. Here, the strategy marks the cells that a careful player would
mark: the hidden neighbours of every clue that equals its number of hidden neighbours. A cell with a
score of 0 counts as safe, because all mines around its clues are marked. A score above 1 is
reported as a risk of 1.
"""

from sapper.game.rules import Cell, Rules
from sapper.game.view import View
from sapper.strategies.base import Advice, draw_first_move, draw_index, first_move_advice
from sapper.strategies.clue_state import ClueState


class Score:
    """A strategy that reveals the cell with the lowest sum of local probabilities."""

    name = "score"
    summary = "Reveals the cell with the lowest sum of the probabilities from its clues."

    def __init__(self, *, seed: int = 0) -> None:
        self._seed = seed

    def first_move(self, rules: Rules) -> Cell:
        """Return a random cell."""
        return draw_first_move(rules, self._seed)

    def advise(self, view: View) -> Advice:
        """Choose the cell with the lowest score, or a random cell if none has a score."""
        if view.is_untouched:
            return first_move_advice(self, view.rules)
        state = ClueState(view)
        for clue in [clue for clue in state.active_clues() if clue.value == len(clue.unknown)]:
            state.add_mines(clue.unknown.copy(), "needs all its hidden cells", clue.cell)
        scores: dict[int, float] = {}
        for clue in state.active_clues():
            probability = max(0.0, clue.mines_left / len(clue.unknown))
            for cell in clue.unknown:
                scores[cell] = scores.get(cell, 0.0) + probability
        for clue in state.active_clues():
            safe = [cell for cell in clue.unknown if scores[cell] == 0.0]
            state.add_safe(safe, "has all its mines", clue.cell)
        return state.safe_advice() if state.safe else self._guess(state, scores)

    def _guess(self, state: ClueState, scores: dict[int, float]) -> Advice:
        cells = state.undecided_cells()
        if not cells:
            return state.only_mines_advice()
        if not scores:
            index = draw_index(state.view.rules, state.view.cell_bytes, self._seed, len(cells))
            risks = dict.fromkeys(cells, state.mine_density(len(cells)))
            reason = f"{state.name(cells[index])} is a random guess: no cell has a score"
            return state.advice(cells[index], risks, reason)
        # Rounding prevents the order of summation from breaking ties. Ties go to the first cell.
        best = min(sorted(scores), key=lambda cell: round(scores[cell], 9))
        risks = {cell: min(1.0, score) for cell, score in scores.items()}
        reason = f"{state.name(best)} is a guess: its score is the lowest ({scores[best]:.2f})"
        return state.advice(best, risks, reason)
