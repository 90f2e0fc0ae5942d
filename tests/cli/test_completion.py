"""Shell completion."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from sapper import strategies
from sapper.game.levels import LEVELS
from tests.sapper_command import PATIENCE, environment

# Typer asks the parent process for its name, so each shell is a copy of sh with another name.
SCRIPTS = {
    "bash": "complete -o default -F _sapper_completion sapper",
    "zsh": "compdef _sapper_completion sapper",
    "fish": "complete --command sapper --no-files",
}


def run_in(shell: str, folder: Path, option: str) -> str:
    """Run `sapper` with an option as a child of a shell, with `folder` as the home folder."""
    program = folder / shell
    program.write_bytes(Path("/bin/sh").resolve().read_bytes())
    program.chmod(0o755)
    result = subprocess.run(
        [program, "-c", f'"$0" -m sapper {option}; exit $?', sys.executable],
        env=environment(HOME=str(folder)),
        capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert result.returncode == 0, result.stderr
    return result.stdout


def suggestions(line: str) -> list[str]:
    """Return the words that bash suggests for the last word of a command line."""
    words = line.split(" ")
    changes = {"COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1)}
    result = subprocess.run(
        [sys.executable, "-m", "sapper"],
        env={**environment(**changes), "_SAPPER_COMPLETE": "complete_bash"},
        capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert (result.returncode, result.stderr) == (0, "")
    return result.stdout.split()


@pytest.mark.parametrize("shell", SCRIPTS)
def test_show_completion_prints_the_script_of_the_shell(shell: str, tmp_path: Path) -> None:
    assert SCRIPTS[shell] in run_in(shell, tmp_path, "--show-completion")


@pytest.mark.parametrize(
    ("shell", "file"),
    [
        ("bash", ".bash_completions/sapper.sh"),
        ("zsh", ".zfunc/_sapper"),
        ("fish", ".config/fish/completions/sapper.fish"),
    ],
)
def test_install_completion_writes_the_script_into_the_home_folder(
    shell: str, file: str, tmp_path: Path
) -> None:
    assert f"{shell} completion installed in" in run_in(shell, tmp_path, "--install-completion")
    assert SCRIPTS[shell] in (tmp_path / file).read_text()


def test_bash_completes_commands_levels_start_rules_and_strategies() -> None:
    assert suggestions("sapper st") == ["stats", "strategies"]
    assert suggestions("sapper play ") == list(LEVELS)
    assert suggestions("sapper play ex") == ["expert"]
    assert suggestions("sapper play --start o") == ["opening"]
    assert suggestions("sapper watch --strategy ") == list(strategies.names())
    assert suggestions("sapper bench small 10 --strategy ex") == ["exact", "expert"]


def test_bash_runs_the_completion_script(tmp_path: Path) -> None:
    script = run_in("bash", tmp_path, "--show-completion")
    commands = f"""{script}
COMP_WORDS=(sapper play inter)
COMP_CWORD=2
_sapper_completion sapper
echo "${{COMPREPLY[@]}}"
"""
    (tmp_path / "sapper").write_text(f'#!/bin/sh\nexec {sys.executable} -m sapper "$@"\n')
    (tmp_path / "sapper").chmod(0o755)
    result = subprocess.run(
        ["/bin/bash", "--norc", "-c", commands],
        env=environment(PATH=f"{tmp_path}:{os.environ['PATH']}"),
        capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert (result.returncode, result.stdout) == (0, "intermediate\n")
