"""Reading of RAWVF files: golden files and errors."""

import pytest

from sapper import write_replay
from sapper.compat import formats
from sapper.errors import FormatError
from tests.compat.formats.examples import DATA, GAMES, golden

BOARD = "Board:\n*0\n00\n"


def test_mouse_events_become_moves() -> None:
    game = formats.read_game(DATA / "clicks.rawvf")
    assert (game.status, game.rules.start) == ("won", "safe")
    assert formats.convert(DATA / "clicks.rawvf", "replay") == golden("clicks.replay")
    assert [str(move) for move in game.history] == [
        "0.000 flag 0,0",
        "0.000 reveal 2,2",
        "0.920 question 0,0",
        "1.120 question 0,0",
        "1.920 flag 1,0",
        "3.120 chord 1,1",
        "3.920 flag 0,3",
        "5.020 click 1,2",
        "5.920 click 1,3",
        "6.020 chord 1,3",
    ]


@pytest.mark.parametrize("name", GAMES)
def test_all_example_files_contain_the_same_game(name: str) -> None:
    game = formats.read_game(str(DATA / name))
    assert write_replay(game) == golden("clicks.replay").decode()


def test_the_clock_of_a_running_game_continues_from_the_last_move() -> None:
    text = "Board:\n*000\n0000\nEvents:\n5 lc 2 1\n5 lr 2 1\n8 rc 1 1\n"
    times = iter([100.0, 100.0, 103.0])
    game = formats.read_rawvf(text, now=lambda: next(times, 104.0))
    assert game.status == "playing"
    assert game.history[-1].at == 3.0
    assert game.seconds >= 3.0


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("", 1, "`Board:` is missing"),
        ("Width: 2\n", 1, "`Board:` is missing"),
        ("Width 2\n", 1, "expected `Key: value`"),
        ("Width: 2\nWidth: 2\n", 2, "duplicate key Width, first used on line 1"),
        ("Width: x\n" + BOARD + "Events:\n", 1, "width must be an integer"),
        ("Width: 3\n" + BOARD + "Events:\n", 1, "width must be 2 to match the board, not 3"),
        ("A: b\nMines: 2\n" + BOARD + "Events:\n", 2, "mines must be 1 to match the board, not 2"),
        (BOARD, 3, "`Events:` is missing"),
        ("Board:\n", 1, "`Events:` is missing"),
        ("Board:\nEvents:\n", 2, "no rows"),
        ("Board:\n*1\n", 2, "must consist of * and 0"),
        ("Board:\n" + "0\n" * 2001, 2002, "more than 2000 rows"),
        ("Board:\n*0\n000\n", 3, "3 cells, but the first row has 2"),
        ("Start: never\n" + BOARD + "Events:\n", 1, "unknown start rule"),
        ("Start: opening\n" + BOARD + "Events:\n", 1, "must be 0, not 1"),
        ("Board:\n" + "0" * 2001 + "\nEvents:\n", 2, "width must be between 1 and 2000"),
        (BOARD + "Events:\nhello\n", 5, "malformed event"),
        (BOARD + "Events:\n1.0 lc\n", 5, "requires a column and a row"),
        (BOARD + "Events:\n\n1.0 zz 1 1\n", 6, "unknown event 'zz'"),
        (BOARD + "Events:\nnan lc 1 1\n", 5, "malformed event"),
        (BOARD + "Events:\n1 lc 999999999999 1\n", 5, "malformed event"),
    ],
)
def test_errors_in_rawvf_files_name_the_line(text: str, line: int, message: str) -> None:
    with pytest.raises(FormatError) as error:
        formats.read_rawvf(text)
    assert str(error.value).startswith(f"RAWVF, line {line}: ")
    assert message in str(error.value)
    assert error.value.line == line
