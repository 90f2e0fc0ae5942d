"""A `minesweeper.py` with a single import works with the course's runner."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.sapper_command import PATIENCE

ONE_LINE = "from sapper.compat.cs50 import Minesweeper, MinesweeperAI, Sentence\n"


def run(folder: Path, clicks: list[list[object]], seed: int) -> list[dict[str, Any]]:
    """Run the course's runner in a subprocess and return the state after each click."""
    (folder / "minesweeper.py").write_text(ONE_LINE)
    shutil.copy(Path(__file__).with_name("course_runner.py"), folder / "runner.py")
    code = (
        f"import random, runpy; random.seed({seed}); runpy.run_path('runner.py', None, '__main__')"
    )
    result = subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        input=json.dumps(clicks),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_pressing_the_ai_button_finishes_the_game(tmp_path: Path) -> None:
    ends = [run(tmp_path, [["ai"]] * 60, seed)[-1] for seed in range(6)]
    assert {end["won"] for end in ends} == {True, False}
    for end in ends:
        assert end["won"] is not end["lost"]
        assert not end["won"] or (end["revealed"], end["flags"]) == (56, 8)
        assert (end["drawn"].count("mine"), end["drawn"].count("flag")) == (
            (0, 8) if end["won"] else (8, 0)
        )


def test_clicks_flags_and_reset_can_be_mixed_with_ai_moves(tmp_path: Path) -> None:
    clicks = [["right", 0, 0], ["left", 0, 0], ["right", 0, 0], ["left", 4, 4]]
    clicks += [["ai"], ["reset"], ["ai"]]
    states = run(tmp_path, clicks, seed=2)
    assert [state["flags"] for state in states] == [1, 1, 0, 0, 0, 0, 0]
    assert [state["revealed"] for state in states] == [0, 0, 0, 1, 2, 0, 1]
