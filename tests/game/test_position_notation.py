import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sapper import Game, Rules, parse_view
from sapper.errors import NotationError

SYMBOLS = "#.12345678Ff?*!"


@st.composite
def positions(draw: st.DrawFn) -> str:
    width, height = draw(st.integers(1, 12)), draw(st.integers(1, 12))
    rows = [draw(st.text(SYMBOLS, min_size=width, max_size=width)) for _ in range(height)]
    shown = sum(row.count("*") + row.count("!") for row in rows)
    return "\n".join([f"{width}x{height}/{draw(st.integers(shown, width * height))}", *rows])


@given(positions())
def test_positions_round_trip(text: str) -> None:
    view = parse_view(text)
    assert str(view) == text
    assert parse_view(str(view)) == view
    assert eval(repr(view)) == view


@given(positions())
def test_alternative_symbols_are_accepted(text: str) -> None:
    header, *rows = text.split("\n")
    other = [row.replace(".", "0").replace("#", "H") for row in rows]
    spelt = "\r\n".join(["  " + header.replace("/", "x").upper() + " ", *other, "", ""])
    assert parse_view(spelt) == parse_view(text)


def test_the_symbols_match_the_documented_notation() -> None:
    view = parse_view("5x3/4\n#.12F\n3456?\n78f*!")
    assert view.cells.tolist() == [[-1, 0, 1, 2, -1], [3, 4, 5, 6, -1], [7, 8, -1, -1, -1]]
    assert view.flags == {(0, 4)}
    assert view.questions == {(1, 4)}
    assert view.ai_flags == {(2, 2)}
    assert view.shown_mines == {(2, 3), (2, 4)}
    assert view.exploded == {(2, 4)}


def test_two_thousand_random_games_round_trip_after_every_move() -> None:
    for seed in range(2000):
        game = Game(Rules.parse("6x5/6", start=("safe", "opening", "any")[seed % 3]), seed=seed)
        for step in range(8):
            cell = divmod((seed * 7 + step * 11) % 30, 6)
            (game.flag if (seed + step) % 4 == 0 else game.reveal)(cell)
            assert parse_view(str(game.view)) == game.view
            if game.is_over:
                assert parse_view(str(game.solution)) == game.solution
                break


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "empty position text"),
        (" \n\t\n", "empty position text"),
        ("hello", "line 1: invalid size 'hello'"),
        ("3x2\n###\n###", "line 1: invalid size '3x2'"),
        ("0x2/0\n\n", "line 1: width must be between 1 and 2000, not 0"),
        ("3x-1/0", "line 1: height must be between 1 and 2000, not -1"),
        ("3x2001/1\n###", "line 1: height must be between 1 and 2000, not 2001"),
        ("3x2/7\n###\n###", "line 1: the number of mines on a 3x2 board"),
        ("3x2/-1\n###\n###", "line 1: the number of mines on a 3x2 board"),
        ("3x2/1", "line 1: expected 2 rows, found 0"),
        ("3x2/1\n###", "line 1: expected 2 rows, found 1"),
        ("3x2/1\n###\n###\n###", "line 1: expected 2 rows, found 3"),
        ("3x2/1\n###\n##", "line 3: expected 3 columns, found 2"),
        ("3x2/1\n####\n###", "line 2: expected 3 columns, found 4"),
        ("3x2/1\n###\n\n###", "line 1: expected 2 rows, found 3"),
        ("3x2/1\n###\n#9#", "line 3, column 2: unknown character '9'"),
        ("3x2/1\n##x\n###", "line 2, column 3: unknown character 'x'"),
        ("3x2/1\n## \n###", "line 2: expected 3 columns, found 2"),
        ("3x2/1\n#\x00#\n###", "line 2, column 2: unknown character '\\x00'"),
        ("3x2/1\n#é#\n###", "line 2, column 2: unknown character 'é'"),
        ("3x2/1\n#?#\n#①#", "line 3, column 2: unknown character '①'"),
        ("3x2/1\n#\ud800#\n###", "line 2, column 2: unknown character '\\ud800'"),
        ("3x2/1\n**#\n###", "line 1: the position shows 2 mines, but the header allows only 1"),
        ("3x2/1\n*!#\n###", "line 1: the position shows 2 mines, but the header allows only 1"),
    ],
)
def test_the_error_for_malformed_text_names_the_line_and_the_reason(
    text: str, message: str
) -> None:
    with pytest.raises(NotationError) as caught:
        parse_view(text)
    assert str(caught.value).startswith(message)
    line = re.match(r"line (\d+)", message)
    assert caught.value.line == (int(line[1]) if line else None)


def test_blank_lines_before_the_header_do_not_shift_the_line_numbers() -> None:
    assert parse_view("\n \n3x1/1\n1##").mines == 1
    for text, place in [("\n\n3x1/1\n1#x", "line 4, column 3"), ("\n\n3x1\n1#x", "line 3"),
                        ("\n\n3x1/1\n1#", "line 4")]:  # fmt: skip
        with pytest.raises(NotationError, match=f"^{place}: "):
            parse_view(text)


@pytest.mark.parametrize(
    "junk",
    ["x" * 10_000_000, "\n" * 10_000_000, "9x9/10\n" * 1_500_000, "#" * 10_000_000],
    ids=["letters", "newlines", "headers", "cells"],
)
def test_the_error_for_ten_megabytes_of_junk_is_one_line(junk: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_view(junk)
    assert str(caught.value) == f"position text too long: {len(junk)} characters"


def test_the_error_for_four_megabytes_of_junk_is_short() -> None:
    with pytest.raises(NotationError, match="line 1: invalid size") as caught:
        parse_view("x" * 4_000_000)
    assert len(str(caught.value)) < 120


def test_the_largest_board_fits_with_any_line_endings() -> None:
    rows = ["#" * 2000] * 2000
    for ends in ("\n", "\r\n"):
        view = parse_view(ends.join(["2000x2000/4000000", *rows]) + ends)
        assert view.rules == Rules(2000, 2000, 4_000_000, "any")


@pytest.mark.parametrize("text", [None, b"3x1/1\n###", 5, ["3x1/1", "###"]])
def test_a_position_that_is_not_a_string_is_refused(text: object) -> None:
    with pytest.raises(NotationError, match=f"a position must be a str, not {type(text).__name__}"):
        parse_view(text)


@given(st.text(max_size=60))
@example("1x1/0\n0")
def test_any_text_is_a_position_or_raises_a_sapper_error(text: str) -> None:
    try:
        view = parse_view(text)
    except NotationError:
        pass
    else:
        assert parse_view(str(view)) == view


@given(positions(), st.integers(0, 200), st.text(max_size=1))
def test_a_position_with_one_changed_character_is_a_position_or_raises_a_sapper_error(
    text: str, at: int, symbol: str
) -> None:
    at %= len(text)
    try:
        view = parse_view(text[:at] + symbol + text[at + 1 :])
    except NotationError:
        pass
    else:
        assert parse_view(str(view)) == view
