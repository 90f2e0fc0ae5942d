r"""The classes of the CS50 AI course's Minesweeper project, solved.

Names, attributes and behaviour are those of the course, so this one line is a whole
`minesweeper.py` for the course's own `runner.py`::

    from sapper.compat.cs50 import Minesweeper, MinesweeperAI, Sentence

What the AI knows are *sentences*: `{A, B, C} = 2` says that two of the three cells are mines. It
learns in three ways, over and over, until nothing new follows:

1. `{A, B, C} = 0`: all of them are safe. `{A, B, C} = 3`: all of them are mines.
2. A cell that is known no longer belongs in a sentence: a mine is taken out together with one
   mine of the count, a safe cell alone.
3. `{A, B} = 1` and `{A, B, C, D} = 2`: the cells that only the larger has hold the difference,
   `{C, D} = 1`.

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
from collections.abc import Iterable, Iterator
from itertools import permutations
from typing import Final

from sapper.errors import IllegalMove, InconsistentView, quoted
from sapper.game.rules import Cell, Rules

_CLUE_CELLS: Final = 8
_MAX_WIDE: Final = 64
"""How many sentences of more than eight cells may be kept. Only the total number of mines brings
them; taking every sentence away from it in every order would make exponentially many."""


def _neighbours(cell: Cell, height: int, width: int) -> Iterator[Cell]:
    """Yield the cells that touch this one."""
    row, column = cell
    for i in range(max(row - 1, 0), min(row + 2, height)):
        for j in range(max(column - 1, 0), min(column + 2, width)):
            if (i, j) != cell:
                yield i, j


class Minesweeper:
    """The game: where the mines are, and how many are near a cell.

    Mines are laid by Python's own generator, so `random.seed` repeats a board. Raises InvalidRules
    for a board that cannot be.
    """

    def __init__(self, height: int = 8, width: int = 8, mines: int = 8) -> None:
        rules = Rules(width=width, height=height, mines=mines, start="any")
        self.height = rules.height
        self.width = rules.width
        self.mines: set[Cell] = set(random.sample(list(rules.cells()), rules.mines))
        self.board: list[list[bool]] = [
            [(i, j) in self.mines for j in range(self.width)] for i in range(self.height)
        ]
        self.mines_found: set[Cell] = set()

    def print(self) -> None:
        """Print where the mines are."""
        line = "--" * self.width + "-"
        for row in self.board:
            print(line)  # noqa: T201
            print("".join("|X" if is_mine else "| " for is_mine in row) + "|")  # noqa: T201
        print(line)  # noqa: T201

    def is_mine(self, cell: Cell) -> bool:
        """Tell whether there is a mine in a cell."""
        i, j = cell
        return self.board[i][j]

    def nearby_mines(self, cell: Cell) -> int:
        """Return how many of the cells that touch this one are mines."""
        return sum(self.is_mine(other) for other in _neighbours(cell, self.height, self.width))

    def won(self) -> bool:
        """Tell whether just the mines have been found."""
        return self.mines_found == self.mines


class Sentence:
    """Of these cells, so many are mines.

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

    # A sentence changes while the game goes on: it cannot be the key of anything.
    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        return f"{self.cells} = {self.count}"

    def __repr__(self) -> str:
        return f"Sentence({self.cells}, {self.count})"

    def known_mines(self) -> set[Cell]:
        """Return the cells that must be mines: all of them, or none."""
        return set(self.cells) if self.count == len(self.cells) else set()

    def known_safes(self) -> set[Cell]:
        """Return the cells that must be safe: all of them, or none."""
        return set(self.cells) if self.count == 0 else set()

    def mark_mine(self, cell: Cell) -> None:
        """Take out a cell that is a mine; one mine less is left for the others."""
        if cell in self.cells:
            self.cells.remove(cell)
            self.count -= 1

    def mark_safe(self, cell: Cell) -> None:
        """Take out a cell that is safe; the others hold as many mines as before."""
        self.cells.discard(cell)


