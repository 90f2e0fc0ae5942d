"""Database tables and migrations."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import sqlalchemy as sa

from sapper.errors import StoreError
from sapper.game.game_options import AssistanceUsed, GameOptions
from sapper.store import Store, migrations
from sapper.store.database_schema import metadata
from sapper.store.migrations import MIGRATIONS, SCHEMA_VERSION
from sapper.store.stored_puzzle_types import StoredCard

ME = "P" * 22


def test_the_tables_match_the_schema_after_the_last_migration(store: Store) -> None:
    found = sa.inspect(store._engine)
    for table in metadata.tables.values():
        columns = {column["name"]: column for column in found.get_columns(table.name)}
        assert set(columns) == set(table.columns.keys()), table.name
        for column in table.columns:
            assert columns[column.name]["nullable"] == column.nullable, column
            stored_type = columns[column.name]["type"]
            assert stored_type._type_affinity is column.type._type_affinity, column
        key = found.get_pk_constraint(table.name)["constrained_columns"]
        assert key == [column.name for column in table.primary_key]
    assert set(found.get_table_names()) == {*metadata.tables, "schema_version"}


def test_opening_a_current_database_runs_no_migration(url: str) -> None:
    for _ in range(2):
        store = Store(url)
        with store._engine.connect() as connection:
            versions = connection.execute(sa.text("SELECT version FROM schema_version")).scalars()
            assert list(versions) == list(range(1, SCHEMA_VERSION + 1))
        store.close()


@contextmanager
def schema_version(monkeypatch: pytest.MonkeyPatch, version: int) -> Iterator[None]:
    """Make the store create databases of an older schema version."""
    with monkeypatch.context() as older:
        older.setattr(migrations, "MIGRATIONS", MIGRATIONS[:version])
        older.setattr(migrations, "SCHEMA_VERSION", version)
        yield


def insert(connection: sa.Connection, table: str, **values: object) -> None:
    names = ", ".join(values)
    parameters = ", ".join(f":{name}" for name in values)
    connection.execute(sa.text(f"INSERT INTO {table} ({names}) VALUES ({parameters})"), values)


def insert_version_1_data(connection: sa.Connection) -> None:
    insert(connection, "players", id=ME, created_at=1.0, settings='{"a":1}')
    game = {
        "player": ME, "level": "3x1/1", "size": "3x1/1", "start": "any", "layout": "0,0",
        "no_guess": 0, "hints": 2, "odds": 1, "created_at": 1.0, "three_bv": 1,
        "solved_three_bv": 1, "clicks": 1, "seconds": 2.5, "accuracy": 0.5,
    }  # fmt: skip
    insert(connection, "games", id="shared", terms="terms practice", version=2, status="won",
           moves_apart=0, moved_at=2.0, share="token", **game)  # fmt: skip
    insert(connection, "moves", game="shared", number=1, text="0.000 flag 0,0")
    insert(connection, "moves", game="shared", number=2, text="2.500 reveal 0,2")
    game |= {"hints": 0, "odds": 0}
    insert(connection, "games", id="plain", terms="terms", version=1, status="won",
           moves_apart=0, moved_at=3.0, **game)  # fmt: skip
    insert(connection, "games", id="by the AI", terms="terms", version=1, status="won",
           moves_apart=1, moved_at=4.0, **game)  # fmt: skip


def check_version_1_data(store: Store) -> None:
    assert store.load_settings(ME) == '{"a":1}'
    game = store.load_game(store.load_shared_state("token").id)
    assert (game.id, game.player, game.version, game.share_token) == ("shared", ME, 2, "token")
    assert game.options == GameOptions(practice=True)
    assert game.assistance == AssistanceUsed(hints=2, odds=1)
    assert game.to_game().status == "won"
    assert store.load_game("plain").options == GameOptions()
    assert [(level["assisted"], level["games"]) for level in store.statistics(ME)] == [
        (False, 1),
        (True, 2),
    ]


def test_a_database_of_schema_version_1_is_upgraded_with_its_games(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with schema_version(monkeypatch, 1):
        store = Store(url)
        with store._engine.begin() as connection:
            insert_version_1_data(connection)
        store.close()
    store = Store(url)
    check_version_1_data(store)
    assert store.puzzle_deck.next_due(ME) is None
    store.close()


def test_a_database_of_schema_version_2_is_upgraded_with_its_games_and_drills(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with schema_version(monkeypatch, 2):
        store = Store(url)
        with store._engine.begin() as connection:
            insert_version_1_data(connection)
            insert(connection, "cards", player=ME, drill="subset-1", theme="subset",
                   position="1x1/0\n#", due=5.0, interval=600.0, ease=2.3, streak=0, lapses=1,
                   asked_at=4.0)  # fmt: skip
        store.close()
    store = Store(url)
    check_version_1_data(store)
    assert store.puzzle_deck.next_due(ME) == StoredCard(
        "subset-1", "safe", "1-1-plus", "1x1/0\n#", "", "", 5.0, 4.0
    )
    store.close()


def test_the_upgraded_tables_have_the_indexes_of_a_new_database(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with schema_version(monkeypatch, 2):
        Store(url).close()
    store = Store(url)
    inspector = sa.inspect(store._engine)
    indexes = {
        index["name"]: (index["column_names"], bool(index["unique"]))
        for table in ("games", "puzzle_cards")
        for index in inspector.get_indexes(table)
    }
    assert indexes == {
        "games_by_player": (["player", "moved_at", "id"], False),
        "games_by_share_token": (["share_token"], True),
        "unfinished_games_by_player": (["player", "moved_at"], False),
        "puzzle_cards_by_due_time": (["player", "due"], False),
    }
    store.close()


def test_a_database_of_a_newer_sapper_is_rejected(url: str) -> None:
    store = Store(url)
    with store._engine.begin() as connection:
        connection.execute(sa.text("INSERT INTO schema_version VALUES (999)"))
    store.close()
    with pytest.raises(StoreError, match=r"^the database has schema version 999"):
        Store(url)


def test_a_failed_migration_leaves_the_database_unchanged(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    Store(url).close()
    broken = (*MIGRATIONS, ("CREATE TABLE half (id INTEGER)", "CREATE nonsense"))
    with monkeypatch.context() as patched:
        patched.setattr(migrations, "MIGRATIONS", broken)
        patched.setattr(migrations, "SCHEMA_VERSION", len(broken))
        with pytest.raises(StoreError, match="cannot open the database"):
            Store(url)
    store = Store(url)
    assert not sa.inspect(store._engine).has_table("half")
    store.close()


def test_a_file_that_is_not_a_database_is_rejected(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("not a database, but long enough to be read as one" * 100)
    before = path.read_bytes()
    with pytest.raises(StoreError, match="cannot open the database"):
        Store(f"sqlite:///{path}")
    assert path.read_bytes() == before
