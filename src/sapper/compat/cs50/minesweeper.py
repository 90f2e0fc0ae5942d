r"""A complete solution to the Minesweeper project in the CS50 AI course.

The names, attributes and behaviour match the course's specification. A `minesweeper.py` file that
contains only the following line works with the course's own `runner.py`::

    from sapper.compat.cs50 import Minesweeper, MinesweeperAI, Sentence

The AI's knowledge consists of *sentences*: `{A, B, C} = 2` means that two of the three cells are
mines. The AI applies three inference rules until they yield no new conclusions.

1. `{A, B, C} = 0` implies that all three cells are safe. `{A, B, C} = 3` implies that all three are
   mines.
2. Known safe cells and known mines are removed from every sentence. Removing a mine also decrements
   the count.
3. Subsets are subtracted from supersets: `{A, B} = 1` and `{A, B, C, D} = 2` imply `{C, D} = 1`.

>>> ai = MinesweeperAI(height=4, width=5)
>>> ai.add_knowledge((0, 0), 1)
>>> for sentence in ai.knowledge:
...     print(sorted(sentence.cells), "=", sentence.count)
[(0, 1), (1, 0), (1, 1)] = 1
>>> ai.add_knowledge((0, 1), 1)
>>> sorted(ai.safes - ai.moves_made)
[(0, 2), (1, 2)]
"""

import random
from collections.abc import Iterable
from itertools import permutations
from typing import Final

from sapper.errors import IllegalMove, InconsistentView, short_repr
from sapper.game.rules import Cell, Rules

_CLUE_CELLS: Final = 8
_MAX_WIDE_SENTENCES: Final = 64
"""The maximum number of sentences with more than eight cells.

These sentences derive from the total mine count. Subtracting clues from the total in every order
would produce exponentially many sentences."""


class Minesweeper:
    """A board that stores the mine positions and counts the mines around a cell.

    The mines are placed with Python's global random number generator, so `random.seed` makes boards
    reproducible. Raises InvalidRules if the size or the mine count is invalid.
    """

    def __init__(self, height: int = 8, width: int = 8, mines: int = 8) -> None:
        self._rules = rules = Rules(width=width, height=height, mines=mines, start="any")
        self.height = rules.height
        self.width = rules.width
        self.mines: set[Cell] = set(random.sample(list(rules.cells()), rules.mines))
        self.board: list[list[bool]] = [
            [(i, j) in self.mines for j in range(self.width)] for i in range(self.height)
        ]
        self.mines_found: set[Cell] = set()

    def print(self) -> None:
        """Print the board with its mines."""
        line = "--" * self.width + "-"
        for row in self.board:
            print(line)  # noqa: T201
            print("".join("|X" if is_mine else "| " for is_mine in row) + "|")  # noqa: T201
        print(line)  # noqa: T201

    def is_mine(self, cell: Cell) -> bool:
        """Return whether a cell is a mine."""
        i, j = cell
        return self.board[i][j]

    def nearby_mines(self, cell: Cell) -> int:
        """Return the number of mines among a cell's neighbours."""
        return sum(map(self.is_mine, self._rules.neighbours(cell)))

    def won(self) -> bool:
        """Return whether `mines_found` contains all mines and no other cells."""
        return self.mines_found == self.mines


class Sentence:
    """A logical sentence stating that exactly `count` of its cells are mines.

    >>> sentence = Sentence({(0, 0), (0, 1), (1, 0)}, 2)
    >>> sentence.mark_safe((1, 0))
    >>> sentence.known_mines() == {(0, 0), (0, 1)}
    True
    """

    def __init__(self, cells: Iterable[Cell], count: int) -> None:
        self.cells: set[Cell] = set(cells)
        self.count = count

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sentence):
            return NotImplemented
        return self.cells == other.cells and self.count == other.count

    # Sentences are mutable and therefore not hashable.
    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        return f"{self.cells} = {self.count}"

    def __repr__(self) -> str:
        return f"Sentence({self.cells}, {self.count})"

    def known_mines(self) -> set[Cell]:
        """Return the sentence's cells if all of them must be mines, or an empty set otherwise."""
        return set(self.cells) if self.count == len(self.cells) else set()

    def known_safes(self) -> set[Cell]:
        """Return the sentence's cells if all of them must be safe, or an empty set otherwise."""
        return set(self.cells) if self.count == 0 else set()

    def mark_mine(self, cell: Cell) -> None:
        """Remove a known mine and decrement the count."""
        if cell in self.cells:
            self.cells.remove(cell)
            self.count -= 1

    def mark_safe(self, cell: Cell) -> None:
        """Remove a known safe cell without changing the count."""
        self.cells.discard(cell)


