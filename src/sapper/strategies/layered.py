"""The solver from a Haskell Minesweeper game written for a course at TUKE Kosice.

The solver tries its layers in order. The next layer is tried only if the current layer finds no
move.

1. Rules A and B are applied to every clue. Rule A: if the number of unflagged mines around a clue
   equals the number of its unflagged hidden neighbours, all of those neighbours are mines and are
   flagged. Rule B: if the number of flagged neighbours equals the clue, all other hidden neighbours
   are safe. Rule B takes into account the flags placed by rule A.
2. Each clue is a constraint of the form "these cells contain n mines". The cells of a constraint
   are the clue's unflagged hidden neighbours. If constraint A is a subset of constraint B and both
   have the same number of mines, the cells in B but not in A are safe. If B has k more mines and k
   more cells than A, the k additional cells are mines and are flagged::

    3x3/1
    111         The 1 at (0, 0) touches (1, 0) and (1, 1); the 1 at (0, 1) also touches (1, 2).
    ###         Both clues need one mine, so (1, 2) is safe.
    ###

   A flag is a move, so if this layer finds only mines, layer 1 runs again with the new flags.
3. The cell with the lowest combined probability is revealed. Each clue gives its unflagged hidden
   neighbours the local probability p = unflagged mines / unflagged hidden neighbours. The local
   probabilities of a cell are combined as 1 - (1-p1)(1-p2)... A cell without revealed neighbours
   gets the global probability, remaining mines / remaining hidden cells, where flagged mines and
   cells no longer count. Ties go to the cell with the most revealed neighbours. The original does
   not specify how to break remaining ties, which go to the first cell in row-major order.
4. The first move is the centre cell.

A mine is flagged as soon as it is found, before the safe cells or the guess are revealed.

The original solver plays alone, so all flags on its board are its own. The strategy derives these
flags anew from each view and ignores the player's flags. The games are the same as the original's,
because a conclusion can be drawn again as long as its cells are hidden.

Two options go beyond the original. With `derive`, the difference between two constraints becomes a
new constraint for later comparisons. With `count`, the mine count is also a constraint if at most
24 hidden cells are unflagged.
"""

from collections import deque
from dataclasses import replace
from typing import Final

from sapper.game.rules import Cell, Rules
from sapper.game.view import View
from sapper.strategies.base import Advice, first_move_advice, flags_first
from sapper.strategies.clue_state import HIDDEN, ClueState

_MAX_COUNTED_CELLS: Final = 24
"""The maximum number of undecided cells for which the mine count is a constraint."""
_MAX_DERIVED: Final = 100
"""The maximum number of constraints that layer 2 may derive."""
_BY_PAIR: Final = "and an overlapping clue leave no other choice"
_BY_MINE_COUNT: Final = "and the mine count leave no other choice"


class Layered:
    """A strategy that uses single clues, then pairs of clues, then combined probabilities."""

    name = "layered"
    summary = "Applies rules A and B, compares pairs of clues, then picks the lowest risk."
    title = "Tactician"
    character = "Compares numbers in pairs and guesses with care."

    def __init__(
        self,
        *,
        seed: int = 0,  # noqa: ARG002
        derive: bool = False,
        count: bool = False,
    ) -> None:
        """Set the options. The seed has no effect, because the strategy is deterministic."""
        self._derive = derive
        self._count = count

    def first_move(self, rules: Rules) -> Cell:
        """Return the centre of the board."""
        return rules.centre

    def advise(self, view: View) -> Advice:
        """Apply the layers in order until one finds a safe cell, or guess if none does."""
        if view.is_untouched:
            return first_move_advice(self, view.rules)
        state = ClueState(view)
        has_conclusions = True
        while has_conclusions and not state.safe:
            state.apply_rules()
            has_conclusions = not state.safe and self._compare_pairs(state)
        advice = state.safe_advice() if state.safe else _guess(state)
        # Rule A flags its mines before rule B or a later layer reveals a cell.
        reveals = sorted(advice.safe) or ([] if advice.best is None else [advice.best])
        return replace(advice, plan=flags_first(advice.mines, reveals))

    def _compare_pairs(self, state: ClueState) -> bool:
        """Compare all pairs of constraints. Returns True if they prove any new cell."""
        clues = state.active_clues()
        max_constraints = len(clues) + _MAX_DERIVED
        constraints: dict[frozenset[int], _Constraint] = {}
        with_cell: dict[int, list[_Constraint]] = {}
        to_compare: deque[_Constraint] = deque()
        decided: list[_Constraint] = []

        def add(new: _Constraint) -> None:
            if new.is_decided:
                decided.append(new)
            elif new.cells not in constraints and len(constraints) < max_constraints:
                constraints[new.cells] = new
                to_compare.append(new)
                for cell in new.cells:
                    with_cell.setdefault(cell, []).append(new)

        for clue in clues:
            add(_Constraint(frozenset(clue.unknown), clue.mines_left, clue.cell, _BY_PAIR))
        undecided = state.undecided_cells() if self._count else []
        if clues and 0 < len(undecided) <= _MAX_COUNTED_CELLS:
            mines_left = state.view.mines - len(state.mines)
            add(_Constraint(frozenset(undecided), mines_left, clues[0].cell, _BY_MINE_COUNT))
        while to_compare:
            one = to_compare.popleft()
            near = {id(each): each for cell in one.cells for each in with_cell[cell]}
            for other in near.values():
                part, whole = (one, other) if len(one.cells) < len(other.cells) else (other, one)
                if part.cells < whole.cells:
                    rest, mines = whole.cells - part.cells, whole.mines - part.mines
                    difference = _Constraint(rest, mines, part.clue, whole.reason)
                    if self._derive or difference.is_decided:
                        add(difference)
        # Conclusions modify the clues, so they are applied after all pairs have been compared.
        for constraint in decided:
            add_cells = state.add_mines if constraint.mines else state.add_safe
            add_cells(constraint.cells, constraint.reason, constraint.clue)
        return bool(decided)


class _Constraint:
    """A constraint that fixes the number of mines in a set of cells."""

    __slots__ = ("cells", "clue", "mines", "reason")

    def __init__(self, cells: frozenset[int], mines: int, clue: int, reason: str) -> None:
        self.cells = cells
        self.mines = mines
        self.clue = clue
        """The revealed cell from which the constraint is derived."""
        self.reason = reason

    @property
    def is_decided(self) -> bool:
        """True if the cells are all safe or all mines."""
        return self.mines in (0, len(self.cells))


def _guess(state: ClueState) -> Advice:
    undecided = state.undecided_cells()
    if not undecided:
        return state.only_mines_advice()
    survival: dict[int, float] = {}
    for clue in state.active_clues():
        safe_share = 1 - clue.mines_left / len(clue.unknown)
        for cell in clue.unknown:
            survival[cell] = survival.get(cell, 1.0) * safe_share
    density = state.mine_density(len(undecided))
    # Rounding keeps the order of multiplication from affecting ties.
    risks = {
        cell: round(1 - survival[cell] if cell in survival else density, 12) for cell in undecided
    }
    lowest = min(risks.values())
    cells, neighbours = state.view.cell_bytes, state.neighbours

    def revealed_neighbours(cell: int) -> int:
        return sum(cells[near] != HIDDEN for near in neighbours[cell])

    best = max((cell for cell in undecided if risks[cell] == lowest), key=revealed_neighbours)
    reason = f"{state.name(best)} is a guess: its combined estimate is the lowest ({lowest:.0%})"
    return state.advice(best, risks, reason)
