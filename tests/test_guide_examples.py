"""The guides' code blocks, run from top to bottom.

`sh` and `console` blocks go to a shell and whole `python` blocks to Python. A `python` block that
starts with a file name is saved under that name first. `test_docs_examples.py` runs the blocks
with `>>>`.
"""

import argparse
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import httpx2
import pytest

from tests.sapper_command import PATIENCE
from tests.server import listening_server

ROOT = Path(__file__).parent.parent
BLOCK = re.compile(r"^```(sh|console|python)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# Runs the real command, but closes a window after its first frames.
SAPPER = """\
import sys
from sapper.cli import main
if sys.argv[1:2] == ["cs50"]:
    import pygame
    frames = iter(range(3))
    press = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_a)
    pygame.event.get = lambda: [press if next(frames, None) is not None else
                                pygame.event.Event(pygame.QUIT)]
if __name__ == "__main__":  # not in the processes that it starts
    sys.exit(main())
"""
# Installs nothing, because everything is installed already, but checks that the extra exists.
PIP = """\
import re, sys
from importlib.metadata import metadata
extra = re.fullmatch(r"\\.\\[(\\w+)\\]", sys.argv[2])
assert sys.argv[1] == "install" and len(sys.argv) == 3 and extra, sys.argv
assert extra[1] in metadata("sapper").get_all("Provides-Extra"), extra[1]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a working folder with the repository's examples and replaced commands."""
    commands = tmp_path / "commands"
    commands.mkdir()
    for name, code in (("sapper", SAPPER), ("pip", PIP)):
        (commands / f"{name}.py").write_text(code)
        (commands / name).write_text(
            f'#!/bin/sh\nexec {sys.executable} "{commands}/{name}.py" "$@"\n'
        )
        (commands / name).chmod(0o755)
    (commands / "python").write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    (commands / "python").chmod(0o755)
    work = tmp_path / "work"
    work.mkdir()
    (work / "examples").symlink_to(ROOT / "examples")
    return work


def run(folder: Path, arguments: list[str]) -> str:
    commands = folder.parent / "commands"
    result = subprocess.run(
        arguments,
        cwd=folder,
        env={
            **os.environ,
            "PATH": f"{commands}:{os.environ['PATH']}",
            "SDL_VIDEODRIVER": "dummy",
            "OMP_NUM_THREADS": "1",
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    is_shown_error = arguments[0] == "bash" and "error:" in result.stdout
    assert result.returncode == 0 or is_shown_error, result.stdout
    return result.stdout


def follow(page: str, folder: Path) -> list[str]:
    """Run every block of a page and return the output of each."""
    outputs = []
    for kind, code in BLOCK.findall((ROOT / "docs" / "guide" / page).read_text(encoding="utf-8")):
        if ">>>" in code:
            continue
        name = re.match(r"# ([\w-]+\.py)\n", code)
        if kind == "python" and name:
            (folder / name[1]).write_text(code)
            outputs.append(run(folder, [sys.executable, name[1]]))
        elif kind == "python":
            outputs.append(run(folder, [sys.executable, "-W", "error", "-c", code]))
        elif kind == "sh":
            output = run(folder, ["bash", "-e", "-c", code])
            assert "error:" not in output, output
            outputs.append(output)
        else:
            for command, expected in re.findall(
                r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", code, re.MULTILINE
            ):
                outputs.append(run(folder, ["bash", "-c", command]))
                assert outputs[-1] == expected
    return outputs


def test_students_can_follow_their_page(folder: Path) -> None:
    *_, bench = follow("cs50.md", folder)
    assert "knowledge" in bench
    assert (folder / "minesweeper.py").read_text().count("\n") == 2


def test_readers_of_screenshots_can_follow_their_page(folder: Path) -> None:
    commands, library = follow("screenshots.md", folder)
    assert "9x9/10\n" in commands
    assert "is safe: reveal it." in commands
    assert "is safe: reveal it." in library


def test_researchers_can_follow_their_page(folder: Path) -> None:
    _, board, wins, training, own = follow("gymnasium.md", folder)
    assert board.startswith("9x9/10\n")
    assert "*" in board
    assert re.fullmatch(r"\d+ games won by chance\n", wins)
    check_that_the_agent_learned(training)
    assert "top-left" in own


def check_that_the_agent_learned(output: str) -> None:
    """Check that the win rate rises and that the agent beats `random` after 2 % of the training."""
    rates = [float(rate) for rate in re.findall(r"([\d.]+)% of", output)]
    assert len(rates) == 10
    assert rates[-1] > 2 * rates[0]
    ends = {
        name: (float(low), float(high))
        for name, low, high in re.findall(
            r"^(\S+) +\S+%  \(([\d.]+)% to ([\d.]+)%\)", output, re.MULTILINE
        )
    }
    assert ends["local-agent"][0] > ends["random"][1]
    assert "local-agent - exact: -" in output


def test_users_of_files_can_follow_their_page(folder: Path) -> None:
    board, odds, game, _ = follow("convert-files.md", folder)
    page = (ROOT / "docs/guide/convert-files.md").read_text()
    assert board.split("\n", 1)[1] in page
    assert "Best: " in odds
    assert game == "4x2/1\n#F1.\n##1.\n"
    assert (folder / "game.replay").read_text().startswith("sapper-replay 1\nrules 4x2/1 safe\n")


def test_the_curl_examples_of_the_http_reference_work(tmp_path: Path) -> None:
    page = (ROOT / "docs/reference/http.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"```console\n(.+?)```", page, re.DOTALL)
    commands = re.findall(r"^\$ (curl (?:.*\\\n)*.*)$", block, re.MULTILINE)
    assert len(commands) == 2
    with listening_server(tmp_path) as address:
        url = f"http://127.0.0.1:{address[1]}"
        with httpx2.Client(timeout=PATIENCE, trust_env=False) as client:
            first = send_as_curl(client, commands[0].replace("$URL", url))
            assert (first.status_code, first.json()["level"]) == (201, "expert")
            game = first.json()["id"]
            second = send_as_curl(client, commands[1].replace("$URL", url).replace("kXp...", game))
            assert (second.status_code, second.json()["version"]) == (200, 1)


def send_as_curl(client: httpx2.Client, command: str) -> httpx2.Response:
    """Send the request that curl would send; the arguments are split like in a shell."""
    parser = argparse.ArgumentParser()
    for option in ("-c", "-b", "-H", "-d"):
        parser.add_argument(option)
    parser.add_argument("url")
    arguments = parser.parse_args(shlex.split(command.replace("\\\n", ""))[1:])
    assert arguments.c == arguments.b == "jar"
    name, _, value = arguments.H.partition(": ")
    return client.post(arguments.url, content=arguments.d, headers={name: value})


def test_the_notebooks_run_and_print_their_saved_output() -> None:
    result = subprocess.run(
        [sys.executable, str(ROOT / "tools" / "run_notebooks.py"), "--check"],
        capture_output=True,
        text=True,
        timeout=2 * PATIENCE,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    for name in ("compare", "odds"):
        assert f"checked docs/notebooks/{name}.ipynb" in result.stderr
