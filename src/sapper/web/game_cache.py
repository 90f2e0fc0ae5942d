"""An in-memory cache of games, between the routes and the store.

The store contains every game, so an evicted game can be loaded again. Sessions are used only on the
event loop. A request removes a game from the cache while it waits for a write, so no other request
uses the session in the meantime.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar

from sapper.errors import IllegalMove, NotFound, SapperError, StaleVersion
from sapper.session import Session
from sapper.store import Store, StoredGame

Result = TypeVar("Result")
_READER_THREADS = 4
# A game with more new moves than this is reloaded from the beginning in a reader thread.
_MAX_MOVES_TO_REPLAY = 50


@dataclass(slots=True)
class LoadedGame:
    """A stored game with its session."""

    id: str
    player: str
    share_token: str | None
    session: Session

    @property
    def version(self) -> int:
        """The version of the game, which is the number of its moves."""
        return self.session.game.version

    def check_version(self, version: int) -> None:
        """Raise StaleVersion if the game is at a different version."""
        if self.version != version:
            raise StaleVersion(
                f"the game is at version {self.version}, not {version}", version=self.version
            )

    def to_json(self, *, is_owner: bool) -> dict[str, Any]:
        """Return the game as seen by its owner or by a visitor with the share link."""
        return {
            "id": self.id if is_owner else None,
            "owner": is_owner,
            "share": self.share_token,
            **self.session.snapshot(),
        }


class GameCache:
    """A cache that loads games from the store and applies changes to them."""

    def __init__(self, store: Store, *, max_games: int, max_moves: int) -> None:
        self._store = store
        self._games: OrderedDict[str, LoadedGame] = OrderedDict()
        self._max_games = max_games
        self._max_moves = max_moves
        self._readers = ThreadPoolExecutor(_READER_THREADS, thread_name_prefix="sapper-reader")

    @property
    def size(self) -> int:
        """The number of cached games."""
        return len(self._games)

    def close(self) -> None:
        """Stop the reader threads."""
        self._readers.shutdown()

    async def read(self, query: Callable[..., Result], *arguments: Any) -> Result:
        """Run a store query in a reader thread."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._readers, query, *arguments)

    async def wait_for_write(self, written: Future[Result]) -> Result:
        """Wait for a store write without blocking the event loop."""
        return await asyncio.wrap_future(written)

    async def create(self, player: str, session: Session) -> LoadedGame:
        """Store a new game."""
        game_id, written = self._store.create(player, session.game, options=session.options)
        await self.wait_for_write(written)
        game = LoadedGame(game_id, player, None, session)
        self._put(game)
        return game

    async def get(self, game_id: str, player: str | None) -> LoadedGame:
        """Return a player's game in its current state.

        Raises NotFound if the player has no such game.
        """
        state = await self.read(self._store.load_state, game_id)
        if player is None or state.player != player:
            raise NotFound("no such game")
        game = self._games.get(game_id)
        if game is not None and (game.version, game.player) == (state.version, state.player):
            self._games.move_to_end(game_id)
            game.session.set_assistance(state.assistance)
            game.share_token = state.share_token
            return game
        # The outdated game stays out of the cache until it has been updated.
        game = await self._load(game_id, self._games.pop(game_id, None))
        self._put(game)
        return game

    async def get_shared(self, token: str) -> LoadedGame:
        """Return the game with the given share token. Raises NotFound if the token is unknown."""
        return _to_loaded_game(await self.read(self._store.load_shared_game, token))

    async def change(
        self,
        game_id: str,
        player: str | None,
        version: int,
        change: Callable[[Session], Result],
    ) -> tuple[LoadedGame, Result]:
        """Apply `change` to a game at `version` and store the new moves before returning.

        Raises NotFound if the player has no such game, StaleVersion if the game is at a different
        version, and any error that `change` raises. After an error, the game is unchanged.
        """
        game = self._games.pop(game_id, None)
        if game is None or game.version != version or game.player != player:
            # The cached game may be outdated. Its player may differ because links merge players.
            game = await self._load(game_id, game)
        if player is None or game.player != player:
            self._put(game)
            raise NotFound("no such game")
        try:
            game.check_version(version)
            if version >= self._max_moves:
                raise IllegalMove(f"the game has reached the limit of {self._max_moves} moves")
            result = change(game.session)
        except SapperError:
            if game.version == version:
                self._put(game)
            raise
        if game.version == version:  # no effect here, but another process may have made a move
            self._put(game)
            return await self._reload_unchanged(game, version), result
        # After a failed write, the game stays out of the cache because its state is unknown.
        assistance = await self.wait_for_write(
            self._store.append_moves(game_id, game.session.game, since=version)
        )
        game.session.set_assistance(assistance)
        if not game.session.game.is_over:  # finished games would only take up memory
            self._put(game)
        return game, result

    async def count_assistance(self, game: LoadedGame, kind: str) -> None:
        """Record one use of "hints" or "odds"."""
        assistance = await self.wait_for_write(self._store.count_assistance(game.id, kind))
        game.session.set_assistance(assistance)

    async def share(self, game: LoadedGame) -> str:
        """Return the token of the game's share link, creating the token on first use."""
        game.share_token = await self.wait_for_write(self._store.share(game.id))
        return game.share_token

    async def _reload_unchanged(self, game: LoadedGame, version: int) -> LoadedGame:
        current = await self.get(game.id, game.player)
        current.check_version(version)
        return current

    async def _load(self, game_id: str, known: LoadedGame | None = None) -> LoadedGame:
        """Return a game in its current state, updating the known state if possible.

        Moves made by other processes are replayed on the event loop, where no other task uses the
        session.
        """
        if known is not None:
            last = max(known.version - 1, 0)
            update = await self.read(self._store.load_update, game_id, last)
            moves, stored = known.session.move_texts_since(last), update.moves
            if stored[: len(moves)] == moves and len(stored) <= _MAX_MOVES_TO_REPLAY:
                with suppress(SapperError):  # if a move does not fit, the known state is wrong
                    known.session.replay_moves(stored[len(moves) :], idle=update.idle)
                    known.session.set_assistance(update.assistance)
                    return LoadedGame(game_id, update.player, update.share_token, known.session)
        return await self.read(lambda: _to_loaded_game(self._store.load_game(game_id)))

    def _put(self, game: LoadedGame) -> None:
        cached = self._games.get(game.id)
        if cached is None or cached.version <= game.version:
            self._games[game.id] = game
            self._games.move_to_end(game.id)
        while len(self._games) > self._max_games:
            self._games.popitem(last=False)


def _to_loaded_game(stored: StoredGame) -> LoadedGame:
    session = Session.load(stored.record(), idle=stored.idle)
    return LoadedGame(stored.id, stored.player, stored.share_token, session)
