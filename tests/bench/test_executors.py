"""Worker processes of the local executor."""

import os
import pty
import signal
import subprocess
import time
from collections.abc import Callable

import pytest

from tests.sapper_command import COMMAND, PATIENCE, environment, session_members, wait_for_session

BENCHMARK = [*COMMAND, "bench", "small", "1000000", "--strategy", "layered", "--workers", "2"]


def kill_started_benchmark(process: "subprocess.Popen[bytes]", kill: Callable[[], None]) -> None:
    """Wait for the two workers of a benchmark, kill the benchmark and wait for its processes."""
    deadline = time.monotonic() + PATIENCE
    try:
        while sum("spawn_main" in each for each in session_members(process.pid).values()) < 2:
            assert process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.05)
        time.sleep(1)  # the workers start to play
        kill()
        process.wait(PATIENCE)
        wait_for_session(process.pid)
    finally:
        for pid in session_members(process.pid):
            os.kill(pid, signal.SIGKILL)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGHUP])
def test_killed_benchmarks_leave_no_workers_behind(number: signal.Signals) -> None:
    with subprocess.Popen(
        BENCHMARK, stdout=subprocess.DEVNULL, env=environment(), start_new_session=True
    ) as process:
        kill_started_benchmark(process, lambda: process.send_signal(number))


def test_benchmarks_in_a_closed_terminal_leave_no_workers_behind() -> None:
    terminal, inner = pty.openpty()
    # The process leads a session whose controlling terminal is its stdin.
    with subprocess.Popen(
        ["setsid", "--ctty", *BENCHMARK], stdin=inner, stdout=inner, stderr=inner, env=environment()
    ) as process:
        os.close(inner)
        kill_started_benchmark(process, lambda: os.close(terminal))
