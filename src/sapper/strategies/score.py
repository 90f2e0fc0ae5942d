"""The AI from "Haskell-Minesweeper", which minimises a sum of local probabilities.

Each clue assigns the same probability to all of its hidden, unmarked neighbours::

    (clue - marked) / (neighbours - cleared - marked)

Here, `neighbours` is the number of the clue's neighbours, `cleared` is the number of those that are
revealed, and `marked` is the number of those that are flagged. The original's description names
these quantities without a formula. The formula above is the one that they suggest. A cell's score
is the sum of the probabilities from its clues. The strategy reveals the unmarked cell with the
lowest score. Ties go to the first cell in row-major order::

    3x2/1
    11#         (1, 0) gets 1/2 from the 1 at (0, 0) and 1/4 from the 1 at (0, 1), so its score is
    ###         3/4. (0, 2) gets only 1/4 from the 1 at (0, 1), so it is the better choice.

A score is not a mine probability and may exceed 1. The advice therefore contains no estimated
risks, and the reason states the score.

If no unmarked cell touches a clue, the strategy reveals a random unmarked cell. The first move is
also random.

The strategy trusts all flags on the board, and it neither finds mines nor proves that cells are
safe. Question marks do not count as marks. The original's description does not cover wrong flags:

- A clue with more flags than mines assigns the probability 0, not a negative one.
- If every hidden cell is flagged although the game is not over, at least one flag is wrong. The
  strategy then reveals a random flagged cell.

With the `mark` option, the strategy flags mines as a careful player would. If a clue equals the
number of its hidden neighbours, all of those neighbours are flagged.
"""

from typing import Final

from sapper.game.cell_names import cell_name
from sapper.game.rules import Cell, Rules
from sapper.game.view import View
from sapper.strategies.base import Advice, draw_first_move, draw_index, first_move_advice
from sapper.strategies.clue_state import HIDDEN, neighbour_table

_UNIT: Final = 840
"""The integer that represents a probability of 1. It is divisible by 1 to 8, so all sums are
exact."""


class Score:
    """A strategy that reveals the unmarked cell with the lowest sum of local probabilities."""

    name = "score"
    summary = "Reveals the cell with the lowest sum of the probabilities from its clues."
    title = "Gambler"
    character = "Adds up the odds of each number and hopes for the best."
    uses_marks = True

    def __init__(self, *, seed: int = 0, mark: bool = False) -> None:
        self._seed = seed
        self._mark = mark

    def first_move(self, rules: Rules) -> Cell:
        """Return a random cell."""
        return draw_first_move(rules, self._seed)

    def advise(self, view: View) -> Advice:
        """Choose the cell with the lowest score, or a random cell if none has a score."""
        flags = view.flags | view.ai_flags
        if view.is_untouched and not flags:
            return first_move_advice(self, view.rules)
        hidden = [cell for cell in view.rules.cells() if view.clue(cell) is None]
        mines = _forced_mines(view) if self._mark else frozenset()
        risks = dict.fromkeys(mines, 1.0)
        candidates = [cell for cell in hidden if cell not in mines]
        if not candidates or len(hidden) <= view.mines:
            return Advice(frozenset(), mines, risks, None, "every hidden cell is a mine")
        best, reason = self._choose(view, candidates, flags | mines)
        return Advice(frozenset(), mines, risks, best, f"{cell_name(best)} {reason}")

    def _choose(
        self, view: View, candidates: list[Cell], marked: frozenset[Cell]
    ) -> tuple[Cell, str]:
        """Return the cell to reveal and a reason that does not include the cell's name."""
        found = scores(view, marked)
        if found:
            # `min` returns the first of equal scores, because the map is in row-major order.
            best = min(found, key=found.__getitem__)
            return best, f"is a guess: its score is the lowest ({found[best]:.2f})"
        unmarked = [cell for cell in candidates if cell not in marked]
        cells = unmarked or candidates
        best = cells[draw_index(view.rules, view.cell_bytes, self._seed, len(cells))]
        if unmarked:
            return best, "is a random guess: no unmarked cell touches a clue"
        return best, "is a random guess: every hidden cell is flagged, so a flag must be wrong"


def scores(view: View, marked: frozenset[Cell]) -> dict[Cell, float]:
    r"""Map each unmarked hidden cell that touches a clue to its score, in row-major order.

    >>> from sapper import parse_view
    >>> scores(parse_view("3x2/1\n11#\n###"), frozenset())
    {(0, 2): 0.25, (1, 0): 0.75, (1, 1): 0.75, (1, 2): 0.25}
    """
    cells, width = view.cell_bytes, view.width
    marked_cells = {row * width + column for row, column in marked}
    neighbours = neighbour_table(width, view.height)
    totals: dict[int, int] = {}
    for cell, clue in enumerate(cells):
        if clue == HIDDEN:
            continue
        hidden = [near for near in neighbours[cell] if cells[near] == HIDDEN]
        unmarked = [near for near in hidden if near not in marked_cells]
        if unmarked:
            mines_left = clue - (len(hidden) - len(unmarked))
            probability = max(0, mines_left) * _UNIT // len(unmarked)
            for near in unmarked:
                totals[near] = totals.get(near, 0) + probability
    return {divmod(cell, width): totals[cell] / _UNIT for cell in sorted(totals)}


def _forced_mines(view: View) -> frozenset[Cell]:
    """Return the hidden neighbours of every clue that equals its number of hidden neighbours."""
    cells = view.cell_bytes
    neighbours = neighbour_table(view.width, view.height)
    forced: set[int] = set()
    for cell, clue in enumerate(cells):
        if clue != HIDDEN:
            hidden = [near for near in neighbours[cell] if cells[near] == HIDDEN]
            if len(hidden) == clue:
                forced.update(hidden)
    return frozenset(divmod(cell, view.width) for cell in forced)
