"""Database queries that list, delete, export and import a player's games."""

from collections.abc import Sequence
from concurrent.futures import Future
from itertools import accumulate
from typing import Any, Final

import sqlalchemy as sa

from sapper.store.database import insert_missing, read_transaction
from sapper.store.database_schema import games, moves, players
from sapper.store.game_list import GameFilter, GamePage, read_game_ids, read_games, read_levels
from sapper.store.writer import Writer

# The numbers of games and moves deleted in one write, so that other players' moves do not wait.
_DELETED_GAMES: Final = 20
_DELETED_MOVES: Final = 5000


class GameHistory:
    """The stored games of all players, with queries to list, delete and import them."""

    def __init__(self, engine: sa.Engine, writer: Writer) -> None:
        self._engine = engine
        self._writer = writer

    def list_games(
        self,
        player: str,
        selection: GameFilter | None = None,
        *,
        limit: int = 20,
        cursor: str | None = None,
    ) -> GamePage:
        """Return a page of a player's games, most recent first.

        Raises InvalidOption if the cursor is malformed.
        """
        chosen = selection or GameFilter()
        with read_transaction(self._engine) as connection:
            return read_games(connection, player, chosen, limit=limit, cursor=cursor)

    def list_levels(self, player: str) -> list[str]:
        """Return the levels of a player's games in alphabetical order."""
        with read_transaction(self._engine) as connection:
            return read_levels(connection, player)

    def list_ids(
        self,
        player: str,
        selection: GameFilter | None = None,
        *,
        limit: int,
        after: tuple[float, str] | None = None,
    ) -> list[tuple[float, str]]:
        """Return up to `limit` pairs of a game's last move time and id, oldest first.

        To read the next page, pass the last pair of the previous page as `after`.
        """
        chosen = selection or GameFilter()
        with read_transaction(self._engine) as connection:
            return read_game_ids(connection, player, chosen, limit=limit, after=after)

    def list_some_games(self, player: str) -> dict[str, int]:
        """Return a batch of a player's games that can be deleted in one short write.

        The result maps each game's id to its number of moves. If the first game alone exceeds the
        limit on moves, only this game is returned.
        """
        statement = (
            sa.select(games.c.id, games.c.version)
            .where(games.c.player == player)
            .order_by(games.c.moved_at)
            .limit(_DELETED_GAMES)
        )
        with read_transaction(self._engine) as connection:
            rows = connection.execute(statement).all()
        totals = accumulate(row.version for row in rows)
        fitting = [row for row, total in zip(rows, totals, strict=True) if total <= _DELETED_MOVES]
        return {row.id: row.version for row in fitting or rows[:1]}

    def count_moves(self, player: str, game_id: str) -> int | None:
        """Return the number of moves in one of a player's games, or None if there is no game."""
        statement = sa.select(games.c.version).where(
            games.c.player == player, games.c.id == game_id
        )
        with read_transaction(self._engine) as connection:
            version: int | None = connection.execute(statement).scalar_one_or_none()
        return version

    def existing(self, player: str, ids: Sequence[str]) -> frozenset[str]:
        """Return the ids in `ids` that belong to the player's games."""
        statement = sa.select(games.c.id).where(games.c.player == player, games.c.id.in_(ids))
        with read_transaction(self._engine) as connection:
            return frozenset(connection.execute(statement).scalars())

    def delete(self, player: str, ids: Sequence[str]) -> Future[int]:
        """Delete a player's games and return a future for the number of deleted games.

        Unknown ids and ids of other players' games are ignored.
        """

        def write(connection: sa.Connection) -> int:
            condition = sa.and_(games.c.player == player, games.c.id.in_(ids))
            # Locking the rows first keeps a concurrent move from appending to a deleted game.
            statement = sa.select(games.c.id).where(condition).with_for_update()
            found = list(connection.execute(statement).scalars())
            if found:
                connection.execute(sa.delete(moves).where(moves.c.game.in_(found)))
                connection.execute(sa.delete(games).where(games.c.id.in_(found)))
            return len(found)

        return self._writer.submit(write)

    def add(self, rows: Sequence[tuple[dict[str, Any], Sequence[str]]]) -> Future[int]:
        """Insert finished games and return a future for the number of new games.

        Each game is a row of the `games` table with its moves as text. A game whose id already
        exists is skipped.
        """

        def write(connection: sa.Connection) -> int:
            count = 0
            for game, texts in rows:
                known = sa.select(games.c.id).where(games.c.id == game["id"])
                if connection.execute(known).one_or_none() is not None:
                    continue
                player = {"id": game["player"], "created_at": game["moved_at"], "settings": "{}"}
                insert_missing(connection, players, [player])
                connection.execute(sa.insert(games), game)
                numbered = [
                    {"game": game["id"], "number": number, "text": text}
                    for number, text in enumerate(texts, start=1)
                ]
                if numbered:
                    connection.execute(sa.insert(moves), numbered)
                count += 1
            return count

        return self._writer.submit(write)
