"""SQLite files under a full disk, a lock, removal, replacement and truncation."""

import os
import resource
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from sapper import Game, Rules
from sapper.errors import StoreError
from sapper.game.game_options import GameOptions
from sapper.store import Store
from tests.server import connect, context_of, error_of, move, new_game, open_client, server_process

ME = "P" * 22


def path_of(folder: Path) -> Path:
    return folder / "sapper.sqlite"


def check_unavailable(response: Any, reason: str) -> None:
    """Check the response to every request while the database is unavailable."""
    assert response.status_code == 503, response.text
    assert response.headers["Retry-After"] == "1"
    error = error_of(response)
    assert error["code"] == "store-error"
    assert reason in error["message"]
    assert "sapper.sqlite" not in error["message"]


def try_move(client: Any, game: dict[str, Any], cell: tuple[int, int]) -> Any:
    return client.post(
        f"/api/games/{game['id']}/moves",
        json={"kind": "flag", "cell": cell, "version": game["version"]},
    )


def test_a_full_disk_is_an_error_and_the_game_continues_afterwards(
    tmp_path: Path,
) -> None:
    with server_process(tmp_path) as (process, url), connect(url) as client:
        game = new_game(client, seed=42)
        # A limit on the file size simulates a full disk; the WAL reaches it within a few moves.
        _, unlimited = resource.prlimit(process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (40_000, unlimited))
        for _ in range(500):
            response = try_move(client, game, (0, 0))
            if response.status_code != 200:
                break
            game = response.json()
        check_unavailable(response, "cannot be written")
        assert client.get(f"/api/games/{game['id']}").json()["version"] == game["version"]
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (unlimited, unlimited))
        assert move(client, game, "flag", (0, 1))["version"] == game["version"] + 1


def test_the_health_check_fails_while_the_disk_is_full(tmp_path: Path) -> None:
    # The health check once only read, so it succeeded although no move could be stored.
    with server_process(tmp_path) as (process, url), connect(url) as client:
        assert client.get("/healthz").status_code == 200
        _, unlimited = resource.prlimit(process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (1, unlimited))
        check_unavailable(client.get("/healthz"), "cannot be written")
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (unlimited, unlimited))
        assert client.get("/healthz").status_code == 200


