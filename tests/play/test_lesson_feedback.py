import pytest

from sapper.coach.lesson_content import Step, all_lessons, find_lesson, parse_lesson
from sapper.errors import IllegalMove
from sapper.game.view import parse_view
from sapper.inference.analysis import analyse
from sapper.play.lesson_feedback import LessonMove, attempt_step


def step_with(fence: str, *rows: str) -> Step:
    board = "\n".join(rows)
    text = f"# Title\nSummary.\n## Test\nText.\n```{fence}\n{board}\n```\nDone.\n"
    return parse_lesson("example", text, name="example.md").steps[0]


ONE_ONE = ("oo*oo", "o*oo*", "11111", ".....")
FLAG_THEN_CHORD = ("*1oo", "11oo", ".1oo", ".1*o")


def moves_that_a_page_allows(rows: tuple[str, ...], mines: int) -> list[LessonMove]:
    """Return every certain or least risky move in a position, given only its visible rows."""
    view = parse_view("\n".join([f"{len(rows[0])}x{len(rows)}/{mines}", *rows]))
    odds = analyse(view.without_marks())
    flags: list[LessonMove] = [("flag", cell) for cell in sorted(odds.mines - view.flags)]
    chords: list[LessonMove] = [("chord", cell) for cell in view.rules.cells() if view.clue(cell)]
    if odds.safe:
        return [*flags, *chords, *(("reveal", cell) for cell in sorted(odds.safe))]
    hidden = [cell for cell in view.rules.cells() if view.clue(cell) is None]
    best = sorted(hidden, key=lambda cell: float(odds.mine_probability[cell]))
    return [*flags, *chords, *(("reveal", cell) for cell in best)]


@pytest.mark.parametrize(
    ("lesson_id", "number"),
    [(lesson.id, number) for lesson in all_lessons() for number in range(1, len(lesson.steps) + 1)],
)
def test_every_step_is_solvable_as_shown(lesson_id: str, number: int) -> None:
    step = find_lesson(lesson_id).steps[number - 1]
    mines = step.view.mines
    made: list[LessonMove] = []
    attempt = attempt_step(step, made)
    while not attempt.is_done:
        for move in moves_that_a_page_allows(attempt.rows, mines):
            attempt = attempt_step(step, [*made, move])
            if attempt.is_done:
                return
            if attempt.feedback and attempt.feedback.is_made:
                made.append(move)
                break
        else:
            pytest.fail(f"no move is made in {attempt.rows}")


def test_the_move_that_a_step_is_about_is_correct_and_completes_it() -> None:
    attempt = attempt_step(step_with("reveal B3", *ONE_ONE), [("reveal", (1, 2))])
    assert attempt.feedback is not None
    assert attempt.feedback.kind == "correct"
    assert attempt.feedback.text.startswith("B3 is safe.")
    assert {"safe", "clue"} <= {each.kind for each in attempt.feedback.highlights}
    assert attempt.is_done
    assert attempt.rows[1] == "##2##"


def test_a_safe_move_that_leads_away_from_the_goal_is_explained_and_not_made() -> None:
    attempt = attempt_step(step_with("flag A1", *FLAG_THEN_CHORD), [("reveal", (0, 2))])
    assert attempt.feedback is not None
    assert attempt.feedback.kind == "other"
    assert attempt.feedback.text.startswith("A3 is safe. The 1 at B1 has 1 hidden neighbour")
    assert attempt.feedback.text.endswith("This is correct, but this step asks for another move.")
    assert attempt.rows[0] == "#1##"
    assert not attempt.is_done


def test_a_flag_on_a_certain_mine_is_made_although_a_step_is_about_another() -> None:
    step = step_with("flag A1", *FLAG_THEN_CHORD)
    attempt = attempt_step(step, [("flag", (3, 2))])
    assert attempt.feedback is not None
    assert attempt.feedback.kind == "other"
    assert attempt.rows[3] == ".1F#"
    assert not attempt.is_done
    assert attempt_step(step, [("flag", (3, 2)), ("flag", (0, 0))]).is_done


def test_a_guess_is_explained_and_not_made() -> None:
    attempt = attempt_step(step_with("reveal B3", *ONE_ONE), [("reveal", (1, 1))])
    assert attempt.feedback is not None
    assert attempt.feedback.kind == "unproved"
    assert attempt.feedback.text == (
        "B2 is a mine in 5 of the 10 possible layouts, so revealing it would be a guess. "
        "Another cell is certainly safe."
    )
    assert attempt.rows[1] == "#####"


def test_revealing_a_certain_mine_is_refuted_and_not_made() -> None:
    attempt = attempt_step(step_with("flag A1", *FLAG_THEN_CHORD), [("reveal", (0, 0))])
    assert attempt.feedback is not None
    assert attempt.feedback.kind == "wrong"
    assert attempt.feedback.text.startswith("A1 is a mine.")
    assert attempt.rows[0] == "#1##"


def test_flagging_a_safe_cell_is_refuted_and_not_made() -> None:
    attempt = attempt_step(step_with("reveal B3", *ONE_ONE), [("flag", (1, 2))])
    assert attempt.feedback is not None
    assert attempt.feedback.kind == "wrong"
    assert attempt.feedback.text.startswith("B3 is safe.")
    assert attempt.mines_left == 3


def test_a_chord_needs_its_flags() -> None:
    step = step_with("chord B2", *FLAG_THEN_CHORD)
    early = attempt_step(step, [("chord", (1, 1))])
    assert early.feedback is not None
    assert early.feedback.kind == "no effect"
    attempt = attempt_step(step, [("flag", (0, 0)), ("chord", (1, 1))])
    assert attempt.feedback is not None
    assert attempt.feedback.kind == "correct"
    assert attempt.is_done


def test_a_riskier_guess_than_necessary_does_not_complete_a_step() -> None:
    step = find_lesson("odds").steps[0]
    attempt = attempt_step(step, [("reveal", (4, 0))])
    assert attempt.feedback is not None
    assert attempt.feedback.kind == "unproved"
    assert not attempt.is_done
    assert attempt_step(step, [("reveal", (3, 1))]).is_done


def test_the_goal_to_clear_is_reached_when_the_game_is_won() -> None:
    step = step_with("clear", ".2*o", ".3*o", ".2*o")
    made: list[LessonMove] = []
    for cell in ((0, 3), (1, 3), (2, 3)):
        assert not attempt_step(step, made).is_done
        made.append(("reveal", cell))
    assert attempt_step(step, made).is_done


@pytest.mark.parametrize(
    "moves",
    [
        [("reveal", (0, 0)), ("reveal", (0, 2))],  # the first move would have lost the game
        [("undo", (0, 0))],
        [("reveal", (9, 9))],
        [("flag", (0, -1)), ("flag", (0, 0))],
    ],
)
def test_moves_that_no_page_sends_are_errors(moves: list[LessonMove]) -> None:
    with pytest.raises(IllegalMove):
        attempt_step(step_with("flag A1", *FLAG_THEN_CHORD), moves)
