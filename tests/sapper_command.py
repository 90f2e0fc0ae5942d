"""Runs the command `sapper`, usually in a separate process."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from sapper.cli import main

COMMAND = [sys.executable, "-m", "sapper"]
PATIENCE = 120  # seconds until a hanging process counts as a failure


def environment(**changes: str) -> dict[str, str]:
    """Return the environment with fixed output settings and the given changes."""
    fixed = {"COLUMNS": "80", "PYTHONUTF8": "1", "PYTHONUNBUFFERED": ""}
    return {**os.environ, **fixed, **changes}


def run_sapper(
    *arguments: str | bytes, typed: str | bytes = b"", **changes: str
) -> subprocess.CompletedProcess[str]:
    """Run the command with input from `typed` and return its output as text."""
    result = subprocess.run(
        [*COMMAND, *arguments],
        input=typed.encode() if isinstance(typed, str) else typed,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
        env=environment(**changes),
    )
    stdout, stderr = (text.decode(errors="replace") for text in (result.stdout, result.stderr))
    return subprocess.CompletedProcess(result.args, result.returncode, stdout, stderr)


def run_main(capfd: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Run the command in this process; return its exit code, stdout and stderr."""
    code = main(list(arguments))
    out, err = capfd.readouterr()
    return code, out, err


def interrupt_sapper(*arguments: str) -> subprocess.CompletedProcess[bytes]:
    """Run a long command, send Ctrl-C after two seconds and return the result."""
    # Unlike `python -m sapper`, the installed script also handles Ctrl-C during its imports.
    script = "from sapper_command import main; raise SystemExit(main())"
    with subprocess.Popen(
        [sys.executable, "-c", script, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as process:
        time.sleep(2)  # long enough for the search to start
        process.send_signal(signal.SIGINT)
        try:
            out, err = process.communicate(timeout=PATIENCE)
        finally:
            process.kill()
    return subprocess.CompletedProcess(process.args, process.returncode, out, err)


def session_members(leader: int) -> dict[int, str]:
    """Return the command lines of all running processes in a session, by process id."""
    members = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            state, _, _, session = (folder / "stat").read_text().rpartition(")")[2].split()[:4]
            if int(session) == leader and state != "Z":
                members[int(folder.name)] = (folder / "cmdline").read_text()
        except (FileNotFoundError, ProcessLookupError):
            continue  # the process has ended in the meantime
    return members


def wait_for_session(leader: int) -> None:
    """Wait until all processes in a session have ended."""
    deadline = time.monotonic() + PATIENCE
    while left := session_members(leader):
        assert time.monotonic() < deadline, left
        time.sleep(0.05)
