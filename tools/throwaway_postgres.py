"""Temporary PostgreSQL servers for tests and benchmarks.

`tools/find-postgres` locates PostgreSQL's programs. Each server listens on a Unix socket in its own
directory, so it needs no port. The directory is deleted at the end of the `with` block.
"""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

import psycopg

_FIND = Path(__file__).parent / "find-postgres"
_TIMEOUT_SECONDS = 60.0


class ThrowawayPostgres:
    """A PostgreSQL cluster that exists for the duration of a `with` block."""

    def __init__(self, *, durable: bool = False, settings: dict[str, str] | None = None) -> None:
        """Create the database files. Only a `durable` server flushes each commit to disk."""
        self._programs = Path(_run([_FIND]).strip())
        self._folder = Path(tempfile.mkdtemp(prefix="sapper-postgres-"))
        self._data = self._folder / "data"
        user = _unprivileged_user()
        if user:
            os.chown(self._folder, user["user"], user["group"])
        # PostgreSQL hangs when the sanitizers are preloaded.
        environment = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
        self._process_options = {**user, "env": environment}
        self._options = {
            "listen_addresses": "",
            "unix_socket_directories": str(self._folder),
            "fsync": "on" if durable else "off",
            "max_connections": "100",
            **(settings or {}),
        }
        self._server: subprocess.Popen[bytes] | None = None
        self._url = f"postgresql://sapper@/postgres?host={self._folder}"
        self._schemas = 0
        try:
            _run(
                [
                    self._programs / "initdb",
                    *("--pgdata", self._data, "--username", "sapper", "--auth", "trust"),
                    *("--encoding", "UTF8", "--locale", "C", "--no-sync", "--no-instructions"),
                ],
                cwd=self._folder,
                **self._process_options,
            )
        except BaseException:
            shutil.rmtree(self._folder, ignore_errors=True)
            raise

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop(signal.SIGQUIT)  # an immediate shutdown; the data is deleted anyway
        shutil.rmtree(self._folder, ignore_errors=True)

    def start(self) -> None:
        """Start the server and wait until it accepts connections."""
        command = [self._programs / "postgres", "-D", self._data]
        command += [f"--{name}={value}" for name, value in self._options.items()]
        with (self._folder / "log").open("ab") as log:
            self._server = subprocess.Popen(
                command, cwd=self._folder, stdout=log, stderr=log, **self._process_options
            )
        deadline = time.monotonic() + _TIMEOUT_SECONDS
        while True:
            try:
                psycopg.connect(self._url).close()
            except psycopg.OperationalError:
                if self._server.poll() is not None or time.monotonic() > deadline:
                    log_text = (self._folder / "log").read_text(errors="replace")
                    raise SystemExit(f"error: PostgreSQL failed to start\n{log_text}") from None
                time.sleep(0.05)
            else:
                return

    def stop(self, stop_signal: signal.Signals = signal.SIGINT) -> None:
        """Stop the server.

        SIGINT disconnects all clients, SIGQUIT acts like a crash, and SIGKILL is one: it kills all
        processes of the server.
        """
        if self._server is not None:
            children = self.processes()[1:] if stop_signal == signal.SIGKILL else []
            self._server.send_signal(stop_signal)
            for pid in children:
                with suppress(ProcessLookupError):
                    os.kill(pid, stop_signal)
            self._server.wait(_TIMEOUT_SECONDS)
            self._server = None

    def new_url(self) -> str:
        """Return the URL of a new, empty schema, which is faster to create than a database."""
        self._schemas += 1
        name = f"games{self._schemas}"
        with psycopg.connect(self._url, autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {name}".encode())
        return f"{self._url}&options=-csearch_path%3D{name}"

    def processes(self) -> list[int]:
        """Return the process ids of the server and its children."""
        if self._server is None:
            return []
        pid = self._server.pid
        children = Path(f"/proc/{pid}/task/{pid}/children")
        return [pid, *map(int, children.read_text().split())]


def _unprivileged_user() -> dict[str, Any]:
    """Return the subprocess options that drop root privileges, as PostgreSQL requires."""
    if os.geteuid() != 0:
        return {}
    for name in ("postgres", "nobody"):
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}
    raise SystemExit("error: PostgreSQL cannot run as root, and no user postgres or nobody exists")


def _run(command: list[Any], **options: Any) -> str:
    result = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    if result.returncode:
        raise SystemExit(f"error: {Path(command[0]).name} failed\n{result.stderr}")
    return result.stdout
