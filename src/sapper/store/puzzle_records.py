"""Storage for puzzle attempts, ratings and rush runs.

An attempt is answered at most once. The statement that stores an answer applies only to unanswered
attempts, so a second answer from another tab changes nothing.
"""

from collections.abc import Callable, Collection
from concurrent.futures import Future
from dataclasses import asdict, replace
from typing import Any, Final

import sqlalchemy as sa

from sapper.errors import IllegalMove, NotFound
from sapper.store.database import insert_missing, now, read_transaction
from sapper.store.database_schema import (
    player_ratings,
    puzzle_attempts,
    puzzle_ratings,
    puzzle_runs,
)
from sapper.store.stored_puzzle_types import StoredAttempt, StoredRun, ThemeProgress
from sapper.store.writer import Writer

RatingRow = tuple[float, float, float]
"""A rating, its deviation and its volatility."""
Rate = Callable[[RatingRow, RatingRow], tuple[RatingRow, RatingRow]]
"""A function that computes new ratings from the ratings of a player and a puzzle."""

MAX_ATTEMPTS: Final = 2000
"""The maximum number of a player's latest attempts that a query reads."""
MAX_HISTORY: Final = 500
"""The maximum number of ratings in a player's rating history."""

MAX_BEST_RUNS: Final = 10
"""The maximum number of rush runs in a player's list of best scores."""

# The conditions use literal values, because SQLite would otherwise ignore the partial indexes.
_NO: Final[sa.ColumnClause[int]] = sa.literal_column("0")
_YES: Final[sa.ColumnClause[int]] = sa.literal_column("1")
_ATTEMPT = [puzzle_attempts.c[name] for name in StoredAttempt.__slots__]
_RUN = [puzzle_runs.c[name] for name in StoredRun.__slots__]


