"""Files of every format: golden ones, round trips, and all that can be wrong with them."""

import io
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from sapper import Game, Rules, View, parse_view, write_replay
from sapper.cli import main
from sapper.compat import formats
from sapper.compat.formats import conversion as contents_module
from sapper.errors import FormatError, NotationError, ReplayError, SapperError

DATA = Path(__file__).parents[2] / "data" / "formats"
GAMES = ["clicks.rawvf", "clicks.replay", "written.rawvf"]


def golden(name: str) -> bytes:
    return (DATA / name).read_bytes()


def played(rules: Rules, seed: int, clicks: list[tuple[str, int]]) -> Game:
    """A game with moves of all kinds at any cells, up to its end."""
    clock = iter(range(1_000_000))
    game = Game(rules, seed, now=lambda: float(next(clock)) / 8)
    game.reveal(rules.centre)
    for kind, number in clicks:
        if not game.is_over:
            getattr(game, kind)(divmod(number % rules.cell_count, rules.width))
    return game


# Golden files -------------------------------------------------------------------------------------


def test_a_board_is_read_and_written_byte_by_byte() -> None:
    board = formats.read(DATA / "board.mbf")
    assert board.game.layout == {(0, 3), (1, 0), (3, 4)}
    assert f"{board.view}\n" == golden("board.txt").decode()
    assert formats.write(board, "mbf") == golden("board.mbf")
    assert formats.convert(DATA / "board.txt", "mbf") == golden("board.mbf")


def test_a_position_is_read_from_both_notations() -> None:
    assert formats.read(DATA / "lost.mine").view == formats.read(DATA / "lost.txt").view
    assert formats.convert(DATA / "lost.mine", "position") == golden("lost.txt")
    assert formats.convert(DATA / "lost.txt", "mine") == golden("lost.mine")


def test_a_question_mark_is_a_mark_for_us_and_the_end_for_others() -> None:
    assert formats.read(b"3x1x1\n1?0").view.exploded == {(0, 1)}
    assert formats.read(b"3x1/1\n1?.").view.questions == {(0, 1)}
    assert formats.write(formats.read(b"3x1/1\n1?."), "mine") == b"3x1x1\n1H0\n"


def test_presses_and_releases_of_buttons_become_moves() -> None:
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
        "6.020 chord 1,3",
    ]


def test_a_game_is_written_for_the_mouse() -> None:
    assert formats.convert(DATA / "clicks.replay", "rawvf") == golden("written.rawvf")


@pytest.mark.parametrize("name", GAMES)
def test_every_golden_game_is_the_same_game(name: str) -> None:
    game = formats.read_game(str(DATA / name))
    assert write_replay(game) == golden("clicks.replay").decode()


def test_a_game_ends_in_a_position_and_has_a_board() -> None:
    assert formats.convert(DATA / "clicks.rawvf", "position").decode() == (
        "5x4/3\n111F1\nF1111\n11.11\n...1*\n"
    )
    assert formats.convert(DATA / "clicks.rawvf", "mbf") == golden("board.mbf")


# Buttons ------------------------------------------------------------------------------------------


def moves_of(*events: str, marks: str = "Off") -> list[str]:
    """The moves of events at column 2, row 1 of a board with a mine in its first cell."""
    lines = [f"{number} {event} 2 1 (20 5)" for number, event in enumerate(events)]
    text = f"Marks: {marks}\nBoard:\n*000\n0000\nEvents:\n" + "\n".join(lines)
    return [move.kind for move in formats.read_rawvf(text).history]


def test_the_left_button_reveals_when_it_is_released() -> None:
    assert moves_of("lc") == []
    assert moves_of("lc", "lr") == ["reveal"]
    assert moves_of("lr") == []


def test_the_right_button_flags_when_it_is_pressed() -> None:
    assert moves_of("rc") == ["flag"]
    assert moves_of("rc", "rr", "rc", "rr") == ["flag", "flag"]
    assert moves_of("rc", "rr", "rc", "rr", "rc", marks="On") == ["flag", "question", "question"]


def test_after_a_chord_the_other_button_does_nothing() -> None:
    for events in (["lc", "rc", "lr", "rr"], ["lc", "rc", "rr", "lr"], ["mc", "mr"]):
        assert moves_of(*events) == []
        text = "Board:\n*000\n0000\nEvents:\n0 lc 2 1\n0 lr 2 1\n0 rc 1 1\n0 rr 1 1\n"
        text += "".join(f"1 {event} 2 1\n" for event in events)
        history = formats.read_rawvf(text).history
        assert [move.kind for move in history] == ["reveal", "flag", "chord"]


