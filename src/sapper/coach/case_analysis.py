"""Proofs by contradiction from a minimal set of clues.

To prove that a cell is safe, the search assumes that the cell is a mine, and vice versa. The search
adds clues in rings around the cell until they contradict the assumption. It then removes redundant
clues, starting with the farthest, until every remaining clue is necessary. Each refutation
propagates bounds and, when propagation stalls, branches on the number of mines in one box.
"""

from collections.abc import Callable, Sequence
from typing import Final

from sapper.coach.equations import Bounds, Equations
from sapper.coach.facts import Fact
from sapper.coach.region import Region, bits

_MAX_CASES: Final = 400
_MAX_RINGS: Final = 12
_MAX_CLUES: Final = 120


ContradictionFinder = Callable[[Bounds], Fact | None]
"""A function that returns a contradiction implied by the given bounds, or None if it finds none."""


class CaseLimitExceeded(Exception):
    """Raised when a refutation needs more cases than its limit allows."""


class _Refutation:
    """A depth-first case analysis with a case limit and a distinct bit for each assumption."""

    def __init__(self, limit: int, find_contradiction: ContradictionFinder | None) -> None:
        self._cases_left = limit
        self._find_contradiction = find_contradiction
        self._bit = 1

    def assume(self, mask: int, mines: int) -> Fact:
        self._cases_left -= 1
        if self._cases_left < 0:
            raise CaseLimitExceeded
        self._bit <<= 1
        return Fact("assume", mask, mines, mines, assumptions=self._bit)

    def refute(self, bounds: Bounds, changed: Sequence[int]) -> Fact | None:
        """Return a contradiction, or None if the bounds are satisfiable."""
        contradiction = bounds.propagate(changed)
        if contradiction is None and self._find_contradiction is not None:
            contradiction = self._find_contradiction(bounds)
        if contradiction is not None:
            return contradiction
        box = _branching_box(bounds)
        if box is None:
            return None
        cases: list[tuple[Fact, Fact]] = []
        mask = bounds.equations.boxes[box]
        for mines in range(bounds.low[box], bounds.high[box] + 1):
            assumption = self.assume(mask, mines)
            inner = bounds.copy()
            inner.assume(box, mines, assumption)
            contradiction = self.refute(inner, [box])
            if contradiction is None:
                return None
            if not contradiction.assumptions & assumption.assumptions:
                return contradiction  # the contradiction does not depend on this case
            cases.append((assumption, contradiction))
        premises = dict.fromkeys(
            why for why in (bounds.low_reasons[box], bounds.high_reasons[box]) if why is not None
        )
        return _exclude_cases(mask, 1, 0, tuple(premises), cases)


def _exclude_cases(
    mask: int, low: int, high: int, premises: tuple[Fact, ...], cases: list[tuple[Fact, Fact]]
) -> Fact:
    """Return the fact that follows from the refutation of every case in `cases`."""
    clues = assumptions = discharged = 0
    for fact in premises:
        clues |= fact.clues
        assumptions |= fact.assumptions
    for assumption, contradiction in cases:
        clues |= contradiction.clues
        assumptions |= contradiction.assumptions
        discharged |= assumption.assumptions
    return Fact(
        "cases",
        mask,
        low,
        high,
        premises,
        clues=clues,
        assumptions=assumptions & ~discharged,
        cases=tuple(cases),
    )


def _branching_box(bounds: Bounds) -> int | None:
    """Return the undecided box with the fewest cases, or None if every box is decided.

    Ties are broken in favour of the box that occurs in the most sentences, then the smallest box.
    """
    equations = bounds.equations
    best, best_key = None, (0, 0, 0)
    for box, (low, high) in enumerate(zip(bounds.low, bounds.high, strict=True)):
        if low < high:
            key = (high - low, -len(equations.sentences_of[box]), equations.sizes[box])
            if best is None or key < best_key:
                best, best_key = box, key
    return best


def refute(
    sentences: Sequence[Fact],
    target: int,
    mines: int,
    *,
    limit: int = _MAX_CASES,
    find_contradiction: ContradictionFinder | None = None,
) -> Fact | None:
    """Return a fact stating that the cell `target` cannot contain `mines` (0 or 1) mines.

    Return None if the sentences are consistent with that number of mines. `find_contradiction` may
    find contradictions that no single sentence reveals. Raises CaseLimitExceeded if the refutation
    needs more than `limit` cases.
    """
    equations = Equations(sentences, separate=target)
    search = _Refutation(limit, find_contradiction)
    assumption = search.assume(target, mines)
    bounds = Bounds(equations)
    box = equations.box_containing(target)
    bounds.assume(box, mines, assumption)
    contradiction = search.refute(bounds, range(len(equations.boxes)))
    if contradiction is None:
        return None
    return _exclude_cases(target, 1 - mines, 1 - mines, (), [(assumption, contradiction)])


def refute_with_minimal_clues(
    clues: Sequence[Fact], target: int, mines: int, *, limit: int = _MAX_CASES
) -> Fact | None:
    """Return a refutation that uses a minimal set of clues, or None if none is found."""
    chosen: list[Fact] = []
    reached = target
    remaining = list(clues)
    for _ in range(_MAX_RINGS):
        ring = [fact for fact in remaining if fact.mask & reached]
        if not ring or len(chosen) + len(ring) > _MAX_CLUES:
            return None
        remaining = [fact for fact in remaining if not fact.mask & reached]
        chosen += ring
        for fact in ring:
            reached |= fact.mask
        found = _refute_within_limit(chosen, target, mines, limit)
        if found is not None:
            return _minimise_clues(found, chosen, target, mines, limit)
    return None


def _refute_within_limit(
    sentences: Sequence[Fact], target: int, mines: int, limit: int
) -> Fact | None:
    try:
        return refute(sentences, target, mines, limit=limit)
    except CaseLimitExceeded:
        return None


def _minimise_clues(
    found: Fact, chosen: Sequence[Fact], target: int, mines: int, limit: int
) -> Fact:
    """Return a refutation in which no clue is redundant."""
    needed = _used_sentences(found, chosen)
    for sentence in reversed(needed.copy()):
        if sentence not in needed:
            continue
        fewer = [other for other in needed if other is not sentence]
        if (smaller := _refute_within_limit(fewer, target, mines, limit)) is not None:
            found, needed = smaller, _used_sentences(smaller, fewer)
    return found


def _used_sentences(fact: Fact, sentences: Sequence[Fact]) -> list[Fact]:
    """Return the sentences that a refutation uses, in order of first use."""
    candidates = set(map(id, sentences))
    found: dict[int, Fact] = {}
    seen: set[int] = set()

    def visit(fact: Fact) -> None:
        if id(fact) in seen:
            return
        seen.add(id(fact))
        if id(fact) in candidates:
            found[id(fact)] = fact
            return
        for premise in fact.premises:
            visit(premise)
        for _, contradiction in fact.cases:
            visit(contradiction)

    visit(fact)
    return list(found.values())


def most_constrained_cells(region: Region, goal: int, limit: int) -> list[int]:
    """Return up to `limit` cells of a mask, starting with those next to the most clues."""
    clues = sum(1 << index for index in region.clues)
    cells = sorted(bits(goal), key=lambda index: -(region.neighbours[index] & clues).bit_count())
    return cells[:limit]
