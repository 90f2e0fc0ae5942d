import pytest

from sapper.coach.lesson_content import all_lessons, find_lesson, parse_lesson
from sapper.errors import ContentError, NotFound
from sapper.inference.analysis import analyse

LESSON = """\
# A title

A summary.

## A step

An explanation
on two lines.

Another paragraph.

```reveal A3
F1oo
11o*
```

Well done.

## Test

A question.

```flag
*1oo
11oo
.1oo
.1*o
```

Correct.
"""


def test_a_lesson_file_is_parsed_into_steps() -> None:
    lesson = parse_lesson("example", LESSON, name="example.md")
    assert (lesson.id, lesson.title, lesson.summary) == ("example", "A title", "A summary.")
    first, test = lesson.steps
    assert first.text == "An explanation on two lines.\nAnother paragraph."
    assert (first.goal, first.cells, first.success) == ("reveal", {(0, 2)}, "Well done.")
    assert first.view.rows == ["F1##", "11##"]
    assert not first.is_test
    assert test.is_test


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("# A title", "A title", 1, "expected the title"),
        ("A summary.", "", 5, "the summary is missing"),
        ("```reveal A3", "```reveel A3", 12, "the goal must be reveal, flag, chord, clear, guess"),
        ("```reveal A3", "```reveal Z9", 12, "no cell 'Z9' on this board"),
        ("11o*", "11oo*", 14, "the row has 5 cells, but the first row has 4"),
        ("F1oo", "F1xo", 13, "unknown symbol 'x'"),
        ("F1oo", "F2oo", 13, "A2 is '2' on the board, but '1' in a game with these mines"),
        ("*1oo\n11oo\n.1oo\n.1*o", "*1", 24, "the board must have a hidden safe cell"),
        (".1*o\n```", ".1*o", 28, "the row has 0 cells"),
        ("Well done.\n", "", 18, "the success text is missing"),
        ("## Test", "## The end", 19, "the last step must be a test"),
    ],
)
def test_a_broken_lesson_file_names_its_line(old: str, new: str, line: int, message: str) -> None:
    with pytest.raises(ContentError) as caught:
        parse_lesson("example", LESSON.replace(old, new, 1), name="example.md")
    assert str(caught.value).startswith(f"example.md, line {line}: ")
    assert message in str(caught.value)
    assert caught.value.line == line


def test_an_unknown_lesson_is_an_error_that_lists_the_lessons() -> None:
    with pytest.raises(NotFound) as caught:
        find_lesson("knitting")
    assert "numbers" in (caught.value.hint or "")


def test_there_are_at_least_twelve_lessons_with_unique_ids() -> None:
    ids = [lesson.id for lesson in all_lessons()]
    assert len(ids) >= 12
    assert len(set(ids)) == len(ids)


@pytest.mark.parametrize(
    ("lesson_id", "number"),
    [(lesson.id, number) for lesson in all_lessons() for number in range(1, len(lesson.steps) + 1)],
)
def test_the_position_of_every_step_fits_its_goal(lesson_id: str, number: int) -> None:
    step = find_lesson(lesson_id).steps[number - 1]
    odds = analyse(step.view.without_marks())
    if step.goal == "guess":
        assert not odds.safe
        return
    targets = {"reveal": odds.safe, "flag": odds.mines}.get(step.goal)
    if targets is None:
        assert odds.safe
    else:
        assert targets
        assert step.cells <= targets
