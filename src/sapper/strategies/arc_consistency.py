"""A constraint satisfaction solver that combines arc consistency with backtracking search.

The strategy reimplements the CSP solver from a browser-based Minesweeper written in Haskell.

The strategy first applies rules A and B in their simplest form.

1. Rule A: if a clue equals the number of its hidden neighbours, all of those neighbours are mines.
2. Rule B: if a clue equals the number of known mines around it, its other hidden neighbours are
   safe.

If rules A and B find no safe cell, each hidden neighbour of a clue becomes a 0-1 variable, unless
it is a known mine. Each clue becomes a sum variable whose domain contains all possible placements
of the clue's remaining mines::

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

The original marks cells as mines or as safe and remembers its marks, which the strategy stores as
its notes. Like the original, the strategy first reveals the cells that rule B finds, then the cells
that it has marked as safe. It applies the rules again after each marked cell. The constraints are
solved only if rule B finds nothing and no marked cell is left. Flags on the board have no effect,
because the original does not mix the solver's marks with the player's flags.

The strategy differs from the original in four ways:

- It never reveals a cell that it knows to be a mine. The original's description says only that the
  cell is closed.
- It splits the problem into independent components.
- Instead of enumerating all solutions, it searches for one solution per cell value that no earlier
  solution contains, which gives the same result.
- It limits the work per component, because the original sometimes hangs. Cells that cannot be
  determined within the limit remain undecided.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from sapper.game.rules import Cell, Rules
from sapper.game.view import View
from sapper.strategies.ac3_solver import SumNetwork
from sapper.strategies.base import Advice, draw_index, first_move_advice, flags_first
from sapper.strategies.clue_state import HIDDEN, Clue, ClueState

_SAFE: Final = 1
_MINE: Final = 2
_FLAGGED_MINE: Final = 3


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
        state.add_mines(_noted_cells(view, _MINE, _FLAGGED_MINE))
        state.apply_rules()
        if state.safe:
            advice = state.safe_advice()
            return _with_plan(advice, view, sorted(advice.safe))
        state.add_safe(_noted_cells(view, _SAFE))
        if not state.safe:
            _solve_components(state)
        advice = state.safe_advice() if state.safe else self._guess(state)
        return _with_plan(advice, view, [] if advice.best is None else [advice.best])

    def _guess(self, state: ClueState) -> Advice:
        cells = state.undecided_cells()
        if not cells:
            return state.only_mines_advice()
        best = cells[draw_index(state.view.rules, state.view.cell_bytes, self._seed, len(cells))]
        risks = dict.fromkeys(cells, state.mine_density(len(cells)))
        reason = f"{state.name(best)} is a random guess: no cell is safe in all solutions"
        return state.advice(best, risks, reason)


def _noted_cells(view: View, *notes: int) -> list[int]:
    """Return the hidden cells that the strategy has marked with one of the given notes."""
    return [
        cell
        for cell, (value, note) in enumerate(zip(view.cell_bytes, view.notes, strict=False))
        if note in notes and value == HIDDEN
    ]


def _with_plan(advice: Advice, view: View, reveals: list[Cell]) -> Advice:
    """Add notes on all conclusions and a plan that flags new mines and reveals the given cells.

    Each mine is flagged only once, so a flag removed by the player is not placed again. The caller
    may follow only the first step of the plan and then request new advice, so only the first flag
    is recorded as placed.
    """
    notes = bytearray(view.notes or view.rules.cell_count)
    unflagged: list[Cell] = []
    for row, column in sorted(advice.safe | advice.mines):
        index = row * view.width + column
        if (row, column) in advice.safe:
            notes[index] = _SAFE
        elif notes[index] != _FLAGGED_MINE:
            notes[index] = _MINE if unflagged else _FLAGGED_MINE
            unflagged.append((row, column))
    return replace(advice, plan=flags_first(unflagged, reveals), notes=bytes(notes))


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
        for clue in component:  # The loop appends to the list that it iterates over.
            for cell in clue.unknown:
                for near in state.neighbours[cell]:
                    other = state.clue_at.get(near)
                    if other is not None and near not in visited and cell in other.unknown:
                        visited.add(near)
                        component.append(other)
        yield component
