"""MBF files: golden files and errors."""

import pytest

from sapper import Rules
from sapper.compat import formats
from sapper.errors import FormatError
from tests.compat.formats.examples import DATA, golden


def test_reading_and_writing_a_board_preserves_every_byte() -> None:
    board = formats.read(DATA / "board.mbf")
    assert board.game.layout == {(0, 3), (1, 0), (3, 4)}
    assert f"{board.view}\n" == golden("board.txt").decode()
    assert formats.write(board, "mbf") == golden("board.mbf")
    assert formats.convert(DATA / "board.txt", "mbf") == golden("board.mbf")


@pytest.mark.parametrize(
    ("data", "offset", "message"),
    [
        ("", 0, "unexpected end of file"),
        ("05 04 00", 3, "unexpected end of file"),
        ("00 04 00 00", 0, "the width must be at least 1"),
        ("05 00 00 00", 1, "the height must be at least 1"),
        ("02 02 00 05", 2, "must be between 0 and 4, not 5"),
        ("02 02 00 02 00 00 01", 7, "unexpected end of file: a board with 2 mines takes 8 bytes"),
        ("02 02 00 01 00 00 01", 6, "unexpected data"),
        ("02 02 00 01 02 00", 4, "column 2, row 0 is off the 2x2 board"),
        ("02 02 00 02 01 00 01 00", 6, "listed twice"),
    ],
)
def test_errors_in_mbf_files_name_the_offset(data: str, offset: int, message: str) -> None:
    with pytest.raises(FormatError) as error:
        formats.read_mbf(bytes.fromhex(data))
    assert str(error.value).startswith(f"MBF, offset {offset}: ")
    assert message in str(error.value)
    assert error.value.offset == offset


def test_a_board_too_large_for_mbf_is_rejected() -> None:
    with pytest.raises(FormatError, match="the limit is 255x255"):
        formats.write_mbf(Rules(256, 1, 0), ())
