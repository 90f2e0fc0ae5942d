"""The pattern file: every example contains its pattern, and every error names its line."""

import pytest

from sapper.coach.content_file import load_content, parse_content
from sapper.coach.pattern_library import load_patterns, parse_patterns, pattern_names
from sapper.coach.pattern_matcher import find_patterns
from sapper.errors import ContentError
from sapper.game.rules import Rules
from sapper.game.view import View

SOUND = "pattern: one\nsummary: A pattern.\ndrawing:\n  1 m\nexample:\n  2x1/1\n  1#"


def orientations(view: View) -> list[View]:
    """Return a position in its eight orientations."""
    found = []
    rows = [list(row) for row in view.cells.tolist()]
    for _ in range(2):
        rows = [row[::-1] for row in rows]
        for _ in range(4):
            rows = [list(row) for row in zip(*rows[::-1], strict=True)]
            rules = Rules(len(rows[0]), len(rows), view.mines, start="any")
            found.append(View(rules, bytes(cell & 0xFF for row in rows for cell in row)))
    return found


@pytest.mark.parametrize("name", pattern_names())
def test_every_example_contains_its_pattern_in_all_orientations(name: str) -> None:
    pattern = next(each for each in load_patterns() if each.name == name)
    positions = orientations(pattern.example)
    assert len({str(view) for view in positions}) >= 1
    for view in positions:
        assert name in [match.pattern.name for match in find_patterns(view)], str(view)


def test_the_library_has_the_patterns_that_players_name() -> None:
    wanted = {
        "1-1", "1-1+", "1-2", "1-2+", "1-2-1", "1-2-2-1", "hole", "triangle", "corner",
        "mine count", "50/50 pair", "50/50 box",
    }  # fmt: skip
    assert wanted <= set(pattern_names())


def test_every_summary_is_a_sentence() -> None:
    for pattern in load_patterns():
        assert pattern.summary[0].isupper()
        assert pattern.summary.endswith(".")


def test_a_sound_pattern_is_read() -> None:
    (pattern,) = parse_patterns(SOUND, "test.txt")
    assert (pattern.name, pattern.summary, str(pattern.example)) == (
        "one",
        "A pattern.",
        "2x1/1\n1#",
    )
    assert len(pattern.drawings) == 4


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ("summary: A", "summary A", 2, "expected 'key: value', not 'summary A pattern.'"),
        ("pattern: one\n", "", 1, "the block has no 'pattern'"),
        ("pattern: one", "pattern:", 1, "a pattern needs a unique name, not ''"),
        ("summary: A pattern.\n", "", 1, "the block has no 'summary'"),
        ("summary:", "colour:", 2, "unknown key 'colour'"),
        ("  1 m", "  1 z", 4, "unknown symbol 'z' in a drawing"),
        ("  1 m", "  # m", 3, "a drawing without clues"),
        ("drawing:\n  1 m\n", "", 1, "the block has no 'drawing' or 'premise'"),
        ("drawing:", "premise: luck\ndrawing:", 3, "the premise must be 'mine count', not 'luck'"),
        ("drawing:", "reduced: yes\ndrawing:", 3, "reduced must be 'no', not 'yes'"),
        ("example:", "summary: B.\nexample:", 5, "duplicate 'summary' in one block"),
        ("  1#", "  1%", 7, "%"),
        ("  1#", "  1#\n\n" + SOUND, 9, "a pattern needs a unique name, not 'one'"),
    ],
)
def test_a_broken_pattern_file_names_its_line(old: str, new: str, line: int, reason: str) -> None:
    with pytest.raises(ContentError, match=f"test.txt, line {line}: ") as caught:
        list(parse_patterns(SOUND.replace(old, new), "test.txt"))
    assert caught.value.line == line
    assert reason in str(caught.value)


def test_an_indented_line_needs_a_key() -> None:
    with pytest.raises(ContentError, match="line 3: the indented line has no key above it"):
        list(parse_content("key: value\n\n  body\n", "test.txt"))


def test_the_package_contains_the_pattern_file() -> None:
    assert load_content("patterns.txt").count("\npattern: ") == len(load_patterns())
