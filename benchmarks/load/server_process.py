"""The server under load, which consists of uvicorn processes, and its resource usage."""

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
_TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")
# All simulated players share one address, and some send as fast as they can, so the usual limits
# would distort the measurement.
_NO_LIMITS = {
    "SAPPER_REQUESTS_PER_SECOND": "1000000",
    "SAPPER_REQUEST_BURST": "1000000",
    "SAPPER_NETWORK_REQUESTS_PER_SECOND": "1000000",
    "SAPPER_NETWORK_REQUEST_BURST": "1000000",
    "SAPPER_NETWORK_BYTES_PER_SECOND": "1000000000",
    "SAPPER_NEW_PLAYER_BURST": "1000000",
    "SAPPER_MAX_CONCURRENT_REQUESTS": "10000",
    "SAPPER_MAX_NETWORK_REQUESTS": "10000",
    "SAPPER_MAX_NETWORK_BODIES": "10000",
}


def free_port() -> int:
    """Return an unused port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def exit_on_sigterm() -> None:
    """Make SIGTERM raise SystemExit, so that child processes are stopped as well."""

    def leave(_number: int, _frame: object) -> None:
        # A second signal must not interrupt the cleanup.
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        raise SystemExit(128 + signal.SIGTERM)

    signal.signal(signal.SIGTERM, leave)


def run_until_sigterm(
    work: Coroutine[Any, Any, T], run: Callable[[Coroutine[Any, Any, T]], T] = asyncio.run
) -> T:
    """Run a coroutine in an event loop; SIGTERM cancels it and then raises SystemExit.

    An exception raised by a signal handler would end an arbitrary task, and asyncio would report
    every other task as failed.
    """
    is_terminated = False

    async def watch() -> T:
        task = asyncio.current_task()
        assert task is not None

        def cancel() -> None:
            nonlocal is_terminated
            if not is_terminated:  # a second signal must not interrupt the cleanup
                is_terminated = True
                task.cancel()

        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, cancel)
        return await work

    try:
        return run(watch())
    except asyncio.CancelledError:
        if not is_terminated:
            raise
        raise SystemExit(128 + signal.SIGTERM) from None
    finally:
        # The event loop has removed its signal handler.
        if is_terminated:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
        else:
            exit_on_sigterm()


@dataclass(frozen=True)
class Usage:
    """The resources that a server has used so far."""

    server_seconds: float
    """The processor time of the server processes."""
    worker_seconds: float
    """The processor time of the pool workers for AI moves, hints and reviews."""
    server_bytes: int
    """The resident memory of the server processes."""


class ServerProcess:
    """A uvicorn server that runs the application on this machine."""

    def __init__(
        self,
        folder: Path,
        database: str,
        *,
        workers: int = 1,
        port: int = 0,
        has_limits: bool = False,
    ) -> None:
        """Start the server and wait until it listens. Raises SystemExit if it fails to start."""
        self.port = port or free_port()
        self._workers = workers
        environment = {**os.environ, **({} if has_limits else _NO_LIMITS)}
        environment |= {"SAPPER_DATA": str(folder), "SAPPER_DATABASE": database}
        command = [sys.executable, "-m", "uvicorn", "--factory", "sapper.web.app:create_app"]
        command += ["--port", str(self.port), "--log-level", "error", "--no-access-log"]
        command += ["--no-server-header", "--ws", "none", "--timeout-keep-alive", "75"]
        command += ["--http", "sapper.web.http_protocol:HttpProtocol"]
        command += ["--workers", str(workers)] if workers > 1 else []
        # The server gets its own process group, so that one signal kills all of its processes.
        self._process = subprocess.Popen(command, env=environment, start_new_session=True)
        try:
            self._wait_until_listening()
        except BaseException:  # includes the SystemExit raised by SIGTERM
            self.kill()
            raise

    def _wait_until_listening(self) -> None:
        deadline = time.monotonic() + 60
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
            except OSError:
                if self._process.poll() is not None or time.monotonic() > deadline:
                    raise SystemExit("error: the server failed to start") from None
                time.sleep(0.02)
            else:
                return

    def kill(self) -> None:
        """Kill all processes of the server, as a crash would."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, 9)
        self._process.wait()

    def stop(self) -> None:
        """Terminate the server and wait until it has exited."""
        self._process.terminate()
        try:
            self._process.wait(30)
        except subprocess.TimeoutExpired:
            self.kill()

    def usage(self) -> Usage:
        """Return the resources used so far."""
        root = self._process.pid
        servers = [root]
        if self._workers > 1:
            servers += [pid for pid in _children(root) if "resource_tracker" not in _command(pid)]
        pool_workers = [pid for parent in servers for pid in _children(parent)]
        pool_workers = [pid for pid in pool_workers if pid not in servers]
        return Usage(
            sum(map(processor_seconds, servers)),
            sum(map(processor_seconds, pool_workers)),
            sum(map(_resident_bytes, servers)),
        )


def _children(pid: int) -> list[int]:
    children: list[int] = []
    try:
        for task in Path(f"/proc/{pid}/task").iterdir():
            children += map(int, (task / "children").read_text().split())
    except OSError:
        pass
    return children


def _command(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace")
    except OSError:
        return ""


def processor_seconds(pid: int) -> float:
    """Return the processor time of a process, or 0 if the process has ended."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / _TICKS_PER_SECOND


def _resident_bytes(pid: int) -> int:
    try:
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024
    except OSError:
        pass
    return 0
