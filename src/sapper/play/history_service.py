"""The history service, which lists, deletes, exports and imports a player's games."""

import asyncio
import hashlib
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from sapper.errors import ReplayError, SapperError
from sapper.game.board_limits import BoardLimits
from sapper.game.replay import parse_replay, write_replay

if TYPE_CHECKING:
    from sapper.play.game_service import GameService
    from sapper.store.game_list import GameFilter, GamePage, ListedGame

_EXPORTED_PER_READ: Final = 100
_IMPORTED_PER_JOB: Final = 50
_IMPORTED_PER_WRITE: Final = 10
"""The maximum number of games imported in one write, so that moves do not wait for long."""

PayForDeletion = Callable[[int, int], Awaitable[None]]
"""A function that waits until a player may delete a number of games and moves."""


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A finished game in the import and export format."""

    record: str
    """The replay of the game."""
    id: str = ""
    """The game's original id, or an empty string if the id is unknown."""
    played_at: float = 0.0
    """The time of the last move, in seconds since 1970."""

    def to_line(self) -> str:
        """Return the game as a line of JSON."""
        return json.dumps({"id": self.id, "played_at": self.played_at, "record": self.record})


class HistoryService:
    """The history operations of a `GameService`."""

    def __init__(self, service: "GameService") -> None:
        self._service = service
        # Exports take turns, so that many of them occupy one reader thread at most.
        self._export_lock = asyncio.Lock()
        # Large writes take turns, so that moves wait for one of them at most.
        self._write_lock = asyncio.Lock()

    async def list(
        self,
        player: str,
        selection: "GameFilter | None" = None,
        *,
        limit: int = 20,
        cursor: str | None = None,
    ) -> "GamePage":
        """Return a page of a player's games, most recent first.

        Raises InvalidOption if the cursor is malformed.
        """
        from sapper.store.game_list import GamePage

        store = self._service.store
        if store is None:
            return GamePage((), None)
        return await self._service.read(
            lambda: store.history.list_games(player, selection, limit=limit, cursor=cursor)
        )

    async def levels(self, player: str) -> "Sequence[str]":
        """Return the levels at which a player has played."""
        store = self._service.store
        return [] if store is None else await self._service.read(store.history.list_levels, player)

    async def unfinished(self, player: str, *, limit: int = 100) -> "tuple[ListedGame, ...]":
        """Return a player's unfinished games with at least one move, most recent first."""
        from sapper.store.game_list import GameFilter

        selection = GameFilter(result="unfinished", has_moves=True)
        return (await self.list(player, selection, limit=limit)).games

    async def delete(self, player: str, game_id: str, *, pay: PayForDeletion | None = None) -> int:
        """Delete one of a player's games and return 1, or return 0 if the game does not exist.

        `pay` is called with the numbers of games and moves before the game is deleted.
        """
        history = self._service.open_store().history
        moves = await self._service.read(history.count_moves, player, game_id)
        if moves is None:
            return 0
        return await self._delete(player, {game_id: moves}, pay)

    async def delete_all(self, player: str, *, pay: PayForDeletion | None = None) -> int:
        """Delete all of a player's games and return their number.

        Games are deleted in batches, and `pay` is called with the numbers of games and moves in
        each batch before the batch is deleted.
        """
        history = self._service.open_store().history
        count = 0
        while chosen := await self._service.read(history.list_some_games, player):
            count += await self._delete(player, chosen, pay)
        return count

    async def _delete(
        self, player: str, moves_by_id: Mapping[str, int], pay: PayForDeletion | None
    ) -> int:
        history = self._service.open_store().history
        if pay is not None:
            await pay(len(moves_by_id), sum(moves_by_id.values()))
        async with self._write_lock:
            return await self._service.write(history.delete(player, list(moves_by_id)))

    async def export(self, player: str) -> AsyncIterator[GameRecord]:
        """Yield a player's finished games. Exporting unfinished games would disclose the mines."""
        from sapper.store.game_list import GameFilter

        store = self._service.open_store()
        after: tuple[float, str] | None = None
        while True:
            ids: list[tuple[float, str]] = await self._service.read(
                lambda after=after: store.history.list_ids(
                    player, GameFilter(is_over=True), limit=_EXPORTED_PER_READ, after=after
                )
            )
            for _, game_id in ids:
                async with self._export_lock:
                    record = await self._service.read(self._export_one, game_id)
                yield record
            if len(ids) < _EXPORTED_PER_READ:
                return
            after = ids[-1]

    def _export_one(self, game_id: str) -> GameRecord:
        stored = self._service.open_store().load_game(game_id)
        record = write_replay(
            stored.to_game(), options=stored.options, assistance=stored.assistance
        )
        return GameRecord(record, game_id, stored.moved_at)

    async def import_games(
        self, player: str, records: Sequence[GameRecord], *, limits: BoardLimits | None = None
    ) -> tuple[int, int]:
        """Store finished games from an export, and return how many were new and how many existed.

        Imported games are marked as imported and count as assisted, because Sapper did not observe
        how they were played. Raises ReplayError if a record is malformed, or if its game is not
        over or exceeds the limits, in which case nothing is imported.
        """
        service = self._service
        history = service.open_store().history
        rows: list[tuple[dict[str, Any], tuple[str, ...]]] = []
        for start in range(0, len(records), _IMPORTED_PER_JOB):
            batch = tuple(records[start : start + _IMPORTED_PER_JOB])
            rows += await service.compute(player, read_records, player, batch, limits, start + 1)
        added = 0
        for start in range(0, len(records), _IMPORTED_PER_WRITE):
            chosen = slice(start, start + _IMPORTED_PER_WRITE)
            ids = [record.id for record in records[chosen]]
            own = await service.read(history.existing, player, ids)
            new = [row for known, row in zip(ids, rows[chosen], strict=True) if known not in own]
            async with self._write_lock:
                added += await service.write(history.add(new))
        return added, len(records) - added


def read_records(
    player: str, records: Sequence[GameRecord], limits: BoardLimits | None, first: int = 1
) -> list[tuple[dict[str, Any], tuple[str, ...]]]:
    """Return the `games` table rows of imported games, each with its moves as text.

    Error messages number the records from `first`. Raises ReplayError if a record is malformed, or
    if its game is not over or exceeds the limits.
    """
    return [
        _read_record(player, number, each, limits)
        for number, each in enumerate(records, start=first)
    ]


def _read_record(
    player: str, number: int, imported: GameRecord, limits: BoardLimits | None
) -> tuple[dict[str, Any], tuple[str, ...]]:
    from sapper.store.stored_game_types import new_row

    try:
        game, options, assistance = parse_replay(imported.record, limits=limits)
        if not game.is_over:
            raise ReplayError("the game is not over", hint="finish the game before you export it")
    except SapperError as error:
        raise ReplayError(
            f"game {number}: {error}", hint=error.hint, cell=error.cell, line=error.line
        ) from None
    marked = replace(options, imported=True)
    # The same record always gets the same id, so importing a file twice adds nothing.
    digest = hashlib.sha256(f"{player}\n{imported.record}".encode()).hexdigest()
    row = new_row(f"i{digest[:31]}", player, game, options=marked, assistance=assistance)
    played_at = min(max(imported.played_at, 0.0), time.time())
    row |= {"created_at": played_at, "moved_at": played_at}
    return row, tuple(map(str, game.history))
