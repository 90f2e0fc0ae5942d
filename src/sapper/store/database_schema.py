"""The tables, and how a database of an older Sapper becomes one of this.

Every migration is a list of statements that both SQLite and PostgreSQL understand. Once released, a
migration never changes; the tables below always look as the last one leaves them (a test compares).
"""

from collections.abc import Sequence
from typing import Final

import sqlalchemy as sa

from sapper.errors import StoreError

metadata = sa.MetaData()

players = sa.Table(
    "players",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("created_at", sa.Double, nullable=False),
    sa.Column("settings", sa.Text, nullable=False),
)

games = sa.Table(
    "games",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("player", sa.Text, nullable=False),
    # What was set up. Seeds have 64 bits without a sign, more than a database's whole numbers.
    sa.Column("level", sa.Text, nullable=False),
    sa.Column("size", sa.Text, nullable=False),
    sa.Column("start", sa.Text, nullable=False),
    sa.Column("seed", sa.Text),
    sa.Column("layout", sa.Text),
    sa.Column("terms", sa.Text, nullable=False),
    sa.Column("no_guess", sa.Integer, nullable=False),
    # How it stands.
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("status", sa.Text, nullable=False),
    sa.Column("hints", sa.Integer, nullable=False),
    sa.Column("odds", sa.Integer, nullable=False),
    sa.Column("moves_apart", sa.Integer, nullable=False),
    sa.Column("created_at", sa.Double, nullable=False),
    sa.Column("moved_at", sa.Double, nullable=False),
    sa.Column("share", sa.Text),
    # How it ended.
    sa.Column("seconds", sa.Double),
    sa.Column("clicks", sa.Integer),
    sa.Column("three_bv", sa.Integer),
    sa.Column("solved_three_bv", sa.Integer),
    sa.Column("accuracy", sa.Double),
)

moves = sa.Table(
    "moves",
    metadata,
    sa.Column("game", sa.Text, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("text", sa.Text, nullable=False),
)

cards = sa.Table(
    "cards",
    metadata,
    sa.Column("player", sa.Text, primary_key=True),
    sa.Column("drill", sa.Text, primary_key=True),
    sa.Column("theme", sa.Text, nullable=False),
    sa.Column("position", sa.Text, nullable=False),
    sa.Column("due", sa.Double, nullable=False),
    sa.Column("interval", sa.Double, nullable=False),
    sa.Column("ease", sa.Double, nullable=False),
    sa.Column("streak", sa.Integer, nullable=False),
    sa.Column("lapses", sa.Integer, nullable=False),
    sa.Column("asked_at", sa.Double, nullable=False),
)

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
)
SCHEMA_VERSION: Final = len(MIGRATIONS)

# Any number that nothing else in the database locks.
_POSTGRES_LOCK: Final = 0x5A9_9E12


def migrate(connection: sa.Connection) -> None:
    """Bring the database to this version, within the transaction of the connection.

    Raises StoreError when a newer Sapper has written it.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(sa.text(f"SELECT pg_advisory_xact_lock({_POSTGRES_LOCK})"))
    connection.execute(
        sa.text("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)")
    )
    version = connection.execute(sa.text("SELECT max(version) FROM schema_version")).scalar() or 0
    if version > SCHEMA_VERSION:
        raise StoreError(
            f"the database has schema {version}, this Sapper knows up to {SCHEMA_VERSION}",
            hint="use the newer Sapper that wrote it, or another database",
        )
    for number in range(version, SCHEMA_VERSION):
        for statement in MIGRATIONS[number]:
            connection.execute(sa.text(statement))
        connection.execute(
            sa.text("INSERT INTO schema_version (version) VALUES (:version)"),
            {"version": number + 1},
        )
