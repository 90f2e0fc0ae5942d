"""`sapper optimal`."""

import json
from pathlib import Path

import pytest

from sapper.cli import main

POSITION = "5x4/5\n#####\n#1###\n#3###\n#####\n"


def test_perfect_play_is_told_in_words_and_as_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "position.txt"
    file.write_text(POSITION)
    assert main(["optimal", str(file)]) == 0
    assert "wins 285 of 360 layouts (79.17%)" in capsys.readouterr().out
    assert main(["optimal", str(file), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found == {"wins": 285, "layouts": 360, "best": [[0, 2]]}


def test_a_position_that_is_too_large_is_one_clear_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "position.txt"
    file.write_text("9x9/10\n" + "#########\n" * 9)
    assert main(["optimal", str(file)]) == 2
    assert capsys.readouterr().err.startswith("error: cannot solve about 1.9e+12 layouts")
