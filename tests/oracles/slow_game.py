"""The rules of the game, written a second time for the tests: sets, loops and copies.

Nothing here is shared with Sapper, and nothing is fast. Undo goes back to a copy of the whole
state, so it cannot forget anything.
"""

import copy
from collections.abc import Callable

Cell = tuple[int, int]


class SlowGame:
    """A game on a board of which `lay(first)` names the mines at the first reveal."""

    def __init__(
        self, width: int, height: int, mines: int, lay: Callable[[Cell], set[Cell]]
    ) -> None:
        self.width, self.height, self.mine_count = width, height, mines
        self._lay = lay
        self.mines: set[Cell] | None = None
        self.open: set[Cell] = set()
        self.marks: dict[Cell, str] = {}
        self._before: list[tuple[object, ...]] = []

    def near(self, cell: Cell) -> list[Cell]:
        """Return the cells around a cell, by looking at the whole board."""
        return [
            (row, column)
            for row in range(self.height)
            for column in range(self.width)
            if max(abs(row - cell[0]), abs(column - cell[1])) == 1
        ]

    def clue(self, cell: Cell) -> int:
        """Count the mines around a cell."""
        assert self.mines is not None
        return sum(other in self.mines for other in self.near(cell))

    def is_flagged(self, cell: Cell) -> bool:
        """Tell whether there is a flag of anybody."""
        return self.marks.get(cell) in {"F", "f"}

    @property
    def exploded(self) -> set[Cell]:
        """Return the mines that are open."""
        return self.open & (self.mines or set())

    @property
    def status(self) -> str:
        """Return the status of the game by the words of Sapper."""
        if not self.open:
            return "ready"
        if self.exploded:
            return "lost"
        safe = self.width * self.height - self.mine_count
        return "won" if len(self.open) == safe else "playing"

    def _remember(self) -> None:
        self._before.append(copy.deepcopy((self.mines, self.open, self.marks)))

    def _spread(self, cells: list[Cell]) -> int:
        before = len(self.open)
        waiting = set(cells)
        while waiting:
            cell = waiting.pop()
            if cell in self.open or self.is_flagged(cell):
                continue
            self.open.add(cell)
            if cell not in self.mines and self.clue(cell) == 0:
                waiting.update(self.near(cell))
        return len(self.open) - before

    def reveal(self, cell: Cell) -> int:
        """Reveal a cell; return how many opened."""
        if cell in self.open or self.is_flagged(cell):
            return 0
        self._remember()
        if self.mines is None:
            self.mines = self._lay(cell)
        return self._spread([cell])

    def chord(self, cell: Cell) -> int:
        """Reveal around a clue that has all its flags; return how many opened."""
        if cell not in self.open:
            return 0
        if sum(map(self.is_flagged, self.near(cell))) != self.clue(cell):
            return 0
        if all(other in self.open or self.is_flagged(other) for other in self.near(cell)):
            return 0
        self._remember()
        return self._spread(self.near(cell))

    def _mark(self, cell: Cell, mark: str, *, removes: str) -> int:
        if cell in self.open:
            return 0
        self._remember()
        if self.marks.get(cell, "") and self.marks[cell] in removes:
            del self.marks[cell]
        else:
            self.marks[cell] = mark
        return 1

    def flag(self, cell: Cell, *, by: str) -> int:
        """Set or take away a flag; return how many cells changed."""
        if by == "ai" and self.marks.get(cell) == "F":
            return 0
        return self._mark(cell, "f" if by == "ai" else "F", removes="Ff")

    def question(self, cell: Cell) -> int:
        """Set or take away a question mark; return how many cells changed."""
        return self._mark(cell, "?", removes="?")

    def undo(self) -> bool:
        """Take back the last move; return whether there was one."""
        if not self._before:
            return False
        self.mines, self.open, self.marks = self._before.pop()
        return True

    def _symbol(self, cell: Cell) -> str:
        mines = self.mines or set()
        if cell in self.open:
            return "!" if cell in mines else ".12345678"[self.clue(cell)]
        if self.status in {"won", "lost"} and cell in mines and not self.is_flagged(cell):
            return "*"
        return self.marks.get(cell, "#")

    def __str__(self) -> str:
        rows = [
            "".join(self._symbol((row, column)) for column in range(self.width))
            for row in range(self.height)
        ]
        return "\n".join([f"{self.width}x{self.height}/{self.mine_count}", *rows])
