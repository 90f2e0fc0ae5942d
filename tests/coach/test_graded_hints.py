"""Graded hints: a certain cell with its proof, or else the best guess."""

import json

import pytest

from sapper import Budget, Game, Rules, View, analyse, hint, parse_view
from sapper.coach.guess_ranking import fifty_fifty_group
from sapper.coach.highlights import Highlight
from sapper.coach.proof_checker import check
from sapper.errors import BudgetExceeded, IllegalMove, InconsistentView

VIEW = parse_view("3x3/2\n#1.\n#2.\n#1.")


def test_a_hint_has_three_grades_of_increasing_detail() -> None:
    answer = hint(VIEW)
    assert (answer.cell, answer.action, answer.certain) == ((1, 0), "reveal", True)
    area, clues, move = answer.grades
    assert area.text == "You do not need to guess. Look at rows A to C, columns 1 to 2."
    assert area.highlights == (
        Highlight("area", (0, 0)),
        Highlight("area", (1, 0)),
        Highlight("area", (2, 0)),
    )
    assert clues.text == (
        "Look at the 1 at A2, the 2 at B2 and the 1 at C2, and compare two at a time. "
        "This is the 1-2-1 pattern."
    )
    assert clues.highlights[:3] == (
        Highlight("clue", (0, 1), 1),
        Highlight("clue", (1, 1), 2),
        Highlight("clue", (2, 1), 3),
    )
    assert move.text.startswith("B1 is safe: reveal it. The 2 at B2 needs 2 mines,")
    assert move.highlights == (
        Highlight("safe", (1, 0)),
        *clues.highlights[:3],
        Highlight("area", (0, 0)),
        Highlight("area", (2, 0)),
    )


def test_a_forced_guess_is_never_highlighted_as_safe() -> None:
    answer = hint(parse_view("2x1/1\n##"))
    assert answer.grades[2].highlights == (Highlight("guess", answer.cell),)
    assert answer.to_json()["highlights"] == [
        {"kind": "guess", "cell": list(answer.cell), "number": None}
    ]


def test_a_hint_says_to_remove_a_flag_from_a_safe_cell() -> None:
    answer = hint(parse_view("3x3/2\n#1.\nF2.\n#1."))
    assert answer.grades[2].text.startswith("B1 is safe: remove its flag and reveal it. The 2")


def test_lower_grades_do_not_reveal_the_move() -> None:
    answer = hint(VIEW)
    shape = {"grade", "text", "highlights", "uses_mine_count", "certain"}
    for grade in (1, 2):
        shown = answer.to_json(grade)
        assert set(shown) == shape
        assert "B1" not in json.dumps(shown)
    assert set(answer.to_json()) == shape | {"cell", "action", "proof", "guess"}
    assert answer.to_json()["proof"]["kind"] == "pair"
    json.dumps(answer.to_json())


@pytest.mark.parametrize("grade", [0, 4, -1, True, "3", None, 2.5])
def test_other_grades_are_rejected(grade: object) -> None:
    with pytest.raises(IllegalMove, match="the hint grade must be 1, 2 or 3"):
        hint(VIEW).to_json(grade)


def test_a_hint_mentions_the_mine_count_if_it_is_needed() -> None:
    answer = hint(parse_view("3x2/1\n1##\n1##"))
    assert answer.to_json(2)["uses_mine_count"] is True
    assert "the mine count" in answer.grades[1].text


def test_the_last_mines_are_flagged_and_then_no_move_is_left() -> None:
    answer = hint(parse_view("2x1/1\n1#"))
    assert (answer.cell, answer.action, answer.certain) == ((0, 1), "flag", True)
    for done in ("2x1/1\n1F", "2x1/1\n1f", "2x1/1\n1*", "1x1/0\n."):
        with pytest.raises(IllegalMove, match="no hint available"):
            hint(parse_view(done))


def test_the_hint_for_an_untouched_board_is_the_first_move_of_the_strongest_strategy() -> None:
    for start, risk in (("safe", 0.0), ("opening", 0.0), ("any", 10 / 81)):
        answer = hint(Game(Rules.level("beginner", start=start), seed=1).view)
        assert answer.guess is not None
        assert answer.guess.risk == pytest.approx(risk)
        assert not answer.certain


def test_the_error_for_an_inconsistent_view_names_the_clue() -> None:
    with pytest.raises(InconsistentView) as raised:
        hint(parse_view("3x1/1\n#3#"))
    assert raised.value.cell == (0, 1)


# Guesses ------------------------------------------------------------------------------------------


