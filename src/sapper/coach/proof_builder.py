"""Conversion of the C++ core's proof steps into explained proofs."""

from collections.abc import Iterable, Iterator
from typing import cast

from sapper import _core
from sapper.coach import proof_text
from sapper.coach.proof_steps import Proof, ProofStep, Rule
from sapper.game.difficulty import Kind
from sapper.game.rules import Cell


def build_proof(found: _core.Proof) -> Proof:
    """Build an explained proof from a proof that the core found."""
    steps = _explain_steps(found.steps, ())
    kind = cast("Kind", found.kind)
    return Proof(
        cell=found.cell,
        is_mine=steps[-1].high > 0,
        kind=kind,
        name=_pattern_name(steps, kind),
        clues=tuple(dict.fromkeys(_clues(steps))),
        uses_mine_count=any(step.rule == "count" for step in steps),
        cells=_mentioned_cells(steps),
        steps=steps,
        text=proof_text.argument_text(steps),
    )


def _explain_steps(
    core_steps: Iterable[_core.ProofStep], enclosing: tuple[ProofStep, ...]
) -> tuple[ProofStep, ...]:
    """Convert the core's steps and explain each one.

    Inside a case, `enclosing` contains the steps that precede the case.
    """
    scope = list(enclosing)
    for step in core_steps:
        rule, cells, low, high = cast("Rule", step.rule), step.cells, step.low, step.high
        clue, premises = step.clue, step.premises
        cases = tuple(_explain_steps(case, tuple(scope)) for case in step.cases)
        used = [scope[number] for number in premises]
        text = proof_text.step_text(rule, cells, low, high, clue, used)
        scope.append(ProofStep(rule, cells, low, high, text, clue, premises, cases))
    return tuple(scope[len(enclosing) :])


def _clues(steps: Iterable[ProofStep]) -> Iterator[Cell]:
    """Yield the clues used by the steps and their cases, in order of use."""
    for step in steps:
        for case in step.cases:
            yield from _clues(case)
        if step.clue is not None:
            yield step.clue


def _mentioned_cells(steps: tuple[ProofStep, ...]) -> tuple[Cell, ...]:
    """Return the hidden cells mentioned in the steps, ignoring `count` steps."""
    cells: set[Cell] = set()
    for step in steps:
        if step.rule != "count":
            cells.update(step.cells)
        for case in step.cases:
            cells.update(_mentioned_cells(case))
    return tuple(sorted(cells))


def _pattern_name(steps: tuple[ProofStep, ...], kind: Kind) -> str | None:
    """Return the common name of a proof's pattern, or None if the proof has no single pattern."""
    if any(step.rule == "count" for step in steps):
        return "mine count"
    if kind != "pair":
        return None
    comparisons = [
        (step, compared)
        for step in steps
        for compared in map(steps.__getitem__, step.premises[1:])
        if not compared.is_conclusive
    ]
    if len(comparisons) > 1:
        return None
    step, compared = comparisons[0]
    return _comparison_name(step, steps[step.premises[0]], compared, steps)


def _comparison_name(
    step: ProofStep, b: ProofStep, a: ProofStep, steps: tuple[ProofStep, ...]
) -> str | None:
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
