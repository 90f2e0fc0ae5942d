"""An independent checker that verifies every step of a proof against the position.

The checker shares no code with the proof search. The checker reads the position directly and
applies only the six rules in `sapper.coach.proof_steps`. Every conclusion that the checker accepts
holds in all layouts consistent with the position.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, NoReturn

from sapper.coach.proof_steps import Proof, ProofStep
from sapper.errors import InvalidProof
from sapper.game.difficulty import KINDS, Kind
from sapper.game.rules import Cell
from sapper.game.view import View

# The limit prevents a RecursionError. Proofs that people can read nest only a few levels deep.
_MAX_DEPTH = 60


class _Sentence(NamedTuple):
    cells: frozenset[Cell]
    low: int
    high: int


def check(view: View, proof: Proof) -> None:
    """Verify every step of a proof against a position. Raises InvalidProof if the check fails."""
    if not view.rules.contains(proof.cell):
        raise InvalidProof(f"cell {proof.cell} is not on the board")
    if view.clue(proof.cell) is not None:
        raise InvalidProof(f"cell {proof.cell} is already revealed: only hidden cells need a proof")
    if not proof.steps:
        raise InvalidProof("the proof has no steps")
    scope: list[_Sentence] = []
    for step in proof.steps:
        if step.rule == "assume":
            _fail(step, scope, "assumptions are allowed only inside a case")
        scope.append(_verify(view, step, scope, 0))
    _check_conclusion(proof, scope[-1])
    _check_summary(proof)


def _check_conclusion(proof: Proof, last: _Sentence) -> None:
    if proof.cell not in last.cells:
        raise InvalidProof(f"the last step does not mention cell {proof.cell}")
    if last.low > last.high:
        raise InvalidProof("the proof ends in a contradiction, which is allowed only inside a case")
    needed = len(last.cells) if proof.is_mine else 0
    if (last.low if proof.is_mine else last.high) != needed:
        conclusion = "a mine" if proof.is_mine else "safe"
        raise InvalidProof(f"the last step does not show that {proof.cell} is {conclusion}")


def _check_summary(proof: Proof) -> None:
    """Check that a proof's summary attributes match its steps."""
    every_step = list(_all_steps(proof.steps))
    clues = {step.clue for step in every_step if step.rule == "clue"}
    if set(proof.clues) != clues or len(proof.clues) != len(clues):
        raise InvalidProof("the clues of the proof differ from the clues used in its steps")
    uses_mine_count = any(step.rule == "count" for step in every_step)
    if proof.uses_mine_count != uses_mine_count:
        raise InvalidProof(
            f"uses_mine_count must be {uses_mine_count}, not {proof.uses_mine_count}"
        )
    kind = _kind(proof.steps)
    if proof.kind != kind:
        raise InvalidProof(f"the proof kind must be {kind!r}, not {proof.kind!r}")


def _all_steps(steps: Sequence[ProofStep]) -> Iterator[ProofStep]:
    for step in steps:
        yield step
        for case in step.cases:
            yield from _all_steps(case)


def _kind(steps: Sequence[ProofStep]) -> Kind:
    """Return the kind of the proof's hardest argument, based on the number of comparisons."""
    if any(step.rule == "cases" for step in steps):
        return "cases"
    comparisons: list[int] = []
    for step in steps:
        undecided = [
            (position, number)
            for position, number in enumerate(step.premises)
            if not steps[number].is_conclusive
        ]
        comparisons.append(sum(comparisons[n] + (position > 0) for position, n in undecided))
    return KINDS[min(max(comparisons), 2)]


def _verify(view: View, step: ProofStep, scope: list[_Sentence], depth: int) -> _Sentence:
    """Verify that a step follows from the earlier sentences, and return its sentence."""
    claim = _Sentence(frozenset(step.cells), step.low, step.high)
    if len(claim.cells) != len(step.cells):
        _fail(step, scope, "a cell is listed twice")
    for premise in step.premises:
        if not 0 <= premise < len(scope):
            _fail(step, scope, f"premise {premise} is not an earlier step")
    if step.cases and step.rule != "cases":
        _fail(step, scope, "this rule does not allow cases")
    match step.rule:
        case "clue" | "count" | "shown":
            if step.premises:
                _fail(step, scope, "this rule does not allow premises")
            fact = _axiom(view, step, scope)
        case "subtract":
            fact = _subtract(step, claim, scope)
        case "cases":
            fact = _exclude_cases(view, step, claim, scope, depth)
        case _:
            _fail(step, scope, "this rule is not allowed here")
    if fact.cells != claim.cells:
        _fail(step, scope, "the cells differ from those that the rule yields")
    if fact.low > fact.high:  # A contradiction implies every sentence.
        return claim
    if claim.low > fact.low or claim.high < fact.high:
        _fail(step, scope, f"the rule implies only {fact.low} to {fact.high} mines")
    return claim