class MinesweeperAI:
    """The player: it knows what it was told, and all that follows from it.

    `moves_made`, `mines`, `safes` and `knowledge` may be looked at and added to at any time; what
    a caller adds counts from the next `add_knowledge` on. With `total_mines` the AI also knows
    from the start that {all cells} = total_mines; the course leaves that as an idea.
    """

    def __init__(self, height: int = 8, width: int = 8, total_mines: int | None = None) -> None:
        rules = Rules(width=width, height=height, mines=total_mines or 0, start="any")
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
        """Mark a cell as a mine, here and in all sentences."""
        self.mines.add(cell)
        for sentence in self.knowledge:
            sentence.mark_mine(cell)

    def mark_safe(self, cell: Cell) -> None:
        """Mark a cell as safe, here and in all sentences."""
        self.safes.add(cell)
        for sentence in self.knowledge:
            sentence.mark_safe(cell)

    def add_knowledge(self, cell: Cell, count: int) -> None:
        """Learn that a cell is safe and has so many mines around it, and all that follows.

        Raises IllegalMove for a cell off the board, and InconsistentView for a known mine or a
        count that cannot be with the neighbours that are known; nothing has changed then.
        """
        sentence = self._sentence_around(cell, count)
        self.moves_made.add(cell)
        self.mark_safe(cell)
        self.knowledge.append(sentence)
        self._infer()

    def make_safe_move(self) -> Cell | None:
        """Return a cell that is safe and not yet chosen, None if none is known. Changes nothing."""
        return min(self.safes - self.mines - self.moves_made, default=None)

    def make_random_move(self) -> Cell | None:
        """Return any cell neither chosen nor known to be a mine, None if none is left.

        Changes nothing.
        """
        cells = [
            (i, j)
            for i in range(self.height)
            for j in range(self.width)
            if (i, j) not in self.moves_made and (i, j) not in self.mines
        ]
        return random.choice(cells) if cells else None  # noqa: S311

    # How it learns -------------------------------------------------------------------------------

    def _sentence_around(self, cell: Cell, count: int) -> Sentence:
        """Return what a clue says about the neighbours whose state is not determined."""
        if cell not in Rules(self.width, self.height, 0).cells():
            raise IllegalMove(
                f"cannot learn about {quoted(cell)}: the board has {self.height} rows "
                f"and {self.width} columns"
            )
        if cell in self.mines:
            raise InconsistentView(f"{cell} is known to be a mine: it has no count", cell=cell)
        if not isinstance(count, int):
            raise InconsistentView(f"a count is a whole number, not {quoted(count)}", cell=cell)
        around = set(_neighbours(cell, self.height, self.width))
        sentence = Sentence(around - self.mines - self.safes, count - len(around & self.mines))
        if not 0 <= sentence.count <= len(sentence.cells):
            raise InconsistentView(
                f"{count} mines around {cell} cannot be: {len(around & self.mines)} are known "
                f"there, and {len(sentence.cells)} cells are undetermined",
                cell=cell,
            )
        return sentence

    def _infer(self) -> None:
        """Draw conclusions until there are no more."""
        while True:
            self._tidy()
            if not self._mark_certain_cells() and not self._add_differences():
                return

    def _tidy(self) -> None:
        """Keep only undetermined cells in sentences, and only sentences that say something new."""
        kept: dict[frozenset[Cell], Sentence] = {}
        for sentence in self.knowledge:
            for mine in sentence.cells & self.mines:
                sentence.mark_mine(mine)
            for safe in sentence.cells & self.safes:
                sentence.mark_safe(safe)
            # What a caller marked may contradict a sentence. Then the caller's word counts.
            if sentence.cells and 0 <= sentence.count <= len(sentence.cells):
                kept.setdefault(frozenset(sentence.cells), sentence)
        self.knowledge[:] = kept.values()

    def _mark_certain_cells(self) -> bool:
        """Mark what single sentences tell. Returns whether they told anything."""
        mines: set[Cell] = set().union(*(each.known_mines() for each in self.knowledge))
        safes: set[Cell] = set().union(*(each.known_safes() for each in self.knowledge))
        for mine in mines:
            self.mark_mine(mine)
        for safe in safes - mines:
            self.mark_safe(safe)
        return bool(mines or safes)

    def _add_differences(self) -> bool:
        """Add what follows where one sentence is part of another. Returns whether any is new."""
        known = {frozenset(sentence.cells) for sentence in self.knowledge}
        wide = sum(len(cells) > _CLUE_CELLS for cells in known)
        new = []
        for part, whole in permutations(self.knowledge, 2):
            if part.cells < whole.cells:
                rest = frozenset(whole.cells - part.cells)
                count = whole.count - part.count
                # Two sentences that contradict each other tell nothing about the rest.
                can_be = 0 <= count <= len(rest)
                is_wide = len(rest) > _CLUE_CELLS
                if can_be and rest not in known and not (is_wide and wide >= _MAX_WIDE):
                    known.add(rest)
                    wide += is_wide
                    new.append(Sentence(rest, count))
        self.knowledge += new
        return bool(new)
