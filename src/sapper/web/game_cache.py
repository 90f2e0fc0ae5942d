"""The games that are being played, between the store and the routes.

The store has every game; what is kept here only saves reading it again. A session is used by the
event loop alone, and never across an `await` except while it is out of the cache.
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

Answer = TypeVar("Answer")
_READING_THREADS = 4
# More moves than these are played again by a thread, with all that came before them.
_MAX_TO_FOLLOW = 50


@dataclass(slots=True)
class Seat:
    """A player's place at a board."""

    id: str
    player: str
    share: str | None
    session: Session

    @property
    def version(self) -> int:
        """How many moves were made."""
        return self.session.game.version

    def check_version(self, version: int) -> None:
        """Refuse what is based on another version. Raises StaleVersion."""
        if self.version != version:
            raise StaleVersion(
                f"the game is at version {self.version}, not {version}", version=self.version
            )

    def to_json(self, *, owner: bool) -> dict[str, Any]:
        """Return the game as the player sees it, or others who have the link."""
        return {
            "id": self.id if owner else None,
            "owner": owner,
            "share": self.share,
            **self.session.snapshot(),
        }


class Tables:
    """Finds, keeps and changes games."""

    def __init__(self, store: Store, *, cached_games: int, max_moves: int) -> None:
        self._store = store
        self._seats: OrderedDict[str, Seat] = OrderedDict()
        self._most = cached_games
        self._most_moves = max_moves
        self._readers = ThreadPoolExecutor(_READING_THREADS, thread_name_prefix="sapper-reader")

    @property
    def cached(self) -> int:
        """How many games are kept in memory."""
        return len(self._seats)

    def close(self) -> None:
        """Stop reading."""
        self._readers.shutdown()

    async def read(self, question: Callable[..., Answer], *arguments: Any) -> Answer:
        """Ask the store something without holding up the others."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._readers, question, *arguments)

    async def begin(self, player: str, session: Session) -> Seat:
        """Keep a new game."""
        game_id, kept = self._store.create(player, session.game, terms=session.terms)
        await self.write(kept)
        seat = Seat(game_id, player, None, session)
        self._put(seat)
        return seat

    async def seat(self, game_id: str, player: str | None) -> Seat:
        """Return a player's game as the store has it now. Raises NotFound."""
        state = await self.read(self._store.state, game_id)
        if player is None or state.player != player:
            raise NotFound("there is no such game")
        seat = self._seats.get(game_id)
        if seat is not None and (seat.version, seat.player) == (state.version, state.player):
            self._seats.move_to_end(game_id)
            seat.session.set_assists(state.assists)
            seat.share = state.share
            return seat
        # Out of the cache until it is up to date.
        seat = await self._load(game_id, self._seats.pop(game_id, None))
        self._put(seat)
        return seat

    async def shared(self, token: str) -> Seat:
        """Return the game that a link leads to. Raises NotFound."""
        return _seat_of(await self.read(self._store.shared_game, token))

    async def change(
        self,
        game_id: str,
        player: str | None,
        version: int,
        change: Callable[[Session], Answer],
    ) -> tuple[Seat, Answer]:
        """Let `change` make moves on a game that is at `version`; kept when this returns.

        Raises NotFound, StaleVersion, and what `change` raises; nothing has changed then.
        """
        seat = self._seats.pop(game_id, None)
        if seat is None or seat.version != version or seat.player != player:
            # What is kept here may be old, also whose game it is: links unite players.
            seat = await self._load(game_id, seat)
        if player is None or seat.player != player:
            self._put(seat)
            raise NotFound("there is no such game")
        try:
            seat.check_version(version)
            if version >= self._most_moves:
                raise IllegalMove(f"the game has {version} moves, and no more are kept")
            answer = change(seat.session)
        except SapperError:
            if seat.version == version:
                self._put(seat)
            raise
        if seat.version == version:  # nothing happened; but is it still so?
            self._put(seat)
            return await self._unchanged(seat, version), answer
        # A write that fails leaves the seat out of the cache: the store alone knows the truth.
        assists = await self.write(self._store.append(game_id, seat.session.game, since=version))
        seat.session.set_assists(assists)
        if not seat.session.game.is_over:  # memory is for those who play on
            self._put(seat)
        return seat, answer

    async def count_assist(self, seat: Seat, kind: str) -> None:
        """Count help that leaves no move behind."""
        seat.session.set_assists(await self.write(self._store.count_assist(seat.id, kind)))

    async def share(self, seat: Seat) -> str:
        """Return the token of a game's link."""
        seat.share = await self.write(self._store.share(seat.id))
        return seat.share

    async def write(self, kept: Future[Answer]) -> Answer:
        """Wait until something is on the disk, without holding up the others."""
        return await asyncio.wrap_future(kept)

    async def _unchanged(self, seat: Seat, version: int) -> Seat:
        seen = await self.seat(seat.id, seat.player)
        seen.check_version(version)
        return seen

    async def _load(self, game_id: str, known: Seat | None = None) -> Seat:
        """Return a game as the store has it now, from what was known of it if that is so.

        The moves of other processes follow those known here, and are made on the event loop, where
        nobody else uses the session.
        """
        if known is not None:
            last = max(known.version - 1, 0)
            progress = await self.read(self._store.progress, game_id, last)
            moves, found = known.session.texts_since(last), progress.moves
            if found[: len(moves)] == moves and len(found) <= _MAX_TO_FOLLOW:
                with suppress(SapperError):  # moves that do not fit: what is known here is wrong
                    known.session.follow(found[len(moves) :], idle=progress.idle)
                    known.session.set_assists(progress.assists)
                    return Seat(game_id, progress.player, progress.share, known.session)
        return await self.read(lambda: _seat_of(self._store.game(game_id)))

    def _put(self, seat: Seat) -> None:
        known = self._seats.get(seat.id)
        if known is None or known.version <= seat.version:
            self._seats[seat.id] = seat
            self._seats.move_to_end(seat.id)
        while len(self._seats) > self._most:
            self._seats.popitem(last=False)


def _seat_of(stored: StoredGame) -> Seat:
    session = Session.load(stored.record(), idle=stored.idle)
    return Seat(stored.id, stored.player, stored.share, session)
