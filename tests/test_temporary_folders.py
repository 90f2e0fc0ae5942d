"""Temporary folders are removed even if the test run is terminated."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.sapper_command import PATIENCE

TESTS = Path(__file__).parent
ENDLESS = """
import os, pathlib, time

def test_endless():
    assert pathlib.Path(os.environ["SAPPER_DATA"]).is_dir()
    pathlib.Path({started!r}).touch()
    time.sleep(600)
"""


@pytest.mark.parametrize("workers", ["0", "1"])
def test_a_terminated_test_run_removes_its_temporary_folder(tmp_path: Path, workers: str) -> None:
    folder, started = tmp_path / "temporary", tmp_path / "started"
    folder.mkdir()
    file = tmp_path / "test_endless.py"
    file.write_text(ENDLESS.format(started=str(started)), encoding="utf-8")
    run = subprocess.Popen(
        [sys.executable, "-m", "pytest", "-q", "-n", workers, "-p", "conftest", "-p",
         "no:cacheprovider", "--rootdir", tmp_path, "--basetemp", tmp_path / "base", file],
        cwd=tmp_path,
        env={**os.environ, "TMPDIR": str(folder), "PYTHONPATH": f"{TESTS}:{TESTS.parent}"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )  # fmt: skip
    try:
        until = time.monotonic() + PATIENCE
        while not started.exists():
            assert run.poll() is None, run.communicate()
            assert time.monotonic() < until
            time.sleep(0.05)
        assert list(folder.glob("sapper-tests-*"))
        os.killpg(run.pid, signal.SIGTERM)
        output, _ = run.communicate(timeout=PATIENCE)
    finally:
        run.kill()
    assert run.returncode != 0
    until = time.monotonic() + PATIENCE
    while list(folder.iterdir()) and time.monotonic() < until:  # workers end slightly later
        time.sleep(0.05)
    assert list(folder.iterdir()) == [], output
