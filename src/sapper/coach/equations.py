"""Bounds propagation over clue equations, for proofs by cases.

Cells that occur in exactly the same sentences are interchangeable and form a *box*. Propagation
tightens the bounds on the number of mines in each box until nothing changes or a sentence cannot be
satisfied. Every bound records the fact that justifies it.
"""

from collections.abc import Iterable

from sapper.coach.facts import Fact, subtract
from sapper.coach.region import bits


class Equations:
    """Sentences with exact mine counts, and the boxes into which they partition the cells."""

    def __init__(self, sentences: Iterable[Fact], separate: int = 0) -> None:
        """Partition the cells into boxes; each cell in `separate` gets its own box."""
        self.sentences = list(sentences)
        union = 0
        for sentence in self.sentences:
            union |= sentence.mask
        boxes = [union & ~separate, *(1 << index for index in bits(separate))]
        for sentence in self.sentences:
            boxes = [
                part
                for box in boxes
                for part in (box & sentence.mask, box & ~sentence.mask)
                if part
            ]
        self.boxes = boxes
        self.sizes = [box.bit_count() for box in self.boxes]
        self.boxes_of = [
            [number for number, box in enumerate(self.boxes) if box & sentence.mask]
            for sentence in self.sentences
        ]
        """The numbers of the boxes in each sentence."""
        self.sentences_of: list[list[int]] = [[] for _ in self.boxes]
        """The numbers of the sentences that contain each box."""
        for number, members in enumerate(self.boxes_of):
            for box in members:
                self.sentences_of[box].append(number)

    def box_containing(self, cell: int) -> int:
        """Return the number of the box that contains a cell, given as a one-bit mask."""
        return next(number for number, box in enumerate(self.boxes) if box & cell)


class Bounds:
    """The minimum and maximum number of mines in each box, with the facts that justify them."""

    def __init__(self, equations: Equations) -> None:
        self.equations = equations
        self.low = [0] * len(equations.boxes)
        self.high = list(equations.sizes)
        self.low_reasons: list[Fact | None] = [None] * len(equations.boxes)
        self.high_reasons: list[Fact | None] = [None] * len(equations.boxes)

    def copy(self) -> "Bounds":
        """Return an independent copy of the bounds."""
        other = Bounds.__new__(Bounds)
        other.equations = self.equations
        other.low, other.high = self.low.copy(), self.high.copy()
        other.low_reasons = self.low_reasons.copy()
        other.high_reasons = self.high_reasons.copy()
        return other

    def assume(self, box: int, mines: int, assumption: Fact) -> None:
        """Fix the number of mines in a box."""
        self.low[box] = self.high[box] = mines
        self.low_reasons[box] = self.high_reasons[box] = assumption

    def propagate(self, changed: Iterable[int]) -> Fact | None:
        """Propagate changes to some boxes and return a contradiction, or None if there is none.

        A queue holds the sentences that contain a changed box, so a sentence is revisited only
        after the bounds of one of its boxes have changed.
        """
        equations = self.equations
        queue = dict.fromkeys(n for box in changed for n in equations.sentences_of[box])
        while queue:
            number = next(iter(queue))
            del queue[number]
            contradiction = self._propagate_sentence(number, queue)
            if contradiction is not None:
                return contradiction
        return None

    def _propagate_sentence(self, number: int, queue: dict[int, None]) -> Fact | None:
        members = self.equations.boxes_of[number]
        mines = self.equations.sentences[number].low
        low, high = self.low, self.high
        min_mines = max_mines = 0
        for box in members:
            min_mines += low[box]
            max_mines += high[box]
        if min_mines > mines or max_mines < mines:
            return self._contradiction(number, too_many=min_mines > mines)
        slack, surplus = mines - min_mines, max_mines - mines
        if min_mines == max_mines:
            return None
        changed = [b for b in members if high[b] - low[b] > slack or high[b] - low[b] > surplus]
        if not slack:
            self._decide_boxes(number, [b for b in changed if not low[b]], is_mine=False)
        elif not surplus:
            full = [b for b in changed if high[b] == self.equations.sizes[b]]
            self._decide_boxes(number, full, is_mine=True)
        for box in changed:
            new_low, new_high = high[box] - surplus, low[box] + slack
            if new_high < high[box]:
                self.high_reasons[box] = self._reason(number, box, 0, new_high)
                high[box] = new_high
            if new_low > low[box]:
                self.low_reasons[box] = self._reason(
                    number, box, new_low, self.equations.sizes[box]
                )
                low[box] = new_low
            for other in self.equations.sentences_of[box]:
                queue[other] = None
        return None

    def _decide_boxes(self, number: int, boxes: list[int], *, is_mine: bool) -> None:
        """Mark boxes of a sentence as safe or full of mines, using one fact for all boxes."""
        if not boxes:
            return
        mask = 0
        for box in boxes:
            mask |= self.equations.boxes[box]
        mines = mask.bit_count() if is_mine else 0
        sentence = self.equations.sentences[number]
        others = [b for b in self.equations.boxes_of[number] if b not in boxes]
        reason = self._derive(sentence, others, mask, mines, mines)
        for box in boxes:
            if is_mine:
                self.low[box] = self.high[box]
            else:
                self.high[box] = 0
            self.low_reasons[box] = self.high_reasons[box] = reason

    def _reason(self, number: int, box: int, low: int, high: int) -> Fact:
        """Return the fact that bounds a box from below, or from above if `low` is 0."""
        others = [other for other in self.equations.boxes_of[number] if other != box]
        mask = self.equations.boxes[box]
        return self._derive(self.equations.sentences[number], others, mask, low, high)

    def _derive(self, sentence: Fact, others: list[int], mask: int, low: int, high: int) -> Fact:
        if mask == sentence.mask or sentence.is_conclusive:
            return sentence
        # A lower bound follows from the upper bounds of the other boxes, and vice versa.
        reasons = self.high_reasons if low else self.low_reasons
        premises = dict.fromkeys(why for box in others if (why := reasons[box]) is not None)
        return subtract(sentence, tuple(premises), mask, low, high)

    def _contradiction(self, number: int, *, too_many: bool) -> Fact:
        sentence = self.equations.sentences[number]
        reasons = self.low_reasons if too_many else self.high_reasons
        members = self.equations.boxes_of[number]
        premises = dict.fromkeys(why for box in members if (why := reasons[box]) is not None)
        rest = sentence.mask
        for fact in premises:
            rest &= ~fact.mask
        return subtract(sentence, tuple(premises), rest, 1, 0)
