"""The solver from "Minesweeper-o-Matic", which trusts all flags on the board.

The solver makes one move at a time. The solver scans the board in row-major order and makes the
first move found by one of the following checks.

1. Safe reveal: find a clue that equals its number of flagged neighbours. The clue's other hidden
   neighbours are safe, and one of them is revealed.
2. Safe flag: find a clue whose number of unflagged hidden neighbours equals the clue minus the
   number of flagged neighbours. The unflagged neighbours are mines, and one of them is flagged.
3. Pattern 1-2-X: find three consecutive cells in a row or column, namely a 1, a 2 and any third
   cell, such that the 2 has no hidden neighbours except the three cells on one side of this line.
   The cells beside the 1 and the 2 contain at most one mine, so the cell beside the third cell is a
   mine and is flagged::

    4x2/2
    1121        The 2 at (0, 2) touches (1, 3), but the 1 at (0, 1) does not, so (1, 3) is a mine.
    ####

   This check reads only clues, so a wrong flag cannot mislead it.
4. Least dangerous reveal: reveal the unflagged hidden cell with the lowest probability. Each clue
   gives its hidden neighbours the probability clue / hidden neighbours, where flagged neighbours
   are included. For example, a 1 with five hidden neighbours gives each of them 1/5. A cell that
   touches no clue has the probability 1. Ties go to the first cell in row-major order, so the first
   move is the top-left cell.

The flags are the solver's only memory. Checks 1 and 2 assume that all flags are correct, whether
the player or the solver placed them. If a clue has more flagged neighbours than mines, checks 1 and
2 skip it.

The original leaves two points open. Several probabilities for one cell are combined as 1 -
(1-p1)(1-p2)... If every hidden cell is flagged but there are fewer mines, a flag is wrong. The
strategy then reveals the cell with the lowest probability among the player's flags, or among the
AI's flags if the player has placed none.

Two options go beyond the original, which mentions both. With `one_one`, the pattern 1-1-X follows
1-2-X. Of two adjacent 1s, the second touches every hidden neighbour of the first. All other hidden
neighbours of the second 1 are safe::

    4x2/1
    1111        The 1 at (0, 1) touches both hidden neighbours of the 1 at (0, 0). Its third
    ####        hidden neighbour, (1, 2), is therefore safe.

With `reduction`, the patterns and the probabilities subtract the flagged neighbours from the clues
and ignore the flagged cells, so that a 2-3 next to a flag matches 1-2-X.
"""

from collections.abc import Iterator
from dataclasses import replace

from sapper.game.rules import Cell, Rules
from sapper.game.view import View
from sapper.strategies.base import Advice, StepKind, chosen_first_move_advice
from sapper.strategies.clue_state import Clue, ClueState