def _axiom(view: View, step: ProofStep, scope: list[_Sentence]) -> _Sentence:
    """Return the sentence of a step without premises, which follows directly from the position.

    Raises InvalidProof if the position does not support the step.
    """
    if step.rule == "shown":
        if not set(step.cells) <= view.shown_mines:
            _fail(step, scope, "the position does not show all of these mines")
        return _Sentence(frozenset(step.cells), len(step.cells), len(step.cells))
    if step.rule == "count":
        hidden = frozenset(cell for cell in view.rules.cells() if view.clue(cell) is None)
        return _Sentence(hidden, view.mines, view.mines)
    on_board = step.clue is not None and view.rules.contains(step.clue)
    clue = view.clue(step.clue) if step.clue is not None and on_board else None
    if step.clue is None or clue is None:
        _fail(step, scope, f"{step.clue} is not a revealed cell")
    neighbours = view.rules.neighbours(step.clue)
    return _Sentence(frozenset(cell for cell in neighbours if view.clue(cell) is None), clue, clue)


def _bounds_of_part(whole: _Sentence, part: frozenset[Cell]) -> tuple[int, int]:
    """Return the bounds on the number of mines in a subset of a sentence's cells."""
    others = len(whole.cells) - len(part)
    return max(0, whole.low - others), min(whole.high, len(part))


def _subtract(step: ProofStep, claim: _Sentence, scope: list[_Sentence]) -> _Sentence:
    if not step.premises:
        _fail(step, scope, "at least one premise is required")
    rest, low, high = scope[step.premises[0]]
    for premise in step.premises[1:]:
        other = scope[premise]
        part = other.cells & rest
        min_mines, max_mines = _bounds_of_part(other, part)
        rest, low, high = rest - part, low - max_mines, high - min_mines
    if not claim.cells <= rest:
        _fail(step, scope, "the cells are not among the remaining cells")
    if high < 0 or low > len(rest) or low > high:
        return _Sentence(claim.cells, 1, 0)
    return _Sentence(claim.cells, *_bounds_of_part(_Sentence(rest, low, high), claim.cells))


def _exclude_cases(
    view: View, step: ProofStep, claim: _Sentence, scope: list[_Sentence], depth: int
) -> _Sentence:
    if depth >= _MAX_DEPTH:
        _fail(step, scope, "the cases are nested too deeply")
    low, high = 0, len(claim.cells)
    for premise in step.premises:
        bound = scope[premise]
        if bound.cells != claim.cells:
            _fail(step, scope, "a premise covers different cells")
        low, high = max(low, bound.low), min(high, bound.high)
    refuted = {_refuted_number(view, case, claim, scope, step, depth) for case in step.cases}
    left = [number for number in range(low, high + 1) if number not in refuted]
    return _Sentence(claim.cells, left[0], left[-1]) if left else _Sentence(claim.cells, 1, 0)


def _refuted_number(
    view: View,
    case: tuple[ProofStep, ...],
    claim: _Sentence,
    scope: list[_Sentence],
    step: ProofStep,
    depth: int,
) -> int:
    """Verify a case and return the mine count that the case rules out."""
    if not case or case[0].rule != "assume" or case[0].premises or case[0].cases:
        _fail(step, scope, "a case must begin with an assumption")
    assumption = case[0]
    cells = frozenset(assumption.cells)
    if cells != claim.cells or len(assumption.cells) != len(claim.cells):
        _fail(step, scope, "a case covers different cells")
    if assumption.low != assumption.high:
        _fail(step, scope, "a case must assume an exact number of mines")
    inner = [*scope, _Sentence(claim.cells, assumption.low, assumption.high)]
    for following in case[1:]:
        inner.append(_verify(view, following, inner, depth + 1))
    if len(case) < 2 or inner[-1].low <= inner[-1].high:
        _fail(step, scope, f"the case with {assumption.low} mines does not end in a contradiction")
    return assumption.low


def _fail(step: ProofStep, scope: list[_Sentence], message: str) -> NoReturn:
    raise InvalidProof(f"step {len(scope)} ({step.rule}): {message}")
