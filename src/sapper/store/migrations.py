"""Migrations that create the database tables and upgrade older databases.

Every migration is a list of statements that both SQLite and PostgreSQL accept. Released migrations
must not be changed.
"""

from collections.abc import Sequence
from typing import Final

import sqlalchemy as sa

from sapper.errors import StoreError

MIGRATIONS: Final[Sequence[Sequence[str]]] = (
    (
        """CREATE TABLE players (
          id TEXT PRIMARY KEY NOT NULL,
          created_at DOUBLE PRECISION NOT NULL,
          settings TEXT NOT NULL
        )""",
        """CREATE TABLE games (
          id TEXT PRIMARY KEY NOT NULL,
          player TEXT NOT NULL,
          level TEXT NOT NULL,
          size TEXT NOT NULL,
          start TEXT NOT NULL,
          seed TEXT,
          layout TEXT,
          terms TEXT NOT NULL,
          no_guess INTEGER NOT NULL,
          version INTEGER NOT NULL,
          status TEXT NOT NULL,
          hints INTEGER NOT NULL,
          odds INTEGER NOT NULL,
          moves_apart INTEGER NOT NULL,
          created_at DOUBLE PRECISION NOT NULL,
          moved_at DOUBLE PRECISION NOT NULL,
          share TEXT,
          seconds DOUBLE PRECISION,
          clicks INTEGER,
          three_bv INTEGER,
          solved_three_bv INTEGER,
          accuracy DOUBLE PRECISION
        )""",
        "CREATE INDEX games_of_a_player ON games (player, moved_at)",
        "CREATE UNIQUE INDEX games_shared ON games (share)",
        """CREATE TABLE moves (
          game TEXT NOT NULL,
          number INTEGER NOT NULL,
          text TEXT NOT NULL,
          PRIMARY KEY (game, number)
        )""",
    ),
    (
        """CREATE TABLE cards (
          player TEXT NOT NULL,
          drill TEXT NOT NULL,
          theme TEXT NOT NULL,
          position TEXT NOT NULL,
          due DOUBLE PRECISION NOT NULL,
          interval DOUBLE PRECISION NOT NULL,
          ease DOUBLE PRECISION NOT NULL,
          streak INTEGER NOT NULL,
          lapses INTEGER NOT NULL,
          asked_at DOUBLE PRECISION NOT NULL,
          PRIMARY KEY (player, drill)
        )""",
        "CREATE INDEX cards_that_are_due ON cards (player, due)",
    ),
    (
        "ALTER TABLE games RENAME COLUMN terms TO options",
        "ALTER TABLE games RENAME COLUMN moves_apart TO assisted_moves",
        "ALTER TABLE games RENAME COLUMN share TO share_token",
        "DROP INDEX games_of_a_player",
        "CREATE INDEX games_by_player ON games (player, moved_at)",
        "DROP INDEX games_shared",
        "CREATE UNIQUE INDEX games_by_share_token ON games (share_token)",
        "DROP INDEX cards_that_are_due",
        "ALTER TABLE cards RENAME TO drill_cards",
        "ALTER TABLE drill_cards RENAME COLUMN drill TO drill_id",
        "ALTER TABLE drill_cards RENAME COLUMN asked_at TO shown_at",
        "CREATE INDEX drill_cards_by_due_time ON drill_cards (player, due)",
    ),
    (
        """CREATE INDEX unfinished_games_by_player ON games (player, moved_at)
        WHERE status IN ('ready', 'playing')""",
    ),
    (
        """CREATE TABLE lesson_steps (
          player TEXT NOT NULL,
          lesson TEXT NOT NULL,
          step INTEGER NOT NULL,
          completed_at DOUBLE PRECISION NOT NULL,
          PRIMARY KEY (player, lesson, step)
        )""",
    ),
    (
        "ALTER TABLE games ADD COLUMN revealed INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE games ADD COLUMN pauses INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE games ADD COLUMN picture TEXT",
        "ALTER TABLE games ADD COLUMN digest TEXT",
    ),
    (
        """CREATE TABLE daily_attempts (
          player TEXT NOT NULL,
          day TEXT NOT NULL,
          level TEXT NOT NULL,
          game TEXT NOT NULL,
          PRIMARY KEY (player, day, level)
        )""",
        "CREATE INDEX daily_attempts_by_day ON daily_attempts (day, level)",
    ),
    (
        """CREATE TABLE puzzle_cards (
          player TEXT NOT NULL,
          puzzle TEXT NOT NULL,
          kind TEXT NOT NULL,
          theme TEXT NOT NULL,
          position TEXT NOT NULL,
          marked TEXT NOT NULL,
          schedule TEXT NOT NULL,
          due DOUBLE PRECISION NOT NULL,
          shown_at DOUBLE PRECISION NOT NULL,
          PRIMARY KEY (player, puzzle)
        )""",
        # The kinds of existing puzzles are derived from their themes. The repetition intervals of
        # their cards are reset.
        """INSERT INTO puzzle_cards
        SELECT player, drill_id,
          CASE theme WHEN 'fifty-fifty' THEN 'certain' WHEN 'best-guess' THEN 'guess'
            ELSE 'safe' END,
          CASE theme WHEN 'subset' THEN '1-1-plus' WHEN '1-2-x' THEN '1-2' ELSE theme END,
          position, '', '', due, shown_at
        FROM drill_cards""",
        "DROP TABLE drill_cards",
        "CREATE INDEX puzzle_cards_by_due_time ON puzzle_cards (player, due)",
        """CREATE TABLE puzzle_attempts (
          id TEXT PRIMARY KEY NOT NULL,
          player TEXT NOT NULL,
          mode TEXT NOT NULL,
          run TEXT,
          puzzle TEXT NOT NULL,
          source TEXT NOT NULL,
          theme TEXT NOT NULL,
          rating INTEGER NOT NULL,
          shown_at DOUBLE PRECISION NOT NULL,
          is_correct INTEGER,
          answered_at DOUBLE PRECISION,
          player_rating DOUBLE PRECISION
        )""",
        "CREATE INDEX puzzle_attempts_by_player ON puzzle_attempts (player, mode, shown_at)",
        """CREATE TABLE player_ratings (
          player TEXT PRIMARY KEY NOT NULL,
          rating DOUBLE PRECISION NOT NULL,
          deviation DOUBLE PRECISION NOT NULL,
          attempts INTEGER NOT NULL
        )""",
        """CREATE TABLE puzzle_ratings (
          puzzle TEXT PRIMARY KEY NOT NULL,
          rating DOUBLE PRECISION NOT NULL,
          deviation DOUBLE PRECISION NOT NULL,
          attempts INTEGER NOT NULL
        )""",
        """CREATE TABLE puzzle_runs (
          id TEXT PRIMARY KEY NOT NULL,
          player TEXT NOT NULL,
          started_at DOUBLE PRECISION NOT NULL,
          lives INTEGER NOT NULL,
          score INTEGER NOT NULL,
          is_over INTEGER NOT NULL
        )""",
        "CREATE INDEX puzzle_runs_by_player ON puzzle_runs (player)",
    ),
    (
        """CREATE TABLE challenges (
          id TEXT PRIMARY KEY NOT NULL,
          player TEXT NOT NULL,
          game TEXT NOT NULL,
          name TEXT NOT NULL,
          hides_result INTEGER NOT NULL,
          created_at DOUBLE PRECISION NOT NULL
        )""",
        """CREATE TABLE challenge_attempts (
          challenge TEXT NOT NULL,
          player TEXT NOT NULL,
          game TEXT NOT NULL,
          name TEXT NOT NULL,
          PRIMARY KEY (challenge, player)
        )""",
    ),
    (
        "CREATE INDEX daily_attempts_by_game ON daily_attempts (game)",
        "CREATE INDEX challenges_by_game ON challenges (game)",
        "CREATE INDEX challenge_attempts_by_game ON challenge_attempts (game)",
    ),
    (
        "ALTER TABLE player_ratings ADD COLUMN volatility DOUBLE PRECISION NOT NULL DEFAULT 0.06",
        "ALTER TABLE puzzle_ratings ADD COLUMN volatility DOUBLE PRECISION NOT NULL DEFAULT 0.06",
        # The initial ratings of puzzles have a new scale, so the old ratings are no longer valid.
        "DELETE FROM puzzle_ratings",
        "UPDATE player_ratings SET deviation = 350.0",
    ),
    (
        # Frequent queries must not read all of a player's attempts and runs.
        "DROP INDEX puzzle_runs_by_player",
        "CREATE INDEX puzzle_runs_by_score ON puzzle_runs (player, score)",
        "CREATE INDEX unfinished_puzzle_runs ON puzzle_runs (player) WHERE is_over = 0",
        "DROP INDEX puzzle_attempts_by_player",
        "CREATE INDEX puzzle_attempts_by_time ON puzzle_attempts (player, shown_at)",
        """CREATE INDEX unanswered_puzzle_attempts ON puzzle_attempts (player, mode, shown_at)
        WHERE is_correct IS NULL""",
        """CREATE INDEX answered_puzzle_attempts ON puzzle_attempts (player, answered_at)
        WHERE is_correct IS NOT NULL""",
        """CREATE INDEX solved_puzzle_attempts ON puzzle_attempts (player, source)
        WHERE is_correct = 1""",
    ),
    (
        # A player may have thousands of imported games with the same time.
        "DROP INDEX games_by_player",
        "CREATE INDEX games_by_player ON games (player, moved_at, id)",
    ),
)
SCHEMA_VERSION: Final = len(MIGRATIONS)

