"""The log of SQLite: carried over while others read and write, and never long."""

import shutil
import sqlite3
from pathlib import Path

import pytest

from sapper.store import Store
from sapper.store import checkpoints as checkpoints_module
from sapper.store.checkpoints import carry_over

ME = "P" * 22


def pages_of_log(store: Store) -> int:
    connection = store._engine.raw_connection()
    try:
        return carry_over(connection.driver_connection)
    finally:
        connection.close()


def write(store: Store, number: int) -> None:
    store.set_settings(ME, f'{{"n":{number}}}').result()


def test_the_log_is_carried_over_into_the_file_while_others_read(
    sqlite_store: Store, sqlite_url: str, tmp_path: Path
) -> None:
    with sqlite_store._engine.connect() as reader:
        reader.exec_driver_sql("SELECT 1")
        write(sqlite_store, 1)
        sqlite_store._checkpointer.checkpoint()
    copy = tmp_path / "copy.sqlite"
    shutil.copy(sqlite_url.removeprefix("sqlite:///"), copy)  # the file without its log
    with sqlite3.connect(copy) as alone:
        assert alone.execute("SELECT settings FROM players").fetchall() == [('{"n":1}',)]
    alone.close()


def test_the_writer_lets_the_log_begin_anew_between_two_transactions(sqlite_url: str) -> None:
    store = Store(sqlite_url)
    store._checkpointer.close()  # only the writer is at work here
    for number in range(30):
        write(store, number)
    log = Path(sqlite_url.removeprefix("sqlite:///") + "-wal")
    longest = log.stat().st_size
    store._writer.finish_checkpoint()
    write(store, 30)  # after this one the log is carried over
    write(store, 31)  # and this one begins it anew
    assert pages_of_log(store) < 10
    for number in range(30):
        store._writer.finish_checkpoint()
        write(store, number)
    assert log.stat().st_size <= longest + 20_000
    assert store.settings(ME) == '{"n":29}'
    store.close()


def test_a_long_log_is_told_to_the_writer(
    sqlite_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    # While people play without a pause, the log once grew for ever.
    monkeypatch.setattr(checkpoints_module, "LONGEST_LOG", 20)
    told: list[bool] = []
    monkeypatch.setattr(sqlite_store._checkpointer, "_finish", lambda: told.append(True))
    write(sqlite_store, 0)
    connection = sqlite_store._engine.connect()
    connection.exec_driver_sql(
        "SELECT count(*) FROM players"
    )  # who reads keeps the log from ending
    for number in range(30):
        write(sqlite_store, number)
    sqlite_store._checkpointer.checkpoint()
    connection.close()
    assert told


def test_a_checkpoint_that_fails_hurts_no_write(
    sqlite_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: object) -> int:
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr("sapper.store.writer.carry_over", fail)
    sqlite_store._writer.finish_checkpoint()
    write(sqlite_store, 1)
    write(sqlite_store, 2)
    assert sqlite_store.settings(ME) == '{"n":2}'
