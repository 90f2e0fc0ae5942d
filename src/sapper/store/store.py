"""Games and their moves in a database: all that any process needs to serve any request.

Moves are only ever appended. The row of a game has its version, and every write names the version
that it is based on: of two moves at once, one finds that the version has changed.
"""

import secrets
from collections.abc import Mapping
from concurrent.futures import Future
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError

from sapper.errors import NotFound, SapperError, StaleVersion, StoreError
from sapper.game.game import Game
from sapper.game.game_options import AssistanceUsed, GameOptions
from sapper.game.rules import Rules
from sapper.store.checkpoints import Checkpointer
from sapper.store.database import (
    default_url,
    now,
    open_engine,
    reading,
    reason_of,
)
from sapper.store.database_schema import games, migrate, moves, players
from sapper.store.drill_deck import Cards, adopt_cards
from sapper.store.move_batch import Append
from sapper.store.statistics import read_finished, summarise
from sapper.store.stored_games import GameState, Progress, StoredGame, ending_of
from sapper.store.writer import Writer

LONGEST_LIST: Final = 100

_STATE = (
    games.c.player,
    games.c.version,
    games.c.status,
    games.c.hints,
    games.c.odds,
    games.c.share,
)
_PROGRESS = (
    sa.select(
        games.c.player, games.c.share, games.c.hints, games.c.odds, games.c.moved_at, moves.c.text
    )
    .select_from(
        games.outerjoin(
            moves,
            sa.and_(
                moves.c.game == games.c.id,
                moves.c.number > sa.bindparam("since"),
                moves.c.number <= games.c.version,
            ),
        )
    )
    .where(games.c.id == sa.bindparam("game_id"))
    .order_by(moves.c.number)
)


def new_id() -> str:
    """Return a name that nobody can guess."""
    return secrets.token_urlsafe(16)


