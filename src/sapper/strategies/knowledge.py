"""The CS50 course AI, which reasons with sentences of the form "{cells} = number of mines".

Each clue is a sentence. If a sentence's number is zero, all of its cells are safe. If a sentence's
number equals its number of cells, all of its cells are mines. Known cells are removed from all
sentences. If one sentence's cells are a subset of another's, the difference between the two is a
new sentence. Inference continues until it yields no new sentences::

    5x3/2
    111##       {(1,0), (1,1)} = 1 and {(1,0), (1,1), (1,2)} = 1 imply {(1,2)} = 0.
    #####       Removing (1,2) from every other sentence may yield new sentences.
    #####

If no cell is safe, the strategy reveals a random cell that is not a known mine. The first move is
also random. The `total_mines` option, suggested by readers of the course, adds the sentence "{all
hidden cells} = number of mines".

The strategy differs from the original in three ways:

- Instead of storing sentences, it derives them from the view on each move, which yields the same
  safe cells and mines.
- With `total_mines`, inference stops at the first safe cell, and the number of sentences with more
  than eight cells is limited. Otherwise, there could be exponentially many.
- If no more cells are hidden than there are mines, the strategy makes no move. The original may
  then reveal a mine that it has not found.
"""

from collections import deque
from collections.abc import Iterable
from typing import Final

from sapper.game.cell_names import cell_name
from sapper.game.rules import Cell, Rules
from sapper.game.view import View
from sapper.strategies.base import Advice, draw_first_move, draw_index, first_move_advice
from sapper.strategies.clue_state import HIDDEN, neighbour_table

Sentence = frozenset[int]

_CLUE_CELLS: Final = 8
_MAX_LARGE_SENTENCES: Final = 64
"""The maximum number of sentences with more than eight cells, per view."""


class Knowledge:
    """A strategy that infers sentences about cells and guesses at random if no cell is safe."""

    name = "knowledge"
    summary = "Infers sentences of the form {cells} = mines, then guesses at random."
    title = "Logician"
    character = "Collects facts and combines them, then guesses blindly."

    def __init__(self, *, seed: int = 0, total_mines: bool = False) -> None:
        self._seed = seed
        self._total_mines = total_mines

    def first_move(self, rules: Rules) -> Cell:
        """Return a random cell."""
        return draw_first_move(rules, self._seed)

    def advise(self, view: View) -> Advice:
        """Infer new sentences, and guess among the undecided cells if no cell is safe."""
        if view.is_untouched:
            return first_move_advice(self, view.rules)
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
        known.infer(stop_at_safe=self._total_mines)

        width = view.width
        safe = frozenset([divmod(cell, width) for cell in known.safe])
        mines = frozenset([divmod(cell, width) for cell in known.mines])
        risks = {**dict.fromkeys(safe, 0.0), **dict.fromkeys(mines, 1.0)}
        if safe:
            best = min(safe)
            return Advice(
                safe,
                mines,
                risks,
                best,
                f"{cell_name(best)} is safe: a sentence about it has no mines",
            )
        undecided = [divmod(cell, width) for cell in hidden if cell not in known.mines]
        if not undecided or len(hidden) <= view.mines:
            return Advice(safe, mines, risks, None, "every hidden cell is a mine")
        density = min(1.0, max(0.0, (view.mines - len(mines)) / len(undecided)))
        risks.update(dict.fromkeys(undecided, density))
        best = undecided[draw_index(view.rules, cells, self._seed, len(undecided))]
        reason = f"{cell_name(best)} is a random guess: no sentence proves that a cell is safe"
        return Advice(safe, mines, risks, best, reason)


class _KnowledgeBase:
    """The known cells, and the sentences about all other cells."""

    def __init__(self) -> None:
        self.safe: set[int] = set()
        self.mines: set[int] = set()
        self._mines_in: dict[Sentence, int] = {}
        self._with_cell: dict[int, set[Sentence]] = {}
        self._new: deque[Sentence] = deque()
        self._large_sentences = 0

    def add(self, cells: Iterable[int], mines: int) -> None:
        """Add a sentence and draw the conclusions that follow from single sentences."""
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
                self._insert(sentence, mines)
                continue
            to_add.extend(
                (other, self._remove(other))
                for other in set().union(*(self._with_cell.get(cell, ()) for cell in sentence))
            )

    def infer(self, *, stop_at_safe: bool) -> None:
        """Derive new sentences from pairs until no new sentence follows or a safe cell is known."""
        while self._new and not (stop_at_safe and self.safe):
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
        if len(rest) > _CLUE_CELLS and self._large_sentences >= _MAX_LARGE_SENTENCES:
            return
        self.add(rest, self._mines_in[whole] - self._mines_in[part])

    def _insert(self, sentence: Sentence, mines: int) -> None:
        self._mines_in[sentence] = mines
        self._large_sentences += len(sentence) > _CLUE_CELLS
        self._new.append(sentence)
        for cell in sentence:
            self._with_cell.setdefault(cell, set()).add(sentence)

    def _remove(self, sentence: Sentence) -> int:
        for cell in sentence:
            self._with_cell[cell].discard(sentence)
        return self._mines_in.pop(sentence)
