"""What a view says, as numbers, and the two rules that every solver begins with.

Cells are numbered row by row here (row * width + column): strategies look at thousands of them.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from sapper.game.rules import Cell
from sapper.game.view import View
from sapper.strategies.base import Advice

HIDDEN: Final = 0xFF


class NeighbourTable(dict[int, tuple[int, ...]]):
    """The neighbours of each cell, worked out when first asked for."""

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
    """Return the neighbours of a board of this size; the same table every time."""
    return NeighbourTable(width, height)


class Clue:
    """A revealed cell that touches cells of which nothing is known yet."""

    __slots__ = ("cell", "left", "unknown", "value")

    def __init__(self, cell: int, value: int, unknown: set[int]) -> None:
        self.cell = cell
        self.value = value
        """The number on the cell."""
        self.left = value
        """Mines among `unknown`: the number less the mines that were found."""
        self.unknown = unknown
        """Hidden neighbours that were concluded to be neither safe nor mines."""


class Reading:
    """The clues of a view, and all that was concluded from them so far."""

    __slots__ = ("_changed", "_why", "clue_at", "mines", "neighbours", "safe", "view")

    def __init__(self, view: View) -> None:
        self.view = view
        self.neighbours = neighbours = neighbour_table(view.width, view.height)
        self.clue_at: dict[int, Clue] = {}
        """The clues by their cells, row by row. Those with nothing unknown around are left out."""
        self.safe: set[int] = set()
        self.mines: set[int] = set()
        self._why: dict[int, tuple[str, int]] = {}
        cells = view.cell_bytes
        for cell, value in enumerate(cells):
            if value != HIDDEN:
                unknown = {near for near in neighbours[cell] if cells[near] == HIDDEN}
                if unknown:
                    self.clue_at[cell] = Clue(cell, value, unknown)
        self._changed: list[Clue] = list(self.clue_at.values())

    def hidden(self) -> list[int]:
        """Return all hidden cells, row by row."""
        return [cell for cell, value in enumerate(self.view.cell_bytes) if value == HIDDEN]

    def open_clues(self) -> list[Clue]:
        """Return the clues that still have something unknown around them."""
        return [clue for clue in self.clue_at.values() if clue.unknown]

    def settle(self) -> None:
        """Apply rules A and B until they say nothing new.

        A: a clue with as many mines left as unknown cells makes all of them mines.
        B: a clue with no mines left makes all of its unknown cells safe.
        """
        changed = self._changed
        while changed:
            clue = changed.pop()
            if not clue.unknown:
                continue
            if clue.left == 0:
                self.conclude_safe(clue.unknown.copy(), "has all its mines", clue.cell)
            elif clue.left == len(clue.unknown):
                self.conclude_mines(clue.unknown.copy(), "needs all its hidden cells", clue.cell)

    def conclude_safe(self, cells: Iterable[int], why: str, clue: int) -> None:
        """Note that cells are safe, which the clue shows because it `why`."""
        for cell in cells:
            if cell not in self.safe and cell not in self.mines:
                self.safe.add(cell)
                self._why[cell] = why, clue
                self._forget(cell, 0)

    def conclude_mines(self, cells: Iterable[int], why: str, clue: int) -> None:
        """Note that cells are mines, which the clue shows because it `why`."""
        for cell in cells:
            if cell not in self.safe and cell not in self.mines:
                self.mines.add(cell)
                self._why[cell] = why, clue
                self._forget(cell, 1)

    def _forget(self, cell: int, mines: int) -> None:
        clue_at = self.clue_at
        for near in self.neighbours[cell]:
            clue = clue_at.get(near)
            if clue is not None and cell in clue.unknown:
                clue.unknown.discard(cell)
                clue.left -= mines
                self._changed.append(clue)

    def undecided(self) -> list[int]:
        """Return the hidden cells of which nothing was concluded, row by row."""
        safe, mines = self.safe, self.mines
        return [cell for cell in self.hidden() if cell not in mines and cell not in safe]

    def density(self, undecided: int) -> float:
        """Return the share of mines among the cells of which nothing was concluded."""
        if not undecided:
            return 0.0
        return min(1.0, max(0.0, (self.view.mines - len(self.mines)) / undecided))

    def cell(self, number: int) -> Cell:
        """Return row and column of a numbered cell."""
        return divmod(number, self.view.width)

    def advise_safe(self) -> Advice:
        """Return the advice to reveal the first of the cells that were found safe."""
        best = min(self.safe)
        why, clue = self._why[best]
        value = self.view.cell_bytes[clue]
        return self.advice(
            best, {}, f"{self.cell(best)} is safe: the {value} at {self.cell(clue)} {why}"
        )

    def advice(self, best: int | None, risks: dict[int, float], reason: str) -> Advice:
        """Return what was concluded as advice; `risks` are those of cells that are not certain."""
        width = self.view.width
        safe = frozenset([divmod(cell, width) for cell in self.safe])
        mines = frozenset([divmod(cell, width) for cell in self.mines])
        estimates = dict.fromkeys(safe, 0.0)
        estimates.update(dict.fromkeys(mines, 1.0))
        estimates.update({divmod(cell, width): risk for cell, risk in risks.items()})
        return Advice(safe, mines, estimates, None if best is None else divmod(best, width), reason)

    def nothing_left(self) -> Advice:
        """Return the advice for a view in which every hidden cell is a mine."""
        return self.advice(None, {}, "every hidden cell is a mine")
