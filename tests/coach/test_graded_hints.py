"""Hints: the easiest certain cell with its proof, in three grades; else the best guess."""

import json

import pytest

from sapper import Budget, Game, Rules, View, analyse, hint, parse_view
from sapper.coach.guesses import fifty_fifty_group
from sapper.coach.proof_checker import check
from sapper.errors import BudgetExceeded, IllegalMove, InconsistentView

VIEW = parse_view("3x3/2\n#1.\n#2.\n#1.")


def test_a_hint_has_three_grades_that_tell_more_and_more() -> None:
    answer = hint(VIEW)
    assert (answer.cell, answer.action, answer.certain) == ((1, 0), "reveal", True)
    where, which, move = answer.grades
    assert where.text == "Something is certain. Look at rows A to C, columns 1 to 2."
    assert where.cells == ((0, 0), (1, 0), (2, 0))
    assert where.clues == ()
    assert which.text == (
        "Look at the 1 at A2, the 2 at B2 and the 1 at C2 and compare two of them."
    )
    assert which.clues == ((0, 1), (1, 1), (2, 1))
    assert move.text.startswith("B1 is safe: reveal it. The 2 at B2 needs 2 mines")
    assert move.cells == ((1, 0),)


def test_a_safe_cell_under_a_flag_is_told_with_the_flag() -> None:
    answer = hint(parse_view("3x3/2\n#1.\nF2.\n#1."))
    assert answer.grades[2].text.startswith("B1 is safe: take its flag away and reveal it. The 2")


def test_lower_grades_do_not_give_the_move_away() -> None:
    answer = hint(VIEW)
    shape = {"grade", "text", "cells", "clues", "uses_mine_count", "certain"}
    for grade in (1, 2):
        shown = answer.to_json(grade)
        assert set(shown) == shape
        assert "B1" not in json.dumps(shown)
    assert set(answer.to_json()) == shape | {"cell", "action", "proof", "guess"}
    assert answer.to_json()["proof"]["kind"] == "pair"
    json.dumps(answer.to_json())


@pytest.mark.parametrize("grade", [0, 4, -1, True, "3", None, 2.5])
def test_there_are_no_other_grades(grade: object) -> None:
    with pytest.raises(IllegalMove, match="grades 1 to 3"):
        hint(VIEW).to_json(grade)  # type: ignore[arg-type]


def test_a_hint_says_when_the_mine_count_is_needed() -> None:
    answer = hint(parse_view("3x2/1\n1##\n1##"))
    assert answer.to_json(2)["uses_mine_count"] is True
    assert "the mine count" in answer.grades[1].text


def test_only_mines_left_are_to_be_flagged_and_then_nothing_is_left_to_do() -> None:
    answer = hint(parse_view("2x1/1\n1#"))
    assert (answer.cell, answer.action, answer.certain) == ((0, 1), "flag", True)
    for done in ("2x1/1\n1F", "2x1/1\n1f", "2x1/1\n1*", "1x1/0\n."):
        with pytest.raises(IllegalMove, match="nothing left to do"):
            hint(parse_view(done))


def test_an_untouched_board_begins_where_the_strongest_play_does() -> None:
    for start, risk in (("safe", 0.0), ("opening", 0.0), ("any", 10 / 81)):
        answer = hint(Game(Rules.level("beginner", start=start), seed=1).view)
        assert answer.guess is not None
        assert answer.guess.risk == pytest.approx(risk)
        assert not answer.certain


def test_a_contradictory_view_names_the_clue() -> None:
    with pytest.raises(InconsistentView) as raised:
        hint(parse_view("3x1/1\n#3#"))
    assert raised.value.cell == (0, 1)


# Guesses ------------------------------------------------------------------------------------------


def test_a_guess_gives_the_odds_and_says_that_nothing_was_certain() -> None:
    answer = hint(parse_view("5x2/3\n#11##\n#####"))
    guess = answer.guess
    assert guess is not None
    assert answer.proof is None
    assert (answer.cell, guess.risk, guess.lowest_risk) == ((1, 1), pytest.approx(0.1), guess.risk)
    assert [candidate.risk for candidate in guess.candidates] == sorted(
        candidate.risk for candidate in guess.candidates
    )
    assert guess.text.startswith("No cell is certainly safe: all layouts were counted. B2 is a ")
    assert "mine in 10% of them; no cell is less risky, B3 is as risky." in guess.text
    assert answer.grades[0].text == "No cell is certainly safe: a guess is needed."
    assert answer.grades[1].text.endswith("The least risk of all cells is 10%.")


