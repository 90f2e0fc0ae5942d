"""The connection to SQLite or PostgreSQL, and the one thread that writes.

Writes of many players go into one transaction and are answered once it is on the disk: a commit
costs the same for one move as for a hundred.
"""

import logging
import queue
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from sapper.errors import MissingExtra, SapperError, StoreError
from sapper.store.folder import default_folder

log = logging.getLogger("sapper.store")

Answer = TypeVar("Answer")
Work = Callable[[sa.Connection], Answer]

BUSY_SECONDS: Final = 10.0
"""How long a write waits for other processes on the same SQLite file."""
_MOST_IN_A_BATCH: Final = 128


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
    engine = sa.create_engine(url, pool_size=8, connect_args={"timeout": BUSY_SECONDS})

    @sa.event.listens_for(engine, "connect")
    def _prepare(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # transactions begin where _begin says
        # FULL: a commit is on the disk when it returns, also if the power fails after it. Readers
        # never wait for writers in WAL.
        # Checkpoints are the Checkpointer's: inside a commit they would hold up every move.
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "wal_autocheckpoint=0"):
            connection.execute(f"PRAGMA {pragma}").close()

    @sa.event.listens_for(engine, "begin")
    def _begin(connection: sa.Connection) -> None:
        writing = connection.get_execution_options().get("writing", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")

    return engine


def _open_postgres(url: sa.URL) -> sa.Engine:
    try:
        return sa.create_engine(
            url.set(drivername="postgresql+psycopg"), pool_size=8, pool_pre_ping=True
        )
    except (ImportError, NoSuchModuleError):
        raise MissingExtra(
            "PostgreSQL needs the package psycopg", hint="pip install 'sapper[postgres]'"
        ) from None


@contextmanager
def reading(engine: sa.Engine) -> Iterator[sa.Connection]:
    """Give a connection that sees one state of the database. Raises StoreError."""
    try:
        with engine.connect() as connection, connection.begin():
            yield connection
    except SQLAlchemyError as error:
        raise StoreError(f"the database cannot be read: {reason_of(error)}") from None


def reason_of(error: SQLAlchemyError) -> str:
    """Return the driver's own words only: SQLAlchemy's would add the statement and its values."""
    lines = str(getattr(error, "orig", None) or type(error).__name__).splitlines()
    return lines[0] if lines else type(error).__name__


class Checkpointer:
    """Carries SQLite's log over into the database file, beside those who write.

    A log that was not carried over is read again at the next start: nothing is lost, whenever the
    process ends.
    """

    def __init__(self, engine: sa.Engine, *, every: float = 1.0) -> None:
        self._engine = engine
        self._every = every
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="sapper-checkpoint", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop; what is left is carried over when the last connection closes."""
        self._stop.set()
        self._thread.join()

    def checkpoint(self) -> None:
        """Carry over all that nobody reads any more, without waiting for anybody."""
        connection = self._engine.raw_connection()
        try:
            connection.cursor().execute("PRAGMA wal_checkpoint(PASSIVE)").close()
        finally:
            connection.close()

    def _run(self) -> None:
        while not self._stop.wait(self._every):
            try:
                self.checkpoint()
            except Exception as error:  # a full disk, say: the next second may be better
                log.warning("no checkpoint: %s", error)


class Writer:
    """One thread that makes all writes of this process, many in each transaction."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._waiting: queue.SimpleQueue[tuple[Work[Any], Future[Any]] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="sapper-writer", daemon=True)
        self.batches = 0
        self.works = 0
        self._thread.start()

    def submit(self, work: Work[Answer]) -> "Future[Answer]":
        """Queue a piece of work; its future is done when the work is on the disk.

        A SapperError that the work raises is its answer: it must have changed nothing by then.
        """
        future: Future[Answer] = Future()
        # From now on it cannot be cancelled: whoever asked may go away, the write is made.
        future.set_running_or_notify_cancel()
        self._waiting.put((work, future))
        return future

    def close(self) -> None:
        """Finish what is waiting and stop."""
        self._waiting.put(None)
        self._thread.join()

    def _run(self) -> None:
        running = True
        while running:
            batch = []
            item = self._waiting.get()
            while item is not None:
                batch.append(item)
                if len(batch) == _MOST_IN_A_BATCH or self._waiting.empty():
                    break
                item = self._waiting.get()
            running = item is not None
            if batch:
                self._write(batch)

    def _write(self, batch: list[tuple[Work[Any], Future[Any]]]) -> None:
        self.batches += 1
        self.works += len(batch)
        try:
            answers = self._commit([work for work, _ in batch])
        except Exception as error:  # whatever it is, somebody waits for it
            if len(batch) > 1:
                # One of them is to blame; alone, the others succeed.
                for each in batch:
                    self._write([each])
            else:
                batch[0][1].set_exception(_as_store_error(error))
            return
        for (_, future), answer in zip(batch, answers, strict=True):
            if isinstance(answer, SapperError):
                future.set_exception(answer)
            else:
                future.set_result(answer)

    def _commit(self, works: list[Work[Any]]) -> list[Any]:
        answers: list[Any] = []
        engine = self._engine.execution_options(writing=True)
        with engine.begin() as connection:
            for work in works:
                try:
                    answers.append(work(connection))
                except SapperError as error:
                    answers.append(error)
        return answers


def _as_store_error(error: Exception) -> Exception:
    if isinstance(error, SQLAlchemyError):
        return StoreError(f"the database cannot be written: {reason_of(error)}")
    return error


def now() -> float:
    """Return seconds since 1970; what is kept in the database."""
    return time.time()
