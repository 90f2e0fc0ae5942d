"""Forward deduction: unit propagation over single clues, followed by pairwise comparisons.

A priority queue orders facts by their number of comparisons and then by their number of clues. Two
rules derive new facts:

- Single clues: if all mines around a clue are known, its other hidden neighbours are safe. If a
  clue still needs as many mines as it has undecided neighbours, these neighbours are mines.
- Comparisons: for two overlapping sentences a and b, the bounds that a implies for the shared cells
  also limit the remaining cells of b. The subset rule, 1-1-X and 1-2-X are special cases. A result
  that decides no cell may be used in further comparisons, which form a chain.

The search is complete with respect to single clues. Comparisons are limited in number and
restricted to the neighbourhood of the goal cells. `sapper.coach.case_analysis` handles the
remaining positions.
"""

from collections.abc import Iterator
from heapq import heappop, heappush

from sapper.coach.facts import Fact, subtract
from sapper.coach.region import Region, bits

_MAX_FACTS = 500
_MAX_COMPARISONS = 4
_MAX_CELLS = 8
# The maximum distance between a goal cell and the cells of a clue that is compared.
_MAX_DISTANCE = 5


class Deduction:
    """The cells of a region that have been decided so far, each with the reason."""

    def __init__(self, region: Region, *, only_safe: bool = False) -> None:
        """Start from the clues. If `only_safe` is true, searches skip goal cells that are mines."""
        self.region = region
        self._only_safe = only_safe
        self.safe = 0
        self.mines = 0
        self.reasons: dict[int, Fact] = {}
        """Maps the index of each decided cell to the fact that decided it."""
        self.clue_facts = {
            index: Fact("clue", mask, clue, clue, clue=index, clues=1 << index)
            for index, (mask, clue) in region.clues.items()
        }
        self._queue: list[tuple[int, int, int, Fact]] = []
        self._pushed = 0
        self._pending_clues = 0
        """Bit mask of the clues that have not decided all of their cells yet."""
        self._pool: dict[int, list[Fact]] = {}
        """Maps each cell index to the sentences to compare; empty until comparisons begin."""
        self._bounds: dict[int, tuple[int, int]] = {}
        """Maps each mask of cells to its tightest bounds in the pool."""
        self._next_comparison = 1
        self._queue_initial_facts()

    @property
    def decided(self) -> int:
        """Bit mask of all cells that are known to be safe or known to be mines."""
        return self.safe | self.mines

    def _queue_initial_facts(self) -> None:
        for index in bits(self.region.shown_mines):
            self._push(Fact("shown", 1 << index, 1, 1))
        for index, fact in self.clue_facts.items():
            if fact.is_conclusive:
                self._push(fact)
            else:
                self._pending_clues |= 1 << index

    def apply_single_clues(self, goal: int) -> Fact | None:
        """Return the first fact that decides a cell of `goal` by single clues, or None."""
        return self._run(goal)

    def compare_clues(self, goal: int) -> Fact | None:
        """Return the first fact that decides a cell of `goal` by comparisons, or None.

        Call `apply_single_clues` first.
        """
        nearby = self.region.dilate(goal, _MAX_DISTANCE)
        for fact in self.clue_facts.values():
            if fact.mask & nearby and fact.mask & ~self.decided:
                self._add_to_pool(fact)
        facts = {id(fact): fact for facts in self._pool.values() for fact in facts}
        for fact in facts.values():
            self._compare_with_others(fact)
        return self._run(goal)

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
            if not fact.is_conclusive:
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
                self.reasons[index] = fact
            if new & goal and not (self._only_safe and fact.high):
                return fact
            self._apply_clues_near(new)
            if self._pool:
                self._recompare(new)
        return None

    def reasons_for(self, mask: int) -> tuple[Fact, ...]:
        """Return the facts that decided the cells of a mask, without duplicates."""
        return tuple(dict.fromkeys(self.reasons[index] for index in bits(mask)))

    def _apply_clues_near(self, new: int) -> None:
        around = 0
        for index in bits(new):
            around |= self.region.neighbours[index]
        for index in bits(around & self._pending_clues):
            fact = self.resolve(self.clue_facts[index])
            if fact is not None:
                self._pending_clues &= ~(1 << index)
                self._push(fact)

    def resolve(self, fact: Fact) -> Fact | None:
        """Return a fact that decides the remaining cells of a sentence, or None if none does."""
        rest = fact.mask & ~self.safe & ~self.mines
        if not rest:
            return None
        mines = fact.mask & self.mines
        if mines.bit_count() == fact.high:
            return subtract(fact, self.reasons_for(mines), rest, 0, 0)
        safe = fact.mask & self.safe
        if (fact.mask & ~safe).bit_count() == fact.low:
            size = rest.bit_count()
            # Only the safe cells need a reason, because all other cells of the sentence are mines.
            return subtract(fact, self.reasons_for(safe), rest, size, size)
        return None

    def _add_to_pool(self, fact: Fact) -> bool:
        """Add a sentence unless the pool has equally tight bounds; return whether it was added."""
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

    def _recompare(self, new: int) -> None:
        """Repeat the comparisons of all sentences that contain newly decided cells."""
        for fact in self._overlapping(new):
            if fact.rule != "clue" and (found := self.resolve(fact)) is not None:
                self._push(found)
            self._compare_with_others(fact, both_ways=True)

    def _compare(self, b: Fact, a: Fact) -> None:
        """Queue the facts that `a` implies about the cells of `b` that are not in `a`."""
        safe, mines = self.safe, self.mines
        only_b = b.mask & ~a.mask
        undecided_b = only_b & ~safe & ~mines
        if not undecided_b:
            return
        only_a = a.mask & ~b.mask
        shared = a.mask & b.mask
        mines_b = only_b & mines
        # The shared cells contain at least the mines of `a` that do not fit in its other cells.
        safe_a = only_a & safe
        min_shared = a.low - (only_a & ~safe_a).bit_count()
        if min_shared > 0 and b.high - mines_b.bit_count() == min_shared:
            others = (self._without(a, safe_a), *self.reasons_for(mines_b))
            self._push_comparison(b, others, only_b & ~mines_b, 0, 0)
            return
        # The shared cells contain at most the mines of `a` that are not known to be elsewhere.
        mines_a = only_a & mines
        safe_b = only_b & safe
        max_shared = a.high - mines_a.bit_count()
        left = (only_b & ~safe_b).bit_count()
        if max_shared < shared.bit_count() and b.low - max_shared == left:
            others = (self._without(a, mines_a), *self.reasons_for(safe_b))
            self._push_comparison(b, others, only_b & ~safe_b, left, left)
            return
        self._push_sentence(b, a, undecided_b)

    def _push_sentence(self, b: Fact, a: Fact, undecided_b: int) -> None:
        """Queue bounds on the remaining cells of `b` if they are tighter than the known bounds."""
        decided = self.decided
        size = undecided_b.bit_count()
        mines_a, undecided_a = (a.mask & self.mines).bit_count(), a.mask & ~decided
        min_shared = max(0, a.low - mines_a - (undecided_a & ~b.mask).bit_count())
        max_shared = min(a.high - mines_a, (undecided_a & b.mask).bit_count())
        mines_b = (b.mask & self.mines).bit_count()
        low, high = max(0, b.low - mines_b - max_shared), min(size, b.high - mines_b - min_shared)
        if (low == 0 and high == size) or size > _MAX_CELLS:
            return
        bounds = self._bounds.get(undecided_b)
        if bounds and low <= bounds[0] and high >= bounds[1]:
            return
        others = (self._without(a, a.mask & decided), *self.reasons_for(b.mask & decided))
        self._push_comparison(b, others, undecided_b, low, high)

    def _without(self, fact: Fact, decided: int) -> Fact:
        """Return a sentence without the given decided cells.

        The facts that decided these cells may cover other cells of the sentence, which are removed
        as well.
        """
        if not decided:
            return fact
        others = self.reasons_for(decided)
        for other in others:
            decided |= other.mask & fact.mask
        mines = (decided & self.mines).bit_count()
        return subtract(fact, others, fact.mask & ~decided, fact.low - mines, fact.high - mines)

    def _push_comparison(
        self, base: Fact, others: tuple[Fact, ...], mask: int, low: int, high: int
    ) -> None:
        fact = subtract(base, others, mask, low, high, comparison=self._next_comparison)
        self._next_comparison <<= 1
        self._push(fact)
