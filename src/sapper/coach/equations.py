"""Clues as equations over boxes of cells that they cannot tell apart, with bounds that narrow.

This is the engine of proofs by cases: it takes a few clues, perhaps the mine count, and what was
assumed, and follows the consequences until nothing follows or a clue cannot hold any more. Every
bound keeps the fact that it rests on.
"""

from collections.abc import Iterable

from sapper.coach.facts import Fact, subtract
from sapper.coach.region import bits


class Equations:
    """A choice of sentences with exact numbers of mines, and the boxes that they form."""

    def __init__(self, sentences: Iterable[Fact], apart: int = 0) -> None:
        """Cells of `apart` get boxes of their own, one each."""
        self.sentences = list(sentences)
        union = 0
        for sentence in self.sentences:
            union |= sentence.mask
        boxes = [union & ~apart, *(1 << index for index in bits(apart))]
        for sentence in self.sentences:
            boxes = [
                part
                for box in boxes
                for part in (box & sentence.mask, box & ~sentence.mask)
                if part
            ]
        self.boxes = boxes
        self.sizes = [box.bit_count() for box in self.boxes]
        self.members = [
            [number for number, box in enumerate(self.boxes) if box & sentence.mask]
            for sentence in self.sentences
        ]
        self.touching: list[list[int]] = [[] for _ in self.boxes]
        for number, members in enumerate(self.members):
            for box in members:
                self.touching[box].append(number)

    def box_of(self, cell: int) -> int:
        """Return the number of the box that holds a cell, given as a set of one."""
        return next(number for number, box in enumerate(self.boxes) if box & cell)


class Bounds:
    """How many mines each box holds at least and at most, and why."""

    def __init__(self, equations: Equations) -> None:
        self.equations = equations
        self.low = [0] * len(equations.boxes)
        self.high = list(equations.sizes)
        self.why_low: list[Fact | None] = [None] * len(equations.boxes)
        self.why_high: list[Fact | None] = [None] * len(equations.boxes)

    def copy(self) -> "Bounds":
        """Return bounds that can be narrowed without changing these."""
        other = Bounds.__new__(Bounds)
        other.equations = self.equations
        other.low, other.high = self.low.copy(), self.high.copy()
        other.why_low, other.why_high = self.why_low.copy(), self.why_high.copy()
        return other

    def assume(self, box: int, mines: int, why: Fact) -> None:
        """Let a box hold just so many mines."""
        self.low[box] = self.high[box] = mines
        self.why_low[box] = self.why_high[box] = why

    def follow(self, changed: Iterable[int]) -> Fact | None:
        """Narrow all bounds that follow from changed boxes; return a contradiction, if any."""
        equations = self.equations
        waiting = dict.fromkeys(n for box in changed for n in equations.touching[box])
        while waiting:
            number = next(iter(waiting))
            del waiting[number]
            contradiction = self._narrow(number, waiting)
            if contradiction is not None:
                return contradiction
        return None

    def follow_all(self) -> Fact | None:
        """Narrow all bounds; return a contradiction if there is one."""
        return self.follow(range(len(self.low)))

    def _narrow(self, number: int, waiting: dict[int, None]) -> Fact | None:
        members = self.equations.members[number]
        mines = self.equations.sentences[number].low
        low, high = self.low, self.high
        fewest = most = 0
        for box in members:
            fewest += low[box]
            most += high[box]
        if fewest > mines or most < mines:
            return self._contradiction(number, too_many=fewest > mines)
        above, below = mines - fewest, most - mines
        if fewest == most:
            return None
        changed = [b for b in members if high[b] - low[b] > above or high[b] - low[b] > below]
        if not above:
            self._settle(number, [b for b in changed if not low[b]], is_mine=False)
        elif not below:
            full = [b for b in changed if high[b] == self.equations.sizes[b]]
            self._settle(number, full, is_mine=True)
        for box in changed:
            new_low, new_high = high[box] - below, low[box] + above
            if new_high < high[box]:
                self.why_high[box] = self._why(number, box, 0, new_high)
                high[box] = new_high
            if new_low > low[box]:
                self.why_low[box] = self._why(number, box, new_low, self.equations.sizes[box])
                low[box] = new_low
            for other in self.equations.touching[box]:
                waiting[other] = None
        return None

    def _settle(self, number: int, boxes: list[int], *, is_mine: bool) -> None:
        """Make some boxes of an equation safe, or full of mines, with one fact for all of them."""
        if not boxes:
            return
        mask = 0
        for box in boxes:
            mask |= self.equations.boxes[box]
        mines = mask.bit_count() if is_mine else 0
        sentence = self.equations.sentences[number]
        others = [b for b in self.equations.members[number] if b not in boxes]
        why = self._take(sentence, others, mask, mines, mines)
        for box in boxes:
            if is_mine:
                self.low[box] = self.high[box]
            else:
                self.high[box] = 0
            self.why_low[box] = self.why_high[box] = why

    def _why(self, number: int, box: int, low: int, high: int) -> Fact:
        """Return why a box holds at least `low` mines, or at most `high` if `low` is 0."""
        others = [other for other in self.equations.members[number] if other != box]
        mask = self.equations.boxes[box]
        return self._take(self.equations.sentences[number], others, mask, low, high)

    def _take(self, sentence: Fact, others: list[int], mask: int, low: int, high: int) -> Fact:
        if mask == sentence.mask or sentence.is_settled:
            return sentence
        # Others that have no room leave mines for these cells; others that have mines leave none.
        reasons = self.why_high if low else self.why_low
        known = dict.fromkeys(why for box in others if (why := reasons[box]) is not None)
        return subtract(sentence, tuple(known), mask, low, high)

    def _contradiction(self, number: int, *, too_many: bool) -> Fact:
        sentence = self.equations.sentences[number]
        reasons = self.why_low if too_many else self.why_high
        members = self.equations.members[number]
        known = dict.fromkeys(why for box in members if (why := reasons[box]) is not None)
        rest = sentence.mask
        for fact in known:
            rest &= ~fact.mask
        return subtract(sentence, tuple(known), rest, 1, 0)
