"""The checker of certificates: plain Python that shares no code with what makes them.

It plays the board by the steps alone. Of the mines it uses only what a player would be shown: the
clue of a cell that a step has proved safe. Each step is verified by trying the opposite: if the
cell were otherwise, no way must be left to lay mines around the clues that the step names.
"""

from collections.abc import Collection

from sapper.errors import InvalidCertificate
from sapper.game.rules import Cell, Rules
from sapper.generate.certificate import KINDS, Certificate, Step

# Placements of single cells that one step may take to verify. Steps name few clues, so that a
# certificate that needs more is none for people either.
MOST_PLACEMENTS = 2_000_000

# How many clues an argument of a kind may name, the mine count included.
_MOST_PREMISES = {"clue": 1, "pair": 2}


def check(rules: Rules, layout: Collection[Cell], certificate: Certificate) -> None:
    """Verify that the certificate clears the board from its first cell without a guess.

    Raises InvalidCertificate, which names the first step that does not hold.
    """
    player = _Player(rules, frozenset(layout))
    if certificate.first in player.mines:
        raise InvalidCertificate(f"the first cell {certificate.first} is a mine")
    player.reveal(certificate.first)
    for number, step in enumerate(certificate.steps):
        try:
            player.take(step)
        except InvalidCertificate as error:
            raise InvalidCertificate(f"step {number}: {error}") from None
    left = rules.cell_count - rules.mines - len(player.clues)
    if left:
        raise InvalidCertificate(f"{left} safe cells are not revealed at the end of the steps")


class _Player:
    """Somebody who knows what is revealed and what steps have shown, and believes nothing else."""

    def __init__(self, rules: Rules, mines: frozenset[Cell]) -> None:
        self.rules = rules
        self.mines = mines
        self.near = {cell: frozenset(rules.neighbours(cell)) for cell in rules.cells()}
        if len(mines) != rules.mines or not mines <= self.near.keys():
            raise InvalidCertificate(f"the layout has not the {rules.mines} mines of the rules")
        self.clues: dict[Cell, int] = {}
        self.known_mines: set[Cell] = set()

    def reveal(self, cell: Cell) -> None:
        waiting = [cell]
        while waiting:
            cell = waiting.pop()
            if cell in self.clues:
                continue
            self.clues[cell] = len(self.near[cell] & self.mines)
            if self.clues[cell] == 0:
                waiting.extend(self.near[cell])

    def take(self, step: Step) -> None:
        cell = step.cell
        if cell not in self.near or cell in self.clues or cell in self.known_mines:
            raise InvalidCertificate(f"{cell} is not an undecided cell")
        premises = len(set(step.clues)) + step.uses_mine_count
        if step.kind not in KINDS or premises > _MOST_PREMISES.get(step.kind, premises):
            raise InvalidCertificate(f"{premises} clues are no argument of kind {step.kind!r}")
        if not self._is_forced(step):
            kind = "a mine" if step.is_mine else "safe"
            raise InvalidCertificate(f"{cell} need not be {kind} by the clues that are named")
        if step.is_mine:
            self.known_mines.add(cell)
        elif cell in self.mines:  # pragma: no cover - a forced cell is what it must be
            raise InvalidCertificate(f"{cell} is a mine")
        else:
            self.reveal(cell)

    def _is_forced(self, step: Step) -> bool:
        """Whether nothing agrees with the clues when the cell is the opposite."""
        sentences: list[tuple[set[Cell], int]] = []
        for clue in dict.fromkeys(step.clues):
            if clue not in self.clues:
                raise InvalidCertificate(f"the clue {clue} is not revealed")
            undecided = {near for near in self.near[clue] if self._is_undecided(near)}
            need = self.clues[clue] - len(self.near[clue] & self.known_mines)
            sentences.append((undecided, need))
        trial = _Trial(sentences, self._mine_count() if step.uses_mine_count else None)
        return not trial.has_layout(step.cell, is_mine=not step.is_mine)

    def _is_undecided(self, cell: Cell) -> bool:
        return cell not in self.clues and cell not in self.known_mines

    def _mine_count(self) -> tuple[set[Cell], int]:
        """All undecided cells and the mines among them."""
        undecided = {cell for cell in self.near if self._is_undecided(cell)}
        return undecided, self.rules.mines - len(self.known_mines)


class _Trial:
    """Tries to lay mines so that sentences `these cells hold so many mines` are all true."""

    def __init__(
        self, sentences: list[tuple[set[Cell], int]], mine_count: tuple[set[Cell], int] | None
    ) -> None:
        self.size = [len(cells) for cells, _ in sentences]
        self.need = [need for _, need in sentences]
        self.sentences_of: dict[Cell, list[int]] = {}
        for number, (cells, _) in enumerate(sentences):
            for cell in sorted(cells):
                self.sentences_of.setdefault(cell, []).append(number)
        self.cells_of = [sorted(cells) for cells, _ in sentences]
        # Cells that no named clue touches are alike: only how many of them are mines matters.
        self.others = len(mine_count[0] - self.sentences_of.keys()) if mine_count else 0
        self.mines_left = mine_count[1] if mine_count else None
        self.placed: set[Cell] = set()
        self.placements = 0

    def has_layout(self, cell: Cell, *, is_mine: bool) -> bool:
        if cell not in self.sentences_of and self.mines_left is not None:
            self.others -= 1
            self.mines_left -= is_mine
            return self._complete()
        return self._place(cell, is_mine) and self._complete()

    def _place(self, cell: Cell, is_mine: bool) -> bool:
        """Decide a cell; False when a sentence cannot become true any more."""
        self.placements += 1
        if self.placements > MOST_PLACEMENTS:
            raise InvalidCertificate(f"more than {MOST_PLACEMENTS} placements to verify it")
        self.placed.add(cell)
        possible = True
        for number in self.sentences_of.get(cell, ()):
            self.size[number] -= 1
            self.need[number] -= is_mine
            possible &= 0 <= self.need[number] <= self.size[number]
        if self.mines_left is not None:
            self.mines_left -= is_mine
        return possible

    def _take_back(self, cell: Cell, is_mine: bool) -> None:
        self.placed.discard(cell)
        for number in self.sentences_of.get(cell, ()):
            self.size[number] += 1
            self.need[number] += is_mine
        if self.mines_left is not None:
            self.mines_left += is_mine

    def _complete(self) -> bool:
        """Whether the undecided cells can be laid; the cell of the tightest sentence goes first."""
        open_sentences = [number for number, size in enumerate(self.size) if size]
        if any(not 0 <= need <= size for need, size in zip(self.need, self.size, strict=True)):
            return False
        if self.mines_left is not None:
            cells_left = len(self.sentences_of) - len(self.placed & self.sentences_of.keys())
            if not 0 <= self.mines_left <= cells_left + self.others:
                return False
        if not open_sentences:
            return self.mines_left is None or self.mines_left <= self.others
        tightest = min(
            open_sentences,
            key=lambda number: min(self.need[number], self.size[number] - self.need[number]),
        )
        cell = next(cell for cell in self.cells_of[tightest] if cell not in self.placed)
        for is_mine in (False, True):
            if self._place(cell, is_mine) and self._complete():
                return True
            self._take_back(cell, is_mine)
        return False
