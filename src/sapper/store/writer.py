"""The single thread that performs all of a process's database writes.

The writer groups queued writes from many players into one transaction and completes their futures
after the commit. Committing a hundred moves takes about as long as committing one.
"""

import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Final, TypeVar, overload

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from sapper.errors import SapperError, StoreError
from sapper.game.game_options import AssistanceUsed
from sapper.store.checkpoints import run_checkpoint
from sapper.store.database import (
    RESPONSE_TIMEOUT_SECONDS,
    file_identity,
    is_unavailable,
    to_store_error,
)
from sapper.store.move_batch import MoveBatch, write_batches

Result = TypeVar("Result")
WriteFunction = Callable[[sa.Connection], Result]
_Write = WriteFunction[Any] | MoveBatch
_QueuedWrite = tuple[_Write, Future[Any]]

_MAX_WRITES_PER_TRANSACTION: Final = 256


class _DatabaseFileReplaced(StoreError):
    """An error raised if writes are lost because the database file was removed or replaced."""

    def __init__(self) -> None:
        super().__init__(
            "the database cannot be written: the database file is missing or was replaced"
        )


class Writer:
    """A thread that executes all of the process's writes and groups them into transactions."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine.execution_options(writing=True)
        # The connection stays open because checking one out of the pool costs more than an SQLite
        # commit.
        self._connection: sa.Connection | None = None
        self._file: tuple[int, int] | None = None
        self._queue: queue.SimpleQueue[_QueuedWrite | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="sapper-writer", daemon=True)
        self._is_checkpoint_requested = False
        self._started_at: float | None = None
        """The start time of the current transaction, or None if there is none."""
        self.transactions = 0
        self.writes = 0
        self._thread.start()

    @overload
    def submit(self, write: MoveBatch) -> Future[AssistanceUsed]: ...

    @overload
    def submit(self, write: WriteFunction[Result]) -> Future[Result]: ...

    def submit(self, write: _Write) -> Future[Any]:
        """Queue a write and return a future that completes after the commit.

        All moves in a transaction are written together. If a write function raises a SapperError,
        its future raises the error, but the transaction continues. To keep the transaction
        consistent, a write function must raise any SapperError before it changes the database.
        """
        future: Future[Any] = Future()
        started_at = self._started_at
        if started_at is not None and time.monotonic() - started_at > RESPONSE_TIMEOUT_SECONDS:
            # Without this limit, the queue would grow until the database server responds again.
            future.set_exception(StoreError("the database is not responding"))
            return future
        # A running future cannot be cancelled, so the write happens even if its caller disconnects.
        future.set_running_or_notify_cancel()
        self._queue.put((write, future))
        return future

    def finish_checkpoint(self) -> None:
        """Request a checkpoint after the next transaction so that SQLite can overwrite the WAL.

        The checkpoint runs on the writer thread, so no write can run concurrently.
        """
        self._is_checkpoint_requested = True

    def close(self) -> None:
        """Complete all queued writes and stop the thread."""
        self._queue.put(None)
        self._thread.join()
        self._discard_connection()

    def _run(self) -> None:
        is_running = True
        while is_running:
            batch: list[_QueuedWrite] = []
            item = self._queue.get()
            while item is not None:
                batch.append(item)
                if len(batch) == _MAX_WRITES_PER_TRANSACTION or self._queue.empty():
                    break
                item = self._queue.get()
            is_running = item is not None
            if batch:
                self._started_at = time.monotonic()
                self._execute(batch)
                self._started_at = None
            if self._is_checkpoint_requested and self._connection is not None:
                self._is_checkpoint_requested = False
                self._run_checkpoint(self._connection)

    def _run_checkpoint(self, connection: sa.Connection) -> None:
        try:
            run_checkpoint(connection.connection.driver_connection)
        except (
            Exception
        ):  # No caller waits for a checkpoint, and the next write reports the failure.
            self._discard_connection()

    def _execute(self, batch: list[_QueuedWrite]) -> None:
        self.transactions += 1
        self.writes += len(batch)
        try:
            results = self._commit([write for write, _ in batch])
        except Exception as error:  # Every failure must reach the waiting callers.
            if is_unavailable(error) or isinstance(error, _DatabaseFileReplaced):
                self._fail([*batch, *self._drain_queue()], error)
            elif len(batch) > 1:
                # A single write may have caused the failure, so the writes are retried one by one.
                for item in batch:
                    self._execute([item])
            else:
                self._fail(batch, error)
            return
        for (_, future), result in zip(batch, results, strict=True):
            if isinstance(result, SapperError):
                future.set_exception(result)
            else:
                future.set_result(result)

    def _drain_queue(self) -> list[_QueuedWrite]:
        """Remove and return all queued writes so that they fail along with the current batch."""
        drained: list[_QueuedWrite] = []
        for _ in range(self._queue.qsize()):
            item = self._queue.get()
            if item is None:
                self._queue.put(None)  # The stop sentinel must remain the last item in the queue.
                break
            drained.append(item)
        return drained

    def _fail(self, batch: list[_QueuedWrite], error: Exception) -> None:
        if isinstance(error, SQLAlchemyError):
            error = to_store_error(error, action="written")
        for _, future in batch:
            future.set_exception(error)

    def _commit(self, writes: list[_Write]) -> list[Any]:
        """Execute the writes in one transaction.

        If an error occurs, nothing has been written unless the connection was lost during the
        commit. After a lost connection, callers can check whether the game's version has changed.
        """
        try:
            transaction, results = self._begin(writes)
            transaction.commit()
            self._check_file()
        except BaseException:
            self._discard_connection()
            raise
        return results

    def _begin(self, writes: list[_Write]) -> tuple[sa.Transaction, list[Any]]:
        """Execute the writes and return the open transaction and the writes' results."""
        is_reused = self._connection is not None
        try:
            return _execute_writes(self._connect(), writes)
        except DBAPIError as error:
            if not (is_reused and error.connection_invalidated):
                raise
        # The server has closed the idle connection, for example because of a restart. No write has
        # been committed, so the writes can safely be retried.
        self._discard_connection()
        return _execute_writes(self._connect(), writes)

    def _check_file(self) -> None:
        """Raise _DatabaseFileReplaced if an SQLite file was removed or replaced."""
        if self._is_file_replaced():
            raise _DatabaseFileReplaced

    def _is_file_replaced(self) -> bool:
        return self._file is not None and self._file != file_identity(self._engine)

    def _connect(self) -> sa.Connection:
        if self._is_file_replaced():
            self._discard_connection()
        if self._connection is None:
            self._connection = self._engine.connect()
            if self._engine.dialect.name == "sqlite":
                self._file = file_identity(self._engine)
        return self._connection

    def _discard_connection(self) -> None:
        """Drop the connection, rolling back any open transaction."""
        connection, self._connection, self._file = self._connection, None, None
        if connection is not None:
            connection.invalidate()
            connection.close()


def _execute_writes(
    connection: sa.Connection, writes: list[_Write]
) -> tuple[sa.Transaction, list[Any]]:
    transaction = connection.begin()
    results: list[Any] = [None] * len(writes)
    batches: dict[int, MoveBatch] = {}
    for number, write in enumerate(writes):
        if isinstance(write, MoveBatch):
            batches[number] = write
            continue
        try:
            results[number] = write(connection)
        except SapperError as error:
            results[number] = error
    written = write_batches(connection, list(batches.values()))
    for number, result in zip(batches, written, strict=True):
        results[number] = result
    return transaction, results