class Store:
    """The database of one URL.

    Reads answer at once; writes give a future that is done when the data is on the disk, and
    `.result()` waits for it.
    """

    def __init__(self, url: str | None = None) -> None:
        """Open the database, the user's own SQLite file if none is named. Raises StoreError."""
        self._engine = open_engine(url or default_url())
        try:
            with self._engine.execution_options(writing=True).begin() as connection:
                migrate(connection)
        except (SQLAlchemyError, StoreError) as error:
            self._engine.dispose()
            if isinstance(error, StoreError):
                raise
            raise StoreError(f"cannot open the database: {reason_of(error)}") from None
        self._writer = Writer(self._engine)
        self._checkpointer = None
        if self._engine.dialect.name == "sqlite":
            finish = self._writer.finish_checkpoint
            self._checkpointer = Checkpointer(self._engine, finish=finish)
        self.cards = Cards(self._engine, self._writer)

    def close(self) -> None:
        """Finish all writes and let the database go."""
        self._writer.close()
        if self._checkpointer is not None:
            self._checkpointer.close()
        self._engine.dispose()

    def check(self) -> str:
        """Ask the database something; return what kind it is. Raises StoreError."""
        with reading(self._engine) as connection:
            connection.execute(sa.text("SELECT version FROM schema_version LIMIT 1"))
        return self._engine.dialect.name

    # Games ---------------------------------------------------------------------------------------

    def create(
        self, player: str, game: Game, *, terms: GameOptions, assists: AssistanceUsed | None = None
    ) -> tuple[str, Future[None]]:
        """Keep a new game with the moves that it may have. Returns its id and when it is kept."""
        game_id = new_id()
        at = now()
        counts = assists or AssistanceUsed()
        layout = None
        if game.seed is None:
            layout = " ".join(f"{row},{column}" for row, column in sorted(game.layout))
        row = {
            "id": game_id,
            "player": player,
            "level": game.rules.level_name,
            "size": str(game.rules),
            "start": game.rules.start,
            "seed": None if game.seed is None else str(game.seed),
            "layout": layout,
            "terms": terms.to_line() or "terms",
            "no_guess": int(terms.no_guess),
            "version": game.version,
            "status": game.status,
            "hints": counts.hints,
            "odds": counts.odds,
            "moves_apart": game.ai_moves + game.undos,
            "created_at": at,
            "moved_at": at,
            **ending_of(game),
        }
        lines = _move_rows(game_id, game, 0)

        def write(connection: sa.Connection) -> None:
            self._ensure_player(connection, player)
            connection.execute(sa.insert(games), row)
            if lines:
                names = ("game", "number", "text")
                rows = [dict(zip(names, line, strict=True)) for line in lines]
                connection.execute(sa.insert(moves), rows)

        return game_id, self._writer.submit(write)

    def append(self, game_id: str, game: Game, *, since: int) -> Future[AssistanceUsed]:
        """Keep the moves that a game has beyond version `since`.

        The future gives the hints and odds counted so far, or raises StaleVersion when another move
        came first, and NotFound.
        """
        values = {
            "version": game.version,
            "status": game.status,
            "moves_apart": game.ai_moves + game.undos,
            "moved_at": now(),
            **ending_of(game),
        }
        return self._writer.append(Append(game_id, since, values, _move_rows(game_id, game, since)))

    def count_assist(self, game_id: str, kind: str) -> Future[AssistanceUsed]:
        """Count one more of "hints" or "odds". The future gives all so far."""
        column = games.c[kind]
        statement = (
            sa.update(games)
            .where(games.c.id == game_id, games.c.status.in_(("ready", "playing")))
            .values({column: column + 1})
            .returning(games.c.hints, games.c.odds)
        )

        def write(connection: sa.Connection) -> AssistanceUsed:
            row = connection.execute(statement).one_or_none()
            if row is None:
                raise _no_more_help(connection, game_id)
            return AssistanceUsed(*row)

        return self._writer.submit(write)

    def share(self, game_id: str) -> Future[str]:
        """Give a game a link for others, the one it has if it has one."""
        statement = (
            sa.update(games)
            .where(games.c.id == game_id)
            .values(share=sa.func.coalesce(games.c.share, new_id()))
            .returning(games.c.share)
        )

        def write(connection: sa.Connection) -> str:
            token = connection.execute(statement).scalar_one_or_none()
            if token is None:
                raise NotFound("there is no such game")
            return str(token)

        return self._writer.submit(write)

    def set_accuracy(self, game_id: str, version: int, accuracy: float) -> Future[None]:
        """Keep what the review of a finished game found."""
        statement = (
            sa.update(games)
            .where(games.c.id == game_id, games.c.version == version)
            .values(accuracy=accuracy)
        )

        def write(connection: sa.Connection) -> None:
            connection.execute(statement)

        return self._writer.submit(write)

    def state(self, game_id: str) -> GameState:
        """Return how a game stands. Raises NotFound."""
        row = self._one(sa.select(*_STATE).where(games.c.id == game_id))
        return GameState(
            row.player, row.version, row.status, AssistanceUsed(row.hints, row.odds), row.share
        )

    def game(self, game_id: str) -> StoredGame:
        """Return a game with its moves. Raises NotFound."""
        return self._load(games.c.id == game_id)

    def progress(self, game_id: str, since: int) -> Progress:
        """Return how a game stands and the moves that it has beyond version `since`.

        Raises NotFound. A process that knows the game up to there need not play it all again.
        """
        with reading(self._engine) as connection:
            rows = connection.execute(_PROGRESS, {"game_id": game_id, "since": since}).all()
        if not rows:
            raise NotFound("there is no such game")
        player, share, hints, odds, moved_at, _ = rows[0]
        texts = tuple(row[5] for row in rows if row[5] is not None)
        return Progress(player, share, AssistanceUsed(hints, odds), _idle_since(moved_at), texts)

    def shared_game(self, token: str) -> StoredGame:
        """Return the game that a link leads to. Raises NotFound."""
        return self._load(games.c.share == token)

    def games_of(self, player: str, *, limit: int = 20) -> list[Mapping[str, Any]]:
        """Return a player's games in short: those not finished first, then the latest."""
        running = games.c.status.in_(("ready", "playing"))
        statement = (
            sa.select(
                games.c.id,
                games.c.level,
                games.c.size,
                games.c.start,
                games.c.status,
                games.c.version,
                games.c.no_guess,
                games.c.created_at,
                games.c.moved_at,
                games.c.seconds,
            )
            .where(games.c.player == player)
            .order_by(sa.case((running, 0), else_=1), games.c.moved_at.desc(), games.c.id)
            .limit(min(limit, LONGEST_LIST))
        )
        with reading(self._engine) as connection:
            return [dict(row) for row in connection.execute(statement).mappings()]

    # Players -------------------------------------------------------------------------------------

    def settings(self, player: str) -> str:
        """Return the settings that a player has kept, as JSON; `{}` for somebody new."""
        statement = sa.select(players.c.settings).where(players.c.id == player)
        with reading(self._engine) as connection:
            kept = connection.execute(statement).scalar_one_or_none()
        return "{}" if kept is None else str(kept)

    def set_settings(self, player: str, settings: str) -> Future[None]:
        """Keep the settings of a player."""

        def write(connection: sa.Connection) -> None:
            self._ensure_player(connection, player)
            connection.execute(
                sa.update(players).where(players.c.id == player).values(settings=settings)
            )

        return self._writer.submit(write)

    def adopt(self, player: str, other: str) -> Future[None]:
        """Give all games and drills of another player to a player: they are the same person."""

        def write(connection: sa.Connection) -> None:
            self._ensure_player(connection, player)
            settings = sa.select(players.c.settings).where(players.c.id == other)
            kept = connection.execute(settings).scalar_one_or_none()
            if kept is not None:  # those of the one who stays come first
                connection.execute(
                    sa.update(players)
                    .where(players.c.id == player, players.c.settings == "{}")
                    .values(settings=kept)
                )
            connection.execute(
                sa.update(games).where(games.c.player == other).values(player=player)
            )
            adopt_cards(connection, player, other)

        return self._writer.submit(write)

    def statistics(self, player: str | None) -> list[dict[str, Any]]:
        """Return what a player's finished games add up to; those of all players for None."""
        with reading(self._engine) as connection:
            finished = read_finished(connection, player)
        return summarise(finished)

    @property
    def writes(self) -> tuple[int, int]:
        """How many writes were made, and in how many transactions."""
        return self._writer.works, self._writer.batches

    # Inside --------------------------------------------------------------------------------------

    def _load(self, which: sa.ColumnElement[bool]) -> StoredGame:
        # One transaction: the moves belong to the version that was read.
        with reading(self._engine) as connection:
            row = connection.execute(sa.select(games).where(which)).one_or_none()
            if row is None:
                raise NotFound("there is no such game")
            lines = connection.execute(
                sa.select(moves.c.text)
                .where(moves.c.game == row.id, moves.c.number <= row.version)
                .order_by(moves.c.number)
            ).scalars()
            texts = tuple(lines)
        layout = None
        if row.layout is not None:
            pairs = (cell.split(",") for cell in row.layout.split())
            layout = tuple((int(r), int(c)) for r, c in pairs)
        return StoredGame(
            id=row.id,
            player=row.player,
            rules=Rules.parse(row.size, start=row.start),
            seed=None if row.seed is None else int(row.seed),
            layout=layout,
            terms=GameOptions.from_line(row.terms),
            assists=AssistanceUsed(row.hints, row.odds),
            version=row.version,
            status=row.status,
            share=row.share,
            idle=_idle_since(row.moved_at),
            moves=texts,
        )

    def _one(self, statement: sa.Select[Any]) -> sa.Row[Any]:
        with reading(self._engine) as connection:
            row = connection.execute(statement).one_or_none()
        if row is None:
            raise NotFound("there is no such game")
        return row

    def _ensure_player(self, connection: sa.Connection, player: str) -> None:
        insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
        connection.execute(
            insert(players)
            .values(id=player, created_at=now(), settings="{}")
            .on_conflict_do_nothing()
        )


def _idle_since(moved_at: float) -> float:
    return max(now() - moved_at, 0.0)  # a clock that was set back counts as no time


def _move_rows(game_id: str, game: Game, since: int) -> list[tuple[str, int, str]]:
    return [
        (game_id, number, str(move))
        for number, move in enumerate(game.moves_since(since), start=since + 1)
    ]


def _no_more_help(connection: sa.Connection, game_id: str) -> SapperError:
    version = connection.execute(
        sa.select(games.c.version).where(games.c.id == game_id)
    ).scalar_one_or_none()
    if version is None:
        return NotFound("there is no such game")
    return StaleVersion("the game is over", version=version)