class PuzzleRecords:
    """The attempts, ratings and runs of all players in the database."""

    def __init__(self, engine: sa.Engine, writer: Writer) -> None:
        self._engine = engine
        self._writer = writer

    # Attempts ------------------------------------------------------------------------------------

    def open_attempt(
        self, player: str, mode: str, run: str | None = None, *, source: str | None = None
    ) -> StoredAttempt | None:
        """Return the player's latest unanswered attempt in a mode, or None if there is none.

        If `run` or `source` is given, only attempts in that run or at that puzzle are considered.
        """
        with read_transaction(self._engine) as connection:
            return _find_open_attempt(connection, player, mode, run=run, source=source)

    def attempt(self, player: str, attempt_id: str) -> StoredAttempt:
        """Return one of the player's attempts. Raises NotFound if the attempt does not exist."""
        with read_transaction(self._engine) as connection:
            return _find_attempt(connection, player, attempt_id)

    def add_attempt(
        self, player: str, attempt: StoredAttempt, *, reuses_open: bool
    ) -> Future[StoredAttempt]:
        """Record that a puzzle was shown to a player.

        If `reuses_open` is True and an attempt in the same mode and run is open, nothing is stored,
        and the future's result is the open attempt. Concurrent requests therefore receive the same
        puzzle.
        """
        row = asdict(attempt)

        def write(connection: sa.Connection) -> StoredAttempt:
            if reuses_open:
                if connection.dialect.name == "postgresql":
                    # Two processes must not both find that no attempt is open.
                    key = sa.func.hashtext(f"{player} {attempt.mode}")
                    connection.execute(sa.select(sa.func.pg_advisory_xact_lock(key)))
                known = _find_open_attempt(connection, player, attempt.mode, run=attempt.run)
                if known is not None and known.source:
                    return known
            connection.execute(sa.insert(puzzle_attempts), {"player": player, **row})
            return attempt

        return self._writer.submit(write)

    def answer(
        self,
        player: str,
        attempt_id: str,
        *,
        is_correct: bool,
        rate: Rate | None,
        first: RatingRow,
        puzzle_first: RatingRow,
    ) -> Future[tuple[RatingRow, RatingRow]]:
        """Store an answer and return the player's ratings before and after the answer.

        `rate` computes the new ratings, or is None if the attempt is not rated. `first` and
        `puzzle_first` are the initial ratings of the player and the puzzle. The future raises
        IllegalMove if the attempt has already been answered, and NotFound if the attempt does not
        exist.
        """

        def write(connection: sa.Connection) -> tuple[RatingRow, RatingRow]:
            attempt = _find_attempt(connection, player, attempt_id)
            before = _read_rating(connection, player_ratings, "player", player, first, lock=True)
            answered = connection.execute(
                sa.update(puzzle_attempts)
                .where(puzzle_attempts.c.id == attempt_id, puzzle_attempts.c.is_correct.is_(None))
                .values(is_correct=int(is_correct), answered_at=now())
            )
            if not answered.rowcount:
                raise IllegalMove("this puzzle has already been answered")
            if rate is None:
                return before, before
            puzzle = _read_rating(
                connection, puzzle_ratings, "puzzle", attempt.puzzle, puzzle_first, lock=True
            )
            after, puzzle_after = rate(before, puzzle)
            _write_rating(connection, player_ratings, "player", player, after)
            _write_rating(connection, puzzle_ratings, "puzzle", attempt.puzzle, puzzle_after)
            connection.execute(
                sa.update(puzzle_attempts)
                .where(puzzle_attempts.c.id == attempt_id)
                .values(player_rating=after[0])
            )
            return before, after

        return self._writer.submit(write)

    def seen_sources(self, player: str) -> set[str]:
        """Return the sources of the puzzles most recently shown to the player."""
        statement = (
            sa.select(puzzle_attempts.c.source)
            .where(puzzle_attempts.c.player == player)
            .order_by(puzzle_attempts.c.shown_at.desc())
            .limit(MAX_ATTEMPTS)
        )
        with read_transaction(self._engine) as connection:
            return set(connection.execute(statement).scalars())

    def solved_sources(self, player: str, sources: Collection[str]) -> set[str]:
        """Return the subset of the given sources whose puzzles the player has solved."""
        statement = (
            sa.select(puzzle_attempts.c.source)
            .where(
                puzzle_attempts.c.player == player,
                puzzle_attempts.c.source.in_(sources),
                puzzle_attempts.c.is_correct == _YES,
            )
            .distinct()
        )
        with read_transaction(self._engine) as connection:
            return set(connection.execute(statement).scalars())

    # Ratings -------------------------------------------------------------------------------------

    def rating(self, player: str, first: RatingRow) -> RatingRow:
        """Return the player's rating, or `first` if the player has no rating yet."""
        with read_transaction(self._engine) as connection:
            return _read_rating(connection, player_ratings, "player", player, first)

    def rating_history(self, player: str) -> list[tuple[float, float]]:
        """Return the time and the new rating of each recent rated attempt, oldest first."""
        answered = _latest_answers(player)
        statement = (
            sa.select(answered.c.answered_at, answered.c.player_rating)
            .where(answered.c.player_rating.is_not(None))
            .order_by(answered.c.answered_at.desc())
            .limit(MAX_HISTORY)
        )
        with read_transaction(self._engine) as connection:
            return [(row[0], row[1]) for row in connection.execute(statement)][::-1]

    def count_attempts(self, player: str) -> int:
        """Return the number of the player's attempts, up to MAX_ATTEMPTS."""
        attempts = (
            sa.select(puzzle_attempts.c.id)
            .where(puzzle_attempts.c.player == player)
            .limit(MAX_ATTEMPTS)
            .subquery()
        )
        with read_transaction(self._engine) as connection:
            return connection.execute(sa.select(sa.func.count(attempts.c.id))).scalar_one()

    def theme_progress(self, player: str) -> dict[str, ThemeProgress]:
        """Return the player's progress on each theme, based on the latest answers."""
        attempts = _latest_answers(player).c
        statement = sa.select(
            attempts.theme,
            sa.func.count(sa.distinct(attempts.puzzle)),
            sa.func.count(sa.distinct(sa.case((attempts.is_correct == 1, attempts.puzzle)))),
        ).group_by(attempts.theme)
        with read_transaction(self._engine) as connection:
            rows = connection.execute(statement).all()
        return {theme: ThemeProgress(tried, solved) for theme, tried, solved in rows}

    # Rush runs -----------------------------------------------------------------------------------

    def start_run(self, player: str, run: StoredRun) -> Future[None]:
        """Store a new rush run and end the player's other runs."""
        row = {**asdict(run), "is_over": int(run.is_over)}

        def write(connection: sa.Connection) -> None:
            connection.execute(
                sa.update(puzzle_runs)
                .where(puzzle_runs.c.player == player, puzzle_runs.c.is_over == _NO)
                .values(is_over=1)
            )
            connection.execute(sa.insert(puzzle_runs), {"player": player, **row})

        return self._writer.submit(write)

    def run(self, player: str, run_id: str) -> StoredRun:
        """Return one of the player's rush runs. Raises NotFound if the run does not exist."""
        with read_transaction(self._engine) as connection:
            return _find_run(connection, player, run_id)

    def update_run(
        self, player: str, run_id: str, change: Callable[[StoredRun], StoredRun]
    ) -> Future[StoredRun]:
        """Apply a change to a run in progress and return a future for the changed run."""

        def write(connection: sa.Connection) -> StoredRun:
            found = _find_run(connection, player, run_id, lock=True)
            if found.is_over:
                return found
            changed = change(found)
            connection.execute(
                sa.update(puzzle_runs)
                .where(puzzle_runs.c.id == run_id)
                .values(lives=changed.lives, score=changed.score, is_over=int(changed.is_over))
            )
            return changed

        return self._writer.submit(write)

    def best_runs(self, player: str) -> list[tuple[float, int]]:
        """Return the start time and score of each of the player's best rush runs, best first."""
        columns = puzzle_runs.c
        statement = (
            sa.select(columns.started_at, columns.score)
            .where(columns.player == player, columns.score > 0)
            .order_by(columns.score.desc(), columns.started_at)
            .limit(MAX_BEST_RUNS)
        )
        with read_transaction(self._engine) as connection:
            return [(row[0], row[1]) for row in connection.execute(statement)]