def test_cells_as_risky_are_counted_also_those_that_are_not_named() -> None:
    guess = hint(parse_view("7x1/2\n#######")).guess
    assert guess is not None
    assert "no cell is less risky, 6 others such as A" in guess.text


def test_the_chance_of_progress_is_what_the_reveals_would_show() -> None:
    # Whatever B2 shows, the position after it is counted.
    view = parse_view("3x2/1\n###\n###")
    guess = hint(view).guess
    assert guess is not None
    corner = next(c for c in guess.candidates if c.cell == (0, 0))
    # A 1 in the corner says that the last column is safe; a 0 that its neighbours are.
    assert corner.progress == pytest.approx(5 / 6)


def test_a_forced_fifty_fifty_is_told() -> None:
    # The edge of the board hides which of A1 and B1 is the mine.
    answer = hint(parse_view("2x2/1\n#1\n#1"))
    assert answer.guess is not None
    assert answer.guess.is_fifty_fifty
    assert "forced 50/50" in answer.grades[2].text
    assert "There is a forced 50/50." in answer.grades[1].text


def test_what_the_mine_count_may_still_tell_is_no_forced_fifty_fifty() -> None:
    # Two ways to fill the row, with one or two mines; cells elsewhere have the rest.
    answer = hint(parse_view("4x2/2\n#1##\n####"))
    assert answer.guess is not None
    assert not answer.guess.is_fifty_fifty


def test_a_cell_that_can_still_be_told_apart_is_no_forced_fifty_fifty() -> None:
    # The mine is at A1 or B1. C1 touches only B1, and if it is no mine it can tell.
    view = parse_view("2x4/3\n#1\n#2\n##\n##")
    odds = analyse(view)
    assert odds.mine_probability[0, 0] == pytest.approx(0.5)
    assert fifty_fifty_group(odds, (0, 0)) == ()
    closed = analyse(parse_view("2x2/1\n#1\n#1"))
    assert fifty_fifty_group(closed, (0, 0)) == ((0, 0), (1, 0))


def half_shown(side: int, seed: int) -> View:
    """Every second cell, like the black ones of a chess board, if its clue is above 1."""
    game = Game(Rules(side, side, side * side // 5, start="any"), seed)
    game.reveal((0, 0))
    rows = [
        [clue if clue > 1 and (row + column) % 2 == 0 else -1 for column, clue in enumerate(clues)]
        for row, clues in enumerate(game.solution.cells.tolist())
    ]
    return View.from_array(rows, mines=game.rules.mines)


FEW_STATES = Budget(seconds=0.8, states=500)


def test_a_position_too_wide_to_count_is_answered_honestly() -> None:
    guess = hint(half_shown(9, 2), budget=FEW_STATES).guess
    assert guess is not None
    assert not guess.exact
    assert "too wide to count, so a certain cell may have been missed" in guess.text
    assert "estimated chance of about" in guess.text
    assert all(candidate.progress is None for candidate in guess.candidates)


def test_a_certain_cell_may_be_proved_where_it_is_too_wide_to_count() -> None:
    wide = half_shown(9, 32)
    assert not analyse(wide, budget=FEW_STATES).safe
    answer = hint(wide, budget=FEW_STATES)
    assert answer.proof is not None
    check(wide, answer.proof)
    assert answer.cell in analyse(wide).safe


def test_too_wide_for_an_estimate_but_not_for_a_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    def give_up(*_: object, **__: object) -> None:
        raise BudgetExceeded("too wide")

    monkeypatch.setattr("sapper.coach.graded_hints.analyse", give_up)
    answer = hint(VIEW)
    assert answer.cell == (1, 0)
    assert answer.proof is not None
    with pytest.raises(BudgetExceeded, match="too wide"):
        hint(parse_view("4x2/2\n#1##\n####"))


def test_a_certain_cell_without_a_short_proof_is_still_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sapper.coach.proof_search._find", lambda *_, **__: None)
    answer = hint(VIEW)
    assert (answer.cell, answer.certain, answer.proof) == ((1, 0), True, None)
    assert "all were counted" in answer.grades[2].text
    assert answer.to_json()["proof"] is None
