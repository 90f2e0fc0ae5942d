"""Opening the database: who may look into its folder, and what the package offers."""

import stat
from pathlib import Path

import sapper.store
from sapper.store import Store, games, records


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
    assert sapper.store.Store is games.Store
    assert sapper.store.StoredGame is records.StoredGame
    assert sapper.store.GameState is records.GameState
