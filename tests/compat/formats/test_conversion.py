"""Format detection and conversion between formats."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sapper import Game, Rules, write_replay
from sapper.compat import formats
from sapper.compat.formats import conversion
from sapper.errors import FormatError, NotationError, ReplayError, SapperError
from tests.compat.formats.examples import DATA, GAMES, golden


def test_a_game_converts_to_a_position_and_to_a_board() -> None:
    assert formats.convert(DATA / "clicks.rawvf", "position").decode() == (
        "5x4/3\n111F1\nF1111\n11.11\n...1F\n"
    )
    assert formats.convert(DATA / "clicks.rawvf", "mbf") == golden("board.mbf")


def test_contents_that_a_format_cannot_represent_are_rejected() -> None:
    for source in (write_replay(Game(Rules(5, 5, 3), seed=1)).encode(), DATA / "lost.mine"):
        with pytest.raises(FormatError, match="does not contain the positions of the mines"):
            formats.convert(source, "mbf")
    for target in ("rawvf", "replay"):
        with pytest.raises(FormatError, match=r"contains a position \(mine\), not a game"):
            formats.convert(DATA / "lost.mine", target)
    with pytest.raises(FormatError, match=r"contains a position \(mine\)"):
        formats.read_game(DATA / "lost.mine")


def test_unknown_formats_are_rejected() -> None:
    with pytest.raises(FormatError, match="cannot detect the format"):
        formats.read(b"hello")
    with pytest.raises(FormatError, match="unknown format 'rawv'") as error:
        formats.convert(DATA / "board.mbf", "rawv")
    assert error.value.hint == "did you mean rawvf?"
    with pytest.raises(FormatError, match="offset 8: invalid UTF-8"):
        formats.read(b"4x2/2\n##\xff#\n####\n")


def test_a_game_of_an_unknown_format_is_read_as_a_replay() -> None:
    for text in (b"", b"hello"):
        with pytest.raises(ReplayError, match="line 1: "):
            formats.read_game(text)


def test_the_file_name_resolves_ambiguous_contents(tmp_path: Path) -> None:
    for name, expected in (("a.txt", "position"), ("a.mine", "mine")):
        (tmp_path / name).write_text("3x1x1\n1?0\n")
        assert formats.read(tmp_path / name).format == expected
    (tmp_path / "cut.mbf").write_bytes(b"\x05\x04\x00\x09")
    with pytest.raises(FormatError, match="MBF, offset 4"):
        formats.read(tmp_path / "cut.mbf")
    assert formats.read(b"3x1x1\n1?0\n", "position").view.questions


def test_overlong_files_are_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conversion, "MAX_BYTES", 100)
    with pytest.raises(FormatError, match="too large: the limit is 100 bytes"):
        formats.read(DATA / "clicks.rawvf")
    monkeypatch.setattr("sapper.compat.formats.rawvf_reader.MAX_CHARACTERS", 100)
    with pytest.raises(FormatError, match="position text too long"):
        formats.read_mine("1" * 5_000_000)
    with pytest.raises(FormatError, match="exceeds the limit of 100 characters"):
        formats.read_rawvf("x" * 101)


@given(
    name=st.sampled_from([*GAMES, "board.mbf", "lost.mine", "lost.txt"]),
    cut=st.integers(0, 2000),
    changes=st.lists(st.tuples(st.integers(0, 2000), st.integers(0, 255)), max_size=6),
)
@settings(max_examples=300)
def test_damaged_files_are_read_or_rejected_with_a_known_error(
    name: str, cut: int, changes: list[tuple[int, int]]
) -> None:
    data = bytearray(golden(name))[:cut]
    for position, value in changes:
        if data:
            data[position % len(data)] = value
    for format_name in [None, *formats.FORMATS]:
        try:
            contents = formats.read(bytes(data), format_name)
        except (FormatError, NotationError, ReplayError):
            continue
        again = formats.read(formats.write(contents, contents.format), contents.format)
        assert again.view == contents.view


def test_format_errors_are_sapper_errors() -> None:
    assert issubclass(FormatError, SapperError)
    assert issubclass(FormatError, ValueError)
