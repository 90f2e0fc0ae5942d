"""A three-layer strategy. Each layer runs only if the previous layers find no safe cell.

The strategy reimplements the solver from a Haskell Minesweeper game, which comes from a course at
TUKE Kosice.

1. Apply rules A and B to every clue. Rule A: if a clue has as many mines left as hidden neighbours,
   all of those neighbours are mines. Rule B: if a clue has no mines left, all of its hidden
   neighbours are safe.
2. Compare pairs of constraints of the form "these cells contain this many mines". If one
   constraint's cells are a subset of another's, the remaining cells contain the difference between
   the two mine counts. The remaining cells are all safe if the difference is zero, and all mines if
   it equals their number::

    3x3/1
    111         The 1 at (0, 0) touches (1, 0) and (1, 1); the 1 at (0, 1) also touches (1, 2).
    ###         Both clues need one mine, so (1, 2) is safe.
    ###

3. Reveal the cell with the lowest risk. Each clue gives its hidden neighbours the probability
   p = mines left / hidden neighbours. The probabilities from several clues are combined as
   1 - (1-p1)(1-p2)... Cells that touch no clue get the mine density of the undecided cells. Ties go
   to the cell with the most revealed neighbours, then to the first cell in row-major order.

The first move is the centre cell.

The strategy differs from the original in several ways. The strategy uses the flags that its own
rules set, and ignores the player's flags. If layer 2 finds only mines, layer 1 runs again before
any guess. The difference between two constraints becomes a new constraint for later comparisons.
The mine count is also a constraint if at most 24 cells are undecided.
"""

from collections import deque
from typing import Final

from sapper.game.rules import Cell, Rules
from sapper.game.view import View
from sapper.strategies.base import Advice, first_move_advice
from sapper.strategies.clue_state import HIDDEN, ClueState

_MAX_COUNTED_CELLS: Final = 24
"""The mine count is a constraint if at most this many cells are undecided."""
_MAX_DERIVED: Final = 100
"""The maximum number of constraints that layer 2 may add to those from the clues."""
_BY_PAIR: Final = "and an overlapping clue leave no other choice"
_BY_MINE_COUNT: Final = "and the mine count leave no other choice"


class Layered:
    """A strategy that uses single clues, then pairs of constraints, then combined risks."""

    name = "layered"
    summary = "Applies rules A and B, compares pairs of clues, then picks the lowest risk."

    def __init__(self, *, seed: int = 0) -> None:
        """Create the strategy. The seed has no effect, because the strategy is deterministic."""

    def first_move(self, rules: Rules) -> Cell:
        """Return the centre of the board."""
        return rules.centre

    def advise(self, view: View) -> Advice:
        """Apply the layers in order until one finds a safe cell, and guess if none does."""
        if view.is_untouched:
            return first_move_advice(self, view.rules)
        state = ClueState(view)
        state.propagate()
        while not state.safe and _compare_pairs(state):
            state.propagate()
        return state.safe_advice() if state.safe else _guess(state)


class _Constraint:
    """A constraint that fixes the number of mines in a set of cells."""

    __slots__ = ("cells", "clue", "mines", "reason")

    def __init__(self, cells: frozenset[int], mines: int, clue: int, reason: str) -> None:
        self.cells = cells
        self.mines = mines
        self.clue = clue
        """The revealed cell from which the constraint is derived."""
        self.reason = reason


def _compare_pairs(state: ClueState) -> bool:
    """Compare pairs of constraints until no pair yields a new constraint.

    Returns True if any cell was decided.
    """
    clues = state.active_clues()
    max_constraints = len(clues) + _MAX_DERIVED
    constraints: dict[frozenset[int], _Constraint] = {}
    with_cell: dict[int, list[_Constraint]] = {}
    to_compare: deque[_Constraint] = deque()
    decided: list[_Constraint] = []

    def add(new: _Constraint) -> None:
        if new.mines in (0, len(new.cells)):
            decided.append(new)
        elif new.cells not in constraints and len(constraints) < max_constraints:
            constraints[new.cells] = new
            to_compare.append(new)
            for cell in new.cells:
                with_cell.setdefault(cell, []).append(new)

    for clue in clues:
        add(_Constraint(frozenset(clue.unknown), clue.mines_left, clue.cell, _BY_PAIR))
    undecided = state.undecided_cells()
    if clues and len(undecided) <= _MAX_COUNTED_CELLS:
        mines_left = state.view.mines - len(state.mines)
        add(_Constraint(frozenset(undecided), mines_left, clues[0].cell, _BY_MINE_COUNT))
    while to_compare:
        one = to_compare.popleft()
        for other in {id(near): near for cell in one.cells for near in with_cell[cell]}.values():
            part, whole = (one, other) if len(one.cells) < len(other.cells) else (other, one)
            if part.cells < whole.cells:
                rest, mines = whole.cells - part.cells, whole.mines - part.mines
                add(_Constraint(rest, mines, part.clue, whole.reason))
    # Conclusions modify the clues, so they are applied after all pairs have been compared.
    for constraint in decided:
        add_cells = state.add_mines if constraint.mines else state.add_safe
        add_cells(constraint.cells, constraint.reason, constraint.clue)
    return bool(decided)


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
    # Rounding prevents the order of multiplication from breaking ties.
    risks = {
        cell: round(1 - survival[cell], 12) if cell in survival else density for cell in undecided
    }
    lowest = min(risks.values())
    cells, neighbours = state.view.cell_bytes, state.neighbours

    def revealed_neighbours(cell: int) -> int:
        return sum(cells[near] != HIDDEN for near in neighbours[cell])

    best = max((cell for cell in undecided if risks[cell] == lowest), key=revealed_neighbours)
    reason = f"{state.name(best)} is a guess: its combined risk is the lowest ({lowest:.0%})"
    return state.advice(best, risks, reason)
