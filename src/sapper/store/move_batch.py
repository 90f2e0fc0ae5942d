"""Batched writes of moves, the most frequent kind of write.

The statements bypass SQLAlchemy, which takes five times as long to process them as SQLite does. In
PostgreSQL, two statements write all games in a transaction, instead of two statements per game.
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
    "assisted_moves": "int",
    "moved_at": "double precision",
    "seconds": "double precision",
    "clicks": "int",
    "three_bv": "int",
    "solved_three_bv": "int",
    "accuracy": "double precision",
}
_SQLITE_UPDATE: Final = (
    f"UPDATE games SET {', '.join(f'{name} = ?' for name in _COLUMNS)} "  # noqa: S608 (constants)
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
_SELECT_VERSION: Final = {
    "sqlite": "SELECT version FROM games WHERE id = ?",
    "postgresql": "SELECT version FROM games WHERE id = %s",
}


@dataclass(frozen=True, slots=True)
class MoveBatch:
    """The moves of one game after version `since`."""

    game: str
    since: int
    columns: dict[str, Any]
    """The game's column values after the moves."""
    moves: list[tuple[str, int, str]]
    """Rows of the `moves` table, each with a game, a number and a text."""


def write_batches(
    connection: sa.Connection, batches: Sequence[MoveBatch]
) -> list[AssistanceUsed | SapperError]:
    """Write the batches; return the game's assistance so far, or an error, for each batch.

    A batch for an outdated version yields StaleVersion and changes nothing.
    """
    # Statements on the driver's connection raise the driver's own errors.
    driver: Any = connection.connection.driver_connection
    if connection.dialect.name == "sqlite":
        return [_write_to_sqlite(driver, batch) for batch in batches]
    results: list[AssistanceUsed | SapperError] = []
    for group in _groups_of_distinct_games(batches):
        results += _write_to_postgres(driver, group)
    return results


def _write_to_sqlite(driver: Any, batch: MoveBatch) -> AssistanceUsed | SapperError:
    values = [batch.columns[name] for name in _COLUMNS]
    cursor = driver.execute(_SQLITE_UPDATE, [*values, batch.game, batch.since])
    rows = cursor.fetchall()
    if not rows:
        return _refusal(driver, "sqlite", batch)
    driver.executemany(_SQLITE_INSERT, batch.moves)
    return AssistanceUsed(*rows[0])


def _write_to_postgres(
    driver: Any, batches: Sequence[MoveBatch]
) -> list[AssistanceUsed | SapperError]:
    columns: list[list[Any]] = [[batch.columns[name] for batch in batches] for name in _COLUMNS]
    columns += [[batch.game for batch in batches], [batch.since for batch in batches]]
    updated = {
        row[0]: AssistanceUsed(row[1], row[2])
        for row in driver.execute(_POSTGRES_UPDATE, columns).fetchall()
    }
    moves = [move for batch in batches if batch.game in updated for move in batch.moves]
    if moves:
        driver.execute(_POSTGRES_INSERT, [list(column) for column in zip(*moves, strict=True)])
    return [updated.get(batch.game) or _refusal(driver, "postgresql", batch) for batch in batches]


def _groups_of_distinct_games(batches: Sequence[MoveBatch]) -> list[list[MoveBatch]]:
    """Split the batches into groups that contain each game at most once, preserving the order."""
    groups: list[list[MoveBatch]] = [[]]
    games: set[str] = set()
    for batch in batches:
        if batch.game in games:
            groups.append([])
            games = set()
        groups[-1].append(batch)
        games.add(batch.game)
    return groups


def _refusal(driver: Any, dialect: str, batch: MoveBatch) -> SapperError:
    row = driver.execute(_SELECT_VERSION[dialect], [batch.game]).fetchone()
    if row is None:
        return NotFound("no such game")
    return StaleVersion(f"the game is at version {row[0]}, not {batch.since}", version=row[0])
