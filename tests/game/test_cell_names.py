import itertools
import string

import pytest

from sapper.game.cell_names import cell_name, parse_cell_name, row_letters


def test_rows_are_lettered_like_a_spreadsheet() -> None:
    letters = string.ascii_uppercase
    words = itertools.chain.from_iterable(itertools.product(letters, repeat=n) for n in (1, 2, 3))
    for row, word in zip(range(2000), words, strict=False):
        assert row_letters(row) == "".join(word)
        assert parse_cell_name(f"{row_letters(row).lower()}7") == (row, 6)


def test_columns_are_numbered_from_one() -> None:
    assert cell_name((0, 0)) == "A1"
    assert cell_name((27, 29)) == "AB30"
    assert cell_name((1999, 1999)) == "BXX2000"
    assert parse_cell_name("BXX2000") == (1999, 1999)


@pytest.mark.parametrize(
    "text", ["", "A", "5", "5A", "A5B", "A-5", "A 5", "A\u0665", "\u00c45", "A" * 99 + "1"]
)
def test_other_text_is_not_a_cell_name(text: str) -> None:
    assert parse_cell_name(text) is None
