"""The certificate checker refuses every step that its clues do not prove."""

from dataclasses import replace

import pytest

from sapper import Rules, parse_view
from sapper.errors import InvalidCertificate
from sapper.generate import Certificate, Step, check, no_guess
from sapper.generate.certificate_checker import _LayoutSearch

ROW = Rules(5, 1, 2, start="any")
ROW_LAYOUT = frozenset({(0, 1), (0, 4)})  # .*..*
ROW_STEPS = (
    Step((0, 1), is_mine=True, kind="clue", clues=((0, 0),), uses_mine_count=False),
    # One mine remains among three cells, so nothing else is certain.
)


def test_a_handwritten_certificate_is_accepted() -> None:
    view = parse_view("5x4/2\n*1...\n11...\n..111\n..1*1")
    first = (0, 4)
    # The first reveal opens all cells except the two mines and two clues.
    hidden = {(1, 0), (0, 0), (3, 4), (3, 3)}
    steps = (
        Step((0, 0), is_mine=True, kind="clue", clues=((1, 1),), uses_mine_count=False),
        Step((3, 3), is_mine=True, kind="clue", clues=((2, 2),), uses_mine_count=False),
        Step((3, 4), is_mine=False, kind="clue", clues=((2, 4),), uses_mine_count=False),
    )
    assert view.shown_mines < hidden
    check(view.rules, view.shown_mines, Certificate(first, steps))


def test_an_incomplete_certificate_is_refused() -> None:
    with pytest.raises(InvalidCertificate, match="2 safe cells remain hidden"):
        check(ROW, ROW_LAYOUT, Certificate((0, 0), ROW_STEPS))


@pytest.mark.parametrize(
    ("step", "message"),
    [
        (
            Step((0, 2), False, "clue", ((0, 0),), False),
            "step 1: the clues do not prove that .* is safe",
        ),
        (Step((0, 2), False, "clue", (), True), "step 1: the clues do not prove that .* is safe"),
        (Step((0, 2), True, "clue", (), True), "step 1: the clues do not prove that .* is a mine"),
        (Step((0, 2), False, "clue", ((0, 3),), False), "step 1: the clue at .* is not revealed"),
        (
            Step((0, 1), True, "clue", ((0, 0),), False),
            "step 1: A2 is already decided",
        ),
        (
            Step((0, 0), False, "clue", ((0, 0),), False),
            "step 1: A1 is already decided",
        ),
        (
            Step((0, 9), False, "clue", ((0, 0),), False),
            "step 1: cell .* is off the board",
        ),
        (Step((0, 2), False, "clue", ((0, 0),), True), "step 1: too many clues for kind"),
        (Step((0, 2), False, "luck", ((0, 0),), True), "step 1: unknown deduction kind"),
    ],
)
def test_the_error_names_the_invalid_step(step: Step, message: str) -> None:
    with pytest.raises(InvalidCertificate, match=message):
        check(ROW, ROW_LAYOUT, Certificate((0, 0), (*ROW_STEPS, step)))


def test_the_mine_count_decides_cells_that_the_clues_leave_open() -> None:
    # Only the mine count makes the last two cells of "1###" safe.
    rules = Rules(4, 1, 1, start="any")
    steps = (
        Step((0, 1), is_mine=True, kind="clue", clues=((0, 0),), uses_mine_count=False),
        Step((0, 2), is_mine=False, kind="clue", clues=(), uses_mine_count=True),
        Step((0, 3), is_mine=False, kind="clue", clues=(), uses_mine_count=True),
    )
    check(rules, {(0, 1)}, Certificate((0, 0), steps))
    blind = replace(steps[1], uses_mine_count=False)
    with pytest.raises(InvalidCertificate, match="step 1"):
        check(rules, {(0, 1)}, Certificate((0, 0), (steps[0], blind)))


def test_many_clues_with_the_mine_count_are_verified_quickly() -> None:
    # Each of the twenty clues has one mine above or below it. Together they account for all mines,
    # so the last cell is safe. Trying every layout would take 2 ** 20 steps.
    clues = 20
    rules = Rules(2 * clues + 1, 3, clues, start="any")
    sentences = [({(0, 2 * i), (2, 2 * i)}, 1) for i in range(clues)]
    undecided = {cell for cells, _ in sentences for cell in cells} | {(0, rules.width - 1)}
    search = _LayoutSearch(sentences, (undecided, clues))
    assert not search.has_layout((0, rules.width - 1), is_mine=True)
    assert search.has_layout((0, rules.width - 1), is_mine=False)
    one_more = _LayoutSearch(sentences, (undecided, clues + 1))
    assert not one_more.has_layout((0, rules.width - 1), is_mine=False)


def test_a_mine_as_first_cell_and_a_wrong_layout_are_refused() -> None:
    with pytest.raises(InvalidCertificate, match=r"first cell .* is a mine"):
        check(ROW, ROW_LAYOUT, Certificate((0, 1), ()))
    with pytest.raises(InvalidCertificate, match="layout does not match the rules"):
        check(ROW, {(0, 1)}, Certificate((0, 0), ()))
    with pytest.raises(InvalidCertificate, match="layout does not match the rules"):
        check(ROW, {(0, 1), (3, 3)}, Certificate((0, 0), ()))


@pytest.mark.parametrize(
    ("size", "count"),
    [("9x9/10", 60), ("16x16/40", 40), ("30x16/99", 40), ("30x16/150", 15), ("12x5/15", 60)],
)
def test_the_certificate_of_every_generated_board_is_accepted(size: str, count: int) -> None:
    rules = Rules.parse(size, start="opening")
    for seed in range(count):
        board = no_guess(rules, seed=seed)
        check(rules, board.layout, board.certificate)
        assert board.certificate.difficulty == board.difficulty


def test_a_modified_certificate_is_refused() -> None:
    rules = Rules.parse("16x16/50", start="opening")
    refused = tried = 0
    for seed in range(6):
        board = no_guess(rules, seed=seed)
        steps = board.certificate.steps
        for number, step in enumerate(steps[::7]):
            at = number * 7
            changed = [
                (*steps[:at], replace(step, is_mine=not step.is_mine), *steps[at + 1 :]),
                steps[:at],
            ]
            changed += [
                (*steps[:at], replace(step, clues=fewer), *steps[at + 1 :])
                for fewer in ([], step.clues[1:], step.clues[:-1])
                if fewer != step.clues
            ]
            for variant in changed:
                tried += 1
                try:
                    check(rules, board.layout, Certificate(board.first, tuple(variant)))
                except InvalidCertificate:
                    refused += 1
    # A deduction sometimes remains valid without one of its clues.
    assert refused > 0.9 * tried


def test_a_certificate_converts_to_json() -> None:
    board = no_guess(Rules.parse("9x9/10"), seed=4)
    data = board.certificate.to_json()
    assert data["first"] == [4, 4]
    assert data["difficulty"] == board.difficulty
    assert len(data["steps"]) == len(board.certificate.steps)
    assert set(data["steps"][0]) == {"cell", "is_mine", "kind", "clues", "uses_mine_count"}


def test_a_first_cell_off_the_board_is_refused() -> None:
    with pytest.raises(InvalidCertificate, match=r"first cell \(1, 4\) is off the board"):
        check(Rules(4, 3, 2), [(0, 3), (2, 1)], Certificate((1, 4), ()))
