"""`sapper learn`."""

import io

import pytest

from sapper.cli import main


def run(monkeypatch: pytest.MonkeyPatch, typed: str, *arguments: str) -> int:
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    return main(["learn", *arguments])


@pytest.fixture(autouse=True)
def data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    monkeypatch.setenv("SAPPER_DATA", str(tmp_path))


def test_the_first_lesson_explains_moves_and_saves_progress(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "O A1\nO A3\nM A1\nquit\n") == 0
    output = capsys.readouterr().out
    assert "1/4 One neighbour left" in output
    assert "A1 is a mine. The 1 at B1 has 1 hidden neighbour, so A1 is a mine." in output
    assert "2/4 As many hidden cells as mines" in output
    assert run(monkeypatch, "", "--list") == 0
    assert "What a number means (1/4)" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["chords", "4"])
def test_a_lesson_is_chosen_by_name_or_number(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = "C B2\nskip\nskip\n"
    assert run(monkeypatch, typed, name) == 0
    output = capsys.readouterr().out
    assert output.startswith("Chords\n")
    assert "One move revealed five cells." in output
    assert "End of the lesson." in output


def test_bad_commands_are_explained_and_the_step_continues(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "dance\nO Z99\nagain\n\nM A1\n") == 0
    captured = capsys.readouterr()
    assert "error: unknown command 'dance'" in captured.err
    assert "error: cannot reveal" in captured.err
    assert "2/4" in captured.out


def test_an_unknown_lesson_is_one_clear_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "", "knitting") == 2
    assert capsys.readouterr().err.startswith(
        "error: unknown lesson 'knitting'\nhint: the lessons are"
    )
