"""The tables and their migrations."""

from pathlib import Path

import pytest
import sqlalchemy as sa

from sapper.errors import StoreError
from sapper.store import Store
from sapper.store import database_schema as schema_module
from sapper.store.database_schema import MIGRATIONS, SCHEMA_VERSION, metadata


def test_the_tables_look_as_the_last_migration_leaves_them(store: Store) -> None:
    found = sa.inspect(store._engine)
    for table in metadata.tables.values():
        columns = {column["name"]: column for column in found.get_columns(table.name)}
        assert set(columns) == set(table.columns.keys()), table.name
        for column in table.columns:
            assert columns[column.name]["nullable"] == column.nullable, column
            kept, used = columns[column.name]["type"], column.type
            assert kept._type_affinity is used._type_affinity, column
        key = found.get_pk_constraint(table.name)["constrained_columns"]
        assert key == [column.name for column in table.primary_key]
    assert set(found.get_table_names()) == {*metadata.tables, "schema_version"}


def test_opening_again_changes_nothing(url: str) -> None:
    for _ in range(2):
        store = Store(url)
        with store._engine.connect() as connection:
            versions = connection.execute(sa.text("SELECT version FROM schema_version")).scalars()
            assert list(versions) == list(range(1, SCHEMA_VERSION + 1))
        store.close()


def test_a_database_of_an_older_sapper_is_brought_up_to_date_with_its_games(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as older:
        older.setattr(schema_module, "MIGRATIONS", MIGRATIONS[:1])
        older.setattr(schema_module, "SCHEMA_VERSION", 1)
        store = Store(url)
        store.set_settings("P" * 22, '{"a":1}').result()
        assert not sa.inspect(store._engine).has_table("cards")
        store.close()
    store = Store(url)
    assert sa.inspect(store._engine).has_table("cards")
    assert store.settings("P" * 22) == '{"a":1}'
    store.close()


def test_a_database_of_a_newer_sapper_is_refused(url: str) -> None:
    store = Store(url)
    with store._engine.begin() as connection:
        connection.execute(sa.text("INSERT INTO schema_version VALUES (999)"))
    store.close()
    with pytest.raises(StoreError, match=r"^the database has schema 999"):
        Store(url)


def test_a_migration_that_fails_leaves_the_database_as_it_was(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    Store(url).close()
    broken = (*MIGRATIONS, ("CREATE TABLE half (id INTEGER)", "CREATE nonsense"))
    with monkeypatch.context() as patched:
        patched.setattr(schema_module, "MIGRATIONS", broken)
        patched.setattr(schema_module, "SCHEMA_VERSION", len(broken))
        with pytest.raises(StoreError, match="cannot open the database"):
            Store(url)
    store = Store(url)
    assert not sa.inspect(store._engine).has_table("half")
    store.close()


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("this is no database, but long enough to look like one" * 100)
    before = path.read_bytes()
    with pytest.raises(StoreError, match="cannot open the database"):
        Store(f"sqlite:///{path}")
    assert path.read_bytes() == before