def merge_puzzle_records(connection: sa.Connection, player: str, other: str) -> None:
    """Transfer all attempts and runs from player `other` to `player`.

    The rating with the smaller deviation is kept, because it is based on more results.
    """
    for table in (puzzle_attempts, puzzle_runs):
        connection.execute(sa.update(table).where(table.c.player == other).values(player=player))
    unknown = 0.0, float("inf"), 0.0
    own, others = (
        _read_rating(connection, player_ratings, "player", each, unknown)
        for each in (player, other)
    )
    if others[1] < own[1]:
        _write_rating(connection, player_ratings, "player", player, others)
    connection.execute(sa.delete(player_ratings).where(player_ratings.c.player == other))


def _latest_answers(player: str) -> sa.Subquery:
    """Return the player's latest answered attempts."""
    return (
        sa.select(puzzle_attempts)
        .where(puzzle_attempts.c.player == player, puzzle_attempts.c.is_correct.is_not(None))
        .order_by(puzzle_attempts.c.answered_at.desc())
        .limit(MAX_ATTEMPTS)
        .subquery()
    )


def _find_attempt(connection: sa.Connection, player: str, attempt_id: str) -> StoredAttempt:
    statement = sa.select(*_ATTEMPT).where(
        puzzle_attempts.c.id == attempt_id, puzzle_attempts.c.player == player
    )
    row = connection.execute(statement).one_or_none()
    if row is None:
        raise NotFound("no such puzzle")
    return _to_attempt(row)


def _find_open_attempt(
    connection: sa.Connection,
    player: str,
    mode: str,
    *,
    run: str | None = None,
    source: str | None = None,
) -> StoredAttempt | None:
    statement = (
        sa.select(*_ATTEMPT)
        .where(
            puzzle_attempts.c.player == player,
            puzzle_attempts.c.mode == mode,
            puzzle_attempts.c.is_correct.is_(None),
        )
        .order_by(puzzle_attempts.c.shown_at.desc(), puzzle_attempts.c.id)
        .limit(1)
    )
    if run is not None:
        statement = statement.where(puzzle_attempts.c.run == run)
    if source is not None:
        statement = statement.where(puzzle_attempts.c.source == source)
    row = connection.execute(statement).one_or_none()
    return None if row is None else _to_attempt(row)


def _to_attempt(row: sa.Row[Any]) -> StoredAttempt:
    columns = row._asdict()
    is_correct = columns.pop("is_correct")
    return StoredAttempt(**columns, is_correct=None if is_correct is None else bool(is_correct))


def _find_run(
    connection: sa.Connection, player: str, run_id: str, *, lock: bool = False
) -> StoredRun:
    statement = sa.select(*_RUN).where(puzzle_runs.c.id == run_id, puzzle_runs.c.player == player)
    row = connection.execute(statement.with_for_update() if lock else statement).one_or_none()
    if row is None:
        raise NotFound("no such rush run")
    run = StoredRun(*row)
    return replace(run, is_over=bool(run.is_over))


def _read_rating(
    connection: sa.Connection,
    table: sa.Table,
    key: str,
    value: str,
    default: RatingRow,
    *,
    lock: bool = False,
) -> RatingRow:
    columns = table.c.rating, table.c.deviation, table.c.volatility
    statement = sa.select(*columns).where(table.c[key] == value)
    row = connection.execute(statement.with_for_update() if lock else statement).one_or_none()
    return default if row is None else (row.rating, row.deviation, row.volatility)


def _write_rating(
    connection: sa.Connection, table: sa.Table, key: str, value: str, rating: RatingRow
) -> None:
    names = "rating", "deviation", "volatility"
    row: dict[str, Any] = dict(zip(names, rating, strict=True))
    insert_missing(connection, table, [{key: value, "attempts": 0, **row}])
    connection.execute(
        sa.update(table).where(table.c[key] == value).values(attempts=table.c.attempts + 1, **row)
    )
