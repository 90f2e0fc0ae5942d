"""The connection to SQLite or PostgreSQL, and what it means when there is none."""

import contextlib
import logging
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.exc import (
    ArgumentError,
    DisconnectionError,
    NoSuchModuleError,
    SQLAlchemyError,
)

from sapper.errors import MissingExtra, StoreError
from sapper.store.data_folder import default_folder

log = logging.getLogger("sapper.store")

BUSY_SECONDS: Final = 10.0
"""How long a write waits for other programs that hold the database."""
# A server that takes no connection, or a cable that was pulled, is noticed within seconds; by
# itself TCP would wait for minutes, and everybody's moves with it.
_PATIENCE_WITH_POSTGRES: Final = {
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 5,
    "keepalives_count": 2,
    "tcp_user_timeout": 15_000,
}
# Codes of SQLite that say something about the whole database and not about one write: locked, out
# of memory, not to be written, a failing disk, a broken file, a full disk, no file, no database.
_AWAY: Final = {5, 6, 7, 8, 10, 11, 13, 14, 15, 26}


def default_url() -> str:
    """Return the URL of the user's own SQLite database."""
    return f"sqlite:///{default_folder() / 'sapper.sqlite'}"


def open_engine(url: str) -> sa.Engine:
    """Return an engine with the settings that durable play needs. Raises StoreError."""
    try:
        parsed = sa.make_url(url)
    except ArgumentError:
        raise StoreError(
            "the database URL cannot be read",
            hint="such as sqlite:////path/to/file, or postgresql://user@host/name",
        ) from None
    if parsed.get_backend_name() == "sqlite":
        return _open_sqlite(parsed)
    if parsed.get_backend_name() == "postgresql":
        return _open_postgres(parsed)
    raise StoreError(
        f"cannot keep games in {parsed.get_backend_name()!r}",
        hint="the database is sqlite or postgresql",
    )


def _open_sqlite(url: sa.URL) -> sa.Engine:
    if not url.database or url.database == ":memory:":
        raise StoreError(
            "games are not kept in memory", hint="name a file: sqlite:////path/to/file"
        )
    folder = Path(url.database).parent
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise StoreError(f"cannot make the folder {folder}: {error.strerror}") from None
    # The folder may be one for all. SQLite gives its other files the mode of this one, and tells
    # what is wrong if it cannot be made.
    with contextlib.suppress(OSError):
        os.close(os.open(url.database, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    engine = sa.create_engine(url, pool_size=8, connect_args={"timeout": BUSY_SECONDS})
    was_there = False

    @sa.event.listens_for(engine, "do_connect")
    def _connect(*_: Any) -> None:
        # SQLite would make an empty file where the one with all games is missing.
        if was_there and file_of(engine) is None:
            raise sqlite3.OperationalError("the database file is gone")

    @sa.event.listens_for(engine, "checkout")
    def _look(_connection: Any, record: Any, _proxy: Any) -> None:
        # An open connection goes on with a file that was removed or replaced, and nobody would
        # ever see again what it writes.
        if record.info["file"] != file_of(engine):
            raise DisconnectionError

    @sa.event.listens_for(engine, "connect")
    def _prepare(connection: Any, record: Any) -> None:
        nonlocal was_there
        connection.isolation_level = None  # transactions begin where _begin says
        # FULL: a commit is on the disk when it returns, also if the power fails after it. Readers
        # never wait for writers in WAL.
        # Checkpoints are `store.checkpoints`': inside a commit they would hold up every move.
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "wal_autocheckpoint=0"):
            connection.execute(f"PRAGMA {pragma}").close()
        record.info["file"] = file_of(engine)
        was_there = True

    @sa.event.listens_for(engine, "begin")
    def _begin(connection: sa.Connection) -> None:
        writing = connection.get_execution_options().get("writing", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")

    return engine


def _open_postgres(url: sa.URL) -> sa.Engine:
    try:
        engine = sa.create_engine(
            url.set(drivername="postgresql+psycopg"),
            pool_size=8,
            pool_pre_ping=True,
            connect_args=_PATIENCE_WITH_POSTGRES,
        )
    except (ImportError, NoSuchModuleError):
        raise MissingExtra(
            "PostgreSQL needs the package psycopg", hint="pip install 'sapper[postgres]'"
        ) from None

    @sa.event.listens_for(engine, "connect")
    def _prepare(connection: Any, _record: Any) -> None:
        # Like SQLite: who waits for a row that another program holds is told so after a while.
        connection.execute(f"SET lock_timeout = {int(BUSY_SECONDS * 1000)}")
        connection.commit()

    return engine


@contextmanager
def reading(engine: sa.Engine) -> Iterator[sa.Connection]:
    """Give a connection that sees one state of the database. Raises StoreError."""
    try:
        with engine.connect() as connection, connection.begin():
            yield connection
    except SQLAlchemyError as error:
        raise store_error("read", error) from None


def file_of(engine: sa.Engine) -> tuple[int, int] | None:
    """Return which file an SQLite database is now; None when it is gone."""
    try:
        found = Path(str(engine.url.database)).stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def store_error(verb: str, error: Exception) -> StoreError:
    """Return what a caller is told when a database cannot be "read" or "written".

    Players are told too, so it does not say where the database is; the log does.
    """
    reason = reason_of(error)
    if _is_without_server(_original(error)):
        log.warning("the database cannot be %s: %s", verb, reason)
        reason = "the server does not answer"
    return StoreError(f"the database cannot be {verb}: {reason}")


def reason_of(error: Exception) -> str:
    """Return the driver's own words only: SQLAlchemy's would add the statement and its values."""
    original = _original(error)
    if isinstance(original, SQLAlchemyError):
        return type(original).__name__
    lines = str(original).splitlines()
    return lines[0] if lines else type(original).__name__


def is_away(error: Exception) -> bool:
    """Tell whether no write can succeed now, rather than this one alone."""
    original = _original(error)
    if isinstance(original, sqlite3.Error):
        code: int | None = getattr(original, "sqlite_errorcode", None)
        if code is None:  # an error of the driver: a bad value, or that there is no file
            return isinstance(original, sqlite3.OperationalError)
        return code & 0xFF in _AWAY
    state = getattr(original, "sqlstate", None)
    if isinstance(state, str):  # connections, resources, shutdown, disk
        return state[:2] in ("08", "53", "57", "58")
    return isinstance(original, SQLAlchemyError) or _is_without_server(original)


def _is_without_server(error: BaseException) -> bool:
    """Tell whether psycopg has lost its server or found none, which has no code of SQL."""
    return type(error).__name__ == "OperationalError" and getattr(error, "sqlstate", "") is None


def _original(error: Exception) -> BaseException:
    return getattr(error, "orig", None) or error


def now() -> float:
    """Return seconds since 1970; what is kept in the database."""
    return time.time()
