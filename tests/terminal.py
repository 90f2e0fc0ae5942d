"""The command `sapper` in a process of its own."""

import os
import signal
import subprocess
import sys
import time

COMMAND = [sys.executable, "-m", "sapper"]
PATIENCE = 120  # seconds until a process that hangs is a failure


def environment(**changes: str) -> dict[str, str]:
    """The environment with changes; what would change the command's output is fixed."""
    fixed = {"COLUMNS": "80", "PYTHONUTF8": "1", "PYTHONUNBUFFERED": ""}
    return {**os.environ, **fixed, **changes}


def run_sapper(
    *arguments: str | bytes, typed: str | bytes = b"", **changes: str
) -> subprocess.CompletedProcess[str]:
    """Run the command with something typed and return its output as text."""
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


def interrupt_sapper(*arguments: str) -> subprocess.CompletedProcess[bytes]:
    """Run a command that takes long, press Ctrl-C after two seconds, and return how it ended."""
    with subprocess.Popen(
        [*COMMAND, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
    ) as process:
        time.sleep(2)  # by now it searches; if not, it ends all the same
        process.send_signal(signal.SIGINT)
        try:
            out, err = process.communicate(timeout=PATIENCE)
        finally:
            process.kill()
    return subprocess.CompletedProcess(process.args, process.returncode, out, err)
