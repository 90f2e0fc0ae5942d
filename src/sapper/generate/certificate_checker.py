"""The checker of certificates: plain Python that shares no code with what makes them.

It plays the board by the steps alone. Of the mines it uses only what a player would be shown: the
clue of a cell that a step has proved safe. Each step is verified by trying the opposite: if the
cell were otherwise, no way must be left to lay mines around the clues that the step names.
"""

from collections.abc import Collection

from sapper.errors import InvalidCertificate
from sapper.game.rules import Cell, Rules
from sapper.generate.certificate import KINDS, Certificate, Step

# What one step may take to verify. Steps name few clues, so that a certificate that needs more is
# none for people either.
MAX_WAYS = 100_000

# How many clues an argument of a kind may name, the mine count included.
_MAX_PREMISES = {"clue": 1, "pair": 2}


def check(rules: Rules, layout: Collection[Cell], certificate: Certificate) -> None:
    """Verify that the certificate clears the board from its first cell without a guess.

    Raises InvalidCertificate, which names the first step that does not hold.
    """
    player = _Player(rules, frozenset(layout))
    if certificate.first not in player.near:
        raise InvalidCertificate(f"the first cell {certificate.first} is not on the board")
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
        if step.kind not in KINDS or premises > _MAX_PREMISES.get(step.kind, premises):
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
    """Tries to lay mines so that sentences `these cells hold so many mines` are all true.

    Cells are decided one after the other. Of what was decided only two things matter: what each
    sentence still needs, and how many mines were laid. So ways that agree in both are one.
    """

    def __init__(
        self, sentences: list[tuple[set[Cell], int]], mine_count: tuple[set[Cell], int] | None
    ) -> None:
        self.sentences = sentences
        self.mine_count = mine_count

    def has_layout(self, cell: Cell, *, is_mine: bool) -> bool:
        """Whether all sentences can be true when the cell is a mine, or is none."""
        cells_left = [len(cells) for cells, _ in self.sentences]
        # What the sentences need, and as bits of a number which totals of mines are possible.
        ways = {tuple(need for _, need in self.sentences): 1}
        order = list(dict.fromkeys([cell, *self._walk()]))
        for decided in order:
            touched = [i for i, (cells, _) in enumerate(self.sentences) if decided in cells]
            for number in touched:
                cells_left[number] -= 1
            choices = (is_mine,) if decided == cell else (False, True)
            after: dict[tuple[int, ...], int] = {}
            for needs, totals in ways.items():
                for choice in choices:
                    left = list(needs)
                    for number in touched:
                        left[number] -= choice
                    if all(0 <= left[number] <= cells_left[number] for number in touched):
                        key = tuple(left)
                        after[key] = after.get(key, 0) | totals << choice
            if len(after) > MAX_WAYS:
                raise InvalidCertificate(f"it takes more than {MAX_WAYS} ways to verify it")
            ways = after
        if self.mine_count is None:
            return bool(ways)
        # Cells that no named clue touches are alike: only how many of them are mines matters.
        undecided, mines = self.mine_count
        others = len(undecided.difference(order))
        return any(
            totals >> laid & 1
            for totals in ways.values()
            for laid in range(max(mines - others, 0), mines + 1)
        )

    def _walk(self) -> list[Cell]:
        """All cells of the sentences, from each sentence to one that shares cells with it."""
        cells: list[Cell] = []
        seen: set[int] = set()
        for start in range(len(self.sentences)):
            waiting = [start]
            while waiting:
                number = waiting.pop()
                if number in seen:
                    continue
                seen.add(number)
                own = self.sentences[number][0]
                cells.extend(sorted(own))
                waiting.extend(
                    other
                    for other, (theirs, _) in enumerate(self.sentences)
                    if other not in seen and not own.isdisjoint(theirs)
                )
        return cells
