"""A constraint satisfaction solver that combines arc consistency with backtracking search.

The strategy reimplements the CSP solver from a browser-based Minesweeper written in Haskell.

The strategy first applies rules A and B (see `ClueState.propagate`). If they find no safe cell,
each hidden neighbour of a clue becomes a 0-1 variable. Each clue becomes a sum variable whose
domain contains all possible placements of its mines::

    4x2/2
    1121        The second 1 becomes a sum variable S with the values 100, 010 and 001.
    ####        The 2 becomes a sum variable T with the values 110, 101 and 011.

Each cell must equal its digit in S and in T, so every constraint is binary. AC-3 removes values
that have no support in a neighbouring variable's domain. The search then assigns the variable with
the fewest values first (ties go to the variable with the most constraints), and tries the least
constraining value first. A cell with the same value in every solution is provably safe or provably
a mine. If no cell is safe, the strategy reveals a random cell that is not a known mine. The first
move is the bottom-left cell. As in the original, the solver ignores the total number of mines and
all hidden cells that touch no clue.

The strategy differs from the original in four ways:

- It uses the flags that rule A sets, and ignores the player's flags.
- It splits the problem into independent components.
- Instead of enumerating all solutions, it searches for one solution per cell value that no earlier
  solution contains, which gives the same result.
- It limits the work per component, because the original sometimes hangs. Cells that cannot be
  decided within the limit remain undecided.
"""

from collections.abc import Iterator

from sapper.game.rules import Cell, Rules
from sapper.game.view import View
from sapper.strategies.base import Advice, draw_index, first_move_advice
from sapper.strategies.clue_state import Clue, ClueState
from sapper.strategies.sum_variables import SumNetwork


class ArcConsistency:
    """A strategy that solves the clue constraints and guesses at random if no cell is safe."""

    name = "arc-consistency"
    summary = "Applies rules A and B, solves constraints with AC-3, then guesses at random."

    def __init__(self, *, seed: int = 0) -> None:
        self._seed = seed

    def first_move(self, rules: Rules) -> Cell:
        """Return the bottom-left cell."""
        return rules.height - 1, 0

    def advise(self, view: View) -> Advice:
        """Apply rules A and B, solve the constraints, and guess if no cell is safe."""
        if view.is_untouched:
            return first_move_advice(self, view.rules)
        state = ClueState(view)
        state.propagate()
        if not state.safe:
            _solve_components(state)
        if state.safe:
            return state.safe_advice()
        return self._guess(state)

    def _guess(self, state: ClueState) -> Advice:
        cells = state.undecided_cells()
        if not cells:
            return state.only_mines_advice()
        best = cells[draw_index(state.view.rules, state.view.cell_bytes, self._seed, len(cells))]
        risks = dict.fromkeys(cells, state.mine_density(len(cells)))
        reason = f"{state.name(best)} is a random guess: no cell is safe in all solutions"
        return state.advice(best, risks, reason)


def _solve_components(state: ClueState) -> None:
    """Record the cells with the same value in every solution of their component."""
    for clues in list(_components(state)):
        network = SumNetwork([(sorted(clue.unknown), clue.mines_left) for clue in clues])
        certain = network.common_values()
        clue_of = {cell: clue.cell for clue in clues for cell in clue.unknown}
        for cell, value in sorted(certain.items()):
            add_cells = state.add_mines if value else state.add_safe
            add_cells([cell], "and nearby clues allow no other solution", clue_of[cell])
    state.propagate()


def _components(state: ClueState) -> Iterator[list[Clue]]:
    """Yield each connected component of clues linked by shared unknown cells."""
    visited: set[int] = set()
    for start in state.active_clues():
        if start.cell in visited:
            continue
        visited.add(start.cell)
        component = [start]
        for clue in component:  # the list grows during the loop
            for cell in clue.unknown:
                for near in state.neighbours[cell]:
                    other = state.clue_at.get(near)
                    if other is not None and near not in visited and cell in other.unknown:
                        visited.add(near)
                        component.append(other)
        yield component
