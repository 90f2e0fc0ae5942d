"""An in-memory game cache between the routes and the application service.

The store contains every game, so an evicted game can be loaded again. A game is removed from the
cache while a request changes and saves it, so no other request can use its session. Other requests
that change the same game must wait. The store's writer thread makes the moves after confirming that
the game is at its latest version.
"""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext, suppress
from typing import Final
from weakref import WeakValueDictionary

from sapper.errors import IllegalMove, NotFound, SapperError, StoreError
from sapper.game.moves import parse_move
from sapper.play.game_service import GameService, PlayerGame
from sapper.store import Store
from sapper.store.stored_game_types import GameState
from sapper.web.request_charges import (
    charge_storage,
    charge_work,
    reserve_storage,
    reserve_work,
)

# The approximate size in bytes of a stored game, of each mine in a fixed layout and of each move,
# including indexes and partly used pages.
GAME_BYTES: Final = 1000
MINE_BYTES: Final = 7
MOVE_BYTES: Final = 120
# If a cached game lacks more moves than this, it is reloaded in a reader thread.
_MAX_MOVES_TO_REPLAY = 50
_LONG_GAME_MOVES: Final = 1000
_MAX_LONG_GAME_MOVES: Final = 100_000
"""The maximum total number of moves of all long games in the cache, which take about 10 MB."""


class GameCache:
    """A cache that loads games, checks their players and versions, and saves changes."""

    def __init__(
        self, service: GameService, store: Store, *, max_games: int, max_moves: int
    ) -> None:
        self._service = service
        self._store = store
        self._games: OrderedDict[str, PlayerGame] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._load_locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        # Long games are loaded one at a time, so that they occupy one reader thread at most.
        self._long_load_lock = asyncio.Lock()
        self._max_games = max_games
        self._max_moves = max_moves

    @property
    def size(self) -> int:
        """The number of cached games."""
        return len(self._games)

    async def create(self, game: PlayerGame) -> None:
        """Store a new game."""
        rules = game.session.rules
        listed_mines = rules.mines if game.session.game.seed is None else 0
        reserve_storage(GAME_BYTES + listed_mines * MINE_BYTES)
        charge_work(cells=rules.cell_count)
        await self._service.save(game)
        self._put(game)

    async def get(self, game_id: str, player: str | None) -> PlayerGame:
        """Synchronise a player's game with the store and return the game.

        Raises NotFound if the game does not exist or belongs to another player.
        """
        game = await self._get(game_id, player)
        charge_work(cells=game.session.rules.cell_count)
        return game

    async def _get(self, game_id: str, player: str | None) -> PlayerGame:
        # Concurrent requests for the same game replay its moves only once.
        async with self._load_locks.setdefault(game_id, asyncio.Lock()):
            state = await self._service.read(self._store.load_state, game_id)
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

    async def load_shared(self, token: str) -> PlayerGame:
        """Load a game by its share token.

        Raises NotFound if the token is unknown, or HttpError with status 429 if the client network
        exceeds its rate limit.
        """
        game = await self._replay(await self._service.read(self._store.load_shared_state, token))
        charge_work(cells=game.session.rules.cell_count)
        return game

    @asynccontextmanager
    async def change(
        self, game_id: str, player: str | None, version: int | None
    ) -> AsyncIterator[PlayerGame]:
        """Yield a game that the `async with` block may change with `GameService.change`.

        Raises NotFound if the game does not exist or belongs to another player, or StaleVersion if
        the game is not at `version`. If `version` is None, the version is not checked. Raises
        HttpError with status 429 if the client network has stored too much data.
        """
        reserve_storage(MOVE_BYTES)
        lock = self._locks.setdefault(game_id, asyncio.Lock())
        async with lock, self._change(game_id, player, version) as game:
            charge_work(cells=game.session.rules.cell_count)
            before = game.version
            yield game
            charge_storage(MOVE_BYTES * (game.version - before - 1))

    @asynccontextmanager
    async def _change(
        self, game_id: str, player: str | None, expected: int | None
    ) -> AsyncIterator[PlayerGame]:
        game = self._games.pop(game_id, None)
        if game is None or game.version != expected or game.player != player:
            # The cached game may be outdated. The game's player may have changed, because links
            # merge players.
            game = await self._load(game_id, game)
        if player is None or game.player != player:
            self._put(game)
            raise NotFound("no such game")
        version = game.version if expected is None else expected
        try:
            game.check_version(version)
            if version >= self._max_moves:
                raise IllegalMove(f"the game has reached the limit of {self._max_moves} moves")
            yield game
        except StoreError:
            raise  # The game's state is unknown, so it stays out of the cache.
        except SapperError:
            if game.version == game.saved_version:
                self._put(game)
            raise
        if not game.session.game.is_over:  # Finished games would only occupy memory.
            self._put(game)

    async def _load(self, game_id: str, known: PlayerGame | None = None) -> PlayerGame:
        """Load a game, updating the cached copy if possible.

        Moves made by other processes are replayed on the event loop, so no other task can use the
        session in the meantime.
        """
        if known is not None:
            last = max(known.version - 1, 0)
            update = await self._service.read(self._store.load_update, game_id, last)
            moves, stored = tuple(map(str, known.session.game.moves_since(last))), update.moves
            if stored[: len(moves)] == moves and len(stored) <= _MAX_MOVES_TO_REPLAY:
                # If a stored move is illegal, the cached state is wrong.
                with suppress(SapperError):
                    new = map(parse_move, stored[len(moves) :])
                    known.session.replay_moves(new, idle=update.idle)
                    known.session.set_assistance(update.assistance)
                    return PlayerGame(
                        update.player,
                        known.session,
                        id=game_id,
                        share_token=update.share_token,
                        saved_version=known.version,
                    )
        return await self._replay(await self._service.read(self._store.load_state, game_id))

    async def _replay(self, state: GameState) -> PlayerGame:
        """Load a game by replaying its moves, and charge the client network for the moves."""
        reserve_work(moves=state.version)
        is_long = state.version > _LONG_GAME_MOVES
        async with self._long_load_lock if is_long else nullcontext():
            return await self._service.load(state.id)

    def _put(self, game: PlayerGame) -> None:
        assert game.id is not None  # noqa: S101
        cached = self._games.get(game.id)
        if cached is None or cached.version <= game.version:
            self._games[game.id] = game
            self._games.move_to_end(game.id)
        if game.version > _LONG_GAME_MOVES:
            self._remove_long_games()
        while len(self._games) > self._max_games:
            self._games.popitem(last=False)

    def _remove_long_games(self) -> None:
        """Evict the least recently used long games if the long games exceed the limit on moves."""
        moves = 0
        for game_id, game in reversed(list(self._games.items())):
            if game.version > _LONG_GAME_MOVES:
                moves += game.version
                if moves > _MAX_LONG_GAME_MOVES:
                    del self._games[game_id]
