"""A view's clues with their unknown neighbours, and the two basic deduction rules.

Cells are represented by row-major indices (row * width + column), which are faster than (row,
column) pairs.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from sapper.game.cell_names import cell_name
from sapper.game.view import View
from sapper.strategies.base import Advice

HIDDEN: Final = 0xFF
_RULE_A: Final = "needs all its hidden cells"
_RULE_B: Final = "has all its mines"


class NeighbourTable(dict[int, tuple[int, ...]]):
    """A lazily filled map from cells to their neighbours."""

    def __init__(self, width: int, height: int) -> None:
        super().__init__()
        self._width = width
        self._height = height

    def __missing__(self, cell: int) -> tuple[int, ...]:
        row, column = divmod(cell, self._width)
        near = tuple(
            r * self._width + c
            for r in range(max(row - 1, 0), min(row + 2, self._height))
            for c in range(max(column - 1, 0), min(column + 2, self._width))
            if (r, c) != (row, column)
        )
        self[cell] = near
        return near


@lru_cache(maxsize=16)
def neighbour_table(width: int, height: int) -> NeighbourTable:
    """Return the cached neighbour table for a board size."""
    return NeighbourTable(width, height)


class Clue:
    """A revealed cell that touches at least one hidden cell."""

    __slots__ = ("cell", "mines_left", "unknown", "value")

    def __init__(self, cell: int, value: int, unknown: set[int]) -> None:
        self.cell = cell
        self.value = value
        """The number on the cell."""
        self.mines_left = value
        """The number of mines among `unknown`: the clue minus the known mines around it."""
        self.unknown = unknown
        """The hidden neighbours not known to be safe or mines."""


class ClueState:
    """A view's clues and the conclusions drawn from them."""

    __slots__ = ("_changed", "_reasons", "clue_at", "mines", "neighbours", "safe", "view")

    _reasons: dict[int, tuple[str, int]]
    """The reason why each proved cell is safe or a mine. Cells that were already known have no
    reason."""

    def __init__(self, view: View, *, trust_flags: bool = False) -> None:
        """Read the clues.

        If `trust_flags` is true, all flagged cells are treated as known mines.
        """
        self.view = view
        self.neighbours = neighbours = neighbour_table(view.width, view.height)
        self.clue_at: dict[int, Clue] = {}
        """The clue at each cell, in row-major order. Only clues that touch a hidden cell are
        included."""
        self.safe: set[int] = set()
        self.mines: set[int] = set()
        self._reasons = {}
        cells = view.cell_bytes
        for cell, value in enumerate(cells):
            if value != HIDDEN:
                unknown = {near for near in neighbours[cell] if cells[near] == HIDDEN}
                if unknown:
                    self.clue_at[cell] = Clue(cell, value, unknown)
        self._changed: list[Clue] = list(self.clue_at.values())
        if trust_flags:
            flags = view.flags | view.ai_flags
            self.add_mines(row * view.width + column for row, column in flags)

    def hidden_cells(self) -> list[int]:
        """Return all hidden cells in row-major order."""
        return [cell for cell, value in enumerate(self.view.cell_bytes) if value == HIDDEN]

    def undecided_cells(self) -> list[int]:
        """Return the hidden cells not known to be safe or mines, in row-major order."""
        safe, mines = self.safe, self.mines
        return [cell for cell in self.hidden_cells() if cell not in mines and cell not in safe]

    def hidden_neighbours(self, cell: int) -> set[int]:
        """Return all hidden neighbours of a cell, including known mines."""
        cells = self.view.cell_bytes
        return {near for near in self.neighbours[cell] if cells[near] == HIDDEN}

    def active_clues(self) -> list[Clue]:
        """Return the clues that have unknown neighbours."""
        return [clue for clue in self.clue_at.values() if clue.unknown]

    def propagate(self) -> None:
        """Apply rules A and B until neither yields a new conclusion.

        Rule A: if a clue has as many mines left as unknown neighbours, all of those neighbours are
        mines. Rule B: if a clue has no mines left, all of its unknown neighbours are safe.
        """
        changed = self._changed
        while changed:
            clue = changed.pop()
            if not clue.unknown:
                continue
            if clue.mines_left == 0:
                self.add_safe(clue.unknown.copy(), _RULE_B, clue.cell)
            elif clue.mines_left == len(clue.unknown):
                self.add_mines(clue.unknown.copy(), _RULE_A, clue.cell)

    def apply_rules(self) -> None:
        """Apply rule A once to every clue, then rule B once to every clue.

        Each new mine reduces both a clue's remaining mines and its unknown cells by one, so a mine
        found by rule A cannot make rule A apply to another clue.
        """
        for clue in self.active_clues():
            if clue.mines_left == len(clue.unknown):
                self.add_mines(clue.unknown.copy(), _RULE_A, clue.cell)
        for clue in self.active_clues():
            if clue.mines_left == 0:
                self.add_safe(clue.unknown.copy(), _RULE_B, clue.cell)

    def add_safe(self, cells: Iterable[int], reason: str = "", clue: int = -1) -> None:
        """Record safe cells.

        `reason` is a verb phrase whose subject is the clue, such as "has all its mines". No reason
        is recorded for cells that were already known.
        """
        self._add(self.safe, 0, cells, reason, clue)

    def add_mines(self, cells: Iterable[int], reason: str = "", clue: int = -1) -> None:
        """Record mines. `reason` has the same form as in `add_safe`."""
        self._add(self.mines, 1, cells, reason, clue)

    def _add(
        self, known: set[int], mines: int, cells: Iterable[int], reason: str, clue: int
    ) -> None:
        for cell in cells:
            if cell not in self.safe and cell not in self.mines:
                known.add(cell)
                if reason:
                    self._reasons[cell] = reason, clue
                self._update_clues(cell, mines)

    def _update_clues(self, cell: int, mines: int) -> None:
        """Update the clues around a cell that was proved to be safe or a mine."""
        clue_at = self.clue_at
        for near in self.neighbours[cell]:
            clue = clue_at.get(near)
            if clue is not None and cell in clue.unknown:
                clue.unknown.discard(cell)
                clue.mines_left -= mines
                self._changed.append(clue)

    def mine_density(self, undecided: int) -> float:
        """Return the mine density of the undecided cells, given their number."""
        if not undecided:
            return 0.0
        return min(1.0, max(0.0, (self.view.mines - len(self.mines)) / undecided))

    def name(self, cell: int) -> str:
        """Return the name of the cell with the given index."""
        return cell_name(divmod(cell, self.view.width))

    def advice(self, best: int | None, risks: dict[int, float], reason: str) -> Advice:
        """Return advice to reveal the cell `best`, supported by the conclusions.

        `risks` maps each undecided cell to its risk.
        """
        width = self.view.width
        safe = frozenset([divmod(cell, width) for cell in self.safe])
        mines = frozenset([divmod(cell, width) for cell in self.mines])
        estimates = dict.fromkeys(safe, 0.0)
        estimates.update(dict.fromkeys(mines, 1.0))
        estimates.update({divmod(cell, width): risk for cell, risk in risks.items()})
        return Advice(safe, mines, estimates, None if best is None else divmod(best, width), reason)

    def explanation(self, cell: int) -> str:
        """Return the reason why a cell is safe or a mine, as a clause of a sentence."""
        if cell not in self._reasons:
            return "an earlier solution of the clues proved it"
        reason, clue = self._reasons[cell]
        return f"the {self.view.cell_bytes[clue]} at {self.name(clue)} {reason}"

    def safe_advice(self, best: int | None = None) -> Advice:
        """Return advice to reveal a safe cell, by default the first one."""
        best = min(self.safe) if best is None else best
        return self.advice(best, {}, f"{self.name(best)} is safe: {self.explanation(best)}")

    def only_mines_advice(self) -> Advice:
        """Return advice for a view in which every hidden cell is a mine."""
        return self.advice(None, {}, "every hidden cell is a mine")
