"""Checkpoints of SQLite's write-ahead log (WAL) in a background thread.

A checkpoint copies the pages of the WAL into the database file. Pages that have not been copied are
read again at the next start, so a crash loses nothing. SQLite reuses the WAL file only after a
checkpoint has copied all of its pages, and constant traffic leaves no such moment: the WAL once
grew to twenty times the size of the database. The background thread therefore copies most of the
pages, and if the WAL is long, the writer thread copies the rest between two transactions.
"""

import logging
import threading
from collections.abc import Callable
from typing import Any, Final

import sqlalchemy as sa

log = logging.getLogger("sapper.store")

MAX_WAL_PAGES: Final = 2000
"""Length of the WAL, in pages of 4 kB, beyond which the writer completes the checkpoint."""


def run_checkpoint(driver_connection: Any) -> int:
    """Copy WAL pages that no reader needs, without waiting; return the length of the WAL."""
    _busy, pages, _copied = driver_connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
    return int(pages)


class Checkpointer:
    """A thread that runs a checkpoint every second."""

    def __init__(
        self, engine: sa.Engine, *, finish: Callable[[], None], every: float = 1.0
    ) -> None:
        """Start the thread; `finish` asks the writer to complete a checkpoint."""
        self._engine = engine
        self._finish = finish
        self._every = every
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="sapper-checkpoint", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop the thread. SQLite copies the remaining pages when the last connection closes."""
        self._stop.set()
        self._thread.join()

    def checkpoint(self) -> None:
        """Run one checkpoint without waiting for readers or writers."""
        connection = self._engine.raw_connection()
        try:
            if run_checkpoint(connection.driver_connection) > MAX_WAL_PAGES:
                self._finish()
        finally:
            connection.close()

    def _run(self) -> None:
        while not self._stop.wait(self._every):
            try:
                self.checkpoint()
            except Exception as error:  # for example a full disk; the next attempt may succeed
                log.warning("checkpoint failed: %s", error)
