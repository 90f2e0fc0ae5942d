"""A slow reference implementation of the game rules with sets, loops and copies.

The module shares no code with Sapper. Undo restores a copy of the whole state.
"""

import copy
from collections.abc import Callable

Cell = tuple[int, int]


class ReferenceGame:
    """A game whose mines are computed by `lay(first)` at the first reveal."""

    def __init__(
        self, width: int, height: int, mines: int, lay: Callable[[Cell], set[Cell]]
    ) -> None:
        self.width, self.height, self.mine_count = width, height, mines
        self._lay = lay
        self.mines: set[Cell] | None = None
        self.open: set[Cell] = set()
        self.marks: dict[Cell, str] = {}
        self._saved_states: list[tuple[object, ...]] = []

    def near(self, cell: Cell) -> list[Cell]:
        """Return the neighbours of a cell by scanning the whole board."""
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
        """Check whether the cell has a flag of the player or the AI."""
        return self.marks.get(cell) in {"F", "f"}

    @property
    def exploded(self) -> set[Cell]:
        """The revealed mines."""
        return self.open & (self.mines or set())

    @property
    def status(self) -> str:
        """The status of the game."""
        if not self.open:
            return "ready"
        if self.exploded:
            return "lost"
        safe = self.width * self.height - self.mine_count
        return "won" if len(self.open) == safe else "playing"

    def _save_state(self) -> None:
        self._saved_states.append(copy.deepcopy((self.mines, self.open, self.marks)))

    def _open(self, cells: list[Cell]) -> int:
        before = len(self.open)
        queue = set(cells)
        while queue:
            cell = queue.pop()
            if cell in self.open or self.is_flagged(cell):
                continue
            self.open.add(cell)
            if cell not in self.mines and self.clue(cell) == 0:
                queue.update(self.near(cell))
        return len(self.open) - before

    def reveal(self, cell: Cell) -> int:
        """Reveal a cell; return the number of opened cells."""
        if cell in self.open or self.is_flagged(cell):
            return 0
        self._save_state()
        if self.mines is None:
            self.mines = self._lay(cell)
        return self._open([cell])

    def chord(self, cell: Cell) -> int:
        """Reveal the neighbours of a satisfied clue; return the number of opened cells."""
        if cell not in self.open:
            return 0
        if sum(map(self.is_flagged, self.near(cell))) != self.clue(cell):
            return 0
        if all(other in self.open or self.is_flagged(other) for other in self.near(cell)):
            return 0
        self._save_state()
        return self._open(self.near(cell))

    def _mark(self, cell: Cell, mark: str, *, removes: str) -> int:
        if cell in self.open:
            return 0
        self._save_state()
        if self.marks.get(cell, "") and self.marks[cell] in removes:
            del self.marks[cell]
        else:
            self.marks[cell] = mark
        return 1

    def flag(self, cell: Cell, *, by: str) -> int:
        """Place or remove a flag; return the number of changed cells."""
        return self._mark(cell, "f" if by == "ai" else "F", removes="Ff")

    def question(self, cell: Cell) -> int:
        """Place or remove a question mark; return the number of changed cells."""
        return self._mark(cell, "?", removes="?")

    def undo(self) -> bool:
        """Undo the last move; return whether there was one."""
        if not self._saved_states:
            return False
        self.mines, self.open, self.marks = self._saved_states.pop()
        return True

    def _symbol(self, cell: Cell) -> str:
        mines = self.mines or set()
        if cell in self.open:
            return "!" if cell in mines else ".12345678"[self.clue(cell)]
        if self.status in {"won", "lost"} and cell in mines and not self.is_flagged(cell):
            return "F" if self.status == "won" else "*"
        return self.marks.get(cell, "#")

    def __str__(self) -> str:
        rows = [
            "".join(self._symbol((row, column)) for column in range(self.width))
            for row in range(self.height)
        ]
        return "\n".join([f"{self.width}x{self.height}/{self.mine_count}", *rows])
