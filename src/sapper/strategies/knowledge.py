"""The player of the CS50 AI course: sentences "of these cells, so many are mines".

Each clue is a sentence. A sentence with no mines makes its cells safe; one with as many mines as
cells makes them mines; known cells are taken out of all sentences. When one sentence's cells are
among another's, their difference is a new sentence, and so on until nothing new comes::

    5x3/2
    111##       {(1,0), (1,1)} = 1 and {(1,0), (1,1), (1,2)} = 1, so {(1,2)} = 0: safe.
    #####       That takes (1,2) out of every other sentence, which may give new ones.
    #####

Without a safe cell it reveals any cell that is not known to be a mine; so it does at first. With
the option `total_mines`, an idea that the course's readers had, it also knows from the start that
{all cells} = the number of mines.

Differences from the original: sentences are read from the view at each move rather than kept, which
gives the same knowledge. New sentences are formed only while no safe cell is known, since safe
cells are revealed first anyway. Sentences wider than a clue, which come of `total_mines`, are
formed up to a limit: there would be exponentially many.
"""

from collections import deque
from collections.abc import Iterable
from typing import Final

from sapper.game.rules import Cell, Rules
from sapper.game.view import View
from sapper.strategies.base import Advice, draw, draw_first_move, first_advice
from sapper.strategies.clue_state import HIDDEN, neighbour_table

Sentence = frozenset[int]

_CLUE_CELLS: Final = 8
_MAX_WIDE: Final = 64
"""How many sentences with more than eight cells may be formed for one view."""


class Knowledge:
    """Sentences and what follows from pairs of them, then chance."""

    name = "knowledge"
    summary = "Sentences {cells} = mines and their differences, then chance."

    def __init__(self, *, seed: int = 0, total_mines: bool = False) -> None:
        self._seed = seed
        self._total_mines = total_mines

    def first_move(self, rules: Rules) -> Cell:
        """Return any cell."""
        return draw_first_move(rules, self._seed)

    def advise(self, view: View) -> Advice:
        """Return what follows from the sentences, or any cell not known to be a mine."""
        if view.is_untouched:
            return first_advice(self, view.rules)
        cells = view.cell_bytes
        hidden = [cell for cell, value in enumerate(cells) if value == HIDDEN]
        known = _KnowledgeBase()
        neighbours = neighbour_table(view.width, view.height)
        for cell, value in enumerate(cells):
            if value != HIDDEN:
                near = frozenset([near for near in neighbours[cell] if cells[near] == HIDDEN])
                known.add(near, value)
        if self._total_mines:
            known.add(frozenset(hidden), view.mines)
        known.infer()

        width = view.width
        safe = frozenset([divmod(cell, width) for cell in known.safe])
        mines = frozenset([divmod(cell, width) for cell in known.mines])
        risks = {**dict.fromkeys(safe, 0.0), **dict.fromkeys(mines, 1.0)}
        if safe:
            best = min(safe)
            return Advice(safe, mines, risks, best, f"{best} is safe: a sentence has no mines left")
        open_cells = [divmod(cell, width) for cell in hidden if cell not in known.mines]
        if not open_cells or len(hidden) <= view.mines:
            return Advice(safe, mines, risks, None, "every hidden cell is a mine")
        density = min(1.0, max(0.0, (view.mines - len(mines)) / len(open_cells)))
        risks.update(dict.fromkeys(open_cells, density))
        best = open_cells[draw(view.rules, cells, self._seed, len(open_cells))]
        reason = f"{best} is a guess by chance: no sentence makes a cell safe"
        return Advice(safe, mines, risks, best, reason)


class _KnowledgeBase:
    """Sentences about cells that are not known, and the cells that are."""

    def __init__(self) -> None:
        self.safe: set[int] = set()
        self.mines: set[int] = set()
        self._mines_in: dict[Sentence, int] = {}
        self._with_cell: dict[int, set[Sentence]] = {}
        self._new: deque[Sentence] = deque()
        self._wide = 0

    def add(self, cells: Iterable[int], mines: int) -> None:
        """Add a sentence and all that single sentences then say."""
        to_add = [(frozenset(cells), mines)]
        while to_add:
            sentence, mines = to_add.pop()
            known_mines = sentence & self.mines
            mines -= len(known_mines)
            sentence = sentence - known_mines - self.safe
            if not sentence or sentence in self._mines_in:
                continue
            if mines == 0:
                self.safe |= sentence
            elif mines == len(sentence):
                self.mines |= sentence
            else:
                self._keep(sentence, mines)
                continue
            to_add.extend(
                (other, self._forget(other))
                for other in set().union(*(self._with_cell.get(cell, ()) for cell in sentence))
            )

    def infer(self) -> None:
        """Form new sentences from pairs until none is new or a cell is found safe."""
        while self._new and not self.safe:
            sentence = self._new.popleft()
            if sentence not in self._mines_in:
                continue
            others: set[Sentence] = set().union(*(self._with_cell[cell] for cell in sentence))
            for other in others:
                if sentence not in self._mines_in:
                    break
                if other not in self._mines_in:
                    continue
                if sentence < other:
                    self._add_difference(other, sentence)
                elif other < sentence:
                    self._add_difference(sentence, other)

    def _add_difference(self, whole: Sentence, part: Sentence) -> None:
        rest = whole - part
        if len(rest) > _CLUE_CELLS and self._wide >= _MAX_WIDE:
            return
        self.add(rest, self._mines_in[whole] - self._mines_in[part])

    def _keep(self, sentence: Sentence, mines: int) -> None:
        self._mines_in[sentence] = mines
        self._wide += len(sentence) > _CLUE_CELLS
        self._new.append(sentence)
        for cell in sentence:
            self._with_cell.setdefault(cell, set()).add(sentence)

    def _forget(self, sentence: Sentence) -> int:
        for cell in sentence:
            self._with_cell[cell].discard(sentence)
        return self._mines_in.pop(sentence)
