"""Persistence for games in the terminal, using the same database as the web server.

The database is opened after the first board is on the screen, so the game starts without delay.
Each move is saved as soon as it is made.
"""

from collections.abc import Callable, Mapping
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

from sapper.errors import SapperError, StaleVersion
from sapper.session import Session

if TYPE_CHECKING:
    from concurrent.futures import Future

    from sapper.store import Store

_MAX_DRILLS: Final = 20
_REVIEW_BUDGET: Final = 0.1
_UNFINISHED: Final = ("ready", "playing")


class GamePersistence:
    """Persistence for the local player's games, including the current game."""

    def __init__(self, database: str | None = None) -> None:
        """Select the database at a URL, or the user's own database if `database` is None."""
        self._database = database
        self._store: Store | None = None
        self._open_lock = Lock()
        self._player = ""
        self._game_id: str | None = None
        self._version = 0
        self._error_handler: Callable[[Exception], None] = lambda _: None

    @property
    def game_id(self) -> str | None:
        """The id of the current game, or None if the game has not been saved yet."""
        return self._game_id

    @property
    def store(self) -> "Store | None":
        """The open store, or None if the database is not open."""
        return self._store

    @property
    def player(self) -> str:
        """The id of the local player."""
        return self._player

    def open(self) -> None:
        """Open the database. Raises StoreError if the database cannot be opened."""
        from sapper.store import Store
        from sapper.store.local_player import local_player

        with self._open_lock:
            if self._store is None:
                self._player = local_player()
                self._store = Store(self._database)

    def close(self) -> None:
        """Complete all pending writes and close the database."""
        if self._store is not None:
            self._store.close()
            self._store = None

    def set_error_handler(self, handler: Callable[[Exception], None]) -> None:
        """Set the function that the writer thread calls after a failed write."""
        self._error_handler = handler

    # The current game ----------------------------------------------------------------------------

    def start_game(self) -> None:
        """Detach from the current game, so that the next save creates a new game."""
        self._game_id, self._version = None, 0

    def save(self, session: Session) -> None:
        """Save all moves made since the last save."""
        game = session.game
        if self._store is None or (self._game_id is None and not game.version):
            return
        if self._game_id is None:
            self._game_id, written = self._store.create(
                self._player, game, options=session.options, assistance=session.assistance
            )
            self._report_errors(written)
        elif game.version != self._version:
            self._report_errors(self._store.append_moves(self._game_id, game, since=self._version))
        self._version = game.version

    def count_assistance(self, kind: str) -> None:
        """Count one use of "hints" or "odds" in the current game."""
        if self._store is not None and self._game_id is not None:
            self._report_errors(self._store.count_assistance(self._game_id, kind))

    def _report_errors(self, written: "Future[Any]") -> None:
        def report(done: "Future[Any]") -> None:
            error = done.exception()
            if isinstance(error, Exception):
                self._error_handler(error)

        written.add_done_callback(report)

    # Saved games ---------------------------------------------------------------------------------

    def unfinished_games(self) -> list[Mapping[str, Any]]:
        """Return the player's unfinished games, most recent first.

        Raises StoreError if the database cannot be read.
        """
        if self._store is None:
            return []
        games = self._store.list_games(self._player, limit=100)
        return [game for game in games if game["status"] in _UNFINISHED and game["version"]]

    def resume(self, game_id: str) -> Session:
        """Load a saved game and make it the current game.

        Raises NotFound if the game does not exist, and StoreError if the database cannot be read.
        """
        if self._store is None:
            raise StaleVersion("cannot resume the game: the database is not open", version=0)
        stored = self._store.load_game(game_id)
        session = Session.load(stored.record(), idle=stored.idle)
        self._game_id, self._version = stored.id, stored.version
        return session

    def statistics(self) -> list[dict[str, Any]]:
        """Return the statistics of the player's finished games by level.

        Raises StoreError if the database cannot be read.
        """
        return [] if self._store is None else self._store.statistics(self._player)

    # Review --------------------------------------------------------------------------------------

    def save_review(self, record: str) -> None:
        """Review the game that has just ended; save its accuracy and one drill per mistake.

        The review takes some time, so call this method in a background thread.
        """
        if self._store is None or self._game_id is None:
            return
        from sapper.coach.drill_builder import drills_from_review
        from sapper.store.drill_deck import StoredCard

        game_id, store = self._game_id, self._store
        try:
            session = Session.load(record)
            review = session.review(budget=_REVIEW_BUDGET)
            drills = drills_from_review(review)[:_MAX_DRILLS]
        except SapperError:
            return  # the game itself is saved and can be reviewed later
        if review.accuracy is not None:
            self._report_errors(store.save_accuracy(game_id, session.game.version, review.accuracy))
        if drills:
            cards = [StoredCard(drill.id, drill.theme, drill.position) for drill in drills]
            self._report_errors(store.drill_deck.add(self._player, cards))
