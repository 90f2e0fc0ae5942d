"""The one thread of a process that writes.

Writes of many players go into one transaction and are answered once it is on the disk: a commit
costs the same for one move as for a hundred.
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
from sapper.store.checkpoints import carry_over
from sapper.store.database import file_of, is_away, store_error
from sapper.store.move_batch import Append, append_all

Answer = TypeVar("Answer")
Work = Callable[[sa.Connection], Answer]
_Item = tuple[Work[Any] | Append, Future[Any]]

_MAX_IN_A_BATCH: Final = 256


class _Moved(Exception):
    """The file of the database is no longer where it was: nobody would see what was written."""

    def __init__(self) -> None:
        super().__init__("the database file is gone or was replaced")


class Writer:
    """Makes all writes of this process, many in each transaction."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine.execution_options(writing=True)
        self._errors: tuple[type[Exception], ...] = (SQLAlchemyError, _Moved)
        if engine.dialect.dbapi is not None:
            self._errors += (engine.dialect.dbapi.Error,)
        # Kept from one transaction to the next: a pool takes longer than SQLite for a commit.
        self._connection: sa.Connection | None = None
        self._file: tuple[int, int] | None = None
        self._waiting: queue.SimpleQueue[_Item | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="sapper-writer", daemon=True)
        self._log_is_long = False
        self.batches = 0
        self.works = 0
        self._thread.start()

    def submit(self, work: Work[Answer]) -> Future[Answer]:
        """Queue a piece of work; its future is done when the work is on the disk.

        A SapperError that the work raises is its answer: it must have changed nothing by then.
        """
        return self._queue(work)

    def append(self, append: Append) -> Future[AssistanceUsed]:
        """Queue moves of a game, with the same promise; games are then written together."""
        return self._queue(append)

    def finish_checkpoint(self) -> None:
        """Carry the rest of SQLite's log over after the next transaction, so that it begins anew.

        Without another transaction there is nothing that could come between.
        """
        self._log_is_long = True

    def close(self) -> None:
        """Finish what is waiting and stop."""
        self._waiting.put(None)
        self._thread.join()
        self._let_go()

    def _queue(self, work: Work[Any] | Append) -> Future[Any]:
        future: Future[Any] = Future()
        # From now on it cannot be cancelled: whoever asked may go away, the write is made.
        future.set_running_or_notify_cancel()
        self._waiting.put((work, future))
        return future

    def _run(self) -> None:
        running = True
        while running:
            batch: list[_Item] = []
            item = self._waiting.get()
            while item is not None:
                batch.append(item)
                if len(batch) == _MAX_IN_A_BATCH or self._waiting.empty():
                    break
                item = self._waiting.get()
            running = item is not None
            if batch:
                self._write(batch)
            if self._log_is_long and self._connection is not None:
                self._log_is_long = False
                self._finish_checkpoint(self._connection)

    def _finish_checkpoint(self, connection: sa.Connection) -> None:
        try:
            carry_over(connection.connection.driver_connection)
        except Exception:  # those who wait have their answers; the next write tells what is wrong
            self._let_go()

    def _write(self, batch: list[_Item]) -> None:
        self.batches += 1
        self.works += len(batch)
        try:
            answers = self._commit([work for work, _ in batch])
        except Exception as error:  # whatever it is, somebody waits for it
            if is_away(error) or isinstance(error, _Moved):
                self._fail([*batch, *self._take_waiting()], error)
            elif len(batch) > 1:
                # One of them is to blame; alone, the others succeed.
                for each in batch:
                    self._write([each])
            else:
                self._fail(batch, error)
            return
        for (_, future), answer in zip(batch, answers, strict=True):
            if isinstance(answer, SapperError):
                future.set_exception(answer)
            else:
                future.set_result(answer)

    def _take_waiting(self) -> list[_Item]:
        """Return all that waits: it has waited as long as what has just failed."""
        taken: list[_Item] = []
        for _ in range(self._waiting.qsize()):
            item = self._waiting.get()
            if item is None:
                self._waiting.put(None)  # the end stays the end
                break
            taken.append(item)
        return taken

    def _fail(self, batch: list[_Item], error: Exception) -> None:
        known = store_error("written", error) if isinstance(error, self._errors) else error
        for _, future in batch:
            future.set_exception(known)

    def _commit(self, works: list[Work[Any] | Append]) -> list[Any]:
        """Make all these works in one transaction. After an error nothing of it was made.

        Only when the connection breaks while it commits, nobody can know. Then the error is the
        answer, and a second attempt finds the version changed.
        """
        while True:
            is_new = self._connection is None
            try:
                return self._try(self._open(), works)
            except _BeforeCommit as failed:
                self._let_go()
                cause = failed.cause
                if is_new or not is_away(cause) or self._engine.dialect.name == "sqlite":
                    raise cause from None
                # The server has hung up since the last time, as after its restart: once more.
            except BaseException:
                self._let_go()
                raise

    def _try(self, connection: sa.Connection, works: list[Work[Any] | Append]) -> list[Any]:
        answers: list[Any] = [None] * len(works)
        try:
            transaction = connection.begin()
            appends = []
            for number, work in enumerate(works):
                if isinstance(work, Append):
                    appends.append((number, work))
                    continue
                try:
                    answers[number] = work(connection)
                except SapperError as error:
                    answers[number] = error
            made = append_all(connection, [work for _, work in appends])
            for (number, _), answer in zip(appends, made, strict=True):
                answers[number] = answer
        except Exception as error:
            raise _BeforeCommit(error) from None
        transaction.commit()
        if self._file is not None and self._file != file_of(self._engine):
            raise _Moved
        return answers

    def _open(self) -> sa.Connection:
        if self._file is not None and self._file != file_of(self._engine):
            self._let_go()
        if self._connection is None:
            self._connection = self._engine.connect()
            if self._engine.dialect.name == "sqlite":
                self._file = file_of(self._engine)
        return self._connection

    def _let_go(self) -> None:
        """Give up the connection; what it had begun is rolled back."""
        connection, self._connection, self._file = self._connection, None, None
        if connection is not None:
            connection.invalidate()
            connection.close()


class _BeforeCommit(Exception):
    """Something failed while nothing could have been committed yet."""

    def __init__(self, cause: Exception) -> None:
        super().__init__()
        self.cause = cause
