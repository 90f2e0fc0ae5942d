"""`tools/check-machine` on machines without one of the prerequisites."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parent.parent.parent / "tools" / "check-machine"


class Machine:
    """A directory that contains every program on the PATH."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.add("python3", f'exec "{sys.executable}" "$@"')
        self.add("g++", "exit 0")

    def add(self, program: str, script: str) -> None:
        path = self.directory / program
        path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        path.chmod(0o755)

    def remove(self, program: str) -> None:
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


def test_a_complete_machine_passes_silently(machine: Machine) -> None:
    assert machine.check() == (0, [])
    assert machine.check("python3") == (0, [])


def test_a_missing_python_is_reported(machine: Machine) -> None:
    machine.remove("python3")
    assert machine.check() == (
        2,
        [
            "error: python3 is not installed",
            "hint: apt-get install python3 python3-venv python3-dev",
        ],
    )


def test_the_python_to_use_can_be_given(machine: Machine) -> None:
    assert machine.check("python3.99")[1][0] == "error: python3.99 is not installed"


def test_an_old_python_is_reported_with_its_version(machine: Machine) -> None:
    machine.add("python3", 'test "$1" = --version && echo Python 3.9.2 || exit 1')
    assert machine.check() == (
        2,
        [
            "error: Python 3.9.2 is too old: Sapper requires Python 3.11 or newer",
            "hint: make PYTHON=python3.11 run",
        ],
    )


def python_without(module_or_file: str) -> str:
    """Return a python3 script that fails the check which mentions a module or file."""
    return f'case "$2" in *{module_or_file}*) exit 1;; esac; exec "{sys.executable}" "$@"'


def test_a_python_without_venv_is_reported(machine: Machine) -> None:
    machine.add("python3", python_without("ensurepip"))
    assert machine.check() == (
        2,
        ["error: Python's venv module is not installed", "hint: apt-get install python3-venv"],
    )


def test_a_python_without_header_files_is_reported(machine: Machine) -> None:
    machine.add("python3", python_without("Python.h"))
    assert machine.check() == (
        2,
        ["error: Python's header files are not installed", "hint: apt-get install python3-dev"],
    )


def test_a_missing_compiler_is_reported(machine: Machine) -> None:
    machine.remove("g++")
    assert machine.check() == (
        2,
        ["error: the C++ compiler g++ is not installed", "hint: apt-get install g++"],
    )


def test_cxx_selects_another_compiler(machine: Machine) -> None:
    machine.remove("g++")
    machine.add("clang++", "exit 0")
    assert machine.check(CXX="clang++") == (0, [])
    assert machine.check(CXX="icc")[1][0] == "error: the C++ compiler icc is not installed"


def test_make_run_checks_the_machine_first(machine: Machine, tmp_path: Path) -> None:
    # A copy without .venv, so that make has to set it up.
    clone = tmp_path / "clone"
    clone.mkdir()
    for name in ("Makefile", "pyproject.toml", "constraints.txt", "CMakeLists.txt", "tools"):
        source = SCRIPT.parent.parent / name
        (shutil.copytree if source.is_dir() else shutil.copy)(source, clone / name)
    machine.remove("g++")
    for program in ("sh", "test", "touch"):
        machine.add(program, f'exec /bin/{program} "$@"')
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
