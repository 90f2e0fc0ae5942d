"""Opening the database: who may look into its folder, and what the package offers."""

import sqlite3
import stat
from pathlib import Path

import pytest

import sapper.store
from sapper.errors import StoreError
from sapper.store import Store, store, stored_games
from sapper.store.data_folder import default_folder
from sapper.store.database import default_url, is_away


def test_the_folder_of_the_games_is_made_for_its_owner_only(tmp_path: Path) -> None:
    folder = tmp_path / "mine" / "games"
    Store(f"sqlite:///{folder / 'sapper.sqlite'}").close()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_database_in_a_folder_for_all_can_only_be_read_by_its_owner(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    file = tmp_path / "sapper.sqlite"
    store = Store(f"sqlite:///{file}")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    for beside in tmp_path.glob("sapper.sqlite-*"):
        assert stat.S_IMODE(beside.stat().st_mode) == 0o600
    store.close()


def test_the_names_of_the_package_are_those_of_its_modules() -> None:
    assert sapper.store.Store is store.Store
    assert sapper.store.StoredGame is stored_games.StoredGame
    assert sapper.store.GameState is stored_games.GameState


def test_a_database_of_another_kind_is_refused_by_its_name() -> None:
    with pytest.raises(StoreError, match=r"^cannot keep games in 'mysql'$") as caught:
        Store("mysql://somebody@somewhere/games")
    assert caught.value.hint == "the database is sqlite or postgresql"


def test_the_folder_of_the_games_can_be_chosen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SAPPER_DATA", str(tmp_path))
    assert default_folder() == tmp_path
    assert default_url() == f"sqlite:///{tmp_path / 'sapper.sqlite'}"
    monkeypatch.delenv("SAPPER_DATA")
    assert default_folder().name == "sapper"


@pytest.mark.parametrize(
    ("code", "away"),
    [
        (sqlite3.SQLITE_BUSY, True),
        (sqlite3.SQLITE_FULL, True),
        (sqlite3.SQLITE_IOERR_READ, True),  # the kind is in the lowest eight bits
        (sqlite3.SQLITE_CONSTRAINT, False),
        (sqlite3.SQLITE_CONSTRAINT_UNIQUE, False),
    ],
)
def test_what_is_wrong_with_the_whole_database_is_told_from_one_write(
    code: int, away: bool
) -> None:
    error = sqlite3.OperationalError("made up")
    error.sqlite_errorcode = code
    assert is_away(error) is away


def test_a_file_that_goes_away_during_a_write_is_told(tmp_path: Path) -> None:
    file = tmp_path / "sapper.sqlite"
    store = Store(f"sqlite:///{file}")

    def move_away(_: object) -> None:
        file.rename(tmp_path / "elsewhere")

    with pytest.raises(StoreError, match="the database file is gone or was replaced"):
        store._writer.submit(move_away).result()
    (tmp_path / "elsewhere").rename(file)
    store.close()
