"""The AI of the CS50 project, written from its specification alone."""

from itertools import permutations

Cell = tuple[int, int]


class Sentence:
    """The statement that `count` of the cells are mines."""

    def __init__(self, cells: set[Cell], count: int) -> None:
        self.cells = set(cells)
        self.count = count

    def known_mines(self) -> set[Cell]:
        """Return all cells if each of them must be a mine."""
        return set(self.cells) if len(self.cells) == self.count else set()

    def known_safes(self) -> set[Cell]:
        """Return all cells if none of them is a mine."""
        return set(self.cells) if self.count == 0 else set()

    def mark_mine(self, cell: Cell) -> None:
        """Remove a cell that is a mine, and count one mine less."""
        if cell in self.cells:
            self.cells.remove(cell)
            self.count -= 1

    def mark_safe(self, cell: Cell) -> None:
        """Remove a cell that is safe."""
        self.cells.discard(cell)


class KnowledgeAI:
    """An AI that stores its sentences and adds to them after each move."""

    def __init__(self, height: int, width: int) -> None:
        self.board = {(i, j) for i in range(height) for j in range(width)}
        self.moves_made: set[Cell] = set()
        self.mines: set[Cell] = set()
        self.safes: set[Cell] = set()
        self.knowledge: list[Sentence] = []

    def add_knowledge(self, cell: Cell, count: int) -> None:
        """Record that a cell is safe and has the given number of neighbouring mines."""
        self.moves_made.add(cell)
        self._mark_safe(cell)
        i, j = cell
        neighbours = {(i + a, j + b) for a in (-1, 0, 1) for b in (-1, 0, 1)} & self.board - {cell}
        count -= len(neighbours & self.mines)
        self._add(Sentence(neighbours - self.mines - self.safes, count))
        while self._mark_known_cells() or self._infer_from_subsets():
            pass

    def safe_moves(self) -> set[Cell]:
        """Return the moves that `make_safe_move` may return."""
        return self.safes - self.moves_made

    def random_moves(self) -> set[Cell]:
        """Return the moves that `make_random_move` may return."""
        return self.board - self.moves_made - self.mines

    def _mark_safe(self, cell: Cell) -> None:
        self.safes.add(cell)
        for sentence in self.knowledge:
            sentence.mark_safe(cell)

    def _mark_mine(self, cell: Cell) -> None:
        self.mines.add(cell)
        for sentence in self.knowledge:
            sentence.mark_mine(cell)

    def _add(self, new: Sentence) -> bool:
        if not new.cells or any(new.cells == old.cells for old in self.knowledge):
            return False
        self.knowledge.append(new)
        return True

    def _mark_known_cells(self) -> bool:
        mines = set().union(*(sentence.known_mines() for sentence in self.knowledge))
        safes = set().union(*(sentence.known_safes() for sentence in self.knowledge))
        for cell in mines:
            self._mark_mine(cell)
        for cell in safes:
            self._mark_safe(cell)
        # Sentences about the same cells count as one sentence.
        known, self.knowledge = self.knowledge, []
        for sentence in known:
            self._add(sentence)
        return bool(mines or safes)

    def _infer_from_subsets(self) -> bool:
        is_new = False
        for a, b in permutations(self.knowledge, 2):
            if a.cells < b.cells:
                is_new |= self._add(Sentence(b.cells - a.cells, b.count - a.count))
        return is_new
