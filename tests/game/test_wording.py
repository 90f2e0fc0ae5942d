"""Plurals and articles in messages that contain numbers."""

import pytest

from sapper import Rules, analyse, parse_view
from sapper.compat.formats import read_mbf
from sapper.errors import FormatError, IllegalMove, InvalidRules, NotationError
from sapper.game.view import View
from sapper.game.wording import with_article


@pytest.mark.parametrize("number", ["8", "11", "18", "80", "88", "800", "8.3%", "11x4", "18%"])
def test_numbers_that_start_with_a_vowel_sound_take_an(number: str) -> None:
    assert with_article(number) == f"an {number}"


@pytest.mark.parametrize("number", ["1", "9", "10", "12", "16", "110", "180", "1800", "17x8"])
def test_other_numbers_take_a(number: str) -> None:
    assert with_article(number) == f"a {number}"


def test_no_message_says_a_8x8_board() -> None:
    with pytest.raises(InvalidRules, match="mines on an 8x8 board"):
        Rules(8, 8, 65)
    with pytest.raises(IllegalMove, match="on an 8x8 board"):
        View(Rules(8, 8, 1), bytes([255] * 64)).clue((9, 9))


def test_no_message_says_1_mines_or_1_cells() -> None:
    with pytest.raises(FormatError, match="a board with 1 mine takes 6 bytes"):
        read_mbf(bytes([2, 2, 0, 1]))
    with pytest.raises(NotationError, match="must have 1 cell, not 0"):
        View(Rules(1, 1, 0), b"")
    with pytest.raises(NotationError, match="shows 1 mine, but the header allows only 0"):
        parse_view("2x1/0\n*#")
    assert "1 mine>" in repr(analyse(parse_view("2x1/1\n1#")))