def test_a_click_held_on_the_right_chords_again_and_again() -> None:
    assert moves_of("lc", "rc", "lr", "lc", "lr", "rr", "lc", "lr") == ["reveal"]


def test_a_button_beside_the_board_or_after_the_end_does_nothing() -> None:
    text = "Board:\n*000\nEvents:\n0 lc 9 9\n0 lr 0 1\n1 lc 1 1\n1 lr 1 1\n2 lc 2 1\n2 lr 2 1\n"
    game = formats.read_rawvf(text)
    assert (game.status, len(game.history)) == ("lost", 1)


def test_a_running_game_goes_on_from_its_last_move() -> None:
    text = "Board:\n*000\n0000\nEvents:\n5 lc 2 1\n5 lr 2 1\n8 rc 1 1\n"
    times = iter([100.0, 100.0, 103.0])
    game = formats.read_rawvf(text, now=lambda: next(times, 104.0))
    assert game.status == "playing"
    assert game.history[-1].at == 3.0
    assert game.seconds >= 3.0


def test_every_flag_made_a_view_of_the_whole_board(monkeypatch: pytest.MonkeyPatch) -> None:
    """A record of a million clicks on a large board took hours."""

    def no_view(_game: Game) -> View:
        raise AssertionError

    monkeypatch.setattr(Game, "view", property(no_view))
    clicks = ["rc", "rr"] * 3
    assert moves_of(*clicks) == ["flag"] * 3
    assert moves_of(*clicks, marks="On") == ["flag", "question", "question"]


# Round trips --------------------------------------------------------------------------------------

SIZES = some.tuples(some.integers(1, 12), some.integers(1, 9), some.integers(0, 100))
KINDS = some.sampled_from(["reveal", "flag", "question", "chord"])
CLICKS = some.lists(some.tuples(KINDS, some.integers(0, 200)), max_size=40)


