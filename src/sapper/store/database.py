"""SQLite and PostgreSQL connections and database error classification."""

import contextlib
import logging
import os
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import (
    ArgumentError,
    DataError,
    DisconnectionError,
    NoSuchModuleError,
    SQLAlchemyError,
)

from sapper.errors import MissingExtra, NotFound, StoreError
from sapper.extras import install_command
from sapper.store.data_folder import default_folder

log = logging.getLogger("sapper.store")

LOCK_TIMEOUT_SECONDS: Final = 10.0
"""The maximum time in seconds that a write waits for locks held by other programs."""
RESPONSE_TIMEOUT_SECONDS: Final = 15.0
"""The maximum time in seconds that a request waits for an unresponsive database."""
# These options detect an unreachable server or a broken network within seconds. With the default
# TCP timeouts, every player's moves would hang for minutes.
_POSTGRES_TIMEOUTS: Final = {
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 5,
    "keepalives_count": 2,
    "tcp_user_timeout": 15_000,
}
# SQLite errors that affect the whole database rather than a single write.
_UNAVAILABLE_CODES: Final = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PROTOCOL,
    sqlite3.SQLITE_NOTADB,
}
# SQLSTATE classes for connection failures, insufficient resources, shutdown and system errors.
_UNAVAILABLE_CLASSES: Final = {"08", "53", "57", "58"}


def default_url() -> str:
    """Return the URL of the user's SQLite database."""
    return f"sqlite:///{default_folder() / 'sapper.sqlite'}"


def open_engine(url: str) -> sa.Engine:
    """Return an SQLAlchemy engine configured for durable writes.

    Raises StoreError if the URL is invalid or names an unsupported database.
    """
    parsed = _parse_url(url)
    return _open_postgres(parsed) if _is_postgres(parsed) else _open_sqlite(parsed)


def open_for_reading(url: str) -> sa.Engine | None:
    """Return an SQLAlchemy engine for reading, or None if the SQLite file does not exist.

    Raises StoreError if the URL is invalid or names an unsupported database.
    """
    parsed = _parse_url(url)
    if _is_postgres(parsed):
        return _open_postgres(parsed)
    path = Path(str(parsed.database))
    if not path.exists():
        return None
    # The mode "rw" never creates a file. The mode "ro" would leave the write-ahead log's auxiliary
    # files behind.
    existing = parsed.set(database=path.absolute().as_uri(), query={"mode": "rw", "uri": "true"})
    engine = sa.create_engine(existing, connect_args={"timeout": LOCK_TIMEOUT_SECONDS})

    @sa.event.listens_for(engine, "connect")
    def _forbid_writes(connection: Any, _record: Any) -> None:
        connection.execute("PRAGMA query_only=ON").close()

    return engine


def _parse_url(url: str) -> sa.URL:
    try:
        parsed = sa.make_url(url)
    except ArgumentError:
        raise StoreError(
            "invalid database URL",
            hint="for example sqlite:////path/to/file or postgresql://user@host/name",
        ) from None
    if parsed.get_backend_name() not in ("sqlite", "postgresql"):
        raise StoreError(
            f"unsupported database {parsed.get_backend_name()!r}",
            hint="use sqlite or postgresql",
        )
    if not _is_postgres(parsed) and parsed.database in (None, "", ":memory:"):
        raise StoreError(
            "in-memory databases are not supported",
            hint="use a database file, for example sqlite:////path/to/file",
        )
    return parsed


def _is_postgres(url: sa.URL) -> bool:
    return url.get_backend_name() == "postgresql"