class Pattern:
    """A strategy that uses single clues, then patterns of adjacent clues, then local risks."""

    name = "pattern"
    summary = "Trusts all flags, uses single clues and the pattern 1-2-X, then the lowest risk."
    title = "Pattern spotter"
    character = "Knows 1-2-X by heart and believes every flag."
    uses_marks = True

    def __init__(
        self,
        *,
        seed: int = 0,  # noqa: ARG002
        one_one: bool = False,
        reduction: bool = False,
    ) -> None:
        """Set the options. The seed has no effect, because the strategy is deterministic."""
        self._one_one = one_one
        self._reduction = reduction

    def first_move(self, rules: Rules) -> Cell:  # noqa: ARG002
        """Return the top-left cell."""
        return 0, 0

    def advise(self, view: View) -> Advice:
        """Return advice for the first move that one of the checks finds.

        The advice contains all cells that check 1 proves safe, but the plan reveals only the first
        one, because the solver then scans the board again. If the move is a flag, `mines` contains
        the cell to flag and all flagged cells, and `best` is the least dangerous of the other
        cells.
        """
        if view.is_untouched:
            flags = view.flags | view.ai_flags
            unflagged = (cell for cell in view.rules.cells() if cell not in flags)
            return chosen_first_move_advice(view.rules, next(unflagged, (0, 0)))
        state = ClueState(view, trust_flags=True)
        best = _add_safe_reveals(state)
        if best is not None:
            plan: tuple[StepKind, Cell] = "reveal", divmod(best, view.width)
            return replace(state.safe_advice(best), plan=(plan,))
        flag = _add_safe_flag(state)
        if flag is None:
            flag = self._add_one_two(state)
        if flag is None and self._one_one:
            best = self._add_one_one(state)
            if best is not None:
                return state.safe_advice(best)
        return self._guess(state, flag)

    def _add_one_two(self, state: ClueState) -> int | None:
        """Record and return the mine proved by the first 1-2-X pattern, or return None."""
        for one, other in self._pairs_with_one(state, number=2):
            near = self._cells(state, other)
            for side in _cells_beside(state, one.cell, other.cell):
                mine = side[-1]
                if near == set(side) and mine not in state.mines:
                    state.add_mines([mine], "and an adjacent 1 form the pattern 1-2-X", other.cell)
                    return mine
        return None

    def _add_one_one(self, state: ClueState) -> int | None:
        """Record the safe cells proved by the first 1-1-X pattern and return one, or None."""
        for one, other in self._pairs_with_one(state, number=1):
            rest = self._cells(state, other) - self._cells(state, one)
            if rest - state.mines and self._cells(state, one) <= self._cells(state, other):
                state.add_safe(rest, "and an adjacent 1 form the pattern 1-1-X", other.cell)
                return min(state.safe)
        return None

    def _pairs_with_one(self, state: ClueState, *, number: int) -> Iterator[tuple[Clue, Clue]]:
        """Yield pairs of a 1 and an adjacent clue `number` in the same row or column."""
        width = state.view.width
        for one in state.clue_at.values():
            if self._number(one) != 1:
                continue
            for near in state.neighbours[one.cell]:
                is_straight = near // width == one.cell // width or (near - one.cell) % width == 0
                other = state.clue_at.get(near) if is_straight else None
                if other is not None and self._number(other) == number:
                    yield one, other

    def _number(self, clue: Clue) -> int:
        return clue.mines_left if self._reduction else clue.value

    def _cells(self, state: ClueState, clue: Clue) -> set[int]:
        return clue.unknown if self._reduction else state.hidden_neighbours(clue.cell)

    def _guess(self, state: ClueState, flag: int | None) -> Advice:
        """Return advice to flag `flag`, or to reveal the least dangerous cell if it is None."""
        undecided = state.undecided_cells()
        if not undecided:
            is_flag_wrong = flag is None and len(state.hidden_cells()) > state.view.mines
            return self._doubt_flag(state) if is_flag_wrong else state.only_mines_advice()
        risks = self._local_risks(state, undecided)
        best = min(undecided, key=risks.__getitem__)
        if flag is None:
            name = state.name(best)
            reason = f"{name} is a guess: its local estimate is the lowest ({risks[best]:.0%})"
        else:
            reason = f"flag {state.name(flag)} first: {state.explanation(flag)}"
        return state.advice(best, risks, reason)

    def _doubt_flag(self, state: ClueState) -> Advice:
        """Return advice to reveal a flagged cell because every hidden cell is flagged."""
        view = state.view
        flags = [row * view.width + column for row, column in view.flags or view.ai_flags]
        risks = self._local_risks(state, sorted(flags))
        best = min(risks, key=risks.__getitem__)
        reason = (
            f"{state.name(best)} is a guess: "
            f"all {len(state.hidden_cells())} hidden cells are flagged, "
            f"but the number of mines is {view.mines}"
        )
        estimates = {divmod(cell, view.width): risk for cell, risk in risks.items()}
        return Advice(frozenset(), frozenset(), estimates, divmod(best, view.width), reason)

    def _local_risks(self, state: ClueState, cells: list[int]) -> dict[int, float]:
        """Map each of the given cells, in the given order, to its combined local probability."""
        survival: dict[int, float] = {}
        for clue in state.clue_at.values():
            near = self._cells(state, clue)
            if near:
                safe_share = min(1.0, max(0.0, 1 - self._number(clue) / len(near)))
                for cell in near:
                    survival[cell] = survival.get(cell, 1.0) * safe_share
        # Rounding keeps the order of multiplication from affecting ties.
        return {cell: round(1 - survival.get(cell, 0.0), 12) for cell in cells}


def _cells_beside(state: ClueState, one: int, other: int) -> Iterator[list[int]]:
    """Yield the three cells on each side of the line through `one`, `other` and the next cell."""
    view = state.view
    (row, column), (next_row, next_column) = divmod(one, view.width), divmod(other, view.width)
    down, right = next_row - row, next_column - column
    for turn in (-1, 1):
        beside = [
            (row + step * down + turn * right, column + step * right + turn * down)
            for step in range(3)
        ]
        if all(view.rules.contains(cell) for cell in beside):
            yield [r * view.width + c for r, c in beside]


def _add_safe_reveals(state: ClueState) -> int | None:
    """Record all safe cells found by check 1 (safe reveal) and return the first, or None."""
    first = None
    for clue in state.active_clues():
        if clue.mines_left == 0:
            if first is None:
                first = min(clue.unknown)
            state.add_safe(clue.unknown.copy(), "has all its mines", clue.cell)
    return first


def _add_safe_flag(state: ClueState) -> int | None:
    """Record and return the first mine found by check 2 (safe flag), or return None."""
    for clue in state.active_clues():
        if clue.mines_left == len(clue.unknown):
            mine = min(clue.unknown)
            state.add_mines([mine], "needs all its hidden cells", clue.cell)
            return mine
    return None
