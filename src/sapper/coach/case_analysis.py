"""Proofs by cases: a smallest set of clues with which the opposite is impossible.

Clues are taken in rings around the cell until they contradict the opposite; then each that is not
needed is left out again, the farthest first. What is left is irreducible: without any one of its
clues the opposite would be possible. The refutation assumes the opposite, follows what it forces,
and where nothing is forced any more looks at the cases of one box of cells.
"""

from collections.abc import Callable, Sequence
from typing import Final

from sapper.coach.equations import Bounds, Equations
from sapper.coach.facts import Fact
from sapper.coach.region import Region, bits

_MAX_CASES: Final = 400
_MAX_RINGS: Final = 12
_MAX_CLUES: Final = 120


Look = Callable[[Bounds], Fact | None]
"""Looks at bounds and returns a contradiction if it sees one."""


class TooManyCases(Exception):
    """The refutation reached its limit."""


class _Search:
    """One refutation; counts its cases and gives each assumption a bit of its own."""

    def __init__(self, limit: int, look: Look | None) -> None:
        self._left = limit
        self._look = look
        self._bit = 1

    def assume(self, mask: int, mines: int) -> Fact:
        self._left -= 1
        if self._left < 0:
            raise TooManyCases
        self._bit <<= 1
        return Fact("assume", mask, mines, mines, assumed=self._bit)

    def refute(self, bounds: Bounds, changed: Sequence[int]) -> Fact | None:
        """Return a contradiction, None if there is a way to fill all boxes."""
        contradiction = bounds.follow(changed)
        if contradiction is None and self._look is not None:
            contradiction = self._look(bounds)
        if contradiction is not None:
            return contradiction
        box = _choose_box(bounds)
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
            if not contradiction.assumed & assumption.assumed:
                return contradiction  # it holds without this case
            cases.append((assumption, contradiction))
        known = dict.fromkeys(
            why for why in (bounds.why_low[box], bounds.why_high[box]) if why is not None
        )
        return _strike_out(mask, 1, 0, tuple(known), cases)


def _strike_out(
    mask: int, low: int, high: int, known: tuple[Fact, ...], cases: list[tuple[Fact, Fact]]
) -> Fact:
    """Return what is left when all those cases are impossible."""
    clues = assumed = own = 0
    for fact in known:
        clues |= fact.clues
        assumed |= fact.assumed
    for assumption, contradiction in cases:
        clues |= contradiction.clues
        assumed |= contradiction.assumed
        own |= assumption.assumed
    return Fact(
        "cases", mask, low, high, known, clues=clues, assumed=assumed & ~own, cases=tuple(cases)
    )


def _choose_box(bounds: Bounds) -> int | None:
    """Return the box to look at by cases: few cases, in the equation with the least room."""
    equations = bounds.equations
    best, best_key = None, (0, 0, 0)
    for box, (low, high) in enumerate(zip(bounds.low, bounds.high, strict=True)):
        if low < high:
            key = (high - low, -len(equations.touching[box]), equations.sizes[box])
            if best is None or key < best_key:
                best, best_key = box, key
    return best


def refute(
    sentences: Sequence[Fact],
    target: int,
    mines: int,
    *,
    limit: int = _MAX_CASES,
    look: Look | None = None,
) -> Fact | None:
    """Return the fact that the one cell `target` cannot hold `mines` (0 or 1) mines.

    `look` may find contradictions that the sentences do not show one by one. None when
    the sentences do not exclude it. Raises TooManyCases.
    """
    equations = Equations(sentences, apart=target)
    search = _Search(limit, look)
    assumption = search.assume(target, mines)
    bounds = Bounds(equations)
    box = equations.box_of(target)
    bounds.assume(box, mines, assumption)
    contradiction = search.refute(bounds, range(len(equations.boxes)))
    if contradiction is None:
        return None
    return _strike_out(target, 1 - mines, 1 - mines, (), [(assumption, contradiction)])


def refute_by_few_clues(
    clues: Sequence[Fact], target: int, mines: int, *, limit: int = _MAX_CASES
) -> Fact | None:
    """Return the same from a smallest set of clues, None when they do not suffice."""
    chosen: list[Fact] = []
    reached, found = target, None
    left = list(clues)
    for _ in range(_MAX_RINGS):
        ring = [fact for fact in left if fact.mask & reached]
        if not ring or len(chosen) + len(ring) > _MAX_CLUES:
            return None
        left = [fact for fact in left if not fact.mask & reached]
        chosen += ring
        for fact in ring:
            reached |= fact.mask
        found = _try(chosen, target, mines, limit)
        if found is not None:
            return _leave_out(found, chosen, target, mines, limit)
    return None


def _try(sentences: Sequence[Fact], target: int, mines: int, limit: int) -> Fact | None:
    try:
        return refute(sentences, target, mines, limit=limit)
    except TooManyCases:
        return None


def _leave_out(found: Fact, chosen: Sequence[Fact], target: int, mines: int, limit: int) -> Fact:
    """Return a refutation that needs all of its clues."""
    needed = _sentences_under(found, chosen)
    for sentence in reversed(needed.copy()):
        if sentence not in needed:
            continue
        fewer = [other for other in needed if other is not sentence]
        if (smaller := _try(fewer, target, mines, limit)) is not None:
            found, needed = smaller, _sentences_under(smaller, fewer)
    return found


def _sentences_under(fact: Fact, sentences: Sequence[Fact]) -> list[Fact]:
    """Return those of the sentences that a refutation uses, in the order in which it does."""
    possible = set(map(id, sentences))
    found: dict[int, Fact] = {}
    seen: set[int] = set()

    def visit(fact: Fact) -> None:
        if id(fact) in seen:
            return
        seen.add(id(fact))
        if id(fact) in possible:
            found[id(fact)] = fact
            return
        for used in fact.uses:
            visit(used)
        for _, contradiction in fact.cases:
            visit(contradiction)

    visit(fact)
    return list(found.values())


def cells_by_distance(region: Region, goal: int, limit: int) -> list[int]:
    """Return up to `limit` cells of a set, those with the most clues around them first."""
    clues = sum(1 << index for index in region.clues)
    cells = sorted(bits(goal), key=lambda index: -(region.neighbours[index] & clues).bit_count())
    return cells[:limit]
