"""Conversion of the C++ core's proof steps into explained proofs."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from sapper import _core
from sapper.coach import proof_text
from sapper.coach.pattern_matcher import name_proof
from sapper.coach.proof_steps import Proof, ProofStep, Rule
from sapper.game.rules import Cell
from sapper.game.view import View

if TYPE_CHECKING:
    from sapper.game.difficulty import Kind


def build_proof(view: View, found: _core.Proof) -> Proof:
    """Build an explained proof from a proof that the core found in a view."""
    steps = _explain_steps(found.steps, ())
    proof = Proof(
        cell=found.cell,
        is_mine=steps[-1].high > 0,
        kind=cast("Kind", found.kind),
        name=None,
        is_reduced=False,
        clues=tuple(dict.fromkeys(_clues(steps))),
        uses_mine_count=any(step.rule == "count" for step in steps),
        cells=_mentioned_cells(steps),
        steps=steps,
        text=proof_text.argument_text(steps),
    )
    match = name_proof(view, proof)
    if match is None:
        return proof
    return replace(proof, name=match.pattern.name, is_reduced=match.is_reduced)


def _explain_steps(
    core_steps: Iterable[_core.ProofStep], enclosing: tuple[ProofStep, ...]
) -> tuple[ProofStep, ...]:
    """Convert the C++ core's proof steps and explain each step.

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
    """Return the hidden cells that the steps mention, ignoring `count` steps."""
    cells: set[Cell] = set()
    for step in steps:
        if step.rule != "count":
            cells.update(step.cells)
        for case in step.cases:
            cells.update(_mentioned_cells(case))
    return tuple(sorted(cells))
