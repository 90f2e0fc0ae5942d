"""The two commands of the README and the others that `make help` lists."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def make(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["make", "--no-print-directory", *arguments],
        cwd=ROOT, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip


def listed_targets() -> list[str]:
    return re.findall(r"^make ([a-z-]+)  +\S", make("help").stdout, flags=re.MULTILINE)


def test_help_lists_the_commands_of_developers() -> None:
    expected = {"help", "run", "setup", "test", "lint", "bench", "docs", "wheel", "clean"}
    assert expected <= set(listed_targets())


def test_make_alone_is_help() -> None:
    assert make().stdout == make("help").stdout


@pytest.mark.parametrize("target", listed_targets())
def test_a_listed_command_can_be_made(target: str) -> None:
    result = make("--dry-run", target)
    assert result.returncode == 0, result.stderr
    assert result.stdout.strip()


def test_a_command_that_is_not_listed_cannot_be_made() -> None:
    assert make("--dry-run", "nothing-of-the-kind").returncode == 2


def test_help_needs_no_program_beyond_a_minimal_machine() -> None:
    recipe = make("--dry-run", "help").stdout
    assert not re.search(r"\b(column|perl|python3?)\b", recipe)


def test_make_test_runs_every_kind_of_check() -> None:
    recipe = make("--dry-run", "--always-make", "test").stdout
    for program in ("ruff check", "ruff format --check", "mypy", "ctest", "pytest"):
        assert program in recipe


def test_ci_does_nothing_but_make_test() -> None:
    lines = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert lines[-1] == "CI=true make test"
    assert len(lines) == 4
