"""`tools/check-machine` on machines that lack something, made of a PATH with few programs."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parent.parent.parent / "tools" / "check-machine"


class Machine:
    """A directory of programs that is all of the PATH."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.has("python3", f'exec "{sys.executable}" "$@"')
        self.has("g++", "exit 0")

    def has(self, program: str, script: str) -> None:
        path = self.directory / program
        path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        path.chmod(0o755)

    def lacks(self, program: str) -> None:
        (self.directory / program).unlink()

    def check(self, *arguments: str, **environment: str) -> tuple[int, list[str]]:
        result = subprocess.run(
            ["/bin/sh", SCRIPT, *arguments],
            env={"PATH": str(self.directory), **environment},
            capture_output=True, text=True, check=False, timeout=60,
        )  # fmt: skip
        assert result.stdout == ""
        return result.returncode, result.stderr.splitlines()


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_a_machine_with_everything_passes_silently(machine: Machine) -> None:
    assert machine.check() == (0, [])
    assert machine.check("python3") == (0, [])


def test_a_machine_without_python_is_told_what_to_install(machine: Machine) -> None:
    machine.lacks("python3")
    assert machine.check() == (
        2,
        [
            "error: python3 is not installed",
            "hint: apt-get install python3 python3-venv python3-dev",
        ],
    )


def test_another_python_is_looked_for_by_its_name(machine: Machine) -> None:
    assert machine.check("python3.99")[1][0] == "error: python3.99 is not installed"


def test_an_old_python_is_named_with_its_version(machine: Machine) -> None:
    machine.has("python3", 'test "$1" = --version && echo Python 3.9.2 || exit 1')
    code, lines = machine.check()
    assert code == 2
    assert lines == [
        "error: Python 3.9.2 is too old: Sapper needs Python 3.11 or newer",
        "hint: make PYTHON=python3.11 run",
    ]


def without(module_or_file: str) -> str:
    """A python3 that fails for the one check that speaks of something."""
    return f'case "$2" in *{module_or_file}*) exit 1;; esac; exec "{sys.executable}" "$@"'


def test_a_python_without_venv_is_told_what_to_install(machine: Machine) -> None:
    machine.has("python3", without("ensurepip"))
    assert machine.check() == (
        2,
        ["error: Python's venv module is missing", "hint: apt-get install python3-venv"],
    )


def test_a_python_without_headers_is_told_what_to_install(machine: Machine) -> None:
    machine.has("python3", without("Python.h"))
    assert machine.check() == (
        2,
        ["error: Python's headers are missing", "hint: apt-get install python3-dev"],
    )


def test_a_machine_without_a_compiler_is_told_what_to_install(machine: Machine) -> None:
    machine.lacks("g++")
    assert machine.check() == (
        2,
        ["error: the C++ compiler g++ is not installed", "hint: apt-get install g++"],
    )


def test_another_compiler_may_be_named(machine: Machine) -> None:
    machine.lacks("g++")
    machine.has("clang++", "exit 0")
    assert machine.check(CXX="clang++") == (0, [])
    assert machine.check(CXX="icc")[1][0] == "error: the C++ compiler icc is not installed"


def test_make_run_says_it_before_anything_else(machine: Machine, tmp_path: Path) -> None:
    # On a copy without .venv, so that make has to set up.
    clone = tmp_path / "clone"
    clone.mkdir()
    for name in ("Makefile", "pyproject.toml", "constraints.txt", "CMakeLists.txt", "tools"):
        source = SCRIPT.parent.parent / name
        (shutil.copytree if source.is_dir() else shutil.copy)(source, clone / name)
    machine.lacks("g++")
    for program in ("sh", "test", "touch"):
        machine.has(program, f'exec /bin/{program} "$@"')
    result = subprocess.run(
        [shutil.which("make"), "run"], cwd=clone, env={"PATH": str(tmp_path), "CXX": "g++"},
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert result.returncode == 2
    assert result.stderr.splitlines()[:2] == [
        "error: the C++ compiler g++ is not installed",
        "hint: apt-get install g++",
    ]
    assert not os.path.lexists(clone / ".venv")
