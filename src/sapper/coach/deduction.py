r"""The search for short arguments: one clue at a time, then comparisons of two.

Facts come from a queue, those that are easiest to see first: by the number of comparisons that they
rest on, then by the number of clues. Two rules make new facts of them:

- A clue whose mines are all known makes its other cells safe; one that has just enough cells left
  makes them mines.
- Of two sentences a and b that share cells, what a says of the shared ones tells about the others
  of b. That is the subset rule, 1-1-X, 1-2-X and all their kin. What does not settle a cell may be
  compared further: a chain.

It is complete for the first rule. Comparisons are limited in number and to the neighbourhood of the
cells in question; where they do not suffice, `sapper.coach.case_analysis` takes over.
"""

from collections.abc import Iterator
from heapq import heappop, heappush

from sapper.coach.facts import Fact, subtract
from sapper.coach.region import Region, bits

_MAX_FACTS = 500
_MAX_COMPARISONS = 4
_MAX_CELLS = 8
# How far from the cells in question comparisons may begin.
_REACH = 5


class Deduction:
    """What is settled in a region so far, and why."""

    def __init__(self, region: Region, *, only_safe: bool = False) -> None:
        """`only_safe` looks for safe cells and passes over those that turn out to be mines."""
        self.region = region
        self._only_safe = only_safe
        self.safe = 0
        self.mines = 0
        self.owners: dict[int, Fact] = {}
        """The fact that settled each cell, by the number of the cell."""
        self.clue_facts = {
            index: Fact("clue", mask, clue, clue, clue=index, clues=1 << index)
            for index, (mask, clue) in region.clues.items()
        }
        self._queue: list[tuple[int, int, int, Fact]] = []
        self._pushed = 0
        self._waiting = 0
        """Clues that have not yet told all about their cells."""
        self._pool: dict[int, list[Fact]] = {}
        """Sentences that are compared, by each cell of them; empty before the first comparison."""
        self._bounds: dict[int, tuple[int, int]] = {}
        self._next_comparison = 1
        self._begin()

    @property
    def settled(self) -> int:
        """All cells that are known to be safe or mines."""
        return self.safe | self.mines

    def _begin(self) -> None:
        for index in bits(self.region.shown_mines):
            self._push(Fact("shown", 1 << index, 1, 1))
        for index, fact in self.clue_facts.items():
            if fact.is_settled:
                self._push(fact)
            else:
                self._waiting |= 1 << index

    def read_clues(self, goal: int) -> Fact | None:
        """Return the first fact that settles a cell of `goal` by one clue at a time, else None."""
        return self._run(goal)

    def compare_clues(self, goal: int) -> Fact | None:
        """Return the first fact that settles a cell of `goal` with comparisons too, else None.

        `read_clues` has found nothing before.
        """
        reach = self.region.grow(goal, _REACH)
        for fact in self.clue_facts.values():
            if fact.mask & reach and fact.mask & ~self.settled:
                self._add_to_pool(fact)
        facts = {id(fact): fact for facts in self._pool.values() for fact in facts}
        for fact in facts.values():
            self._compare_with_others(fact)
        return self._run(goal)

    # Inside --------------------------------------------------------------------------------------

    def _push(self, fact: Fact) -> None:
        comparisons, clues = fact.cost
        if comparisons <= _MAX_COMPARISONS:
            self._pushed += 1
            heappush(self._queue, (comparisons, clues, self._pushed, fact))

    def _run(self, goal: int) -> Fact | None:
        popped = 0
        while self._queue and popped < _MAX_FACTS:
            comparisons, _, _, fact = heappop(self._queue)
            popped += comparisons > 0
            if not fact.is_settled:
                if self._add_to_pool(fact):
                    self._compare_with_others(fact, both_ways=True)
                continue
            new = fact.mask & ~(self.safe | self.mines)
            if not new:
                continue
            if fact.high == 0:
                self.safe |= new
            else:
                self.mines |= new
            for index in bits(new):
                self.owners[index] = fact
            if new & goal and not (self._only_safe and fact.high):
                return fact
            self._read_clues_around(new)
            if self._pool:
                self._compare_again(new)
        return None

    def known(self, mask: int) -> tuple[Fact, ...]:
        """Return the facts that settled the cells of a set, each once."""
        return tuple(dict.fromkeys(self.owners[index] for index in bits(mask)))

    def _read_clues_around(self, new: int) -> None:
        around = 0
        for index in bits(new):
            around |= self.region.neighbours[index]
        for index in bits(around & self._waiting):
            fact = self.read_sentence(self.clue_facts[index])
            if fact is not None:
                self._waiting &= ~(1 << index)
                self._push(fact)

    def read_sentence(self, fact: Fact) -> Fact | None:
        """Return what a sentence says of its open cells by what is settled, if anything."""
        rest = fact.mask & ~self.safe & ~self.mines
        if not rest:
            return None
        mines = fact.mask & self.mines
        if mines.bit_count() == fact.high:
            return subtract(fact, self.known(mines), rest, 0, 0)
        safe = fact.mask & self.safe
        if (fact.mask & ~safe).bit_count() == fact.low:
            size = rest.bit_count()
            # The mines among the others need no proof: all that is not safe is a mine.
            return subtract(fact, self.known(safe), rest, size, size)
        return None

    def _add_to_pool(self, fact: Fact) -> bool:
        """Keep a sentence for comparisons, unless one as good is there."""
        low, high = self._bounds.get(fact.mask, (0, fact.mask.bit_count()))
        if fact.low <= low and fact.high >= high:
            return False
        self._bounds[fact.mask] = max(low, fact.low), min(high, fact.high)
        for index in bits(fact.mask):
            self._pool.setdefault(index, []).append(fact)
        return True

    def _overlapping(self, mask: int) -> Iterator[Fact]:
        seen: dict[int, Fact] = {}
        for index in bits(mask):
            for fact in self._pool.get(index, ()):
                seen[id(fact)] = fact
        return iter(seen.values())

    def _compare_with_others(self, fact: Fact, *, both_ways: bool = False) -> None:
        for other in self._overlapping(fact.mask & ~self.safe & ~self.mines):
            if other is not fact:
                self._compare(fact, other)
                if both_ways:
                    self._compare(other, fact)

    def _compare_again(self, new: int) -> None:
        """Compare sentences again of which some cells are settled now."""
        for fact in self._overlapping(new):
            if fact.rule != "clue" and (found := self.read_sentence(fact)) is not None:
                self._push(found)
            self._compare_with_others(fact, both_ways=True)

    def _compare(self, b: Fact, a: Fact) -> None:
        """Push what `a` tells about the cells of `b` that it does not share."""
        safe, mines = self.safe, self.mines
        only_b = b.mask & ~a.mask
        open_b = only_b & ~safe & ~mines
        if not open_b:
            return
        only_a = a.mask & ~b.mask
        shared = a.mask & b.mask
        mines_b = only_b & mines
        # Shared cells hold at least what `a` cannot put elsewhere...
        safe_a = only_a & safe
        fewest = a.low - (only_a & ~safe_a).bit_count()
        if fewest > 0 and b.high - mines_b.bit_count() == fewest:
            known = (self._without(a, safe_a), *self.known(mines_b))
            self._push_comparison(b, known, only_b & ~mines_b, 0, 0)
            return
        # ... and at most what `a` has not got elsewhere.
        mines_a = only_a & mines
        safe_b = only_b & safe
        most = a.high - mines_a.bit_count()
        left = (only_b & ~safe_b).bit_count()
        if most < shared.bit_count() and b.low - most == left:
            known = (self._without(a, mines_a), *self.known(safe_b))
            self._push_comparison(b, known, only_b & ~safe_b, left, left)
            return
        self._push_sentence(b, a, open_b)

    def _push_sentence(self, b: Fact, a: Fact, open_b: int) -> None:
        """Push what is left of `b` as a sentence of its own, if it tells anything."""
        settled = self.safe | self.mines
        size = open_b.bit_count()
        mines_a, open_a = (a.mask & self.mines).bit_count(), a.mask & ~settled
        fewest = max(0, a.low - mines_a - (open_a & ~b.mask).bit_count())
        most = min(a.high - mines_a, (open_a & b.mask).bit_count())
        mines_b = (b.mask & self.mines).bit_count()
        low, high = max(0, b.low - mines_b - most), min(size, b.high - mines_b - fewest)
        if (low == 0 and high == size) or size > _MAX_CELLS:
            return
        bounds = self._bounds.get(open_b)
        if bounds and low <= bounds[0] and high >= bounds[1]:
            return
        known = (self._without(a, a.mask & settled), *self.known(b.mask & settled))
        self._push_comparison(b, known, open_b, low, high)

    def _without(self, fact: Fact, settled: int) -> Fact:
        """Return a sentence without some of its cells that are settled.

        What settled them may settle other cells of the sentence too: those go with them.
        """
        if not settled:
            return fact
        known = self.known(settled)
        for other in known:
            settled |= other.mask & fact.mask
        mines = (settled & self.mines).bit_count()
        return subtract(fact, known, fact.mask & ~settled, fact.low - mines, fact.high - mines)

    def _push_comparison(
        self, base: Fact, known: tuple[Fact, ...], mask: int, low: int, high: int
    ) -> None:
        fact = subtract(base, known, mask, low, high, comparison=self._next_comparison)
        self._next_comparison <<= 1
        self._push(fact)
