"""What the errors of databases mean: is one write to blame, or can nobody write?"""

import sqlite3

import psycopg
import pytest
from psycopg import errors as postgres
from sqlalchemy import exc

from sapper.store.database import is_away, reason_of, store_error


def sqlite_error(kind: type[sqlite3.Error], code: int) -> sqlite3.Error:
    error = kind("words of SQLite")
    error.sqlite_errorcode = code
    return error


@pytest.mark.parametrize(
    ("error", "away"),
    [
        (sqlite_error(sqlite3.OperationalError, sqlite3.SQLITE_BUSY), True),
        (sqlite_error(sqlite3.OperationalError, sqlite3.SQLITE_FULL), True),
        (sqlite_error(sqlite3.OperationalError, sqlite3.SQLITE_IOERR_WRITE), True),
        (sqlite_error(sqlite3.OperationalError, sqlite3.SQLITE_CANTOPEN), True),
        (sqlite_error(sqlite3.DatabaseError, sqlite3.SQLITE_CORRUPT), True),
        (sqlite_error(sqlite3.OperationalError, sqlite3.SQLITE_ERROR), False),  # no such table
        (sqlite_error(sqlite3.IntegrityError, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY), False),
        (sqlite3.OperationalError("the database file is gone"), True),
        (sqlite3.ProgrammingError("type 'set' is not supported"), False),
        (psycopg.OperationalError("connection refused"), True),
        (postgres.AdminShutdown("ended"), True),
        (postgres.DiskFull("no space"), True),
        (postgres.TooManyConnections("too many"), True),
        (postgres.DeadlockDetected("deadlock"), False),
        (postgres.LockNotAvailable("lock timeout"), False),
        (postgres.UniqueViolation("twice"), False),
        (exc.TimeoutError("no connection became free"), True),
        (UnicodeEncodeError("utf-8", "\ud800", 0, 1, "surrogates"), False),
        (ValueError("a fault of ours"), False),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Exception) else str(value),
)
def test_one_write_is_to_blame_or_nobody_can_write(error: Exception, away: bool) -> None:
    assert is_away(error) is away
    if not isinstance(error, exc.SQLAlchemyError):
        assert is_away(exc.DBAPIError("INSERT INTO secrets", {}, error)) is away


def test_players_are_told_the_reason_without_statement_values_or_address() -> None:
    locked = exc.OperationalError("UPDATE games", {"seed": 42}, sqlite3.OperationalError("locked"))
    assert str(store_error("written", locked)) == "the database cannot be written: locked"
    lost = psycopg.OperationalError('connection to "db.internal" as "sapper" failed\nIs it there?')
    error = exc.OperationalError("SELECT", {}, lost)
    assert str(store_error("read", error)) == (
        "the database cannot be read: the server does not answer"
    )
    assert reason_of(error) == 'connection to "db.internal" as "sapper" failed'
