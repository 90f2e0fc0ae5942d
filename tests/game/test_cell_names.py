import itertools
import string

from sapper.game.cell_names import cell_name, row_letters, row_number


def test_rows_are_lettered_like_a_spreadsheet() -> None:
    letters = string.ascii_uppercase
    words = itertools.chain.from_iterable(itertools.product(letters, repeat=n) for n in (1, 2, 3))
    for row, word in zip(range(2000), words, strict=False):
        assert row_letters(row) == "".join(word)
        assert row_number(row_letters(row).lower()) == row


def test_columns_are_numbered_from_one() -> None:
    assert cell_name((0, 0)) == "A1"
    assert cell_name((27, 29)) == "AB30"
    assert cell_name((1999, 1999)) == "BXX2000"