def test_a_full_database_preserves_its_data(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{path_of(tmp_path)}")
    store.save_settings(ME, '{"a":1}').result()
    driver = store._writer._connection.connection.driver_connection
    pages = driver.execute("PRAGMA page_count").fetchone()[0]
    driver.execute(f"PRAGMA max_page_count={pages}").close()
    with pytest.raises(StoreError, match="full"):
        store.save_settings("Q" * 22, f'{{"a":"{"x" * 100_000}"}}').result()
    assert store.load_settings(ME) == '{"a":1}'
    # The failed connection was discarded, and its limit with it.
    store.save_settings(ME, '{"a":2}').result()
    assert store.load_settings(ME) == '{"a":2}'
    store.close()


def test_waiting_writes_fail_together_while_another_process_holds_the_lock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sapper.store.database.LOCK_TIMEOUT_SECONDS", 0.2)
    with open_client(tmp_path) as client:
        games = [new_game(client, seed=42) for _ in range(5)]
        other = sqlite3.connect(path_of(tmp_path), isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        before = context_of(client).store.write_counts[1]
        store = context_of(client).store
        waiting = []
        for each in games:
            game = Game(Rules.level("beginner"), seed=42)
            game.flag((0, 0))
            waiting.append(store.append_moves(each["id"], game, since=0))
        for written in waiting:
            with pytest.raises(StoreError, match="locked"):
                written.result()
        # All waiting writes share a single wait for the lock.
        assert store.write_counts[1] - before <= 2
        check_unavailable(try_move(client, games[0], (0, 1)), "locked")
        assert client.get(f"/api/games/{games[0]['id']}").status_code == 200  # reads still work
        other.execute("ROLLBACK")
        other.close()
        assert move(client, games[0], "flag", (0, 1))["version"] == 1


def test_a_missing_file_is_not_replaced_by_an_empty_one_and_may_return(
    tmp_path: Path,
) -> None:
    with open_client(tmp_path) as client:
        game = move(client, new_game(client, seed=42), "flag", (0, 0))
        away = tmp_path / "away"
        away.mkdir()
        context_of(client).store._checkpointer.checkpoint()
        moved = [path for path in tmp_path.iterdir() if path.name.startswith("sapper.sqlite")]
        for path in moved:
            path.rename(away / path.name)
        check_unavailable(try_move(client, game, (0, 1)), "missing")
        check_unavailable(client.get(f"/api/games/{game['id']}"), "missing")
        check_unavailable(client.get("/healthz"), "missing")
        check_unavailable(client.post("/api/games", json={"level": "beginner"}), "missing")
        assert not path_of(tmp_path).exists()
        for path in moved:
            (away / path.name).rename(path)
        assert client.get("/healthz").status_code == 200
        assert move(client, game, "flag", (0, 1))["version"] == 2


def test_a_file_replaced_by_a_copy_is_used_from_then_on(tmp_path: Path) -> None:
    with open_client(tmp_path) as client:
        game = move(client, new_game(client, seed=42), "flag", (0, 0))
        with sqlite3.connect(path_of(tmp_path)) as source:
            copy = sqlite3.connect(tmp_path / "copy.sqlite")
            source.backup(copy)
            copy.close()
        source.close()
        move(client, game, "flag", (0, 1))
        for name in ("sapper.sqlite-wal", "sapper.sqlite-shm"):
            (tmp_path / name).unlink()
        (tmp_path / "copy.sqlite").replace(path_of(tmp_path))
        # The copy lacks the last move, so the cached game must not be used.
        assert client.get(f"/api/games/{game['id']}").json()["version"] == 1
        assert move(client, game, "flag", (0, 2))["version"] == 2
        with sqlite3.connect(path_of(tmp_path)) as alone:
            stored = alone.execute("SELECT text FROM moves ORDER BY number").fetchall()
        alone.close()
        assert [text.partition(" ")[2] for (text,) in stored] == ["flag 0,0", "flag 0,2"]


@pytest.fixture
def long_game(tmp_path: Path) -> tuple[Path, str]:
    """Return a closed database of several pages and the id of its game."""
    store = Store(f"sqlite:///{path_of(tmp_path)}")
    game = Game(Rules(40, 40, 9), seed=3)
    for number in range(1600):
        game.flag((number // 40, number % 40))
    game_id, created = store.create(ME, game, options=GameOptions())
    created.result()
    store.close()
    return path_of(tmp_path), game_id


@pytest.mark.parametrize("share", [0.01, 0.3, 0.6, 0.95])
def test_a_truncated_file_is_an_error(long_game: tuple[Path, str], share: float) -> None:
    path, game_id = long_game
    os.truncate(path, int(path.stat().st_size * share))

    def read() -> None:
        store = Store(f"sqlite:///{path}")
        try:
            store.load_game(game_id)
        finally:
            store.close()

    with pytest.raises(StoreError, match="cannot"):
        read()


def test_a_server_recovers_when_a_truncated_file_is_restored(
    long_game: tuple[Path, str], tmp_path: Path
) -> None:
    path, game_id = long_game
    whole = tmp_path / "whole"
    shutil.copy(path, whole)
    with open_client(tmp_path, max_cached_games=0) as client:
        client.cookies["sapper_player"] = context_of(client).identity.sign_cookie(ME)
        assert client.get(f"/api/games/{game_id}").json()["version"] == 1600
        half = tmp_path / "half"
        shutil.copy(path, half)
        os.truncate(half, half.stat().st_size // 2)
        replace(path, half)
        check_unavailable(client.get(f"/api/games/{game_id}"), "cannot be read")
        replace(path, whole)
        assert client.get(f"/api/games/{game_id}").json()["version"] == 1600


def replace(path: Path, other: Path) -> None:
    for suffix in ("-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)
    other.replace(path)
