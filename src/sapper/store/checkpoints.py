"""Carries SQLite's log over into the database file, beside those who write.

A log that was not carried over is read again at the next start: nothing is lost, whenever the
process ends. But it begins anew only at a moment when all of it was carried over, and while people
play without a pause there is none: it once grew to twenty times the size of the database. So this
thread does most of the work, and when the log is long the thread that writes does the rest between
two transactions, when nothing can come after it.
"""

import logging
import threading
from collections.abc import Callable
from typing import Any, Final

import sqlalchemy as sa

log = logging.getLogger("sapper.store")

LONGEST_LOG: Final = 2000
"""How many pages of 4 kB the log may have before the writer ends it."""


def carry_over(driver: Any) -> int:
    """Carry over what nobody reads any more, without waiting; return how long the log is."""
    _busy, pages, _done = driver.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
    return int(pages)


class Checkpointer:
    """A thread that does so every second."""

    def __init__(
        self, engine: sa.Engine, *, finish: Callable[[], None], every: float = 1.0
    ) -> None:
        """Begin; `finish` asks the writer to do the rest."""
        self._engine = engine
        self._finish = finish
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
            if carry_over(connection.driver_connection) > LONGEST_LOG:
                self._finish()
        finally:
            connection.close()

    def _run(self) -> None:
        while not self._stop.wait(self._every):
            try:
                self.checkpoint()
            except Exception as error:  # a full disk, say: the next second may be better
                log.warning("no checkpoint: %s", error)
