"""A strategy with three layers, each used only if the previous layers find no safe cell.

The strategy reimplements the solver of a Haskell Minesweeper written for a course at TUKE Kosice.

1. Rules A and B are applied to every clue. Rule A: if a clue has as many mines left as hidden
   neighbours, all these neighbours are mines. Rule B: if a clue has no mines left, its hidden
   neighbours are safe.
2. Pairs of constraints of the form "these cells hold this many mines" are compared. If the cells of
   one constraint are a subset of the cells of another, the remaining cells hold the difference
   between the two numbers of mines. These cells are safe if the difference is zero, and mines if
   the difference equals the number of cells::

    3x3/1
    111         The 1 at (0, 0) touches (1, 0) and (1, 1); the 1 at (0, 1) also touches (1, 2).
    ###         Both clues need one mine, so (1, 2) is safe.
    ###

3. The cell with the lowest risk is revealed. Each clue gives its hidden neighbours the probability
   p = mines left / hidden neighbours. The probabilities from several clues are combined as
   1 - (1-p1)(1-p2)... Cells that touch no clue get the mine density of the undecided cells. Ties go
   to the cell with the most revealed neighbours, then to the first cell, row by row.

The first move is the centre cell.

The strategy differs from the original in three ways. It uses the flags that these rules set and
ignores the player's flags. If layer 2 finds only mines, layer 1 is applied again before a guess.
The difference of a pair becomes a new constraint, which takes part in later comparisons, and so
does the mine count if at most 24 cells are undecided.
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
"""The maximum number of constraints in layer 2 beyond those of the clues."""
_BY_PAIR: Final = "and an overlapping clue leave no other choice"
_BY_MINE_COUNT: Final = "and the mine count leave no other choice"


class Layered:
    """A strategy that applies rules A and B, compares pairs of constraints, and then guesses."""

    name = "layered"
    summary = "Applies rules A and B, compares pairs of clues, then picks the lowest risk."

    def __init__(self, *, seed: int = 0) -> None:
        """Accept and ignore a seed, because the strategy is deterministic."""

    def first_move(self, rules: Rules) -> Cell:
        """Return the centre of the board."""
        return rules.centre

    def advise(self, view: View) -> Advice:
        """Apply the layers in order until one of them finds a safe cell, or guess."""
        if view.is_untouched:
            return first_move_advice(self, view.rules)
        state = ClueState(view)
        state.propagate()
        while not state.safe and _compare_pairs(state):
            state.propagate()
        return state.safe_advice() if state.safe else _guess(state)


class _Constraint:
    """A constraint on the number of mines in a set of cells."""

    __slots__ = ("cells", "clue", "mines", "reason")

    def __init__(self, cells: frozenset[int], mines: int, clue: int, reason: str) -> None:
        self.cells = cells
        self.mines = mines
        self.clue = clue
        """The revealed cell from which the constraint is derived."""
        self.reason = reason


def _compare_pairs(state: ClueState) -> bool:
    """Apply layer 2 until no pair yields a new constraint. Return whether a cell was decided."""
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
    reason = f"{state.position(best)} is a guess: its combined risk is the lowest ({lowest:.0%})"
    return state.advice(best, risks, reason)
