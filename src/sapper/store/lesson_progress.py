"""Storage for the lesson steps that players have completed."""

from collections.abc import Mapping
from concurrent.futures import Future

import sqlalchemy as sa

from sapper.store.database import insert_missing, now, read_transaction
from sapper.store.database_schema import lesson_steps
from sapper.store.writer import Writer


class LessonProgress:
    """The completed lesson steps of all players in the database."""

    def __init__(self, engine: sa.Engine, writer: Writer) -> None:
        self._engine = engine
        self._writer = writer

    def completed_steps(self, player: str) -> Mapping[str, frozenset[int]]:
        """Return the numbers of the steps that a player has completed, keyed by lesson id."""
        statement = sa.select(lesson_steps.c.lesson, lesson_steps.c.step).where(
            lesson_steps.c.player == player
        )
        found: dict[str, set[int]] = {}
        with read_transaction(self._engine) as connection:
            for lesson, step in connection.execute(statement):
                found.setdefault(lesson, set()).add(step)
        return {lesson: frozenset(steps) for lesson, steps in found.items()}

    def complete(self, player: str, lesson: str, step: int) -> Future[None]:
        """Record that a player has completed a lesson step."""
        row = {"player": player, "lesson": lesson, "step": step, "completed_at": now()}
        return self._writer.submit(
            lambda connection: insert_missing(connection, lesson_steps, [row])
        )


def merge_lesson_progress(connection: sa.Connection, player: str, other: str) -> None:
    """Transfer the completed steps of player `other` to `player`."""
    steps = connection.execute(
        sa.select(lesson_steps).where(lesson_steps.c.player == other)
    ).mappings()
    if rows := [{**row, "player": player} for row in steps]:
        insert_missing(connection, lesson_steps, rows)
    connection.execute(sa.delete(lesson_steps).where(lesson_steps.c.player == other))