class MinesweeperAI:
    """An AI that infers safe cells and mines from the clues it has seen.

    Callers may read and extend `moves_made`, `mines`, `safes` and `knowledge` at any time. The next
    call to `add_knowledge` takes the additions into account. If `total_mines` is given, the AI
    starts with the sentence {all cells} = total_mines, an extension suggested by the course.
    """

    def __init__(self, height: int = 8, width: int = 8, total_mines: int | None = None) -> None:
        self._rules = rules = Rules(width, height, mines=total_mines or 0, start="any")
        self.height = rules.height
        self.width = rules.width
        self.moves_made: set[Cell] = set()
        self.mines: set[Cell] = set()
        self.safes: set[Cell] = set()
        self.knowledge: list[Sentence] = []
        if total_mines is not None:
            self.knowledge.append(Sentence(rules.cells(), total_mines))
            self._infer()

    def mark_mine(self, cell: Cell) -> None:
        """Mark a cell as a mine and update all sentences."""
        self.mines.add(cell)
        for sentence in self.knowledge:
            sentence.mark_mine(cell)

    def mark_safe(self, cell: Cell) -> None:
        """Mark a cell as safe and update all sentences."""
        self.safes.add(cell)
        for sentence in self.knowledge:
            sentence.mark_safe(cell)

    def add_knowledge(self, cell: Cell, count: int) -> None:
        """Record that a cell is safe and has `count` neighbouring mines, and infer all conclusions.

        Raises IllegalMove if the cell is off the board. Raises InconsistentView if the cell is a
        known mine or the count contradicts existing knowledge about its neighbours. If an error is
        raised, the AI's knowledge does not change.
        """
        sentence = self._sentence_around(cell, count)
        self.moves_made.add(cell)
        self.mark_safe(cell)
        self.knowledge.append(sentence)
        self._infer()

    def make_safe_move(self) -> Cell | None:
        """Return a known safe cell that has not been chosen yet, or None if none is left.

        The AI's knowledge does not change.
        """
        return min(self.safes - self.mines - self.moves_made, default=None)

    def make_random_move(self) -> Cell | None:
        """Return a random unchosen cell that is not a known mine, or None if none is left.

        The AI's knowledge does not change.
        """
        excluded = self.moves_made | self.mines
        cells = [cell for cell in self._rules.cells() if cell not in excluded]
        return random.choice(cells) if cells else None  # noqa: S311

    def _sentence_around(self, cell: Cell, count: int) -> Sentence:
        """Return the sentence that a cell's count implies about its undecided neighbours."""
        if cell not in self._rules.cells():
            raise IllegalMove(
                f"cell {short_repr(cell)} is not on the board, which has {self.height} rows "
                f"and {self.width} columns"
            )
        if cell in self.mines:
            raise InconsistentView(
                f"cell {cell} is a known mine and cannot have a count", cell=cell
            )
        if not isinstance(count, int):
            raise InconsistentView(f"count must be an integer, not {short_repr(count)}", cell=cell)
        around = set(self._rules.neighbours(cell))
        sentence = Sentence(around - self.mines - self.safes, count - len(around & self.mines))
        if not 0 <= sentence.count <= len(sentence.cells):
            raise InconsistentView(
                f"impossible count {count} at {cell} (known mines around it: "
                f"{len(around & self.mines)}, undecided neighbours: {len(sentence.cells)})",
                cell=cell,
            )
        return sentence

    def _infer(self) -> None:
        """Apply the inference rules until no new conclusion follows."""
        while True:
            self._simplify()
            if not self._mark_certain_cells() and not self._add_differences():
                return

    def _simplify(self) -> None:
        """Remove known cells from all sentences, and drop empty and duplicate sentences."""
        unique: dict[frozenset[Cell], Sentence] = {}
        for sentence in self.knowledge:
            for mine in sentence.cells & self.mines:
                sentence.mark_mine(mine)
            for safe in sentence.cells & self.safes:
                sentence.mark_safe(safe)
            # A sentence that contradicts the caller's marks is dropped.
            if sentence.cells and 0 <= sentence.count <= len(sentence.cells):
                unique.setdefault(frozenset(sentence.cells), sentence)
        self.knowledge[:] = unique.values()

    def _mark_certain_cells(self) -> bool:
        """Mark all cells that a single sentence determines, and return whether any were found."""
        mines: set[Cell] = set().union(*(each.known_mines() for each in self.knowledge))
        safes: set[Cell] = set().union(*(each.known_safes() for each in self.knowledge))
        for mine in mines:
            self.mark_mine(mine)
        for safe in safes - mines:
            self.mark_safe(safe)
        return bool(mines or safes)

    def _add_differences(self) -> bool:
        """Subtract each sentence from its supersets, and return whether any sentence was added."""
        known = {frozenset(sentence.cells) for sentence in self.knowledge}
        wide = sum(len(cells) > _CLUE_CELLS for cells in known)
        new = []
        for part, whole in permutations(self.knowledge, 2):
            if part.cells < whole.cells:
                rest = frozenset(whole.cells - part.cells)
                count = whole.count - part.count
                # Contradictory sentences imply nothing about the remaining cells.
                is_possible = 0 <= count <= len(rest)
                is_wide = len(rest) > _CLUE_CELLS
                if (
                    is_possible
                    and rest not in known
                    and not (is_wide and wide >= _MAX_WIDE_SENTENCES)
                ):
                    known.add(rest)
                    wide += is_wide
                    new.append(Sentence(rest, count))
        self.knowledge += new
        return bool(new)