@given(size=SIZES, seed=some.integers(0, 99), clicks=CLICKS)
def test_any_game_comes_back_from_rawvf(
    size: tuple[int, int, int], seed: int, clicks: list[tuple[str, int]]
) -> None:
    width, height, share = size
    rules = Rules(width, height, (width * height - 1) * share // 100)
    game = played(rules, seed, clicks)
    again = formats.read_rawvf(formats.write_rawvf(game))
    assert (again.view, again.status, again.layout) == (game.view, game.status, game.layout)
    assert again.rules == game.rules
    kept = [move for move in again.history if move.kind in ("reveal", "chord")]
    assert kept == [move for move in game.history if move.kind in ("reveal", "chord")]
    text = formats.write_rawvf(again)
    assert formats.write_rawvf(formats.read_rawvf(text)) == text
    board = formats.write(formats.read(write_replay(game).encode()), "mbf")
    assert formats.read_mbf(board).layout == game.layout


@given(size=SIZES, seed=some.integers(0, 99), clicks=CLICKS)
def test_any_position_comes_back_from_both_notations(
    size: tuple[int, int, int], seed: int, clicks: list[tuple[str, int]]
) -> None:
    width, height, share = size
    view = played(Rules(width, height, (width * height - 1) * share // 100), seed, clicks).view
    text = formats.write(formats.Contents("position", view, None), "position")
    assert formats.read(text).view == view
    other = formats.read_mine(formats.write_mine(view))
    assert other == without_questions(view)


def without_questions(view: View) -> View:
    return parse_view(str(view).replace("?", "#").replace("f", "F"))


def test_moves_that_were_taken_back_are_left_out_of_rawvf() -> None:
    game = Game.from_layout(Rules(3, 1, 1), {(0, 2)})
    game.reveal((0, 2))
    game.undo()
    game.reveal((0, 1))
    assert [move.kind for move in formats.read_rawvf(formats.write_rawvf(game)).history] == [
        "reveal"
    ]


def test_the_largest_mbf_board_asked_for_its_mines_once_per_cell() -> None:
    """It took a quarter of a minute to write as RAWVF; now a test of it can be run at all."""
    board = formats.read(
        bytes([255, 255, 1, 0, *[n for i in range(256) for n in (i % 255, i // 255)]])
    )
    text = formats.write(board, "rawvf")
    assert formats.write(formats.read(text), "mbf") == formats.write(board, "mbf")


# What is wrong ------------------------------------------------------------------------------------

BOARD = "Board:\n*0\n00\n"


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("", 1, "ends before `Board:`"),
        ("Width: 2\n", 1, "ends before `Board:`"),
        ("Width 2\n", 1, "expected `Key: value`"),
        ("Width: 2\nWidth: 2\n", 2, "already given in line 1"),
        ("Width: x\n" + BOARD + "Events:\n", 1, "not a whole number"),
        ("Width: 3\n" + BOARD + "Events:\n", 1, "width is 3, but the board has 2"),
        ("A: b\nMines: 2\n" + BOARD + "Events:\n", 2, "mines is 2, but the board has 1"),
        (BOARD, 3, "ends before `Events:`"),
        ("Board:\n", 1, "ends before `Events:`"),
        ("Board:\nEvents:\n", 2, "no rows"),
        ("Board:\n*1\n", 2, "made of * and 0"),
        ("Board:\n" + "0\n" * 2001, 2002, "at most 2000 rows"),
        ("Board:\n*0\n000\n", 3, "3 cells, the first has 2"),
        ("Start: never\n" + BOARD + "Events:\n", 1, "unknown start rule"),
        ("Start: opening\n" + BOARD + "Events:\n", 1, "1 mine does not fit"),
        ("Board:\n" + "0" * 2001 + "\nEvents:\n", 2, "width must be from 1 to 2000"),
        (BOARD + "Events:\nhello\n", 5, "not an event"),
        (BOARD + "Events:\n1.0 lc\n", 5, "needs a column and a row"),
        (BOARD + "Events:\n\n1.0 zz 1 1\n", 6, "unknown event 'zz'"),
        (BOARD + "Events:\nnan lc 1 1\n", 5, "not an event"),
        (BOARD + "Events:\n1 lc 999999999999 1\n", 5, "not an event"),
    ],
)
def test_a_wrong_rawvf_is_refused_with_its_line(text: str, line: int, message: str) -> None:
    with pytest.raises(FormatError) as error:
        formats.read_rawvf(text)
    assert str(error.value).startswith(f"RAWVF, line {line}: ")
    assert message in str(error.value)
    assert error.value.line == line


@pytest.mark.parametrize(
    ("data", "offset", "message"),
    [
        ("", 0, "the file ends"),
        ("05 04 00", 3, "the file ends"),
        ("00 04 00 00", 0, "the width is 0"),
        ("05 00 00 00", 1, "the height is 0"),
        ("02 02 00 05", 2, "5 mines do not fit"),
        ("02 02 00 02 00 00 01", 7, "2 mines need 8 bytes"),
        ("02 02 00 01 00 00 01", 6, "nothing may follow"),
        ("02 02 00 01 02 00", 4, "column 2, row 0 is off the 2x2 board"),
        ("02 02 00 02 01 00 01 00", 6, "named twice"),
    ],
)
def test_a_wrong_mbf_is_refused_with_its_offset(data: str, offset: int, message: str) -> None:
    with pytest.raises(FormatError) as error:
        formats.read_mbf(bytes.fromhex(data))
    assert str(error.value).startswith(f"MBF, offset {offset}: ")
    assert message in str(error.value)
    assert error.value.offset == offset


def test_a_wrong_mine_file_is_refused_with_its_line() -> None:
    with pytest.raises(FormatError, match="line 4: unknown character '#'"):
        formats.read_mine("\n2x2x1\n00\n0#\n")
    with pytest.raises(NotationError, match="line 1"):
        formats.read_mine("2x2\n00\n00\n")
    with pytest.raises(NotationError, match=r"^\.mine, line 1: the header says 2 rows, but .* 1$"):
        formats.read_mine("2x2x1\n00\n")
    for wrong in ("", "2x2\n00\n00\n"):
        with pytest.raises(NotationError) as caught:
            formats.read_mine(wrong)
        assert caught.value.hint == "the first line is WIDTHxHEIGHTxMINES: 30x16x99"


def test_a_format_that_cannot_hold_something_says_so() -> None:
    with pytest.raises(FormatError, match="255 is most"):
        formats.write_mbf(Rules(256, 1, 0), ())
    with pytest.raises(FormatError, match="nothing is revealed yet"):
        formats.write_rawvf(Game(Rules(5, 5, 3), seed=1))
    with pytest.raises(FormatError, match="does not tell where the 3 mines are"):
        formats.convert(write_replay(Game(Rules(5, 5, 3), seed=1)).encode(), "mbf")
    with pytest.raises(FormatError, match="does not tell where the 3 mines are"):
        formats.convert(DATA / "lost.mine", "mbf")
    for wanted in ("rawvf", "replay"):
        with pytest.raises(FormatError, match="holds a position, not a game"):
            formats.convert(DATA / "lost.mine", wanted)
    with pytest.raises(FormatError, match=r"holds a position \(mine\)"):
        formats.read_game(DATA / "lost.mine")


def test_an_unknown_format_is_named() -> None:
    with pytest.raises(FormatError, match="cannot tell the format"):
        formats.read(b"hello")
    with pytest.raises(FormatError, match="unknown format 'rawv'") as error:
        formats.convert(DATA / "board.mbf", "rawv")
    assert error.value.hint == "did you mean rawvf?"
    with pytest.raises(FormatError, match="offset 8: no UTF-8"):
        formats.read(b"4x2/2\n##\xff#\n####\n")


def test_a_game_that_could_be_anything_is_read_as_our_own_record() -> None:
    for text in (b"", b"hello"):
        with pytest.raises(ReplayError, match="line 1: "):
            formats.read_game(text)


def test_the_name_decides_where_the_contents_fit_two_formats(tmp_path: Path) -> None:
    for name, expected in (("a.txt", "position"), ("a.mine", "mine")):
        (tmp_path / name).write_text("3x1x1\n1?0\n")
        assert formats.read(tmp_path / name).format == expected
    (tmp_path / "cut.mbf").write_bytes(b"\x05\x04\x00\x09")
    with pytest.raises(FormatError, match="MBF, offset 4"):
        formats.read(tmp_path / "cut.mbf")
    assert formats.read(b"3x1x1\n1?0\n", "position").view.questions


def test_files_that_are_too_long_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contents_module, "MAX_BYTES", 100)
    with pytest.raises(FormatError, match="too long: more than 100 bytes"):
        formats.read(DATA / "clicks.rawvf")
    monkeypatch.setattr("sapper.compat.formats.rawvf_reader.MAX_CHARACTERS", 100)
    with pytest.raises(FormatError, match="too long for a position"):
        formats.read_mine("1" * 5_000_000)
    with pytest.raises(FormatError, match="too long: 101 characters"):
        formats.read_rawvf("x" * 101)


@given(
    name=some.sampled_from([*GAMES, "board.mbf", "lost.mine", "lost.txt"]),
    cut=some.integers(0, 2000),
    changes=some.lists(some.tuples(some.integers(0, 2000), some.integers(0, 255)), max_size=6),
)
@settings(max_examples=300)
def test_damaged_files_are_read_or_refused_in_one_way(
    name: str, cut: int, changes: list[tuple[int, int]]
) -> None:
    data = bytearray(golden(name))[:cut]
    for place, value in changes:
        if data:
            data[place % len(data)] = value
    for format_name in [None, *formats.FORMATS]:
        try:
            contents = formats.read(bytes(data), format_name)
        except (FormatError, NotationError, ReplayError):
            continue
        again = formats.read(formats.write(contents, contents.format), contents.format)
        assert again.view == contents.view


# The command --------------------------------------------------------------------------------------


def test_the_command_converts_by_the_names_of_the_files(tmp_path: Path) -> None:
    out = tmp_path / "game.replay"
    assert main(["convert", str(DATA / "clicks.rawvf"), str(out)]) == 0
    assert out.read_bytes() == golden("clicks.replay")
    assert main(["convert", str(out), str(tmp_path / "board.mbf")]) == 0
    assert (tmp_path / "board.mbf").read_bytes() == golden("board.mbf")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["board.mbf", "game.replay"]


def test_the_command_reads_and_writes_streams(
    monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(golden("lost.mine"))))
    assert main(["convert", "-", "-", "--from", "mine", "--to", "position"]) == 0
    assert capfdbinary.readouterr().out == golden("lost.txt")


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["IN/none.mbf", "OUT/a.txt"], "No such file"),
        (["IN/board.mbf", "OUT/a.png"], "cannot tell the format of"),
        (["IN/board.mbf", "-"], "cannot tell the format of '-'"),
        (["IN/board.mbf", "OUT/a.txt", "--to", "pdf"], "unknown format 'pdf'"),
        (["IN/board.mbf", "OUT/a.txt", "--from", "rawvf"], "RAWVF, line 1"),
        (["IN/lost.mine", "OUT/a.rawvf"], "holds a position, not a game"),
        (["IN/board.mbf", "OUT/none/a.txt"], "none/a.txt: No such file"),
        (["IN", "OUT/a.txt"], "Is a directory"),
    ],
)
def test_bad_input_gives_one_error_and_writes_nothing(
    arguments: list[str], error: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.txt").write_text("old")
    words = [each.replace("IN", str(DATA)).replace("OUT", str(tmp_path)) for each in arguments]
    assert main(["convert", *words]) == 2
    message = capsys.readouterr().err
    assert message.startswith("error: ")
    assert error in message
    assert (tmp_path / "a.txt").read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]


def test_every_error_of_a_reader_is_one_of_sapper() -> None:
    assert issubclass(FormatError, SapperError)
    assert issubclass(FormatError, ValueError)
