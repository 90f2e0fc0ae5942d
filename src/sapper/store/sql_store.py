"""A database store for games, moves, players and puzzles.

Moves are append-only. Version numbers provide optimistic concurrency control: each write specifies
the version that its moves extend. If two writes extend the same version, the second is rejected.
"""

import secrets
from collections.abc import Callable
from concurrent.futures import Future
from datetime import UTC, datetime
from functools import partial
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from sapper.errors import NotFound, SapperError, StaleVersion, StoreError
from sapper.game.game import UNFINISHED, Game
from sapper.game.game_options import AssistanceUsed, GameOptions
from sapper.game.rules import Rules
from sapper.store.challenges import Challenges, merge_challenges
from sapper.store.checkpoints import Checkpointer
from sapper.store.daily_attempts import DailyAttempts, merge_attempts
from sapper.store.database import (
    default_url,
    driver_message,
    insert_missing,
    now,
    open_engine,
    read_transaction,
)
from sapper.store.database_schema import (
    challenge_attempts,
    challenges,
    daily_attempts,
    games,
    moves,
    players,
    puzzle_attempts,
    puzzle_cards,
    puzzle_runs,
)
from sapper.store.game_conditions import IS_UNFINISHED
from sapper.store.game_history import GameHistory
from sapper.store.lesson_progress import LessonProgress, merge_lesson_progress
from sapper.store.migrations import migrate
from sapper.store.move_batch import MoveBatch, NewMoves
from sapper.store.puzzle_deck import PuzzleDeck, merge_decks
from sapper.store.puzzle_records import PuzzleRecords, merge_puzzle_records
from sapper.store.standings import Standing, read_standing
from sapper.store.statistics import LevelStatistics, read_finished, summarise
from sapper.store.stored_game_types import (
    GameState,
    GameUpdate,
    StoredGame,
    changing_columns,
    new_row,
)
from sapper.store.writer import Writer

_SELECT_STATE = sa.select(
    games.c.id,
    games.c.player,
    games.c.version,
    games.c.status,
    games.c.hints,
    games.c.odds,
    games.c.moved_at,
    games.c.share_token,
)


def new_id() -> str:
    """Return an unguessable random identifier."""
    return secrets.token_urlsafe(16)


