"""The .mine text format: golden files, round trips and errors."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper import Rules, View, parse_view
from sapper.compat import formats
from sapper.errors import FormatError, NotationError
from tests.compat.formats.examples import DATA, golden, play_moves

SIZES = st.tuples(st.integers(1, 12), st.integers(1, 9), st.integers(0, 100))
KINDS = st.sampled_from(["reveal", "flag", "question", "chord"])
MOVES = st.lists(st.tuples(KINDS, st.integers(0, 200)), max_size=40)


def test_both_notations_describe_the_same_position() -> None:
    assert formats.read(DATA / "lost.mine").view == formats.read(DATA / "lost.txt").view
    assert formats.convert(DATA / "lost.mine", "position") == golden("lost.txt")
    assert formats.convert(DATA / "lost.txt", "mine") == golden("lost.mine")


def test_a_question_mark_means_an_explosion_in_mine_files_only() -> None:
    assert formats.read(b"3x1x1\n1?0").view.exploded == {(0, 1)}
    assert formats.read(b"3x1/1\n1?.").view.questions == {(0, 1)}
    assert formats.write(formats.read(b"3x1/1\n1?."), "mine") == b"3x1x1\n1H0\n"


@given(size=SIZES, seed=st.integers(0, 99), moves=MOVES)
def test_every_position_survives_a_round_trip(
    size: tuple[int, int, int], seed: int, moves: list[tuple[str, int]]
) -> None:
    width, height, share = size
    view = play_moves(Rules(width, height, (width * height - 1) * share // 100), seed, moves).view
    text = formats.write(formats.Contents("position", view, None), "position")
    assert formats.read(text).view == view
    other = formats.read_mine(formats.write_mine(view))
    assert other == without_questions(view)


def without_questions(view: View) -> View:
    return parse_view(str(view).replace("?", "#").replace("f", "F"))


def test_errors_in_mine_files_name_the_line() -> None:
    with pytest.raises(FormatError, match="line 4: unknown character '#'"):
        formats.read_mine("\n2x2x1\n00\n0#\n")
    with pytest.raises(NotationError, match="line 1"):
        formats.read_mine("2x2\n00\n00\n")
    with pytest.raises(NotationError, match=r"^\.mine, line 1: expected 2 rows, found 1$"):
        formats.read_mine("2x2x1\n00\n")
    for wrong in ("", "2x2\n00\n00\n"):
        with pytest.raises(NotationError) as caught:
            formats.read_mine(wrong)
        assert caught.value.hint == "the first line must be WIDTHxHEIGHTxMINES, such as 30x16x99"
