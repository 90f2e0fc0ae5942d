"""The command line as a whole: help, version and usage errors."""

import subprocess
import sys
from pathlib import Path

import pytest

import sapper
from tests.sapper_command import PATIENCE, environment, run_sapper


def test_help_lists_the_commands() -> None:
    for option in ("--help", "-h"):
        result = run_sapper(option)
        assert result.returncode == 0
        assert result.stderr == ""
        assert "play" in result.stdout
        assert "generate" in result.stdout


def test_the_version_is_printed() -> None:
    result = run_sapper("--version")
    assert (result.returncode, result.stdout) == (0, f"sapper {sapper.__version__}\n")


def test_the_script_is_installed() -> None:
    script = Path(sys.executable).with_name("sapper")
    result = subprocess.run(
        [script, "--version"], capture_output=True, timeout=PATIENCE, check=True, env=environment()
    )
    assert result.stdout == f"sapper {sapper.__version__}\n".encode()


@pytest.mark.parametrize(
    ("arguments", "error", "hint"),
    [
        (["paly"], "No such command 'paly'", "see sapper --help"),
        (["--nothing"], "No such option: --nothing", "see sapper --help"),
        (["play", "--nothing"], "No such option: --nothing", "see sapper play --help"),
        (["play", "begginer"], "unknown level 'begginer'", "did you mean beginner?"),
        (
            ["play", "9x9"],
            "invalid size '9x9'",
            "write sizes as WIDTHxHEIGHT/MINES, for example 30x16/99",
        ),
        (["play", "--start", "open"], "unknown start rule 'open'", "did you mean opening?"),
        (
            ["play", "--seed", "x"],
            "Invalid value for '--seed': 'x' is not a whole number",
            "see sapper play --help",
        ),
    ],
)
def test_a_usage_error_prints_an_error_and_a_hint_and_exits_with_code_2(
    arguments: list[str], error: str, hint: str
) -> None:
    result = run_sapper(*arguments)
    assert result.returncode == 2
    assert result.stdout == ""
    first, second = result.stderr.splitlines()
    assert first.startswith(f"error: {error}")
    assert second == f"hint: {hint}"
