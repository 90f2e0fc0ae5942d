"""The write that comes most often: moves of running games, many games in one transaction.

It speaks to the driver itself. SQLAlchemy takes five times as long for these two statements as
SQLite does, and PostgreSQL takes all games of a transaction in two statements where the usual way
would ask twice for each.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import sqlalchemy as sa

from sapper.errors import NotFound, SapperError, StaleVersion
from sapper.game.game_options import AssistanceUsed

_COLUMNS: Final = {
    "version": "int",
    "status": "text",
    "moves_apart": "int",
    "moved_at": "double precision",
    "seconds": "double precision",
    "clicks": "int",
    "three_bv": "int",
    "solved_three_bv": "int",
    "accuracy": "double precision",
}
_SQLITE_UPDATE: Final = (
    f"UPDATE games SET {', '.join(f'{name} = ?' for name in _COLUMNS)} "  # noqa: S608 (our names)
    "WHERE id = ? AND version = ? RETURNING hints, odds"
)
_SQLITE_INSERT: Final = "INSERT INTO moves (game, number, text) VALUES (?, ?, ?)"
_POSTGRES_UPDATE: Final = (
    f"UPDATE games SET {', '.join(f'{name} = new.{name}' for name in _COLUMNS)} "  # noqa: S608
    f"FROM unnest({', '.join(f'%s::{kind}[]' for kind in _COLUMNS.values())}, %s::text[], "
    f"%s::int[]) AS new ({', '.join(_COLUMNS)}, game, since) "
    "WHERE games.id = new.game AND games.version = new.since "
    "RETURNING games.id, games.hints, games.odds"
)
_POSTGRES_INSERT: Final = (
    "INSERT INTO moves (game, number, text) SELECT * FROM unnest(%s::text[], %s::int[], %s::text[])"
)
_VERSION: Final = {
    "sqlite": "SELECT version FROM games WHERE id = ?",
    "postgresql": "SELECT version FROM games WHERE id = %s",
}


@dataclass(frozen=True, slots=True)
class Append:
    """The moves of one game beyond the version `since`."""

    game: str
    since: int
    values: dict[str, Any]
    """How the game stands after them, by the name of the column."""
    moves: list[tuple[str, int, str]]


def append_all(
    connection: sa.Connection, appends: Sequence[Append]
) -> list[AssistanceUsed | SapperError]:
    """Keep all these moves; return the help counted so far in each game, or why it was refused.

    A game whose version is another by now is refused and does not change.
    """
    # The connection of the driver; its errors are those of the driver too.
    driver: Any = connection.connection.driver_connection
    if connection.dialect.name == "sqlite":
        return [_append_to_sqlite(driver, each) for each in appends]
    answers: list[AssistanceUsed | SapperError] = []
    for group in _without_doubles(appends):
        answers += _append_to_postgres(driver, group)
    return answers


def _append_to_sqlite(driver: Any, append: Append) -> AssistanceUsed | SapperError:
    values = [append.values[name] for name in _COLUMNS]
    cursor = driver.execute(_SQLITE_UPDATE, [*values, append.game, append.since])
    rows = cursor.fetchall()
    if not rows:
        return _refusal(driver, "sqlite", append)
    driver.executemany(_SQLITE_INSERT, append.moves)
    return AssistanceUsed(*rows[0])


def _append_to_postgres(
    driver: Any, appends: Sequence[Append]
) -> list[AssistanceUsed | SapperError]:
    columns: list[list[Any]] = [[each.values[name] for each in appends] for name in _COLUMNS]
    columns += [[each.game for each in appends], [each.since for each in appends]]
    found = {
        row[0]: AssistanceUsed(row[1], row[2])
        for row in driver.execute(_POSTGRES_UPDATE, columns).fetchall()
    }
    moves = [move for each in appends if each.game in found for move in each.moves]
    if moves:
        driver.execute(_POSTGRES_INSERT, [list(column) for column in zip(*moves, strict=True)])
    return [found.get(each.game) or _refusal(driver, "postgresql", each) for each in appends]


def _without_doubles(appends: Sequence[Append]) -> list[list[Append]]:
    """Return the appends in order, in groups that have no game twice."""
    groups: list[list[Append]] = [[]]
    games: set[str] = set()
    for each in appends:
        if each.game in games:
            groups.append([])
            games = set()
        groups[-1].append(each)
        games.add(each.game)
    return groups


def _refusal(driver: Any, dialect: str, append: Append) -> SapperError:
    row = driver.execute(_VERSION[dialect], [append.game]).fetchone()
    if row is None:
        return NotFound("there is no such game")
    return StaleVersion(f"the game is at version {row[0]}, not {append.since}", version=row[0])
