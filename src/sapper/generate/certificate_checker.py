"""A certificate checker in plain Python that shares no code with the generator.

The checker replays the certificate step by step and uses the mine positions only to compute the
clues of revealed cells. The checker proves each step by contradiction: if the cell had the opposite
value, no mine placement would satisfy the step's clues.
"""

from collections.abc import Collection

from sapper.errors import InvalidCertificate
from sapper.game.cell_names import cell_name
from sapper.game.rules import Cell, Rules
from sapper.generate.certificate import KINDS, Certificate, Step

# The maximum number of search states when verifying one step. Steps that people can follow use few
# clues and need far fewer states.
MAX_STATES = 100_000

# The maximum number of clues that each kind of deduction may use. The mine count counts as a clue.
_MAX_PREMISES = {"clue": 1, "pair": 2}


def check(rules: Rules, layout: Collection[Cell], certificate: Certificate) -> None:
    """Verify that a certificate solves a board from its first cell without guessing.

    Raises InvalidCertificate if the certificate is invalid. The error message identifies the first
    invalid step.
    """
    board = _CheckedBoard(rules, frozenset(layout))
    if certificate.first not in board.near:
        raise InvalidCertificate(
            f"first cell {certificate.first} is off the board", cell=certificate.first
        )
    if certificate.first in board.mines:
        raise InvalidCertificate(
            f"first cell {cell_name(certificate.first)} is a mine", cell=certificate.first
        )
    board.reveal(certificate.first)
    for number, step in enumerate(certificate.steps):
        try:
            board.apply(step)
        except InvalidCertificate as error:
            raise InvalidCertificate(f"step {number}: {error}", cell=error.cell) from None
    left = rules.cell_count - rules.mines - len(board.clues)
    if left:
        raise InvalidCertificate(f"incomplete certificate: {left} safe cells remain hidden")


class _CheckedBoard:
    """A board that tracks the clues and known mines established by the steps checked so far."""

    def __init__(self, rules: Rules, mines: frozenset[Cell]) -> None:
        self.rules = rules
        self.mines = mines
        self.near = {cell: frozenset(rules.neighbours(cell)) for cell in rules.cells()}
        if len(mines) != rules.mines or not mines <= self.near.keys():
            raise InvalidCertificate(f"the layout does not match the rules {rules}")
        self.clues: dict[Cell, int] = {}
        self.known_mines: set[Cell] = set()

    def reveal(self, cell: Cell) -> None:
        queue = [cell]
        while queue:
            cell = queue.pop()
            if cell in self.clues:
                continue
            self.clues[cell] = len(self.near[cell] & self.mines)
            if self.clues[cell] == 0:
                queue.extend(self.near[cell])

    def apply(self, step: Step) -> None:
        cell = step.cell
        if cell not in self.near:
            raise InvalidCertificate(f"cell {cell} is off the board", cell=cell)
        if cell in self.clues or cell in self.known_mines:
            raise InvalidCertificate(f"{cell_name(cell)} is already decided", cell=cell)
        if step.kind not in KINDS:
            raise InvalidCertificate(f"unknown deduction kind {step.kind!r}")
        premises = len(set(step.clues)) + step.uses_mine_count
        if premises > _MAX_PREMISES.get(step.kind, premises):
            raise InvalidCertificate(f"too many clues for kind {step.kind!r}: {premises}")
        if not self._is_forced(step):
            kind = "a mine" if step.is_mine else "safe"
            raise InvalidCertificate(
                f"the clues do not prove that {cell_name(cell)} is {kind}", cell=cell
            )
        if step.is_mine:
            self.known_mines.add(cell)
        elif cell in self.mines:  # pragma: no cover - a cell cannot be both safe and a mine
            raise InvalidCertificate(f"{cell_name(cell)} is a mine", cell=cell)
        else:
            self.reveal(cell)

    def _is_forced(self, step: Step) -> bool:
        """Check whether a step's clues rule out the opposite value for its cell."""
        sentences: list[tuple[set[Cell], int]] = []
        for clue in dict.fromkeys(step.clues):
            if clue not in self.clues:
                raise InvalidCertificate(f"the clue at {clue} is not revealed", cell=clue)
            undecided = {near for near in self.near[clue] if self._is_undecided(near)}
            need = self.clues[clue] - len(self.near[clue] & self.known_mines)
            sentences.append((undecided, need))
        search = _LayoutSearch(sentences, self._mine_count() if step.uses_mine_count else None)
        return not search.has_layout(step.cell, is_mine=not step.is_mine)

    def _is_undecided(self, cell: Cell) -> bool:
        return cell not in self.clues and cell not in self.known_mines

    def _mine_count(self) -> tuple[set[Cell], int]:
        """Return all undecided cells and the number of mines among them."""
        undecided = {cell for cell in self.near if self._is_undecided(cell)}
        return undecided, self.rules.mines - len(self.known_mines)


class _LayoutSearch:
    """A search for layouts that satisfy sentences of the form "these cells contain n mines".

    The search uses dynamic programming over the cells. Each state records the number of mines that
    each sentence still needs. For each state, a bit set records the mine totals that are possible
    so far.
    """

    def __init__(
        self, sentences: list[tuple[set[Cell], int]], mine_count: tuple[set[Cell], int] | None
    ) -> None:
        self.sentences = sentences
        self.mine_count = mine_count

    def has_layout(self, cell: Cell, *, is_mine: bool) -> bool:
        """Check whether the sentences can be satisfied with the given value for a cell."""
        cells_left = [len(cells) for cells, _ in self.sentences]
        # A map from each state to the bit set of its possible mine totals.
        states = {tuple(need for _, need in self.sentences): 1}
        order = list(dict.fromkeys([cell, *self._cell_order()]))
        for decided in order:
            touched = [i for i, (cells, _) in enumerate(self.sentences) if decided in cells]
            for number in touched:
                cells_left[number] -= 1
            choices = (is_mine,) if decided == cell else (False, True)
            after: dict[tuple[int, ...], int] = {}
            for needs, totals in states.items():
                for choice in choices:
                    left = list(needs)
                    for number in touched:
                        left[number] -= choice
                    if all(0 <= left[number] <= cells_left[number] for number in touched):
                        key = tuple(left)
                        after[key] = after.get(key, 0) | totals << choice
            if len(after) > MAX_STATES:
                raise InvalidCertificate(f"verification exceeded the limit of {MAX_STATES} states")
            states = after
        if self.mine_count is None:
            return bool(states)
        # Cells that occur in no sentence are interchangeable, so only their total number of mines
        # matters.
        undecided, mines = self.mine_count
        others = len(undecided.difference(order))
        return any(
            totals >> placed & 1
            for totals in states.values()
            for placed in range(max(mines - others, 0), mines + 1)
        )

    def _cell_order(self) -> list[Cell]:
        """Return the cells of all sentences, traversing overlapping sentences depth-first."""
        cells: list[Cell] = []
        visited: set[int] = set()
        for start in range(len(self.sentences)):
            stack = [start]
            while stack:
                number = stack.pop()
                if number in visited:
                    continue
                visited.add(number)
                own = self.sentences[number][0]
                cells.extend(sorted(own))
                stack.extend(
                    other
                    for other, (theirs, _) in enumerate(self.sentences)
                    if other not in visited and not own.isdisjoint(theirs)
                )
        return cells