class Store:
    """A store backed by an SQLite or PostgreSQL database.

    Reads are synchronous. Writes return a future that completes once the data is durable. Call the
    future's `result()` method to wait for the write.
    """

    def __init__(self, url: str | None = None) -> None:
        """Open the database at `url`, or the user's SQLite database if `url` is None.

        Raises StoreError if the database cannot be opened.
        """
        self._engine = open_engine(url or default_url())
        try:
            with self._engine.execution_options(writing=True).begin() as connection:
                migrate(connection)
        except (SQLAlchemyError, StoreError) as error:
            self._engine.dispose()
            if isinstance(error, StoreError):
                raise
            raise StoreError(f"cannot open the database: {driver_message(error)}") from None
        self._writer = Writer(self._engine)
        self._checkpointer = None
        if self._engine.dialect.name == "sqlite":
            finish = self._writer.finish_checkpoint
            self._checkpointer = Checkpointer(self._engine, finish=finish)
        self.puzzle_deck = PuzzleDeck(self._engine, self._writer)
        self.puzzle_records = PuzzleRecords(self._engine, self._writer)
        self.lesson_progress = LessonProgress(self._engine, self._writer)
        self.challenges = Challenges(self._engine, self._writer)
        self.daily_attempts = DailyAttempts(self._engine, self._writer)
        self.history = GameHistory(self._engine, self._writer)

    def close(self) -> None:
        """Complete all queued writes and close the database."""
        self._writer.close()
        if self._checkpointer is not None:
            self._checkpointer.close()
        self._engine.dispose()

    def check(self) -> str:
        """Check that the database is writable and return its type, `sqlite` or `postgresql`.

        The check writes and deletes a row. Raises StoreError if the write fails, for example
        because the disk is full.
        """

        def write(connection: sa.Connection) -> str:
            # The check inserts a row, because SQLite does not write a page whose contents are
            # unchanged.
            connection.execute(sa.text("INSERT INTO schema_version (version) VALUES (0)"))
            connection.execute(sa.text("DELETE FROM schema_version WHERE version = 0"))
            return connection.dialect.name

        return self._writer.submit(write).result()

    # Games ---------------------------------------------------------------------------------------

    def create(
        self,
        player: str,
        game: Game,
        *,
        options: GameOptions,
        assistance: AssistanceUsed | None = None,
    ) -> tuple[str, Future[None]]:
        """Insert a game with its moves, and return its ID and a future for the write."""
        game_id = new_id()
        row = new_row(game_id, player, game, options=options, assistance=assistance)
        move_rows = _move_rows(game_id, game, 0)

        def write(connection: sa.Connection) -> None:
            _ensure_player(connection, player)
            connection.execute(sa.insert(games), row)
            if move_rows:
                connection.execute(sa.insert(moves), move_rows)

        return game_id, self._writer.submit(write)

    def append_moves(self, game_id: str, game: Game, *, since: int) -> Future[AssistanceUsed]:
        """Store the moves made after version `since`.

        The future's result is the assistance used in the game so far. The future raises
        StaleVersion if another move was stored first, or NotFound if the game does not exist.
        """
        new = NewMoves(changing_columns(game), _move_rows(game_id, game, since))
        return self._writer.submit(MoveBatch(game_id, since, lambda: new))

    def make_moves(
        self, game_id: str, game: Game, make: Callable[[], object]
    ) -> Future[AssistanceUsed]:
        """Call `make` to make moves, and store the moves.

        The writer thread calls `make`, but only if the game is at the latest version. If the
        transaction fails, `make` may be called again. The future's result is the assistance used in
        the game so far. The future raises the same errors as the future of `append_moves`, and any
        SapperError that `make` raises.
        """
        since = game.version

        def new_moves() -> NewMoves:
            make()
            return NewMoves(changing_columns(game), _move_rows(game_id, game, since))

        return self._writer.submit(MoveBatch(game_id, since, new_moves))

    def count_assistance(self, game_id: str, kind: str) -> Future[AssistanceUsed]:
        """Increment a game's hint or odds counter.

        `kind` must be "hints" or "odds". The future's result is the assistance used in the game so
        far. The future raises StaleVersion if the game is over, or NotFound if the game does not
        exist.
        """
        column = games.c[kind]
        statement = (
            sa.update(games)
            .where(games.c.id == game_id, games.c.status.in_(UNFINISHED))
            .values({column: column + 1})
            .returning(games.c.hints, games.c.odds)
        )

        def write(connection: sa.Connection) -> AssistanceUsed:
            row = connection.execute(statement).one_or_none()
            if row is None:
                state = _find(connection, _SELECT_STATE.where(games.c.id == game_id))
                raise StaleVersion("the game is over", version=state.version)
            return AssistanceUsed(*row)

        return self._writer.submit(write)

    def share(self, game_id: str) -> Future[str]:
        """Return a future for the share token of a game.

        The token is created when the game is first shared.
        """
        statement = (
            sa.update(games)
            .where(games.c.id == game_id)
            .values(share_token=sa.func.coalesce(games.c.share_token, new_id()))
            .returning(games.c.share_token)
        )

        def write(connection: sa.Connection) -> str:
            return str(_find(connection, statement).share_token)

        return self._writer.submit(write)

    def save_digest(
        self, game_id: str, version: int, *, accuracy: float | None, digest: str
    ) -> Future[None]:
        """Store the accuracy of a finished game and the digest of its review as JSON text."""
        statement = (
            sa.update(games)
            .where(games.c.id == game_id, games.c.version == version)
            .values(accuracy=accuracy, digest=digest)
        )

        def write(connection: sa.Connection) -> None:
            connection.execute(statement)

        return self._writer.submit(write)

    def load_digest(self, game_id: str) -> str | None:
        """Return the digest of a game's review as JSON text, or None if there is none."""
        statement = sa.select(games.c.digest).where(games.c.id == game_id)
        with read_transaction(self._engine) as connection:
            digest: str | None = _find(connection, statement).digest
        return digest

    def load_state(self, game_id: str) -> GameState:
        """Return a game's current state without its moves.

        Raises NotFound if the game does not exist.
        """
        return self._load_state(games.c.id == game_id)

    def load_game(self, game_id: str) -> StoredGame:
        """Return a game with all of its moves. Raises NotFound if the game does not exist."""
        with read_transaction(self._engine) as connection:
            row = _find(connection, sa.select(games).where(games.c.id == game_id))
            texts = _load_moves(connection, row, 0)
        try:
            return _stored_game(row, texts)
        except (ValueError, TypeError, SapperError):
            # The original error would disclose the damaged value, which may be the seed of a
            # running game.
            raise StoreError("the stored game is damaged") from None

    def load_update(self, game_id: str, since: int) -> GameUpdate:
        """Return a game's state and the moves made after version `since`.

        A process that has cached version `since` need not replay earlier moves. Raises NotFound if
        the game does not exist.
        """
        with read_transaction(self._engine) as connection:
            row = _find(connection, _SELECT_STATE.where(games.c.id == game_id))
            return GameUpdate(**_state_fields(row), moves=_load_moves(connection, row, since))

    def load_shared_state(self, token: str) -> GameState:
        """Return the current state of the game with the given share token, without its moves.

        Raises NotFound if the token is unknown.
        """
        return self._load_state(games.c.share_token == token)

    def load_standing(self, game_id: str) -> Standing:
        """Return a finished game's rank, best times and streak among the player's games.

        Raises NotFound if the game does not exist.
        """
        with read_transaction(self._engine) as connection:
            return read_standing(connection, game_id)

    # Players -------------------------------------------------------------------------------------

    def load_settings(self, player: str) -> str:
        """Return a player's settings as JSON, or `{}` if the player is unknown."""
        statement = sa.select(players.c.settings).where(players.c.id == player)
        with read_transaction(self._engine) as connection:
            settings = connection.execute(statement).scalar_one_or_none()
        return "{}" if settings is None else str(settings)

    def save_settings(self, player: str, settings: str) -> Future[None]:
        """Store a player's settings, which must be JSON text."""

        def write(connection: sa.Connection) -> None:
            _ensure_player(connection, player)
            connection.execute(
                sa.update(players).where(players.c.id == player).values(settings=settings)
            )

        return self._writer.submit(write)

    def merge_players(self, player: str, other: str) -> Future[None]:
        """Move all games and puzzles from player `other` to `player`.

        Both identities must belong to the same person.
        """

        def write(connection: sa.Connection) -> None:
            _ensure_player(connection, player)
            statement = sa.select(players.c.settings).where(players.c.id == other)
            settings = connection.execute(statement).scalar_one_or_none()
            if settings is not None:  # The settings of `player` take precedence.
                connection.execute(
                    sa.update(players)
                    .where(players.c.id == player, players.c.settings == "{}")
                    .values(settings=settings)
                )
            connection.execute(
                sa.update(games).where(games.c.player == other).values(player=player)
            )
            merge_attempts(connection, player, other)
            merge_challenges(connection, player, other)
            merge_decks(connection, player, other)
            merge_puzzle_records(connection, player, other)
            merge_lesson_progress(connection, player, other)

        return self._writer.submit(write)

    def statistics(self, player: str | None) -> list[LevelStatistics]:
        """Return statistics for each level.

        The statistics cover the player's finished games, or all finished games if `player` is None.
        """
        with read_transaction(self._engine) as connection:
            finished = read_finished(connection, player)
        return summarise(finished)

    @property
    def write_counts(self) -> tuple[int, int]:
        """The number of writes and the number of transactions since the store was opened."""
        return self._writer.writes, self._writer.transactions

    def prune(self, *, before: float) -> int:
        """Delete unused data and return the number of deleted rows.

        `before` is the cutoff, given as a Unix time. Unfinished games are deleted if their last
        move was made before the cutoff. Unanswered puzzle attempts and rush runs without points are
        deleted if they were started before the cutoff. Players created before the cutoff are
        deleted if they have neither games nor puzzles. Challenges and old daily attempts are
        deleted if their games no longer exist. Each deletion is a separate write, so that the
        writes of moves are not delayed for long.
        """
        old_games = sa.and_(IS_UNFINISHED, games.c.moved_at < before)
        old_players = sa.and_(
            players.c.created_at < before,
            ~sa.exists().where(games.c.player == players.c.id),
            ~sa.exists().where(puzzle_cards.c.player == players.c.id),
            ~sa.exists().where(puzzle_attempts.c.player == players.c.id),
        )
        old_attempts = sa.and_(
            puzzle_attempts.c.is_correct.is_(None), puzzle_attempts.c.shown_at < before
        )
        old_runs = sa.and_(puzzle_runs.c.score == 0, puzzle_runs.c.started_at < before)
        dead_challenges = ~sa.exists().where(games.c.id == challenges.c.game)
        dead_attempts = ~sa.exists().where(challenges.c.id == challenge_attempts.c.challenge)
        first_day = datetime.fromtimestamp(before, UTC).date().isoformat()
        dead_days = sa.and_(
            daily_attempts.c.day < first_day,
            ~sa.exists().where(games.c.id == daily_attempts.c.game),
        )
        count = 0
        for key, condition in (
            (games.c.id, old_games),
            (puzzle_attempts.c.id, old_attempts),
            (puzzle_runs.c.id, old_runs),
            (players.c.id, old_players),
            (challenges.c.id, dead_challenges),
            (challenge_attempts.c.challenge, dead_attempts),
            (daily_attempts.c.game, dead_days),
        ):
            with read_transaction(self._engine) as connection:
                found = connection.execute(sa.select(key).where(condition).distinct()).scalars()
                keys = list(found)
            for row_id in keys:
                # The condition is checked again, because the player may have returned.
                delete = sa.delete(key.table).where(key == row_id, condition)
                write = partial(_delete, delete=delete, game_id=row_id)
                count += self._writer.submit(write).result()
        return count

    # Internals -----------------------------------------------------------------------------------

    def _load_state(self, condition: sa.ColumnElement[bool]) -> GameState:
        with read_transaction(self._engine) as connection:
            row = _find(connection, _SELECT_STATE.where(condition))
        return GameState(**_state_fields(row))


