"""The proof checker accepts valid proofs and rejects invalid ones."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sapper import Rules, View, analyse, parse_view
from sapper.coach.proof_checker import check
from sapper.coach.proof_search import prove
from sapper.coach.proof_steps import Proof, ProofStep
from sapper.errors import BudgetExceeded, InconsistentView, InvalidProof
from tests.inference.positions import random_clues, random_position

# The 1 at A1 and the 2 at A2 make B3 a mine: 1-2-X.
VIEW = parse_view("4x2/2\n1221\n####")
B1, B2, B3, B4 = (1, 0), (1, 1), (1, 2), (1, 3)
ONE = ProofStep("clue", (B1, B2), 1, 1, "", clue=(0, 0))
TWO = ProofStep("clue", (B1, B2, B3), 2, 2, "", clue=(0, 1))
MINE = ProofStep("subtract", (B3,), 1, 1, "", premises=(1, 0))


def proof_of(*steps: ProofStep, **changes: object) -> Proof:
    proof = Proof(
        cell=B3,
        is_mine=True,
        kind="pair",
        name=None,
        is_reduced=False,
        clues=((0, 0), (0, 1)),
        uses_mine_count=False,
        cells=(B1, B2, B3),
        steps=steps,
        text="",
    )
    return replace(proof, **changes)


def rejection(proof: Proof, view: View = VIEW) -> str:
    with pytest.raises(InvalidProof) as raised:
        check(view, proof)
    return str(raised.value)


def test_a_valid_proof_is_accepted() -> None:
    check(VIEW, proof_of(ONE, TWO, MINE))


@pytest.mark.parametrize(
    ("proof", "message"),
    [
        (proof_of(), "no steps"),
        (proof_of(ONE, TWO, MINE, cell=(0, 0)), "is already revealed"),
        (proof_of(ONE, TWO, MINE, cell=(5, 0)), "is not on the board"),
        (proof_of(replace(ONE, clue=(-1, 0)), TWO, MINE), "is not a revealed cell"),
        (proof_of(ONE, TWO, MINE, cell=B4), "does not mention"),
        (proof_of(ONE, TWO, MINE, is_mine=False), "does not show that (1, 2) is safe"),
        (proof_of(ONE, TWO, MINE, kind="clue"), "must be 'pair', not 'clue'"),
        (proof_of(ONE, TWO, MINE, clues=((0, 0),)), "the clues of the proof differ"),
        (proof_of(ONE, TWO, MINE, clues=((0, 0), (0, 1), (0, 1))), "the clues of the proof differ"),
        (proof_of(ONE, TWO, MINE, uses_mine_count=True), "uses_mine_count must be False, not True"),
        (proof_of(ONE, TWO), "does not show that (1, 2) is a mine"),
        (proof_of(replace(ONE, clue=(0, 2)), TWO, MINE), "the cells differ"),
        (proof_of(replace(ONE, clue=B1), TWO, MINE), "not a revealed cell"),
        (proof_of(replace(ONE, clue=None), TWO, MINE), "not a revealed cell"),
        (proof_of(replace(ONE, low=0, high=0), TWO, MINE), "implies only 1 to 1 mines"),
        (proof_of(replace(ONE, cells=(B1, B1)), TWO, MINE), "a cell is listed twice"),
        (proof_of(ONE, TWO, replace(MINE, premises=(1, 2))), "premise 2 is not an earlier step"),
        (proof_of(ONE, TWO, replace(MINE, premises=(1, -1))), "premise -1 is not an earlier step"),
        (proof_of(ONE, TWO, replace(MINE, premises=())), "at least one premise is required"),
        (proof_of(ONE, TWO, replace(MINE, premises=(1,))), "implies only 0 to 1 mines"),
        (proof_of(ONE, TWO, replace(MINE, premises=(0, 1))), "not among the remaining cells"),
        (proof_of(ONE, TWO, replace(MINE, low=0, high=0)), "implies only 1 to 1 mines"),
        (
            proof_of(ONE, TWO, replace(MINE, rule="shown", premises=())),
            "does not show all of these mines",
        ),
        (proof_of(ONE, TWO, replace(MINE, rule="count", premises=())), "the cells differ"),
        (
            proof_of(ONE, TWO, replace(MINE, rule="assume", premises=())),
            "allowed only inside a case",
        ),
        (proof_of(ONE, TWO, replace(MINE, rule="guess")), "this rule is not allowed here"),
        (proof_of(replace(ONE, premises=(0,)), TWO, MINE), "premise 0 is not an earlier step"),
        (proof_of(ONE, TWO, replace(MINE, cases=((ONE,),))), "this rule does not allow cases"),
        (proof_of(ONE, replace(TWO, premises=(0,)), MINE), "this rule does not allow premises"),
    ],
)
def test_an_invalid_proof_is_rejected(proof: Proof, message: str) -> None:
    assert message in rejection(proof)


# Proofs by cases ----------------------------------------------------------------------------------

SAFE = ProofStep("assume", (B3,), 0, 0, "")
FULL = ProofStep("subtract", (), 1, 0, "", premises=(1, 0, 2))
CASES = ProofStep("cases", (B3,), 1, 1, "", cases=((SAFE, FULL),))


def test_a_case_that_ends_in_a_contradiction_is_excluded() -> None:
    check(VIEW, proof_of(ONE, TWO, CASES, kind="cases"))


@pytest.mark.parametrize(
    ("cases", "message"),
    [
        ((), "implies only 0 to 1 mines"),
        (((),), "must begin with an assumption"),
        (((SAFE,),), "does not end in a contradiction"),
        (((FULL, SAFE),), "must begin with an assumption"),
        (((SAFE, replace(FULL, premises=(1, 2))),), "implies only"),
        (((SAFE, replace(FULL, low=0, high=0)),), "does not end in a contradiction"),
        (((replace(SAFE, low=1, high=1), FULL),), "implies only"),
        (((replace(SAFE, high=1), FULL),), "an exact number of mines"),
        (((replace(SAFE, cells=(B1,)), FULL),), "covers different cells"),
        (((replace(SAFE, premises=(0,)), FULL),), "must begin with an assumption"),
    ],
)
def test_an_invalid_case_is_rejected(
    cases: tuple[tuple[ProofStep, ...], ...], message: str
) -> None:
    proof = proof_of(ONE, TWO, replace(CASES, cases=cases), kind="cases")
    assert message in rejection(proof)


def test_an_assumption_does_not_hold_outside_its_case() -> None:
    outside = ProofStep("subtract", (B3,), 1, 1, "", premises=(1, 3))
    proof = proof_of(ONE, TWO, replace(CASES, low=0), outside, kind="cases")
    assert "premise 3 is not an earlier step" in rejection(proof)


def test_deeply_nested_cases_are_rejected() -> None:
    step = FULL
    for _ in range(200):
        step = ProofStep("cases", (B3,), 1, 0, "", cases=((SAFE, step), (SAFE, step)))
    step = ProofStep("cases", (B3,), 1, 1, "", cases=((SAFE, step),))
    assert "nested too deeply" in rejection(proof_of(ONE, TWO, step, kind="cases"))


# Faults injected into valid proofs ----------------------------------------------------------------


def mutate(steps: tuple[ProofStep, ...], view: View, rng: random.Random) -> tuple[ProofStep, ...]:
    """Change one attribute of one step, possibly inside a case."""
    number = rng.randrange(len(steps))
    step = steps[number]
    hidden = [cell for cell in view.rules.cells() if view.clue(cell) is None]
    revealed = [cell for cell in view.rules.cells() if view.clue(cell) is not None]
    if step.cases and rng.random() < 0.7:
        case = rng.randrange(len(step.cases))
        inner = mutate(step.cases[case], view, rng)
        step = replace(step, cases=(*step.cases[:case], inner, *step.cases[case + 1 :]))
        return (*steps[:number], step, *steps[number + 1 :])
    changed = rng.choice(
        [
            replace(step, low=step.low + rng.choice((-1, 1))),
            replace(step, high=step.high + rng.choice((-1, 1))),
            replace(step, low=len(step.cells), high=len(step.cells)),
            replace(step, low=0, high=0),
            replace(step, cells=tuple(rng.sample(hidden, min(len(step.cells), len(hidden))))),
            replace(step, cells=step.cells[1:]),
            replace(step, clue=rng.choice(revealed) if revealed else None),
            replace(step, premises=step.premises[:-1]),
            replace(step, premises=tuple(rng.sample(step.premises, len(step.premises)))),
            replace(step, premises=(*step.premises, rng.randrange(len(steps)))),
            replace(step, cases=step.cases[1:]),
            replace(step, rule=rng.choice(("clue", "count", "subtract", "cases", "shown"))),
        ]
    )
    return (*steps[:number], changed, *steps[number + 1 :])


def is_true(view: View, proof: Proof) -> bool:
    odds = analyse(view)
    return proof.cell in (odds.mines if proof.is_mine else odds.safe)


@settings(max_examples=150)
@given(st.integers(0, 10**6))
def test_every_accepted_proof_is_true(seed: int) -> None:
    rng = random.Random(seed)
    view = (
        random_clues(rng.randint(2, 6), rng.randint(1, 5), seed)
        if rng.random() < 0.5
        else random_position(Rules(7, 7, 9), seed, rng.randint(1, 6))
    )
    odds = analyse(view)
    certain = sorted(odds.safe | odds.mines)
    if not certain:
        return
    proof = prove(view, rng.choice(certain), analysis=odds)
    check(view, proof)
    with pytest.raises(InvalidProof):
        check(view, replace(proof, is_mine=not proof.is_mine))
    hidden = [cell for cell in view.rules.cells() if view.clue(cell) is None]
    for _ in range(40):
        steps = proof.steps
        for _ in range(rng.randint(1, 3)):
            steps = mutate(steps, view, rng)
        wrong = replace(
            proof,
            steps=steps,
            cell=rng.choice([proof.cell, *hidden]),
            is_mine=rng.random() < 0.5,
        )
        try:
            check(view, wrong)
        except InvalidProof:
            continue
        assert is_true(view, wrong), wrong


def test_most_injected_faults_are_detected() -> None:
    rng = random.Random(5)
    detected = 0
    attempts = 400
    for number in range(attempts):
        view = random_position(Rules(9, 9, 12), number, 4)
        odds = analyse(view)
        certain = sorted(odds.safe | odds.mines)
        if not certain:
            continue
        proof = prove(view, rng.choice(certain), analysis=odds)
        wrong = replace(proof, steps=mutate(proof.steps, view, rng))
        try:
            check(view, wrong)
        except InvalidProof:
            detected += 1
        else:
            assert is_true(view, wrong)
    assert detected > attempts // 3


@settings(max_examples=60)
@given(st.integers(0, 10**6))
def test_an_inconsistent_view_raises_an_error_instead_of_a_proof(seed: int) -> None:
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
