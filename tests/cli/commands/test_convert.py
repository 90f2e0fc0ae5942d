"""`sapper convert`: files, streams and errors."""

import io
from pathlib import Path

import pytest

from sapper.cli import main
from tests.compat.formats.examples import DATA, golden


def test_file_names_determine_the_formats(tmp_path: Path) -> None:
    out = tmp_path / "game.replay"
    assert main(["convert", str(DATA / "clicks.rawvf"), str(out)]) == 0
    assert out.read_bytes() == golden("clicks.replay")
    assert main(["convert", str(out), str(tmp_path / "board.mbf")]) == 0
    assert (tmp_path / "board.mbf").read_bytes() == golden("board.mbf")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["board.mbf", "game.replay"]


def test_streams_are_read_and_written(
    monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(golden("lost.mine"))))
    assert main(["convert", "-", "-", "--from", "mine", "--to", "position"]) == 0
    assert capfdbinary.readouterr().out == golden("lost.txt")


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["IN/none.mbf", "OUT/a.txt"], "No such file"),
        (["IN/board.mbf", "OUT/a.png"], "cannot detect the format of"),
        (["IN/board.mbf", "-"], "cannot detect the format of '-'"),
        (["IN/board.mbf", "OUT/a.txt", "--to", "pdf"], "unknown format 'pdf'"),
        (["IN/board.mbf", "OUT/a.txt", "--from", "rawvf"], "RAWVF, line 1"),
        (["IN/lost.mine", "OUT/a.rawvf"], "contains a position (mine), not a game"),
        (["IN/board.mbf", "OUT/none/a.txt"], "none/a.txt: No such file"),
        (["IN", "OUT/a.txt"], "Is a directory"),
    ],
)
def test_bad_input_prints_one_error_and_writes_nothing(
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