# An arbitrary advisory lock key that nothing else in the database uses.
_POSTGRES_LOCK: Final = 0x5A9_9E12


def schema_version(connection: sa.Connection) -> int:
    """Return the database's schema version, or 0 if the database is empty.

    Raises StoreError if the schema is newer than this version of Sapper supports.
    """
    if not sa.inspect(connection).has_table("schema_version"):
        return 0
    version = connection.execute(sa.text("SELECT max(version) FROM schema_version")).scalar() or 0
    if version > SCHEMA_VERSION:
        raise StoreError(
            f"the database has schema version {version}, but this version of Sapper supports only "
            f"versions up to {SCHEMA_VERSION}",
            hint="upgrade Sapper or use another database",
        )
    return int(version)


def migrate(connection: sa.Connection) -> None:
    """Upgrade the database to the latest schema version within the connection's transaction.

    Raises StoreError if the schema is newer than this version of Sapper supports.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(sa.text(f"SELECT pg_advisory_xact_lock({_POSTGRES_LOCK})"))
    connection.execute(
        sa.text("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)")
    )
    version = schema_version(connection)
    for number in range(version, SCHEMA_VERSION):
        for statement in MIGRATIONS[number]:
            connection.execute(sa.text(statement))
        connection.execute(
            sa.text("INSERT INTO schema_version (version) VALUES (:version)"),
            {"version": number + 1},
        )
