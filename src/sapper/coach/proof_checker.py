"""The checker: verifies every step of a proof against the position, whoever found it.

It shares no code with the proof search. It reads the position itself and knows only the few rules
in `sapper.coach.proof_steps`. Every conclusion it accepts holds in all consistent layouts.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, NoReturn

from sapper.coach.proof_steps import KINDS, Kind, Proof, Step
from sapper.errors import InvalidProof
from sapper.game.rules import Cell
from sapper.game.view import View

# Python's own stack ends near 1000; no argument that anybody can follow nests so deep.
_MAX_NESTED = 60


class _Sentence(NamedTuple):
    cells: frozenset[Cell]
    low: int
    high: int


def check(view: View, proof: Proof) -> None:
    """Return if every step of the proof holds in this position. Raises InvalidProof if not."""
    if not view.rules.contains(proof.cell):
        raise InvalidProof(f"{proof.cell} is not on the board")
    if view.clue(proof.cell) is not None:
        raise InvalidProof(f"{proof.cell} is revealed; a proof is about a hidden cell")
    if not proof.steps:
        raise InvalidProof("the proof has no steps")
    scope: list[_Sentence] = []
    for step in proof.steps:
        if step.rule == "assume":
            _fail(step, scope, "an assumption belongs into a case")
        scope.append(_verify(view, step, scope, 0))
    _check_conclusion(proof, scope[-1])
    _check_summary(proof)


def _check_conclusion(proof: Proof, last: _Sentence) -> None:
    if proof.cell not in last.cells:
        raise InvalidProof(f"the last step says nothing of {proof.cell}")
    if last.low > last.high:
        raise InvalidProof("the proof ends in a contradiction outside of any case")
    needed = len(last.cells) if proof.is_mine else 0
    if (last.low if proof.is_mine else last.high) != needed:
        what = "a mine" if proof.is_mine else "safe"
        raise InvalidProof(f"the last step does not make {proof.cell} {what}")


def _check_summary(proof: Proof) -> None:
    """Hold what a proof says about itself against its steps."""
    every = list(_all_steps(proof.steps))
    clues = {step.clue for step in every if step.rule == "clue"}
    if set(proof.clues) != clues or len(proof.clues) != len(clues):
        raise InvalidProof("the clues of the proof are not those of its steps")
    if proof.uses_mine_count != any(step.rule == "count" for step in every):
        raise InvalidProof("the proof is wrong about its use of the mine count")
    kind = _kind(proof.steps)
    if proof.kind != kind:
        raise InvalidProof(f"the proof says that it is of kind {proof.kind!r}, but it is {kind!r}")


def _all_steps(steps: Sequence[Step]) -> Iterator[Step]:
    for step in steps:
        yield step
        for case in step.cases:
            yield from _all_steps(case)


def _kind(steps: Sequence[Step]) -> Kind:
    """One clue at a time; one comparison with a sentence that leaves cells open; more; cases."""
    if any(step.rule == "cases" for step in steps):
        return "cases"
    comparisons = 0
    for step in steps:
        if step.rule == "minus":
            comparisons += sum(not steps[use].is_settled for use in step.uses[1:])
    return KINDS[min(comparisons, 2)]


def _verify(view: View, step: Step, scope: list[_Sentence], depth: int) -> _Sentence:
    """Return the sentence of a step that follows from those before it."""
    claim = _Sentence(frozenset(step.cells), step.low, step.high)
    if len(claim.cells) != len(step.cells):
        _fail(step, scope, "it names a cell twice")
    for use in step.uses:
        if not 0 <= use < len(scope):
            _fail(step, scope, f"there is no step {use} before it")
    if step.cases and step.rule != "cases":
        _fail(step, scope, "it has cases that its rule does not know")
    match step.rule:
        case "clue" | "count" | "shown":
            if step.uses:
                _fail(step, scope, "it uses steps that its rule does not need")
            fact = _read(view, step, scope)
        case "minus":
            fact = _subtract(step, claim, scope)
        case "cases":
            fact = _strike_out(view, step, claim, scope, depth)
        case _:
            _fail(step, scope, "its rule may not stand here")
    if fact.cells != claim.cells:
        _fail(step, scope, "its cells are not those that its rule gives")
    if fact.low > fact.high:  # from a contradiction everything follows
        return claim
    if claim.low > fact.low or claim.high < fact.high:
        _fail(step, scope, f"it follows only that {fact.low} to {fact.high} are mines")
    return claim


def _read(view: View, step: Step, scope: list[_Sentence]) -> _Sentence:
    if step.rule == "shown":
        if not claimed_mines(view, step):
            _fail(step, scope, "the position does not show these mines")
        return _Sentence(frozenset(step.cells), len(step.cells), len(step.cells))
    if step.rule == "count":
        hidden = frozenset(cell for cell in view.rules.cells() if view.clue(cell) is None)
        return _Sentence(hidden, view.mines, view.mines)
    on_board = step.clue is not None and view.rules.contains(step.clue)
    clue = view.clue(step.clue) if step.clue is not None and on_board else None
    if step.clue is None or clue is None:
        _fail(step, scope, f"{step.clue} is not a revealed cell")
    around = view.rules.neighbours(step.clue)
    return _Sentence(frozenset(cell for cell in around if view.clue(cell) is None), clue, clue)


def claimed_mines(view: View, step: Step) -> bool:
    """Tell whether all cells of a step are shown as mines."""
    return set(step.cells) <= view.shown_mines


def _part(whole: _Sentence, part: frozenset[Cell]) -> tuple[int, int]:
    """Return how many mines a part of the cells holds at least and at most."""
    others = len(whole.cells) - len(part)
    return max(0, whole.low - others), min(whole.high, len(part))


def _subtract(step: Step, claim: _Sentence, scope: list[_Sentence]) -> _Sentence:
    if not step.uses:
        _fail(step, scope, "there is nothing to take from")
    rest, low, high = scope[step.uses[0]]
    for use in step.uses[1:]:
        known = scope[use]
        part = known.cells & rest
        fewest, most = _part(known, part)
        rest, low, high = rest - part, low - most, high - fewest
    if not claim.cells <= rest:
        _fail(step, scope, "its cells are not among those that are left")
    if high < 0 or low > len(rest) or low > high:
        return _Sentence(claim.cells, 1, 0)
    fewest, most = _part(_Sentence(rest, low, high), claim.cells)
    return _Sentence(claim.cells, fewest, most)


def _strike_out(
    view: View, step: Step, claim: _Sentence, scope: list[_Sentence], depth: int
) -> _Sentence:
    if depth >= _MAX_NESTED:
        _fail(step, scope, "its cases are nested too deep")
    low, high = 0, len(claim.cells)
    for use in step.uses:
        known = scope[use]
        if known.cells != claim.cells:
            _fail(step, scope, "a step that it uses is about other cells")
        low, high = max(low, known.low), min(high, known.high)
    refuted = {_refute(view, case, claim, scope, step, depth) for case in step.cases}
    left = [number for number in range(low, high + 1) if number not in refuted]
    return _Sentence(claim.cells, left[0], left[-1]) if left else _Sentence(claim.cells, 1, 0)


def _refute(
    view: View,
    case: tuple[Step, ...],
    claim: _Sentence,
    scope: list[_Sentence],
    step: Step,
    depth: int,
) -> int:
    """Return the number of mines that a case shows to be impossible."""
    if not case or case[0].rule != "assume" or case[0].uses or case[0].cases:
        _fail(step, scope, "a case does not begin with an assumption")
    assumed = case[0]
    if frozenset(assumed.cells) != claim.cells or len(assumed.cells) != len(claim.cells):
        _fail(step, scope, "a case is about other cells")
    if assumed.low != assumed.high:
        _fail(step, scope, "a case does not assume one number of mines")
    inner = [*scope, _Sentence(claim.cells, assumed.low, assumed.high)]
    for following in case[1:]:
        inner.append(_verify(view, following, inner, depth + 1))
    if len(case) < 2 or inner[-1].low <= inner[-1].high:
        _fail(step, scope, f"the case of {assumed.low} mines does not end in a contradiction")
    return assumed.low


def _fail(step: Step, scope: list[_Sentence], message: str) -> NoReturn:
    raise InvalidProof(f"step {len(scope)} ({step.rule}): {message}")
