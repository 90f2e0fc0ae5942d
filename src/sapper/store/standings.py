"""The ranking of a finished game among the same player's other games."""

from dataclasses import dataclass

import sqlalchemy as sa

from sapper.errors import NotFound
from sapper.store.database_schema import games
from sapper.store.game_conditions import IS_ASSISTED, in_same_group


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A finished game's rank, best times and winning streak.

    The ranked games are the player's unassisted and uninterrupted wins with the same level, start
    rule and no-guess option. Paused games are not ranked, because a pause gives the player extra
    time to think.
    """

    rank: int | None
    """The rank by time, or None if the game is not ranked."""
    ranked_games: int
    best_seconds: float | None
    """The best time of all ranked games, including this one."""
    previous_best_seconds: float | None
    """The best time of the ranked games that ended before this one."""
    streak: int
    """The number of consecutive unassisted wins up to this game."""


def read_standing(connection: sa.Connection, game_id: str) -> Standing:
    """Return the standing of a finished game. Raises NotFound if the game does not exist."""
    row = connection.execute(
        sa.select(games, IS_ASSISTED.label("assisted")).where(games.c.id == game_id)
    ).one_or_none()
    if row is None:
        raise NotFound("no such game")
    is_unassisted = sa.and_(in_same_group(row), sa.not_(IS_ASSISTED))
    is_win = sa.and_(is_unassisted, games.c.status == "won")
    is_ranked = sa.and_(is_win, games.c.pauses == 0)
    is_earlier = sa.or_(
        games.c.moved_at < row.moved_at,
        sa.and_(games.c.moved_at == row.moved_at, games.c.id < row.id),
    )
    times = connection.execute(
        sa.select(
            sa.func.count().label("number"),
            sa.func.min(games.c.seconds).label("best"),
            sa.func.min(sa.case((is_earlier, games.c.seconds))).label("previous_best"),
            sa.func.count(sa.case((games.c.seconds < row.seconds, 1))).label("faster"),
        ).where(is_ranked)
    ).one()
    last_loss = connection.execute(
        sa.select(sa.func.max(games.c.moved_at)).where(
            is_unassisted, games.c.status == "lost", games.c.moved_at <= row.moved_at
        )
    ).scalar()
    streak = sa.select(sa.func.count()).where(is_win, games.c.moved_at <= row.moved_at)
    if last_loss is not None:
        streak = streak.where(games.c.moved_at > last_loss)
    has_rank = row.status == "won" and not row.assisted and not row.pauses
    return Standing(
        rank=times.faster + 1 if has_rank else None,
        ranked_games=times.number,
        best_seconds=times.best,
        previous_best_seconds=times.previous_best,
        streak=connection.execute(streak).scalar_one(),
    )