def _ensure_player(connection: sa.Connection, player: str) -> None:
    row = {"id": player, "created_at": now(), "settings": "{}"}
    insert_missing(connection, players, [row])


def _find(connection: sa.Connection, statement: sa.Executable) -> sa.Row[Any]:
    """Return the row for a single game. Raises NotFound if the game does not exist."""
    row = connection.execute(statement).one_or_none()
    if row is None:
        raise NotFound("no such game")
    return row


def _state_fields(row: sa.Row[Any]) -> dict[str, Any]:
    """Return the fields of a `GameState` from a row of the `games` table."""
    return {
        "id": row.id,
        "player": row.player,
        "version": row.version,
        "status": row.status,
        "assistance": AssistanceUsed(row.hints, row.odds),
        "share_token": row.share_token,
        "moved_at": row.moved_at,
        "idle": max(
            now() - row.moved_at, 0.0
        ),  # The difference is negative if the system clock was set back.
    }


def _load_moves(connection: sa.Connection, row: sa.Row[Any], since: int) -> tuple[str, ...]:
    """Return the moves after version `since`, up to the version in the game's row.

    Moves are append-only, so the result matches the row's version even if another process adds more
    moves.
    """
    statement = (
        sa.select(moves.c.text)
        .where(moves.c.game == row.id, moves.c.number > since, moves.c.number <= row.version)
        .order_by(moves.c.number)
    )
    return tuple(connection.execute(statement).scalars())


def _stored_game(row: sa.Row[Any], moves_as_text: tuple[str, ...]) -> StoredGame:
    layout = None
    if row.layout is not None:
        pairs = (cell.split(",") for cell in row.layout.split())
        layout = tuple((int(r), int(c)) for r, c in pairs)
    return StoredGame(
        **_state_fields(row),
        rules=Rules.parse(row.size, start=row.start),
        seed=None if row.seed is None else int(row.seed),
        layout=layout,
        options=GameOptions.from_line(row.options),
        moves=moves_as_text,
    )


def _delete(connection: sa.Connection, *, delete: sa.Delete, game_id: str) -> int:
    """Delete a row, together with its moves if the row is a game."""
    count = connection.execute(delete).rowcount
    if count:
        connection.execute(sa.delete(moves).where(moves.c.game == game_id))
    return count


def _move_rows(game_id: str, game: Game, since: int) -> list[dict[str, Any]]:
    return [
        {"game": game_id, "number": number, "text": str(move)}
        for number, move in enumerate(game.moves_since(since), start=since + 1)
    ]
