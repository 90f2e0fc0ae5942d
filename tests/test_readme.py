"""The README's examples, run in the order and the way a reader would type them."""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.sapper_command import PATIENCE

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
COMMAND = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def test_every_command_prints_the_output_shown(tmp_path: Path) -> None:
    commands = [pair for block in blocks("console") for pair in COMMAND.findall(block)]
    assert len(commands) >= 4
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    for command, expected in commands:
        shown = subprocess.run(
            ["bash", "-o", "pipefail", "-c", command],
            cwd=tmp_path,
            env={**os.environ, "PATH": path},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        assert (shown.returncode, shown.stdout) == (0, expected), command


@pytest.mark.parametrize("block", blocks("pycon"))
def test_every_python_example_prints_the_output_shown(block: str) -> None:
    examples = doctest.DocTestParser().get_doctest(block, {}, "README.md", "README.md", 0)
    assert examples.examples
    report: list[str] = []
    results = doctest.DocTestRunner(verbose=False).run(examples, out=report.append)
    assert not results.failed, "".join(report)


def test_there_are_five_examples_and_the_two_commands() -> None:
    sections = re.split(r"^## ", README, flags=re.MULTILINE)[1:]
    assert sum("```console" in section or "```pycon" in section for section in sections) == 5
    assert "make run" in blocks("sh")[0]
    assert "make test" in blocks("sh")[0]
