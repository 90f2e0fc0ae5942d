"""Opening the database: file permissions, rejected URLs and error classification."""

import sqlite3
import stat
from pathlib import Path

import pytest

import sapper.store
from sapper.errors import StoreError
from sapper.store import Store, sql_store, stored_game_types
from sapper.store.data_folder import default_folder
from sapper.store.database import default_url, is_unavailable


def test_the_data_folder_is_private_to_its_owner(tmp_path: Path) -> None:
    folder = tmp_path / "mine" / "games"
    Store(f"sqlite:///{folder / 'sapper.sqlite'}").close()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_database_file_in_a_public_folder_is_private_to_its_owner(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    file = tmp_path / "sapper.sqlite"
    store = Store(f"sqlite:///{file}")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    for auxiliary in tmp_path.glob("sapper.sqlite-*"):
        assert stat.S_IMODE(auxiliary.stat().st_mode) == 0o600
    store.close()


def test_the_package_exports_the_classes_of_its_modules() -> None:
    assert sapper.store.Store is sql_store.Store
    assert sapper.store.StoredGame is stored_game_types.StoredGame
    assert sapper.store.GameState is stored_game_types.GameState


def test_an_unsupported_database_is_rejected_by_name() -> None:
    with pytest.raises(StoreError, match=r"^unsupported database 'mysql'$") as caught:
        Store("mysql://user@host/games")
    assert caught.value.hint == "use sqlite or postgresql"


def test_the_environment_selects_the_data_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SAPPER_DATA", str(tmp_path))
    assert default_folder() == tmp_path
    assert default_url() == f"sqlite:///{tmp_path / 'sapper.sqlite'}"
    monkeypatch.delenv("SAPPER_DATA")
    assert default_folder().name == "sapper"


@pytest.mark.parametrize(
    ("code", "unavailable"),
    [
        (sqlite3.SQLITE_BUSY, True),
        (sqlite3.SQLITE_FULL, True),
        (sqlite3.SQLITE_IOERR_READ, True),  # an extended code: the low byte is the primary code
        (sqlite3.SQLITE_CONSTRAINT, False),
        (sqlite3.SQLITE_CONSTRAINT_UNIQUE, False),
    ],
)
def test_database_failures_are_distinguished_from_failures_of_one_write(
    code: int, unavailable: bool
) -> None:
    error = sqlite3.OperationalError("simulated")
    error.sqlite_errorcode = code
    assert is_unavailable(error) is unavailable


def test_a_database_file_that_disappears_during_a_write_is_an_error(tmp_path: Path) -> None:
    file = tmp_path / "sapper.sqlite"
    store = Store(f"sqlite:///{file}")

    def move_away(_: object) -> None:
        file.rename(tmp_path / "moved")

    with pytest.raises(StoreError, match="the database file is missing or was replaced"):
        store._writer.submit(move_away).result()
    (tmp_path / "moved").rename(file)
    store.close()
