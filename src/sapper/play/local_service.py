"""The application service for the local player."""

from threading import Lock
from typing import Final

from sapper.play.computation import Compute
from sapper.play.game_service import GameService

_BOARD_SECONDS: Final = 20.0


class LocalService(GameService):
    """A game service for the local player that shares its database with the local web server.

    The database is opened lazily, so that the first board appears without delay.
    """

    def __init__(self, compute: Compute, database: str | None = None) -> None:
        """Create a service for a database URL, by default that of the user's SQLite file."""
        super().__init__(compute, board_seconds=_BOARD_SECONDS)
        self._database = database
        self._open_lock = Lock()
        self.player = ""
        """The local player's id, or an empty string until the database is opened."""

    def open(self) -> None:
        """Open the database if it is not open yet. This method is thread-safe.

        Raises StoreError if the database cannot be opened.
        """
        from sapper.store import Store
        from sapper.store.local_player import local_player

        with self._open_lock:
            if self.store is None:
                self.player = local_player()
                self.store = Store(self._database)
