"""Batched writes of moves, the most frequent kind of database write.

Each transaction writes its moves with three statements, regardless of the number of games. A move
is made only after the transaction has confirmed that the move extends the latest version. If moves
were made before this check, the time taken to reject an outdated move would depend on hidden mines.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import sqlalchemy as sa

from sapper.errors import NotFound, SapperError, StaleVersion
from sapper.game.game_options import AssistanceUsed
from sapper.store.database_schema import games, moves

_SELECT: Final = (
    sa.select(games.c.id, games.c.version, games.c.hints, games.c.odds)
    .where(games.c.id.in_(sa.bindparam("ids", expanding=True)))
    .order_by(games.c.id)  # All processes lock rows in the same order, which prevents deadlocks.
    .with_for_update()
)
# The parameters name the columns to update.
_UPDATE: Final = sa.update(games).where(games.c.id == sa.bindparam("game"))
_INSERT: Final = sa.insert(moves)


@dataclass(frozen=True, slots=True)
class NewMoves:
    """The database rows for the new moves in one game."""

    columns: dict[str, Any]
    """The values of the game's columns after the moves."""
    moves: list[dict[str, Any]]
    """The rows to insert into the `moves` table."""


@dataclass(frozen=True, slots=True)
class MoveBatch:
    """The moves to make in one game after version `since`."""

    game: str
    since: int
    make: Callable[[], NewMoves]
    """A function that makes the moves. A retried transaction calls the function again."""


def write_batches(
    connection: sa.Connection, batches: Sequence[MoveBatch]
) -> list[AssistanceUsed | SapperError]:
    """Write the batches and, for each batch, return either the assistance used so far or an error.

    If a batch extends an outdated version, its result is a StaleVersion error, and its moves are
    not made. If making the moves raises a SapperError, the result is that error.
    """
    if not batches:
        return []
    ids = list({batch.game for batch in batches})
    rows = {row.id: row for row in connection.execute(_SELECT, {"ids": ids})}
    versions = {game: row.version for game, row in rows.items()}
    accepted: dict[str, NewMoves] = {}  # A map from each game to its last new moves.
    new_moves: list[dict[str, Any]] = []
    results: list[AssistanceUsed | SapperError] = []
    for batch in batches:
        version = versions.get(batch.game)
        if version is None:
            results.append(NotFound("no such game"))
        elif version != batch.since:
            message = f"the game is at version {version}, not {batch.since}"
            results.append(StaleVersion(message, version=version))
        else:
            try:
                made = batch.make()
            except SapperError as error:
                results.append(error)
                continue
            if made.moves:
                versions[batch.game] = made.columns["version"]
                accepted[batch.game] = made
                new_moves += made.moves
            row = rows[batch.game]
            results.append(AssistanceUsed(row.hints, row.odds))
    if accepted:
        rows_to_update = [{"game": game, **made.columns} for game, made in accepted.items()]
        connection.execute(_UPDATE, rows_to_update)
        connection.execute(_INSERT, new_moves)
    return results
