"""Background checkpointing of SQLite's write-ahead log (WAL).

A checkpoint copies pages from the WAL into the database file. When SQLite opens a database after a
crash, it recovers any pages not yet copied, so no data is lost. SQLite overwrites the WAL only
after a checkpoint has copied all of its pages. Under constant traffic, a checkpoint may never reach
the last page, and the WAL can grow to many times the database size. To limit the WAL's size, a
background thread copies most of the pages. If the WAL is still too long, the writer thread copies
the remaining pages between transactions.
"""

import logging
import threading
from collections.abc import Callable
from typing import Any, Final

import sqlalchemy as sa

log = logging.getLogger("sapper.store")

MAX_WAL_PAGES: Final = 2000
"""The WAL length, in 4 kB pages, above which the writer completes the checkpoint."""


def run_checkpoint(driver_connection: Any) -> int:
    """Run a passive checkpoint and return the WAL length in pages."""
    _busy, pages, _copied = driver_connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
    return int(pages)


class Checkpointer:
    """A thread that runs checkpoints at a fixed interval."""

    def __init__(
        self, engine: sa.Engine, *, finish: Callable[[], None], every: float = 1.0
    ) -> None:
        """Start the thread, which calls `finish` whenever the WAL exceeds MAX_WAL_PAGES."""
        self._engine = engine
        self._finish = finish
        self._every = every
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="sapper-checkpoint", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop the thread.

        SQLite copies the remaining WAL pages when the last connection closes.
        """
        self._stop.set()
        self._thread.join()

    def checkpoint(self) -> None:
        """Run one passive checkpoint, which does not wait for readers or writers."""
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
            except Exception as error:
                # A checkpoint can fail, for example because the disk is full. The next one may
                # succeed.
                log.warning("checkpoint failed: %s", error)
