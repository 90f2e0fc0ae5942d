"""The players' attempts at the daily boards. Only the first attempt at a board counts."""

from bisect import bisect_left
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from sapper.store.database import insert_missing, read_transaction
from sapper.store.database_schema import daily_attempts, games, players
from sapper.store.game_conditions import IS_ASSISTED, IS_UNFINISHED
from sapper.store.writer import Writer

_IS_COUNTED = sa.and_(sa.not_(IS_UNFINISHED), sa.not_(IS_ASSISTED), games.c.pauses == 0)
_JOINED = sa.join(daily_attempts, games, daily_attempts.c.game == games.c.id)


@dataclass(frozen=True, slots=True, kw_only=True)
class DailyResult:
    """A player's attempt at a daily board."""

    game: str
    status: str
    """The status of the attempt's game, or "deleted"."""
    seconds: float | None
    is_counted: bool
    """True if the game is finished and was neither assisted nor paused."""


@dataclass(frozen=True, slots=True)
class DailyField:
    """The results of the attempts that count for a daily board's ranking on this server."""

    winning_seconds: Sequence[float]
    """The times of the wins, the fastest first."""
    players: int
    """The number of players, including those who lost."""

    def rank(self, result: DailyResult) -> int | None:
        """Return an attempt's rank by time, or None if the attempt is not a win that counts."""
        if not result.is_counted or result.status != "won" or result.seconds is None:
            return None
        return 1 + bisect_left(self.winning_seconds, result.seconds)


class DailyAttempts:
    """The daily attempts of all players in the database."""

    def __init__(self, engine: sa.Engine, writer: Writer) -> None:
        self._engine = engine
        self._writer = writer

    def start(self, day: str, level: str, game_row: dict[str, Any]) -> Future[str]:
        """Store a new game as the player's attempt, unless the player already has an attempt.

        The future's result is the id of the attempt's game. Concurrent calls receive the same id.
        """

        def write(connection: sa.Connection) -> str:
            player = game_row["player"]
            if connection.dialect.name == "postgresql":
                # The lock keeps two processes from both storing a first attempt.
                lock = sa.func.pg_advisory_xact_lock(sa.func.hashtext(f"{player} {day} {level}"))
                connection.execute(sa.select(lock))
            known = sa.select(daily_attempts.c.game).where(_is_attempt(player, day, level))
            game_id = connection.execute(known).scalar_one_or_none()
            if game_id is not None:
                return str(game_id)
            new_player = {"id": player, "created_at": game_row["created_at"], "settings": "{}"}
            insert_missing(connection, players, [new_player])
            row = {"player": player, "day": day, "level": level, "game": game_row["id"]}
            connection.execute(sa.insert(daily_attempts), row)
            connection.execute(sa.insert(games), game_row)
            return str(game_row["id"])

        return self._writer.submit(write)

    def contains(self, game_id: str) -> bool:
        """Return whether a game is an attempt at a daily board."""
        statement = sa.select(sa.exists().where(daily_attempts.c.game == game_id))
        with read_transaction(self._engine) as connection:
            return bool(connection.execute(statement).scalar_one())

    def result(self, player: str, day: str, level: str) -> DailyResult | None:
        """Return a player's attempt, or None if the player has not started the board."""
        statement = (
            sa.select(
                daily_attempts.c.game,
                games.c.status,
                games.c.seconds,
                _IS_COUNTED.label("is_counted"),
            )
            .select_from(sa.outerjoin(daily_attempts, games, daily_attempts.c.game == games.c.id))
            .where(_is_attempt(player, day, level))
        )
        with read_transaction(self._engine) as connection:
            row = connection.execute(statement).one_or_none()
        if row is None:
            return None
        return DailyResult(
            game=row.game,
            status=row.status or "deleted",
            seconds=row.seconds,
            is_counted=bool(row.is_counted),
        )

    def field(self, day: str, level: str) -> DailyField:
        """Return the results of all finished attempts that count."""
        statement = (
            sa.select(games.c.status, games.c.seconds)
            .select_from(_JOINED)
            .where(daily_attempts.c.day == day, daily_attempts.c.level == level, _IS_COUNTED)
        )
        with read_transaction(self._engine) as connection:
            rows = connection.execute(statement).all()
        return DailyField(
            sorted(seconds for status, seconds in rows if status == "won"), players=len(rows)
        )

    def days_won(self, player: str) -> Sequence[str]:
        """Return the days on which a player won with an attempt that counts, latest first."""
        statement = (
            sa.select(daily_attempts.c.day)
            .distinct()
            .select_from(_JOINED)
            .where(daily_attempts.c.player == player, _IS_COUNTED, games.c.status == "won")
            .order_by(daily_attempts.c.day.desc())
        )
        with read_transaction(self._engine) as connection:
            return list(connection.execute(statement).scalars())


def merge_attempts(connection: sa.Connection, player: str, other: str) -> None:
    """Transfer attempts from player `other` to `player`, except on boards that both attempted."""
    own = daily_attempts.alias()
    has_own = sa.exists().where(
        own.c.player == player,
        own.c.day == daily_attempts.c.day,
        own.c.level == daily_attempts.c.level,
    )
    is_other = daily_attempts.c.player == other
    connection.execute(sa.delete(daily_attempts).where(is_other, has_own))
    connection.execute(sa.update(daily_attempts).where(is_other).values(player=player))


def _is_attempt(player: str, day: str, level: str) -> sa.ColumnElement[bool]:
    return sa.and_(
        daily_attempts.c.player == player,
        daily_attempts.c.day == day,
        daily_attempts.c.level == level,
    )
