"""The solver from "Minesweeper-o-Matic", which uses single clues, patterns and local risks.

1. Safe reveal: if all mines around a clue are known, its other hidden neighbours are safe.
2. Safe flag: if a clue has as many mines left as hidden neighbours, those neighbours are all mines.
3. Pattern 1-2-X: a 1 is horizontally or vertically adjacent to a 2. The neighbours shared by the 1
   and the 2 contain at most one mine. If the 2 has exactly one hidden neighbour that the 1 does not
   touch, that neighbour is a mine::

    4x2/2
    1121        The 2 at (0, 2) touches (1, 3), but the 1 at (0, 1) does not, so (1, 3) is a mine.
    ####

   Pattern 1-1-X (option `one_one`): of two adjacent 1s, the second touches every hidden neighbour
   of the first. All other hidden neighbours of the second 1 are safe::

    4x2/1
    1111        The 1 at (0, 1) touches both hidden neighbours of the 1 at (0, 0). Its third
    ####        hidden neighbour, (1, 2), is therefore safe.

   Reduction (option `reduction`): known mines are subtracted from the clues, so that a 2-3 next to
   a known mine matches 1-2-X.
4. Lowest local risk: each clue gives its hidden neighbours the probability clue / hidden
   neighbours. Cells that touch no clue have the highest risk. Ties go to the first cell in
   row-major order, so the first move is the top-left cell.

The strategy differs from the original in several ways. The strategy uses the flags that its own
rules set, and ignores the player's flags. The original mentions 1-1-X but does not implement it,
and it has no reduction. Several probabilities for one cell are combined as 1 - (1-p1)(1-p2)...,
because the original does not specify a formula. With `reduction`, the known mines are also
subtracted when the local risk is computed.
"""

from sapper.game.rules import Cell, Rules
from sapper.game.view import View
from sapper.strategies.base import Advice, first_move_advice
from sapper.strategies.clue_state import Clue, ClueState


class Pattern:
    """A strategy that uses single clues, then patterns of adjacent clues, then local risks."""

    name = "pattern"
    summary = "Uses single clues and the patterns 1-2-X and 1-1-X, then picks the lowest risk."

    def __init__(
        self,
        *,
        seed: int = 0,  # noqa: ARG002
        one_one: bool = True,
        reduction: bool = True,
    ) -> None:
        """Set the options. The seed has no effect, because the strategy is deterministic."""
        self._one_one = one_one
        self._reduction = reduction

    def first_move(self, rules: Rules) -> Cell:  # noqa: ARG002
        """Return the top-left cell."""
        return 0, 0

    def advise(self, view: View) -> Advice:
        """Apply the rules in order until one finds a safe cell, and guess if none does."""
        if view.is_untouched:
            return first_move_advice(self, view.rules)
        state = ClueState(view)
        state.propagate()
        while not state.safe and self._apply_pattern(state):
            state.propagate()
        return state.safe_advice() if state.safe else self._guess(state)

    def _apply_pattern(self, state: ClueState) -> bool:
        """Apply the first matching pattern. Returns False if no pattern matches."""
        for one, other in _adjacent_pairs(state):
            if self._reduced(one) != 1:
                continue
            rest = other.unknown - one.unknown
            if not rest:
                continue
            number = self._reduced(other)
            if number == 2 and len(rest) == 1:
                state.add_mines(rest, "and an adjacent 1 form the pattern 1-2-X", other.cell)
                return True
            if self._one_one and number == 1 and one.unknown <= other.unknown:
                state.add_safe(rest, "and an adjacent 1 form the pattern 1-1-X", other.cell)
                return True
        return False

    def _reduced(self, clue: Clue) -> int | None:
        """Return the clue's remaining mines, or None if reduction is needed but disabled."""
        is_usable = self._reduction or clue.mines_left == clue.value
        return clue.mines_left if is_usable else None

    def _guess(self, state: ClueState) -> Advice:
        undecided = state.undecided_cells()
        if not undecided:
            return state.only_mines_advice()
        risks = dict.fromkeys(undecided, 1.0)
        survival: dict[int, float] = {}
        for clue in state.active_clues():
            if self._reduction:
                safe_share = 1 - clue.mines_left / len(clue.unknown)
            else:
                safe_share = max(0.0, 1 - clue.value / self._hidden_neighbours(state, clue))
            for cell in clue.unknown:
                survival[cell] = survival.get(cell, 1.0) * safe_share
        risks.update((cell, round(1 - safety, 12)) for cell, safety in survival.items())
        best = min(undecided, key=risks.__getitem__)
        reason = f"{state.name(best)} is a guess: its local risk is the lowest ({risks[best]:.0%})"
        return state.advice(best, risks, reason)

    @staticmethod
    def _hidden_neighbours(state: ClueState, clue: Clue) -> int:
        mines = sum(near in state.mines for near in state.neighbours[clue.cell])
        return len(clue.unknown) + mines


def _adjacent_pairs(state: ClueState) -> list[tuple[Clue, Clue]]:
    """Return every pair of horizontally or vertically adjacent clues, in both orders."""
    width = state.view.width
    pairs = []
    for clue in state.active_clues():
        column = clue.cell % width
        if column + 1 < width and (right := state.clue_at.get(clue.cell + 1)):
            pairs += [(clue, right), (right, clue)]
        if below := state.clue_at.get(clue.cell + width):
            pairs += [(clue, below), (below, clue)]
    return pairs
