"""Proofs that use the mine count, which is the only clue that covers all hidden cells.

First the decided cells are subtracted from the mine count. Then the counts of disjoint clues are
added. If disjoint clues account for all remaining mines, every other undecided cell is safe. If
they account for all remaining safe cells, every other undecided cell is a mine. If these sums
decide nothing, the search refutes the opposite by cases.
"""

from typing import Final

from sapper.coach.case_analysis import CaseLimitExceeded, refute
from sapper.coach.deduction import Deduction
from sapper.coach.equations import Bounds
from sapper.coach.facts import Fact, subtract
from sapper.coach.set_packing import pack

_MAX_UNDECIDED: Final = 80
_MAX_CASES: Final = 150


def remaining_count(deduction: Deduction) -> Fact | None:
    """Return the mine count of the undecided cells as a fact, or None if the region is a window."""
    region = deduction.region
    if region.mines is None:
        return None
    count_bit = 1 << (region.width * region.height)
    count = Fact("count", region.hidden, region.mines, region.mines, clues=count_bit)
    decided = deduction.decided
    if not decided:
        return count
    left = region.mines - (decided & deduction.mines).bit_count()
    return subtract(count, _cover(deduction), region.hidden & ~decided, left, left)


def _cover(deduction: Deduction) -> tuple[Fact, ...]:
    """Return a small, greedily chosen set of facts that together decide all decided cells."""
    facts = dict.fromkeys(deduction.reasons.values())
    facts |= dict.fromkeys(fact for fact in deduction.clue_facts.values() if fact.is_conclusive)
    chosen: list[Fact] = []
    left = deduction.decided
    while left:
        # Mines shown by the position require no clues, so they are preferred.
        best = max(
            facts, key=lambda fact: (fact.mask & left).bit_count() / (fact.clues.bit_count() or 0.1)
        )
        left &= ~best.mask
        chosen.append(best)
    return tuple(chosen)


def apply_exhausted_count(deduction: Deduction, goal: int) -> Fact | None:
    """Return a fact that decides a cell of `goal` because all mines or all safe cells are known.

    Return None if some mines and some safe cells are still unknown.
    """
    region, left = deduction.region, goal & ~deduction.decided
    if region.mines is None or not left:
        return None
    safe_cells = region.hidden.bit_count() - region.mines
    is_mine = deduction.safe.bit_count() == safe_cells
    if not is_mine and deduction.mines.bit_count() != region.mines:
        return None
    count = remaining_count(deduction)
    assert count is not None  # noqa: S101
    base, decided = _split_count(count)
    return subtract(base, decided, left & -left, int(is_mine), int(is_mine))


def _split_count(count: Fact) -> tuple[Fact, tuple[Fact, ...]]:
    """Return the mine count of the whole board and the facts already subtracted from it."""
    return (count.premises[0], count.premises[1:]) if count.premises else (count, ())


def undecided_clues(deduction: Deduction) -> list[Fact]:
    """Return the clues restricted to their undecided cells, without duplicates."""
    decided = deduction.decided
    found: dict[int, Fact] = {}
    for clue in deduction.clue_facts.values():
        mask = clue.mask & ~decided
        if not mask:
            continue
        fact = clue
        if mask != clue.mask:
            mines = clue.low - (clue.mask & deduction.mines).bit_count()
            fact = subtract(clue, deduction.reasons_for(clue.mask & decided), mask, mines, mines)
        known = found.get(mask)
        if known is None or fact.cost < known.cost:
            found[mask] = fact
    return list(found.values())