def test_a_guess_states_the_odds_and_that_no_cell_is_certain() -> None:
    answer = hint(parse_view("5x2/3\n#11##\n#####"))
    guess = answer.guess
    assert guess is not None
    assert answer.proof is None
    assert (answer.cell, guess.risk, guess.lowest_risk) == ((1, 1), pytest.approx(0.1), guess.risk)
    assert [candidate.risk for candidate in guess.candidates] == sorted(
        candidate.risk for candidate in guess.candidates
    )
    assert guess.text.startswith(
        "No cell is certainly safe. B2 is a mine in 10% of all consistent layouts. "
        "No cell has a lower risk; B3 has the same risk."
    )
    assert answer.grades[0].text == "No cell is certainly safe, so you have to guess."
    assert answer.grades[1].text.endswith("The lowest risk is 10%.")


def test_a_guess_counts_all_cells_with_the_same_risk() -> None:
    guess = hint(parse_view("7x1/2\n#######")).guess
    assert guess is not None
    assert "No cell has a lower risk; 6 others, such as A" in guess.text


def test_the_chance_of_progress_follows_from_all_possible_clues() -> None:
    view = parse_view("3x2/1\n###\n###")
    guess = hint(view).guess
    assert guess is not None
    corner = next(c for c in guess.candidates if c.cell == (0, 0))
    # A 1 in the corner makes the last column safe, and a 0 makes the neighbours safe.
    assert corner.progress == pytest.approx(5 / 6)


def test_a_forced_fifty_fifty_is_recognised() -> None:
    # No further cell can decide whether A1 or B1 is the mine.
    answer = hint(parse_view("2x2/1\n#1\n#1"))
    assert answer.guess is not None
    assert answer.guess.is_fifty_fifty
    assert "forced 50/50" in answer.grades[2].text
    assert "There is a forced 50/50." in answer.grades[1].text


def test_a_choice_that_the_mine_count_may_decide_is_not_a_forced_fifty_fifty() -> None:
    # The row has layouts with one or two mines; the other cells contain the rest.
    answer = hint(parse_view("4x2/2\n#1##\n####"))
    assert answer.guess is not None
    assert not answer.guess.is_fifty_fifty


def test_a_choice_that_a_later_reveal_may_decide_is_not_a_forced_fifty_fifty() -> None:
    # The mine is at A1 or B1. C1 touches only B1, so a clue at C1 can decide between them.
    view = parse_view("2x4/3\n#1\n#2\n##\n##")
    odds = analyse(view)
    assert odds.mine_probability[0, 0] == pytest.approx(0.5)
    assert fifty_fifty_group(odds, (0, 0)) == ()
    closed = analyse(parse_view("2x2/1\n#1\n#1"))
    assert fifty_fifty_group(closed, (0, 0)) == ((0, 0), (1, 0))


def checkerboard_view(side: int, seed: int) -> View:
    """Return a view that reveals the clues above 1 on the black cells of a checkerboard."""
    game = Game(Rules(side, side, side * side // 5, start="any"), seed)
    game.reveal((0, 0))
    rows = [
        [clue if clue > 1 and (row + column) % 2 == 0 else -1 for column, clue in enumerate(clues)]
        for row, clues in enumerate(game.solution.cells.tolist())
    ]
    return View.from_array(rows, mines=game.rules.mines)


FEW_STATES = Budget(seconds=0.8, states=500)


def test_a_guess_admits_that_the_position_was_too_complex_to_count() -> None:
    guess = hint(checkerboard_view(9, 2), budget=FEW_STATES).guess
    assert guess is not None
    assert not guess.exact
    assert "too complex to count exactly, so a certain cell may have been missed" in guess.text
    assert "The estimated risk of" in guess.text
    assert all(candidate.progress is None for candidate in guess.candidates)


def test_a_certain_cell_is_proved_in_a_position_too_complex_to_count() -> None:
    complex_view = checkerboard_view(9, 32)
    assert not analyse(complex_view, budget=FEW_STATES).safe
    answer = hint(complex_view, budget=FEW_STATES)
    assert answer.proof is not None
    check(complex_view, answer.proof)
    assert answer.cell in analyse(complex_view).safe


def test_a_certain_cell_is_proved_even_without_an_estimate(monkeypatch: pytest.MonkeyPatch) -> None:
    def exceed_budget(*_: object, **__: object) -> None:
        raise BudgetExceeded("too complex")

    monkeypatch.setattr("sapper.coach.graded_hints.analyse", exceed_budget)
    answer = hint(VIEW)
    assert answer.cell == (1, 0)
    assert answer.proof is not None
    with pytest.raises(BudgetExceeded, match="too complex"):
        hint(parse_view("4x2/2\n#1##\n####"))


def test_a_certain_cell_without_a_short_proof_is_still_suggested(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sapper.coach.proof_search._find_proof", lambda *_, **__: None)
    answer = hint(VIEW)
    assert (answer.cell, answer.certain, answer.proof) == ((1, 0), True, None)
    assert "No short proof was found." in answer.grades[2].text
    assert answer.to_json()["proof"] is None
