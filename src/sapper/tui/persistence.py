"""The games of the terminal in the store that the page uses too.

The database is opened after the first board is on the screen: nobody waits for it. A game is kept
from its first move on, each move as soon as it is made.
"""

from collections.abc import Callable, Mapping
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

from sapper.errors import SapperError, StaleVersion
from sapper.session import Session

if TYPE_CHECKING:
    from concurrent.futures import Future

    from sapper.store import Store

_MAX_LESSONS: Final = 20
_RUNNING: Final = ("ready", "playing")


class Keeper:
    """Keeps one player's games; one of them is being played."""

    def __init__(self, database: str | None = None) -> None:
        """Name the database, the user's own if None. It is not opened yet."""
        self._database = database
        self._store: Store | None = None
        self._opening = Lock()
        self._player = ""
        self._game_id: str | None = None
        self._version = 0
        self._on_trouble: Callable[[Exception], None] = lambda _: None

    @property
    def is_open(self) -> bool:
        """Whether games are kept."""
        return self._store is not None

    @property
    def game_id(self) -> str | None:
        """The id of the game being played, None when it is not kept yet."""
        return self._game_id

    def open(self) -> None:
        """Open the database. Raises StoreError."""
        from sapper.store import Store
        from sapper.store.local_player import local_player

        with self._opening:
            if self._store is None:
                self._player = local_player()
                self._store = Store(self._database)

    def close(self) -> None:
        """Wait until everything is on the disk."""
        if self._store is not None:
            self._store.close()
            self._store = None

    def watch(self, on_trouble: Callable[[Exception], None]) -> None:
        """Call `on_trouble`, on another thread, when something cannot be kept."""
        self._on_trouble = on_trouble

    # The game being played -----------------------------------------------------------------------

    def begin(self) -> None:
        """Another game begins; it is kept from its first move on."""
        self._game_id, self._version = None, 0

    def keep(self, session: Session) -> None:
        """Keep the moves that have been made since the last time."""
        game = session.game
        if self._store is None or (self._game_id is None and not game.version):
            return
        if self._game_id is None:
            self._game_id, kept = self._store.create(
                self._player, game, terms=session.terms, assists=session.assists
            )
            self._listen(kept)
        elif game.version != self._version:
            self._listen(self._store.append(self._game_id, game, since=self._version))
        self._version = game.version

    def count_assist(self, kind: str) -> None:
        """Count one of "hints" or "odds" for the game being played."""
        if self._store is not None and self._game_id is not None:
            self._listen(self._store.count_assist(self._game_id, kind))

    def _listen(self, kept: "Future[Any]") -> None:
        def look(done: "Future[Any]") -> None:
            error = done.exception()
            if isinstance(error, Exception):
                self._on_trouble(error)

        kept.add_done_callback(look)

    # Games of before -----------------------------------------------------------------------------

    def unfinished(self) -> list[Mapping[str, Any]]:
        """Return the player's games that are not over, the latest first. Raises StoreError."""
        if self._store is None:
            return []
        found = self._store.games_of(self._player, limit=100)
        return [game for game in found if game["status"] in _RUNNING and game["version"]]

    def resume(self, game_id: str) -> Session:
        """Go on with a game. Raises NotFound, StoreError."""
        if self._store is None:
            raise StaleVersion("games are not kept here", version=0)
        stored = self._store.game(game_id)
        session = Session.load(stored.record(), idle=stored.idle)
        self._game_id, self._version = stored.id, stored.version
        return session

    def statistics(self) -> list[dict[str, Any]]:
        """Return what the player's finished games add up to. Raises StoreError."""
        return [] if self._store is None else self._store.statistics(self._player)

    # Lessons -------------------------------------------------------------------------------------

    def learn(self, record: str) -> None:
        """Review the game that has just ended: its accuracy, and a drill for each mistake.

        It takes a while: call it beside the screen.
        """
        if self._store is None or self._game_id is None:
            return
        from sapper.coach.drill_builder import drills_from
        from sapper.store.drill_deck import StoredCard

        game_id, store = self._game_id, self._store
        try:
            session = Session.load(record)
            judged = session.review(budget=0.1)
            drills = drills_from(judged)[:_MAX_LESSONS]
        except SapperError:
            return  # nobody waits for it: the game is kept and can be reviewed later
        if judged.accuracy is not None:
            self._listen(store.set_accuracy(game_id, session.game.version, judged.accuracy))
        if drills:
            cards = [StoredCard(drill.id, drill.theme, drill.position) for drill in drills]
            self._listen(store.cards.add(self._player, cards))

    @property
    def store(self) -> "Store | None":
        """The store, for drills; None when games are not kept."""
        return self._store

    @property
    def player(self) -> str:
        """Who plays here."""
        return self._player