def sum_disjoint_clues(
    count: Fact, clues: list[Fact], target: int, *, is_mine: bool
) -> Fact | None:
    """Return a fact that decides a cell by the mine count and disjoint clues elsewhere.

    Return None if the clues do not account for the whole count.
    """
    others = [fact for fact in clues if not fact.mask & target]
    needed = count.mask.bit_count() - count.low if is_mine else count.low
    items = [
        (fact.mask, fact.mask.bit_count() - fact.low if is_mine else fact.low) for fact in others
    ]
    total, chosen = pack(items)
    if total != needed:
        return None
    summands = tuple(others[number] for number in chosen)
    # Subtracting everything from the whole count at once makes the proof one step shorter.
    base, decided = _split_count(count)
    return subtract(base, (*summands, *decided), target, int(is_mine), int(is_mine))


def refute_with_count(count: Fact, clues: list[Fact], target: int, mines: int) -> Fact | None:
    """Return a fact, proved by cases, that a cell does not contain `mines` mines, or None."""
    if count.mask.bit_count() > _MAX_UNDECIDED:
        return None
    try:
        return refute(
            [*clues, count],
            target,
            mines,
            limit=_MAX_CASES,
            find_contradiction=find_count_contradiction,
        )
    except CaseLimitExceeded:
        return None


def find_count_contradiction(bounds: Bounds) -> Fact | None:
    """Return a contradiction between the mine count and disjoint clues, or None if there is none.

    The mine count must be the last sentence of the equations.
    """
    equations = bounds.equations
    last = len(equations.sentences) - 1
    mines = equations.sentences[last].low
    for too_many in (True, False):
        totals = bounds.low if too_many else bounds.high
        items = [_item(bounds, number, too_many=too_many) for number in range(last)]
        extra, chosen = pack(items)
        total = sum(totals) + extra if too_many else sum(totals) - extra
        if total > mines if too_many else total < mines:
            return _contradiction(bounds, chosen, too_many=too_many)
    return None


def _undecided_boxes(bounds: Bounds, number: int) -> list[int]:
    return [box for box in bounds.equations.boxes_of[number] if bounds.low[box] < bounds.high[box]]


def _item(bounds: Bounds, number: int, *, too_many: bool) -> tuple[int, int]:
    """Return a sentence's undecided cells and the gap between its count and its box bounds."""
    equations = bounds.equations
    boxes = _undecided_boxes(bounds, number)
    mask = 0
    for box in boxes:
        mask |= equations.boxes[box]
    decided = sum(bounds.low[box] for box in equations.boxes_of[number] if box not in boxes)
    left = equations.sentences[number].low - decided
    if too_many:
        return mask, left - sum(bounds.low[box] for box in boxes)
    return mask, sum(bounds.high[box] for box in boxes) - left


def _contradiction(bounds: Bounds, chosen: list[int], *, too_many: bool) -> Fact:
    equations = bounds.equations
    # A lower bound on some cells implies an upper bound on the rest, and vice versa.
    inner = bounds.high_reasons if too_many else bounds.low_reasons
    outer = bounds.low_reasons if too_many else bounds.high_reasons
    count = equations.sentences[-1]
    premises: dict[Fact, None] = {}
    covered: set[int] = set()
    for number in chosen:
        boxes = _undecided_boxes(bounds, number)
        covered.update(boxes)
        sentence = equations.sentences[number]
        decided = [box for box in equations.boxes_of[number] if box not in boxes]
        if decided:
            mask, low, high = 0, sentence.low, sentence.low
            for box in boxes:
                mask |= equations.boxes[box]
            low -= sum(bounds.high[box] for box in decided)
            high -= sum(bounds.low[box] for box in decided)
            why = dict.fromkeys(fact for box in decided if (fact := inner[box]) is not None)
            low, high = (low, mask.bit_count()) if too_many else (0, high)
            sentence = subtract(sentence, tuple(why), mask, max(low, 0), high)
        premises[sentence] = None
    for box in range(len(equations.boxes)):
        if box not in covered and (fact := outer[box]) is not None:
            premises[fact] = None
    rest = count.mask
    for fact in premises:
        rest &= ~fact.mask
    return subtract(count, tuple(premises), rest, 1, 0)
