"""The set-up steps of `make run` and `make setup`, which report their progress on stderr.

    set_up.py venv DIRECTORY       create a virtual environment
    set_up.py packages [EXTRA...]  install the dependencies of `make run` or of the named extras
    set_up.py core                 compile the C++ core and install Sapper in place

`packages` and `core` install into the environment of the Python interpreter that runs the script.
Package versions come from constraints.txt. Dependencies are installed separately from Sapper, so
that they are not resolved again after a change to the C++ code.
"""

import re
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
PIP = [sys.executable, "-m", "pip", "install", "--disable-pip-version-check"]
DISTRIBUTION = re.compile(
    r"\s*(?:Downloading|Using cached|Processing) (?:\S*/)?"
    r"(?P<name>[^/\s-]+)-(?P<version>[^/\s-]+)\S*\.(?:whl|tar\.gz)"
    r"(?P<size> \([\d.]+ \w+\))?(?:\s|$)"
)
RUN_EXTRAS = ["terminal", "vision", "web"]
COMPILER_STEP = re.compile(r"\s*(?P<count>\[\d+/\d+\]) .*?(?P<file>[^/\s]+)$")


def requirements(extras: list[str]) -> Iterator[str]:
    """Yield the requirements of the given extras.

    Without extras, yield the requirements for building Sapper and for running it in the browser
    and in the terminal.
    """
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    if not extras:
        yield from (ROOT / "tools" / "build-requirements.txt").read_text("utf-8").splitlines()
        yield from project["dependencies"]
    for extra in extras or RUN_EXTRAS:
        for requirement in project["optional-dependencies"][extra]:
            if nested := re.fullmatch(rf"{project['name']}\[(.*)\]", requirement):
                yield from requirements(nested[1].split(","))
            else:
                yield requirement


def show_package(line: str) -> str | None:
    """Return the package that pip reports in a line of output, or None for other lines."""
    found = DISTRIBUTION.match(line)
    return found and f"{found['name']} {found['version']}{found['size'] or ''}"


def show_compiled_file(line: str) -> str | None:
    """Return the step counter and file name in a line of ninja's output, or None."""
    found = COMPILER_STEP.match(line)
    return found and f"{found['count']} {found['file'].removesuffix('.o')}"


def run(title: str, command: list[str], show: Callable[[str], str | None]) -> None:
    """Run a command and report its progress, its duration and, if it fails, its whole output."""
    report(title)
    start = time.monotonic()
    lines = []
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        errors="replace",
    ) as process:  # fmt: skip
        assert process.stdout is not None
        for line in process.stdout:
            lines.append(line)
            if progress := show(line):
                report(f"  {progress}")
    if process.returncode:
        report("".join(lines))
        raise SystemExit(f"error: {' '.join(command)} failed")
    report(f"  done in {time.monotonic() - start:.0f} s")


def report(text: str) -> None:
    """Print a progress message to stderr."""
    print(text, file=sys.stderr, flush=True)


def main(step: str, *arguments: str) -> None:
    """Run one step of the set-up."""
    match step:
        case "venv":
            report(
                "Setting up Sapper. This happens once and takes one to two minutes on two cores."
            )
            version = ".".join(map(str, sys.version_info[:3]))
            run(
                f"Creating {arguments[0]} with Python {version}",
                [sys.executable, "-m", "venv", "--clear", arguments[0]],
                lambda _: None,
            )
        case "packages":
            # Few modules are ever imported, and those are compiled to bytecode on first import.
            options = ["--no-compile", "--constraint", "constraints.txt"]
            wanted = requirements(list(arguments))
            group = " and ".join(arguments) or "required"
            run(f"Installing the {group} packages", [*PIP, *options, *wanted], show_package)
        case "core":
            # Without --verbose, pip hides the output of the compiler.
            options = ["--verbose", "--no-deps", "--no-build-isolation", "--editable", "."]
            run("Compiling the C++ core", [*PIP, *options], show_compiled_file)
        case _:
            raise SystemExit(f"error: unknown step: {step}")


if __name__ == "__main__":
    main(*sys.argv[1:])
