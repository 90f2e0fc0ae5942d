"""Arguments with the mine count, the one clue that speaks of all hidden cells.

What is settled is taken from it first. Then disjoint clues are added up: if they need all mines
that are left, every other cell is safe; if they leave room for no fewer than are left, every other
cell is a mine. Where that does not suffice, the opposite is refuted by cases, with the same sums.
"""

from typing import Final

from sapper.coach.case_analysis import TooManyCases, refute
from sapper.coach.deduction import Deduction
from sapper.coach.equations import Bounds
from sapper.coach.facts import Fact, subtract
from sapper.coach.set_packing import pack

_MAX_OPEN: Final = 80
_MAX_CASES: Final = 150


def open_count(deduction: Deduction) -> Fact | None:
    """Return how many mines are in the cells that are not settled; None in a mere window."""
    region = deduction.region
    if region.mines is None:
        return None
    whole = 1 << (region.width * region.height)
    count = Fact("count", region.hidden, region.mines, region.mines, clues=whole)
    settled = deduction.settled
    if not settled:
        return count
    left = region.mines - (settled & deduction.mines).bit_count()
    return subtract(count, _cover(deduction), region.hidden & ~settled, left, left)


def _cover(deduction: Deduction) -> tuple[Fact, ...]:
    """Return few facts that settle all that is settled, greedily those that settle most."""
    facts = dict.fromkeys(deduction.owners.values())
    facts |= dict.fromkeys(fact for fact in deduction.clue_facts.values() if fact.is_settled)
    chosen: list[Fact] = []
    left = deduction.settled
    while left:
        # Mines that the position shows need no clue at all.
        best = max(
            facts, key=lambda fact: (fact.mask & left).bit_count() / (fact.clues.bit_count() or 0.1)
        )
        left &= ~best.mask
        chosen.append(best)
    return tuple(chosen)


def count_settled(deduction: Deduction, goal: int) -> Fact | None:
    """Return what follows for a cell of `goal` when all mines, or all safe cells, are settled."""
    region, left = deduction.region, goal & ~deduction.settled
    if region.mines is None or not left:
        return None
    safe_cells = region.hidden.bit_count() - region.mines
    is_mine = deduction.safe.bit_count() == safe_cells
    if not is_mine and deduction.mines.bit_count() != region.mines:
        return None
    count = open_count(deduction)
    assert count is not None  # noqa: S101
    base, settled = (count.uses[0], count.uses[1:]) if count.uses else (count, ())
    return subtract(base, settled, left & -left, int(is_mine), int(is_mine))


def open_clues(deduction: Deduction) -> list[Fact]:
    """Return the clues with cells that are not settled, reduced to those; equal ones once."""
    settled = deduction.settled
    found: dict[int, Fact] = {}
    for clue in deduction.clue_facts.values():
        mask = clue.mask & ~settled
        if not mask:
            continue
        fact = clue
        if mask != clue.mask:
            mines = clue.low - (clue.mask & deduction.mines).bit_count()
            fact = subtract(clue, deduction.known(clue.mask & settled), mask, mines, mines)
        known = found.get(mask)
        if known is None or fact.cost < known.cost:
            found[mask] = fact
    return list(found.values())


def add_up(count: Fact, clues: list[Fact], target: int, *, is_mine: bool) -> Fact | None:
    """Return why a cell is safe, or a mine, by the mine count and clues that do not touch it."""
    others = [fact for fact in clues if not fact.mask & target]
    needed = count.mask.bit_count() - count.low if is_mine else count.low
    items = [
        (fact.mask, fact.mask.bit_count() - fact.low if is_mine else fact.low) for fact in others
    ]
    total, chosen = pack(items)
    if total != needed:
        return None
    known = tuple(others[number] for number in chosen)
    # What is settled is taken from the whole count in the same step: one sum, not two.
    base, settled = (count.uses[0], count.uses[1:]) if count.uses else (count, ())
    return subtract(base, (*known, *settled), target, int(is_mine), int(is_mine))


def refute_with_count(count: Fact, clues: list[Fact], target: int, mines: int) -> Fact | None:
    """Return the proof by cases that a cell cannot hold `mines` (0 or 1), None if none is found."""
    if count.mask.bit_count() > _MAX_OPEN:
        return None
    try:
        return refute([*clues, count], target, mines, limit=_MAX_CASES, look=add_up_bounds)
    except TooManyCases:
        return None


def add_up_bounds(bounds: Bounds) -> Fact | None:
    """Return a contradiction between the count, the last of the sentences, and disjoint others."""
    equations = bounds.equations
    last = len(equations.sentences) - 1
    mines = equations.sentences[last].low
    for too_many in (True, False):
        sure = bounds.low if too_many else bounds.high
        items = [_item(bounds, number, too_many=too_many) for number in range(last)]
        extra, chosen = pack(items)
        total = sum(sure) + extra if too_many else sum(sure) - extra
        if total > mines if too_many else total < mines:
            return _contradiction(bounds, chosen, too_many=too_many)
    return None


def _open_boxes(bounds: Bounds, number: int) -> list[int]:
    return [box for box in bounds.equations.members[number] if bounds.low[box] < bounds.high[box]]


def _item(bounds: Bounds, number: int, *, too_many: bool) -> tuple[int, int]:
    """Return the open cells of a sentence and what it adds to the sum of the boxes' bounds."""
    equations = bounds.equations
    boxes = _open_boxes(bounds, number)
    mask = 0
    for box in boxes:
        mask |= equations.boxes[box]
    closed = sum(bounds.low[box] for box in equations.members[number] if box not in boxes)
    left = equations.sentences[number].low - closed
    if too_many:
        return mask, left - sum(bounds.low[box] for box in boxes)
    return mask, sum(bounds.high[box] for box in boxes) - left


def _contradiction(bounds: Bounds, chosen: list[int], *, too_many: bool) -> Fact:
    equations = bounds.equations
    # At least so many in some cells means at most the rest in the others, and the other way round.
    inner = bounds.why_high if too_many else bounds.why_low
    outer = bounds.why_low if too_many else bounds.why_high
    count = equations.sentences[-1]
    known: dict[Fact, None] = {}
    covered: set[int] = set()
    for number in chosen:
        boxes = _open_boxes(bounds, number)
        covered.update(boxes)
        sentence = equations.sentences[number]
        closed = [box for box in equations.members[number] if box not in boxes]
        if closed:
            mask, low, high = 0, sentence.low, sentence.low
            for box in boxes:
                mask |= equations.boxes[box]
            low -= sum(bounds.high[box] for box in closed)
            high -= sum(bounds.low[box] for box in closed)
            why = dict.fromkeys(fact for box in closed if (fact := inner[box]) is not None)
            low, high = (low, mask.bit_count()) if too_many else (0, high)
            sentence = subtract(sentence, tuple(why), mask, max(low, 0), high)
        known[sentence] = None
    for box in range(len(equations.boxes)):
        if box not in covered and (fact := outer[box]) is not None:
            known[fact] = None
    rest = count.mask
    for fact in known:
        rest &= ~fact.mask
    return subtract(count, tuple(known), rest, 1, 0)
