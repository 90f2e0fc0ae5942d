"""Checkpoints of SQLite's write-ahead log (WAL) during concurrent reads and writes."""

import shutil
import sqlite3
from pathlib import Path

import pytest

from sapper.store import Store
from sapper.store import checkpoints as checkpoints_module
from sapper.store.checkpoints import run_checkpoint

ME = "P" * 22


def wal_pages(store: Store) -> int:
    connection = store._engine.raw_connection()
    try:
        return run_checkpoint(connection.driver_connection)
    finally:
        connection.close()


def write(store: Store, number: int) -> None:
    store.save_settings(ME, f'{{"n":{number}}}').result()


def test_a_checkpoint_copies_the_wal_into_the_file_during_a_read(
    sqlite_store: Store, sqlite_url: str, tmp_path: Path
) -> None:
    with sqlite_store._engine.connect() as reader:
        reader.exec_driver_sql("SELECT 1")
        write(sqlite_store, 1)
        sqlite_store._checkpointer.checkpoint()
    copy = tmp_path / "copy.sqlite"
    shutil.copy(sqlite_url.removeprefix("sqlite:///"), copy)  # the database file without its WAL
    with sqlite3.connect(copy) as alone:
        assert alone.execute("SELECT settings FROM players").fetchall() == [('{"n":1}',)]
    alone.close()


def test_the_writer_restarts_the_wal_between_two_transactions(sqlite_url: str) -> None:
    store = Store(sqlite_url)
    store._checkpointer.close()  # leaves only the writer
    for number in range(30):
        write(store, number)
    wal = Path(sqlite_url.removeprefix("sqlite:///") + "-wal")
    longest = wal.stat().st_size
    store._writer.finish_checkpoint()
    write(store, 30)  # followed by a checkpoint of the whole WAL
    write(store, 31)  # restarts the WAL
    assert wal_pages(store) < 10
    for number in range(30):
        store._writer.finish_checkpoint()
        write(store, number)
    assert wal.stat().st_size <= longest + 20_000
    assert store.load_settings(ME) == '{"n":29}'
    store.close()


def test_a_long_wal_makes_the_writer_finish_the_checkpoint(
    sqlite_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Under constant traffic the WAL once grew without bound.
    monkeypatch.setattr(checkpoints_module, "MAX_WAL_PAGES", 20)
    requests: list[bool] = []
    monkeypatch.setattr(sqlite_store._checkpointer, "_finish", lambda: requests.append(True))
    write(sqlite_store, 0)
    connection = sqlite_store._engine.connect()
    # An open read prevents the checkpoint from completing.
    connection.exec_driver_sql("SELECT count(*) FROM players")
    for number in range(30):
        write(sqlite_store, number)
    sqlite_store._checkpointer.checkpoint()
    connection.close()
    assert requests


def test_a_failed_checkpoint_does_not_affect_writes(
    sqlite_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: object) -> int:
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr("sapper.store.writer.run_checkpoint", fail)
    sqlite_store._writer.finish_checkpoint()
    write(sqlite_store, 1)
    write(sqlite_store, 2)
    assert sqlite_store.load_settings(ME) == '{"n":2}'
