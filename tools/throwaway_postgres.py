"""A PostgreSQL server of its own, in a folder that is removed with it.

Tests and benchmarks start one wherever PostgreSQL's programs are (`tools/find-postgres`). It can be
reached through a socket in its folder only, so no port is taken.
"""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any, Self

import psycopg

_FIND = Path(__file__).parent / "find-postgres"
_PATIENCE = 60.0


class ThrowawayPostgres:
    """One cluster; `with ThrowawayPostgres() as server: server.new_url()`."""

    def __init__(self, *, durable: bool = False, settings: dict[str, str] | None = None) -> None:
        """Make the files. Only a `durable` server waits for the disk at each commit."""
        self._programs = Path(_run([_FIND]).strip())
        self._folder = Path(tempfile.mkdtemp(prefix="sapper-postgres-"))
        self._data = self._folder / "data"
        user = _another_user()
        if user:
            os.chown(self._folder, user["user"], user["group"])
        # What is loaded into Python before all else, such as sanitizers, makes PostgreSQL hang.
        plain = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
        self._how = {**user, "env": plain}
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
                **self._how,
            )
        except BaseException:
            shutil.rmtree(self._folder, ignore_errors=True)
            raise

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop(signal.SIGQUIT)  # all is thrown away: nothing needs to be written any more
        shutil.rmtree(self._folder, ignore_errors=True)

    def start(self) -> None:
        """Start the server and wait until it answers."""
        command = [self._programs / "postgres", "-D", self._data]
        command += [f"--{name}={value}" for name, value in self._options.items()]
        with (self._folder / "log").open("ab") as log:
            self._server = subprocess.Popen(
                command, cwd=self._folder, stdout=log, stderr=log, **self._how
            )
        until = time.monotonic() + _PATIENCE
        while True:
            try:
                psycopg.connect(self._url).close()
            except psycopg.OperationalError:
                if self._server.poll() is not None or time.monotonic() > until:
                    said = (self._folder / "log").read_text(errors="replace")
                    raise SystemExit(f"error: PostgreSQL does not start\n{said}") from None
                time.sleep(0.05)
            else:
                return

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """End the server: SIGINT hangs up on all clients, SIGQUIT is a crash."""
        if self._server is not None:
            self._server.send_signal(how)
            self._server.wait(_PATIENCE)
            self._server = None

    def new_url(self) -> str:
        """Return the address of an empty set of tables; a schema is made faster than a database."""
        self._schemas += 1
        name = f"games{self._schemas}"
        with psycopg.connect(self._url, autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {name}".encode())
        return f"{self._url}&options=-csearch_path%3D{name}"

    def processes(self) -> list[int]:
        """Return the ids of the server's processes."""
        if self._server is None:
            return []
        pid = self._server.pid
        children = Path(f"/proc/{pid}/task/{pid}/children")
        return [pid, *map(int, children.read_text().split())]


def _another_user() -> dict[str, Any]:
    """Return as whom to run: PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return {}
    for name in ("postgres", "nobody"):
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}
    raise SystemExit("error: PostgreSQL does not run as root, and there is no user nobody")


def _run(command: list[Any], **options: Any) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    if done.returncode:
        raise SystemExit(f"error: {Path(command[0]).name} failed\n{done.stderr}")
    return done.stdout
