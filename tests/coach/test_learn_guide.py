"""The commands in docs/guide/learn.md print exactly the output shown there."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from sapper.coach.puzzle_builder import themes
from tests.sapper_command import PATIENCE, environment

PAGE = Path(__file__).parents[2] / "docs" / "guide" / "learn.md"
TEXT = PAGE.read_text(encoding="utf-8")
FILES = re.findall(r"`([\w-]+\.txt)`\.\n\n```text\n(.*?)```", TEXT, flags=re.DOTALL)
EXAMPLES = re.findall(r"```console\n\$ ([^\n]*)\n(.*?)```", TEXT, flags=re.DOTALL)


@pytest.mark.parametrize(("command", "shown"), EXAMPLES, ids=[command for command, _ in EXAMPLES])
def test_a_command_prints_the_output_shown_in_the_guide(
    command: str, shown: str, tmp_path: Path
) -> None:
    for name, text in FILES:
        (tmp_path / name).write_text(text, encoding="utf-8")
    result = subprocess.run(
        ["sh", "-c", command.replace("sapper", f"{shlex.quote(sys.executable)} -m sapper")],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
        env=environment(),
    )
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.strip() == shown.strip()


def test_the_guide_covers_every_coach_command_and_kind_of_proof() -> None:
    commands = {re.search(r"sapper (\w+)", command)[1] for command, _ in EXAMPLES}
    assert commands == {"hint", "review", "puzzle", "learn"}
    kinds = set(re.findall(r"^Kind: (\w+)", TEXT, flags=re.MULTILINE))
    assert kinds == {"clue", "pair", "chain", "cases"}
    for theme in themes():
        assert f"`{theme}`" in TEXT
