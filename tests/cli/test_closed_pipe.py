"""Every command with a closed pipe as its stdout, as in `sapper ... | head -1`."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from sapper import Game, Rules
from sapper.cli import app
from sapper.game.replay import write_replay
from tests.sapper_command import COMMAND, PATIENCE, environment

POSITION = "5x4/5\n#####\n#1###\n#3###\n#####\n"
SCREENSHOT = Path(__file__).parents[2] / "examples" / "screenshot.png"
REPLAY = write_replay(Game(Rules.level("small"), seed=1))


def run_with_closed_stdout(*words: str, typed: str = "") -> "subprocess.CompletedProcess[str]":
    """Run the command after the reader of its stdout has ended."""
    reader, writer = os.pipe()
    os.close(reader)
    try:
        return subprocess.run(
            [*COMMAND, *words],
            input=typed,
            stdout=writer,
            stderr=subprocess.PIPE,
            text=True,
            timeout=PATIENCE,
            check=False,
            env=environment(),
        )
    finally:
        os.close(writer)


COMMANDS: dict[str, tuple[tuple[str, ...], str]] = {
    "analyse": (("-",), POSITION),
    "bench": (("small", "20", "--strategy", "exact", "--workers", "1"), ""),
    "convert": (("-", "-", "--to", "replay"), REPLAY),
    "puzzle": (("single-clue", "--count", "1", "--json"), ""),
    "generate": (("expert", "--seed", "1", "--count", "300", "--json"), ""),
    "games": ((), ""),
    "hint": (("-",), POSITION),
    "learn": (("--list",), ""),
    "optimal": (("-",), POSITION),
    "play": (("small", "--plain"), ""),
    "review": (("-",), REPLAY),
    "scan": ((str(SCREENSHOT), "--json"), ""),
    "stats": ((), ""),
    "strategies": ((), ""),
    "watch": (("small", "--seed", "1"), ""),
}
WITHOUT_STDOUT = {"cs50", "web"}


def test_every_command_is_listed_here() -> None:
    names = {command.name for command in app.registered_commands}
    assert names == COMMANDS.keys() | WITHOUT_STDOUT


@pytest.mark.parametrize("name", COMMANDS)
def test_a_closed_pipe_ends_every_command_without_a_traceback(name: str) -> None:
    words, typed = COMMANDS[name]
    result = run_with_closed_stdout(name, *words, typed=typed)
    assert (result.returncode, result.stderr) == (1, "")


@pytest.mark.parametrize("words", [(), ("small",), ("benchmark", "20", "--workers", "1")])
def test_a_closed_pipe_ends_every_alias_without_a_traceback(words: tuple[str, ...]) -> None:
    result = run_with_closed_stdout(*words)
    assert (result.returncode, result.stderr) == (1, "")


def test_bench_plot_writes_its_file_when_stdout_is_closed(tmp_path: Path) -> None:
    files = {option: tmp_path / f"x.{option}" for option in ("svg", "json", "csv")}
    result = run_with_closed_stdout(
        *("bench", "small", "20", "--strategy", "exact", "--workers", "1"),
        *("--plot", str(files["svg"]), "--json", str(files["json"]), "--csv", str(files["csv"])),
    )
    assert (result.returncode, result.stderr) == (1, "")
    assert "</svg>" in files["svg"].read_text()
    assert json.loads(files["json"].read_text())["strategies"][0]["games"] == 20
    assert len(files["csv"].read_text().splitlines()) == 21


def test_convert_writes_its_file_when_stdout_is_closed(tmp_path: Path) -> None:
    target = tmp_path / "x.replay"
    result = run_with_closed_stdout("convert", "-", str(target), "--to", "replay", typed=REPLAY)
    assert (result.returncode, result.stderr) == (0, "")
    assert target.read_text() == REPLAY