def _open_sqlite(url: sa.URL) -> sa.Engine:
    path = str(url.database)
    folder = Path(path).parent
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise StoreError(f"cannot create the folder {folder}: {error.strerror}") from None
    # Other users may be able to read the folder, so the file itself has mode 600. SQLite applies
    # the same mode to its auxiliary files. If this step fails, SQLite reports the reason later.
    with contextlib.suppress(OSError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    engine = sa.create_engine(url, pool_size=8, connect_args={"timeout": LOCK_TIMEOUT_SECONDS})
    has_connected = False

    @sa.event.listens_for(engine, "do_connect")
    def _connect(*_: Any) -> None:
        # Without this check, SQLite would create an empty database in place of a missing file.
        if has_connected and file_identity(engine) is None:
            raise sqlite3.OperationalError("the database file is missing")

    @sa.event.listens_for(engine, "checkout")
    def _check_file(_connection: Any, record: Any, _proxy: Any) -> None:
        # An open connection would continue to write to a removed or replaced file, and those
        # writes would be lost.
        if record.info["file"] != file_identity(engine):
            raise DisconnectionError

    @sa.event.listens_for(engine, "connect")
    def _configure(connection: Any, record: Any) -> None:
        nonlocal has_connected
        connection.isolation_level = None  # The function _begin starts the transactions.
        # With FULL, a commit survives a power failure as soon as it returns. With WAL, readers
        # never wait for writers. Automatic checkpoints are off because they run inside commits
        # and would delay moves; `sapper.store.checkpoints` runs checkpoints in a separate thread.
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "wal_autocheckpoint=0"):
            connection.execute(f"PRAGMA {pragma}").close()
        record.info["file"] = file_identity(engine)
        has_connected = True

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
            connect_args=_POSTGRES_TIMEOUTS,
        )
    except (ImportError, NoSuchModuleError):
        raise MissingExtra(
            "PostgreSQL requires the 'postgres' extra", hint=install_command("postgres")
        ) from None

    @sa.event.listens_for(engine, "connect")
    def _configure(connection: Any, _record: Any) -> None:
        # The lock timeout is the same as for SQLite.
        connection.execute(f"SET lock_timeout = {int(LOCK_TIMEOUT_SECONDS * 1000)}")
        connection.commit()

    return engine


@contextmanager
def read_transaction(engine: sa.Engine) -> Iterator[sa.Connection]:
    """Open a connection and begin a read transaction.

    Raises NotFound if a value in the query cannot be stored, such as an ID with a null character,
    and StoreError if the database cannot be read.
    """
    try:
        with engine.connect() as connection, connection.begin():
            yield connection
    except DataError:
        raise NotFound("no record has this ID") from None
    except SQLAlchemyError as error:
        raise to_store_error(error, action="read") from None


def insert_missing(
    connection: sa.Connection, table: sa.Table, rows: Sequence[dict[str, Any]]
) -> None:
    """Insert rows, except those whose primary keys already exist."""
    insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    connection.execute(insert(table).on_conflict_do_nothing(), rows)


def file_identity(engine: sa.Engine) -> tuple[int, int] | None:
    """Return the SQLite file's device and inode numbers, or None if the file is missing."""
    try:
        found = Path(str(engine.url.database)).stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def to_store_error(error: Exception, *, action: str) -> StoreError:
    """Convert a database driver error to a StoreError.

    `action` must be "read" or "written". Players can see the message of a StoreError, so details
    about the database server appear only in the log.
    """
    reason = driver_message(error)
    if _is_connection_failure(_original(error)):
        log.warning("the database cannot be %s: %s", action, reason)
        reason = "the database server is not responding"
    return StoreError(f"the database cannot be {action}: {reason}")


def driver_message(error: Exception) -> str:
    """Return the driver's message without the statement and parameters that SQLAlchemy appends."""
    original = _original(error)
    if isinstance(original, SQLAlchemyError):
        return type(original).__name__
    lines = str(original).splitlines()
    return lines[0] if lines else type(original).__name__


def is_unavailable(error: Exception) -> bool:
    """Return whether an error affects all writes rather than a single write."""
    original = _original(error)
    if isinstance(original, sqlite3.Error):
        code: int | None = getattr(original, "sqlite_errorcode", None)
        # The driver itself raises errors without a code, for example for a missing file.
        if code is None:
            return isinstance(original, sqlite3.OperationalError)
        return code & 0xFF in _UNAVAILABLE_CODES
    state = getattr(original, "sqlstate", None)
    if isinstance(state, str):
        return state[:2] in _UNAVAILABLE_CLASSES
    return isinstance(original, SQLAlchemyError) or _is_connection_failure(original)


def _is_connection_failure(error: BaseException) -> bool:
    """Return whether psycopg failed to reach the server or lost the connection.

    A connection error has no SQLSTATE.
    """
    return type(error).__name__ == "OperationalError" and getattr(error, "sqlstate", "") is None


def _original(error: Exception) -> BaseException:
    return getattr(error, "orig", None) or error


def now() -> float:
    """Return the current Unix time in seconds, as stored in the database."""
    return time.time()
