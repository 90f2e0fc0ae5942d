"""The checker accepts what holds and refuses what does not, whoever wrote it."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from inference.positions import random_clues, random_position

from sapper import Rules, View, analyse, parse_view
from sapper.coach.proof_checker import check
from sapper.coach.proof_search import Proof, Step, prove
from sapper.errors import BudgetExceeded, InconsistentView, InvalidProof

# The 1 at A1 and the 2 at A2 make B3 a mine: 1-2-X.
VIEW = parse_view("4x2/2\n1221\n####")
B1, B2, B3, B4 = (1, 0), (1, 1), (1, 2), (1, 3)
ONE = Step("clue", (B1, B2), 1, 1, "", clue=(0, 0))
TWO = Step("clue", (B1, B2, B3), 2, 2, "", clue=(0, 1))
MINE = Step("minus", (B3,), 1, 1, "", uses=(1, 0))


def proof_of(*steps: Step, **changes: object) -> Proof:
    proof = Proof(
        cell=B3,
        is_mine=True,
        kind="pair",
        name=None,
        clues=((0, 0), (0, 1)),
        uses_mine_count=False,
        cells=(B1, B2, B3),
        steps=steps,
        text="",
    )
    return replace(proof, **changes)  # type: ignore[arg-type]


def refused(proof: Proof, view: View = VIEW) -> str:
    with pytest.raises(InvalidProof) as raised:
        check(view, proof)
    return str(raised.value)


def test_a_right_proof_is_accepted() -> None:
    check(VIEW, proof_of(ONE, TWO, MINE))


@pytest.mark.parametrize(
    ("proof", "message"),
    [
        (proof_of(), "no steps"),
        (proof_of(ONE, TWO, MINE, cell=(0, 0)), "is revealed"),
        (proof_of(ONE, TWO, MINE, cell=(5, 0)), "is not on the board"),
        (proof_of(replace(ONE, clue=(-1, 0)), TWO, MINE), "is not a revealed cell"),
        (proof_of(ONE, TWO, MINE, cell=B4), "says nothing of"),
        (proof_of(ONE, TWO, MINE, is_mine=False), "does not make"),
        (proof_of(ONE, TWO, MINE, kind="clue"), "kind 'clue', but it is 'pair'"),
        (proof_of(ONE, TWO, MINE, clues=((0, 0),)), "clues of the proof"),
        (proof_of(ONE, TWO, MINE, clues=((0, 0), (0, 1), (0, 1))), "clues of the proof"),
        (proof_of(ONE, TWO, MINE, uses_mine_count=True), "mine count"),
        (proof_of(ONE, TWO), "does not make"),
        (proof_of(replace(ONE, clue=(0, 2)), TWO, MINE), "cells are not those"),
        (proof_of(replace(ONE, clue=B1), TWO, MINE), "not a revealed cell"),
        (proof_of(replace(ONE, clue=None), TWO, MINE), "not a revealed cell"),
        (proof_of(replace(ONE, low=0, high=0), TWO, MINE), "follows only that 1 to 1"),
        (proof_of(replace(ONE, cells=(B1, B1)), TWO, MINE), "names a cell twice"),
        (proof_of(ONE, TWO, replace(MINE, uses=(1, 2))), "no step 2 before it"),
        (proof_of(ONE, TWO, replace(MINE, uses=(1, -1))), "no step -1 before it"),
        (proof_of(ONE, TWO, replace(MINE, uses=())), "nothing to take from"),
        (proof_of(ONE, TWO, replace(MINE, uses=(1,))), "follows only that 0 to 1"),
        (proof_of(ONE, TWO, replace(MINE, uses=(0, 1))), "not among those that are left"),
        (proof_of(ONE, TWO, replace(MINE, low=0, high=0)), "follows only that 1 to 1"),
        (proof_of(ONE, TWO, replace(MINE, rule="shown", uses=())), "does not show"),
        (proof_of(ONE, TWO, replace(MINE, rule="count", uses=())), "cells are not those"),
        (proof_of(ONE, TWO, replace(MINE, rule="assume", uses=())), "belongs into a case"),
        (proof_of(ONE, TWO, replace(MINE, rule="guess")), "may not stand here"),
        (proof_of(replace(ONE, uses=(0,)), TWO, MINE), "no step 0 before it"),
        (proof_of(ONE, TWO, replace(MINE, cases=((ONE,),))), "has cases"),
        (proof_of(ONE, replace(TWO, uses=(0,)), MINE), "does not need"),
    ],
)
def test_a_wrong_proof_is_refused(proof: Proof, message: str) -> None:
    assert message in refused(proof)


# Proofs by cases ----------------------------------------------------------------------------------

SAFE = Step("assume", (B3,), 0, 0, "")
FULL = Step("minus", (), 1, 0, "", uses=(1, 0, 2))
CASES = Step("cases", (B3,), 1, 1, "", cases=((SAFE, FULL),))


def test_a_case_that_ends_in_a_contradiction_is_struck_out() -> None:
    check(VIEW, proof_of(ONE, TWO, CASES, kind="cases"))


@pytest.mark.parametrize(
    ("cases", "message"),
    [
        ((), "follows only that 0 to 1"),
        (((),), "does not begin with an assumption"),
        (((SAFE,),), "does not end in a contradiction"),
        (((FULL, SAFE),), "does not begin with an assumption"),
        (((SAFE, replace(FULL, uses=(1, 2))),), "follows only"),
        (((SAFE, replace(FULL, low=0, high=0)),), "does not end in a contradiction"),
        (((replace(SAFE, low=1, high=1), FULL),), "follows only"),
        (((replace(SAFE, high=1), FULL),), "one number of mines"),
        (((replace(SAFE, cells=(B1,)), FULL),), "about other cells"),
        (((replace(SAFE, uses=(0,)), FULL),), "does not begin with an assumption"),
    ],
)
def test_a_case_that_does_not_hold_is_refused(
    cases: tuple[tuple[Step, ...], ...], message: str
) -> None:
    proof = proof_of(ONE, TWO, replace(CASES, cases=cases), kind="cases")
    assert message in refused(proof)


def test_what_was_assumed_in_a_case_is_not_known_outside_of_it() -> None:
    outside = Step("minus", (B3,), 1, 1, "", uses=(1, 3))
    proof = proof_of(ONE, TWO, replace(CASES, low=0), outside, kind="cases")
    assert "no step" in refused(proof) or "follows only" in refused(proof)


def test_cases_nested_without_end_are_refused() -> None:
    step = FULL
    for _ in range(200):
        step = Step("cases", (B3,), 1, 0, "", cases=((SAFE, step), (SAFE, step)))
    step = Step("cases", (B3,), 1, 1, "", cases=((SAFE, step),))
    assert "nested too deep" in refused(proof_of(ONE, TWO, step, kind="cases"))


# Faults injected into found proofs ----------------------------------------------------------------


def mutate(steps: tuple[Step, ...], view: View, chance: random.Random) -> tuple[Step, ...]:
    """Change one step, or one step of a case, in one way."""
    number = chance.randrange(len(steps))
    step = steps[number]
    hidden = [cell for cell in view.rules.cells() if view.clue(cell) is None]
    revealed = [cell for cell in view.rules.cells() if view.clue(cell) is not None]
    if step.cases and chance.random() < 0.7:
        case = chance.randrange(len(step.cases))
        inner = mutate(step.cases[case], view, chance)
        step = replace(step, cases=(*step.cases[:case], inner, *step.cases[case + 1 :]))
        return (*steps[:number], step, *steps[number + 1 :])
    changed = chance.choice(
        [
            replace(step, low=step.low + chance.choice((-1, 1))),
            replace(step, high=step.high + chance.choice((-1, 1))),
            replace(step, low=len(step.cells), high=len(step.cells)),
            replace(step, low=0, high=0),
            replace(step, cells=tuple(chance.sample(hidden, min(len(step.cells), len(hidden))))),
            replace(step, cells=step.cells[1:]),
            replace(step, clue=chance.choice(revealed) if revealed else None),
            replace(step, uses=step.uses[:-1]),
            replace(step, uses=tuple(chance.sample(step.uses, len(step.uses)))),
            replace(step, uses=(*step.uses, chance.randrange(len(steps)))),
            replace(step, cases=step.cases[1:]),
            replace(step, rule=chance.choice(("clue", "count", "minus", "cases", "shown"))),
        ]
    )
    return (*steps[:number], changed, *steps[number + 1 :])


def is_true(view: View, proof: Proof) -> bool:
    odds = analyse(view)
    return proof.cell in (odds.mines if proof.is_mine else odds.safe)


@settings(max_examples=150)
@given(st.integers(0, 10**6))
def test_whatever_the_checker_accepts_is_true(seed: int) -> None:
    chance = random.Random(seed)
    view = (
        random_clues(chance.randint(2, 6), chance.randint(1, 5), seed)
        if chance.random() < 0.5
        else random_position(Rules(7, 7, 9), seed, chance.randint(1, 6))
    )
    odds = analyse(view)
    certain = sorted(odds.safe | odds.mines)
    if not certain:
        return
    proof = prove(view, chance.choice(certain), analysis=odds)
    check(view, proof)
    with pytest.raises(InvalidProof):
        check(view, replace(proof, is_mine=not proof.is_mine))
    hidden = [cell for cell in view.rules.cells() if view.clue(cell) is None]
    for _ in range(40):
        steps = proof.steps
        for _ in range(chance.randint(1, 3)):
            steps = mutate(steps, view, chance)
        wrong = replace(
            proof,
            steps=steps,
            cell=chance.choice([proof.cell, *hidden]),
            is_mine=chance.random() < 0.5,
        )
        try:
            check(view, wrong)
        except InvalidProof:
            continue
        assert is_true(view, wrong), wrong


def test_most_injected_faults_are_noticed() -> None:
    chance = random.Random(5)
    noticed = 0
    tried = 400
    for number in range(tried):
        view = random_position(Rules(9, 9, 12), number, 4)
        odds = analyse(view)
        certain = sorted(odds.safe | odds.mines)
        if not certain:
            continue
        proof = prove(view, chance.choice(certain), analysis=odds)
        wrong = replace(proof, steps=mutate(proof.steps, view, chance))
        try:
            check(view, wrong)
        except InvalidProof:
            noticed += 1
        else:
            assert is_true(view, wrong)
    assert noticed > tried // 3


@settings(max_examples=60)
@given(st.integers(0, 10**6))
def test_a_contradictory_view_is_an_error_and_never_a_proof(seed: int) -> None:
    view = random_clues(5, 4, seed, wrong=0.3)
    try:
        odds = analyse(view)
    except InconsistentView:
        with pytest.raises(InconsistentView):
            prove(view, (0, 0))
        return
    for cell in sorted(odds.safe | odds.mines)[:3]:
        try:
            check(view, prove(view, cell, analysis=odds))
        except BudgetExceeded:
            pytest.fail(f"no proof for {cell} of {view!r}")
