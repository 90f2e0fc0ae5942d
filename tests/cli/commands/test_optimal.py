"""`sapper optimal`."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from sapper.cli import main
from tests.sapper_command import PATIENCE, interrupt_sapper

POSITION = "5x4/5\n#####\n#1###\n#3###\n#####\n"


def test_perfect_play_is_printed_as_text_and_as_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "position.txt"
    file.write_text(POSITION)
    assert main(["optimal", str(file)]) == 0
    assert "wins 285 of 360 layouts (79.17%)" in capsys.readouterr().out
    assert main(["optimal", str(file), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found == {"wins": 285, "layouts": 360, "best": [[0, 2]]}


def test_a_position_that_is_too_large_is_an_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "position.txt"
    file.write_text("9x9/10\n" + "#########\n" * 9)
    assert main(["optimal", str(file)]) == 2
    assert capsys.readouterr().err.startswith("error: too many layouts to solve: about 1.9e12")


def test_a_lost_game_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "position.txt"
    file.write_text("3x1/1\n!##\n")
    assert main(["optimal", str(file)]) == 0
    assert capsys.readouterr().out == (
        "Perfect play wins 0 of 1 layout (0.00%).\nThe game is lost.\n"
    )


@pytest.mark.parametrize(
    ("level", "words"),
    [("5x5/9", ["optimal", "--seconds", "600"]), ("16x16/40", ["analyse", "--think", "600"])],
)
def test_ctrl_c_ends_a_search_in_the_core(tmp_path: Path, level: str, words: list[str]) -> None:
    width, height = (int(number) for number in level.split("/", maxsplit=1)[0].split("x"))
    file = tmp_path / "position.txt"
    file.write_text(f"{level}\n" + ("#" * width + "\n") * height)
    result = interrupt_sapper(*words, str(file))
    assert result.stdout == b""
    assert b"Traceback" not in result.stderr
    assert result.returncode in (-signal.SIGINT, 130)


@pytest.mark.parametrize("command", ["analyse", "hint", "optimal"])
def test_ctrl_c_in_an_import_prints_no_traceback(command: str, tmp_path: Path) -> None:
    # A KeyboardInterrupt that was raised while a module was imported once printed a traceback.
    file = tmp_path / "position.txt"
    file.write_text("3x1/1\n#1#\n")
    program = (
        "import os, signal, sys\n"
        f"sys.argv = ['sapper', {command!r}, {str(file)!r}]\n"
        "class Interrupt:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'numpy':\n"
        "            os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.meta_path.insert(0, Interrupt())\n"
        "from sapper_command import main\n"
        "raise SystemExit(main())\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, timeout=PATIENCE, check=False
    )
    assert (result.returncode, result.stderr) == (130, b"")


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_interrupts_rollouts(workers: str) -> None:
    result = interrupt_sapper("bench", "expert", "9", "--think", "3000", "--workers", workers)
    assert b"Traceback" not in result.stderr
    assert result.returncode in (-signal.SIGINT, 130)
