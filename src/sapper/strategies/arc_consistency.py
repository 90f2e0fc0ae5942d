"""A constraint satisfaction solver that combines arc consistency with backtracking search.

The strategy reimplements the CSP solver from a browser-based Minesweeper written in Haskell.

The strategy first applies the simplest forms of rules A and B:

1. If a clue equals the number of its hidden neighbours, all of them are mines.
2. If a clue equals the number of mines found around it, its other hidden neighbours are safe.

If they find no safe cell, each hidden neighbour of a clue becomes a 0-1 variable, unless it is a
known mine. Each clue becomes a sum variable whose domain contains all possible placements of its
other mines::

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

Flags on the board have no effect, because the original keeps the solver's marks apart from the
player's. The strategy differs from the original in five ways:

- Instead of storing its marks, it derives them from the view on each move. This may change the
  order in which safe cells are revealed, but not the position in which it guesses.
- It never reveals a cell that it knows to be a mine. The original's description says only that the
  cell is closed.
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
from sapper.strategies.constraint_network import SumNetwork


class ArcConsistency:
    """A strategy that solves the clue constraints and guesses at random if no cell is safe."""

    name = "arc-consistency"
    summary = "Applies rules A and B, solves constraints with AC-3, then guesses at random."
    title = "Detective"
    character = "Eliminates the impossible, then guesses blindly."

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
        _apply_rules(state)
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


def _apply_rules(state: ClueState) -> None:
    """Apply rules A and B once.

    A second round would find nothing new, because rule A depends only on the view.
    """
    for clue in [clue for clue in state.active_clues() if clue.value == len(clue.unknown)]:
        state.add_mines(clue.unknown.copy(), "needs all its hidden cells", clue.cell)
    for clue in [clue for clue in state.active_clues() if clue.mines_left == 0]:
        state.add_safe(clue.unknown.copy(), "has all its mines", clue.cell)


def _solve_components(state: ClueState) -> None:
    """Record the cells with the same value in every solution of their component."""
    for clues in list(_components(state)):
        network = SumNetwork([(sorted(clue.unknown), clue.mines_left) for clue in clues])
        certain = network.common_values()
        clue_of = {cell: clue.cell for clue in clues for cell in clue.unknown}
        for cell, value in sorted(certain.items()):
            add_cells = state.add_mines if value else state.add_safe
            add_cells([cell], "and nearby clues allow no other solution", clue_of[cell])


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
