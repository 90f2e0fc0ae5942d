"""The server under load: uvicorn in processes of its own, and what they use of the machine."""

import asyncio
import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")
_TICKS = os.sysconf("SC_CLK_TCK")
# All players come from one address here, and some as fast as they can: limits for strangers and
# for single players would only measure themselves.
_NO_LIMITS = {
    "SAPPER_REQUESTS_PER_SECOND": "1000000",
    "SAPPER_REQUEST_BURST": "1000000",
    "SAPPER_STRANGERS_PER_SECOND": "1000000",
    "SAPPER_STRANGER_BURST": "1000000",
    "SAPPER_MAX_CONNECTIONS": "10000",
    "SAPPER_MAX_REQUESTS": "10000",
}


def free_port() -> int:
    """Return a port that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def leave_when_terminated() -> None:
    """Let SIGTERM end this process by an exception, so that what it has started is ended too."""

    def leave(_number: int, _frame: object) -> None:
        # Once is enough: a second one must not end the cleaning up.
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        raise SystemExit(128 + signal.SIGTERM)

    signal.signal(signal.SIGTERM, leave)


def run_until_terminated(
    work: Coroutine[Any, Any, T], run: Callable[[Coroutine[Any, Any, T]], T] = asyncio.run
) -> T:
    """Run a loop of events; SIGTERM cancels the work, then ends this process by SystemExit.

    An exception out of the handler of a signal would end whatever task happens to run, and each of
    the others would complain.
    """
    came = False

    async def watch() -> T:
        task = asyncio.current_task()
        assert task is not None

        def leave() -> None:
            nonlocal came
            if not came:  # once is enough here too
                came = True
                task.cancel()

        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, leave)
        return await work

    try:
        return run(watch())
    except asyncio.CancelledError:
        if not came:
            raise
        raise SystemExit(128 + signal.SIGTERM) from None
    finally:
        # The loop has taken its handler away.
        if came:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
        else:
            leave_when_terminated()


@dataclass(frozen=True)
class Usage:
    """What the server used so far."""

    server_seconds: float
    """Processor time of those who answer."""
    thinking_seconds: float
    """Processor time of those who think for them."""
    server_bytes: int
    """Memory of those who answer (resident)."""


class Server:
    """`uvicorn` with the application, on this machine."""

    def __init__(self, folder: Path, database: str, *, workers: int = 1, port: int = 0) -> None:
        """Start it and wait until it listens. Raises SystemExit when it does not."""
        self.port = port or free_port()
        self._workers = workers
        environment = {**os.environ, **_NO_LIMITS}
        environment |= {"SAPPER_DATA": str(folder), "SAPPER_DATABASE": database}
        command = [sys.executable, "-m", "uvicorn", "--factory", "sapper.web.app:create_app"]
        command += ["--port", str(self.port), "--log-level", "warning", "--no-access-log"]
        command += ["--no-server-header", "--ws", "none"]
        command += ["--http", "sapper.web.connection_limits:Connection"]  # as docs/deploy.md says
        command += ["--workers", str(workers)] if workers > 1 else []
        # A group of its own, so that a crash takes all of it at once.
        self._process = subprocess.Popen(command, env=environment, start_new_session=True)
        try:
            self._wait_until_it_listens()
        except BaseException:  # also when this process is told to end meanwhile
            self.kill()
            raise

    def _wait_until_it_listens(self) -> None:
        until = time.monotonic() + 60
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
            except OSError:
                if self._process.poll() is not None or time.monotonic() > until:
                    raise SystemExit("error: the server does not start") from None
                time.sleep(0.02)
            else:
                return

    def kill(self) -> None:
        """End it as a crash would: no process of it does anything any more."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, 9)
        self._process.wait()

    def stop(self) -> None:
        """Tell it to end and wait."""
        self._process.terminate()
        try:
            self._process.wait(30)
        except subprocess.TimeoutExpired:
            self.kill()

    def usage(self) -> Usage:
        """Return what its processes used so far."""
        root = self._process.pid
        answering = [root]
        if self._workers > 1:
            answering += [pid for pid in _children(root) if "resource_tracker" not in _command(pid)]
        thinking = [pid for parent in answering for pid in _children(parent)]
        thinking = [pid for pid in thinking if pid not in answering]
        return Usage(
            sum(map(processor_seconds, answering)),
            sum(map(processor_seconds, thinking)),
            sum(map(_resident_bytes, answering)),
        )


def _children(pid: int) -> list[int]:
    found: list[int] = []
    try:
        for task in Path(f"/proc/{pid}/task").iterdir():
            found += map(int, (task / "children").read_text().split())
    except OSError:
        pass
    return found


def _command(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace")
    except OSError:
        return ""


def processor_seconds(pid: int) -> float:
    """Return the processor time of a process, 0 when it is gone."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / _TICKS


def _resident_bytes(pid: int) -> int:
    try:
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024
    except OSError:
        pass
    return 0
