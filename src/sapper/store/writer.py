"""The single writer thread of a process.

The writer groups queued writes from many players into one transaction and completes their futures
after the commit. A commit takes as long for one move as for a hundred.
"""

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Final, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from sapper.errors import SapperError
from sapper.game.game_options import AssistanceUsed
from sapper.store.checkpoints import run_checkpoint
from sapper.store.database import file_identity, is_unavailable, to_store_error
from sapper.store.move_batch import MoveBatch, write_batches

Result = TypeVar("Result")
WriteFunction = Callable[[sa.Connection], Result]
_Write = WriteFunction[Any] | MoveBatch
_QueuedWrite = tuple[_Write, Future[Any]]

_MAX_WRITES_PER_TRANSACTION: Final = 256


class _DatabaseFileReplaced(Exception):
    """Raised if the database file was removed or replaced, in which case writes are lost."""

    def __init__(self) -> None:
        super().__init__("the database file is missing or was replaced")


class Writer:
    """A thread that executes all writes of the process, several per transaction."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine.execution_options(writing=True)
        self._database_errors: tuple[type[Exception], ...] = (
            SQLAlchemyError,
            _DatabaseFileReplaced,
        )
        if engine.dialect.dbapi is not None:
            self._database_errors += (engine.dialect.dbapi.Error,)
        # The connection stays open because taking one from the pool costs more than an SQLite
        # commit.
        self._connection: sa.Connection | None = None
        self._file: tuple[int, int] | None = None
        self._queue: queue.SimpleQueue[_QueuedWrite | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="sapper-writer", daemon=True)
        self._is_checkpoint_requested = False
        self.transactions = 0
        self.writes = 0
        self._thread.start()

    def submit(self, write: WriteFunction[Result]) -> Future[Result]:
        """Queue a function that writes; the returned future completes after the commit.

        A SapperError raised by the function is set on the future and does not abort the
        transaction. The function must therefore raise before it changes anything.
        """
        return self._enqueue(write)

    def submit_moves(self, batch: MoveBatch) -> Future[AssistanceUsed]:
        """Queue the moves of a game. Batches from several games are written together."""
        return self._enqueue(batch)

    def finish_checkpoint(self) -> None:
        """Complete SQLite's checkpoint after the next transaction, so that the WAL is overwritten.

        The writer thread runs the checkpoint, so no other write can intervene.
        """
        self._is_checkpoint_requested = True

    def close(self) -> None:
        """Complete all queued writes and stop the thread."""
        self._queue.put(None)
        self._thread.join()
        self._discard_connection()

    def _enqueue(self, write: _Write) -> Future[Any]:
        future: Future[Any] = Future()
        # A running future cannot be cancelled, so the write happens even if its caller disconnects.
        future.set_running_or_notify_cancel()
        self._queue.put((write, future))
        return future

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
                self._execute(batch)
            if self._is_checkpoint_requested and self._connection is not None:
                self._is_checkpoint_requested = False
                self._run_checkpoint(self._connection)

    def _run_checkpoint(self, connection: sa.Connection) -> None:
        try:
            run_checkpoint(connection.connection.driver_connection)
        except Exception:  # no caller waits for a checkpoint; the next write reports the failure
            self._discard_connection()

    def _execute(self, batch: list[_QueuedWrite]) -> None:
        self.transactions += 1
        self.writes += len(batch)
        try:
            results = self._commit([write for write, _ in batch])
        except Exception as error:  # every failure must reach the waiting callers
            if is_unavailable(error) or isinstance(error, _DatabaseFileReplaced):
                self._fail([*batch, *self._drain_queue()], error)
            elif len(batch) > 1:
                # A single write caused the failure, so execute the writes one by one.
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
        """Remove and return all queued writes, which fail together with the current batch."""
        drained: list[_QueuedWrite] = []
        for _ in range(self._queue.qsize()):
            item = self._queue.get()
            if item is None:
                self._queue.put(None)  # the stop sentinel must remain last
                break
            drained.append(item)
        return drained

    def _fail(self, batch: list[_QueuedWrite], error: Exception) -> None:
        if isinstance(error, self._database_errors):
            error = to_store_error("written", error)
        for _, future in batch:
            future.set_exception(error)

    def _commit(self, writes: list[_Write]) -> list[Any]:
        """Execute the writes in one transaction.

        An error means that nothing has been written, unless the connection broke during the commit.
        In that case the caller can check whether the game's version has changed.
        """
        while True:
            is_new_connection = self._connection is None
            try:
                return self._try_commit(self._connect(), writes)
            except _FailedBeforeCommit as failure:
                self._discard_connection()
                cause = failure.cause
                can_retry = not is_new_connection and self._engine.dialect.name != "sqlite"
                if not (can_retry and is_unavailable(cause)):
                    raise cause from None
                # The server has closed the idle connection, for example because it restarted, so
                # retry once.
            except BaseException:
                self._discard_connection()
                raise

    def _try_commit(self, connection: sa.Connection, writes: list[_Write]) -> list[Any]:
        results: list[Any] = [None] * len(writes)
        try:
            transaction = connection.begin()
            move_batches = []
            for number, write in enumerate(writes):
                if isinstance(write, MoveBatch):
                    move_batches.append((number, write))
                    continue
                try:
                    results[number] = write(connection)
                except SapperError as error:
                    results[number] = error
            written = write_batches(connection, [batch for _, batch in move_batches])
            for (number, _), result in zip(move_batches, written, strict=True):
                results[number] = result
        except Exception as error:
            raise _FailedBeforeCommit(error) from None
        transaction.commit()
        if self._file is not None and self._file != file_identity(self._engine):
            raise _DatabaseFileReplaced
        return results

    def _connect(self) -> sa.Connection:
        if self._file is not None and self._file != file_identity(self._engine):
            self._discard_connection()
        if self._connection is None:
            self._connection = self._engine.connect()
            if self._engine.dialect.name == "sqlite":
                self._file = file_identity(self._engine)
        return self._connection

    def _discard_connection(self) -> None:
        """Drop the connection, which rolls back its open transaction."""
        connection, self._connection, self._file = self._connection, None, None
        if connection is not None:
            connection.invalidate()
            connection.close()


class _FailedBeforeCommit(Exception):
    """Raised for a failure before the commit, when nothing has been written yet."""

    def __init__(self, cause: Exception) -> None:
        super().__init__()
        self.cause = cause
