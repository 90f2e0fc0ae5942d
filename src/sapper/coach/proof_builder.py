"""Conversion of the C++ core's proof steps into explained proofs."""

from collections.abc import Iterable, Iterator
from typing import Any

from sapper.coach import proof_text
from sapper.coach.proof_steps import KINDS, Kind, Proof, Step
from sapper.game.rules import Cell

CoreStep = tuple[Any, ...]
"""A step returned by `_core.find_proof`: (rule, cells, low, high, clue, premises, cases)."""


def build_proof(cell: Cell, core_steps: Iterable[CoreStep]) -> Proof:
    """Build a proof from steps, the last of which decides the cell."""
    steps = _explain_steps(core_steps, ())
    kind = kind_of(steps)
    return Proof(
        cell=cell,
        is_mine=steps[-1].high > 0,
        kind=kind,
        name=_pattern_name(steps, kind),
        clues=tuple(dict.fromkeys(_clues(steps))),
        uses_mine_count=any(step.rule == "count" for step in steps),
        cells=_mentioned_cells(steps),
        steps=steps,
        text=proof_text.argument_text(steps),
    )


def _explain_steps(core_steps: Iterable[CoreStep], enclosing: tuple[Step, ...]) -> tuple[Step, ...]:
    """Convert the core's steps and explain each one.

    Inside a case, `enclosing` contains the steps that precede the case.
    """
    scope = list(enclosing)
    for rule, cells, low, high, clue, premises, core_cases in core_steps:
        cases = tuple(_explain_steps(case, tuple(scope)) for case in core_cases)
        used = [scope[number] for number in premises]
        text = proof_text.step_text(rule, cells, low, high, clue, used)
        scope.append(Step(rule, cells, low, high, text, clue, premises, cases))
    return tuple(scope[len(enclosing) :])


def _clues(steps: Iterable[Step]) -> Iterator[Cell]:
    """Yield the clues used by the steps and their cases, in order of use."""
    for step in steps:
        for case in step.cases:
            yield from _clues(case)
        if step.clue is not None:
            yield step.clue


def kind_of(steps: tuple[Step, ...]) -> Kind:
    """Return the kind of proof that the given steps form."""
    if any(step.cases for step in steps):
        return "cases"
    comparisons = sum(
        not steps[number].is_conclusive
        for step in steps
        if step.rule == "subtract"
        for number in step.premises[1:]
    )
    return KINDS[min(comparisons, 2)]


def _mentioned_cells(steps: tuple[Step, ...]) -> tuple[Cell, ...]:
    """Return the hidden cells mentioned in the steps, ignoring `count` steps."""
    cells: set[Cell] = set()
    for step in steps:
        if step.rule != "count":
            cells.update(step.cells)
        for case in step.cases:
            cells.update(_mentioned_cells(case))
    return tuple(sorted(cells))


def _pattern_name(steps: tuple[Step, ...], kind: Kind) -> str | None:
    """Return the common name of a proof's pattern, or None if the pattern has no name."""
    if any(step.rule == "count" for step in steps):
        return "mine count"
    if kind != "pair":
        return None
    for step in steps:
        if step.rule != "subtract":
            continue
        base, *others = (steps[number] for number in step.premises)
        compared = next((other for other in others if not other.is_conclusive), None)
        if compared is None:
            continue
        return _comparison_name(step, base, compared, steps)
    return None


def _comparison_name(step: Step, b: Step, a: Step, steps: tuple[Step, ...]) -> str | None:
    clue_a = a.clue or (steps[a.premises[0]].clue if a.premises else None)
    conclusive = [steps[number] for number in step.premises[1:] if steps[number].is_conclusive]
    decided = {cell for premise in conclusive for cell in premise.cells}
    known_mines = sum(
        cell in set(b.cells) for premise in conclusive if premise.high for cell in premise.cells
    )
    cells_b = set(b.cells) - decided
    needed_b = b.high - known_mines
    if clue_a and b.clue and b.low == b.high and a.low == a.high:
        is_adjacent = abs(clue_a[0] - b.clue[0]) + abs(clue_a[1] - b.clue[1]) == 1
        line = set(a.cells) | cells_b
        rows, columns = {cell[0] for cell in line}, {cell[1] for cell in line}
        if is_adjacent and (len(rows) == 1 or len(columns) == 1):
            if a.high == needed_b == 1 and step.high == 0:
                return "1-1-X"
            if a.high == 1 and needed_b == 2 and step.low == len(step.cells):
                return "1-2-X"
    return "subset" if set(a.cells) <= cells_b else "overlap"
