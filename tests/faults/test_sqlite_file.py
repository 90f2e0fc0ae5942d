"""What happens to the file of the games: a full disk, a lock, gone, replaced, cut short."""

import os
import resource
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from server import begin, connect, error_of, move, open_client, server_process

from sapper import Game, Rules
from sapper.errors import StoreError
from sapper.game.game_options import GameOptions
from sapper.store import Store

ME = "P" * 22


def path_of(folder: Path) -> Path:
    return folder / "sapper.sqlite"


def check_away(answer: Any, words: str) -> None:
    """The one answer while the database is away: try again soon."""
    assert answer.status_code == 503, answer.text
    assert answer.headers["Retry-After"] == "1"
    error = error_of(answer)
    assert error["code"] == "store-error"
    assert words in error["message"]
    assert "sapper.sqlite" not in error["message"]


def try_move(client: Any, game: dict[str, Any], cell: tuple[int, int]) -> Any:
    return client.post(
        f"/api/games/{game['id']}/moves",
        json={"kind": "flag", "cell": cell, "version": game["version"]},
    )


def test_a_disk_that_takes_no_more_is_told_and_the_game_goes_on_when_it_does(
    tmp_path: Path,
) -> None:
    with server_process(tmp_path) as (process, url), connect(url) as client:
        game = begin(client, seed=42)
        # The process may make no file longer than this, as on a disk that is full: the log of the
        # database reaches it within a few moves.
        _, most = resource.prlimit(process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (40_000, most))
        for _ in range(500):
            answer = try_move(client, game, (0, 0))
            if answer.status_code != 200:
                break
            game = answer.json()
        check_away(answer, "cannot be written")
        assert client.get(f"/api/games/{game['id']}").json()["version"] == game["version"]
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (most, most))
        assert move(client, game, "flag", (0, 1))["version"] == game["version"] + 1


def test_a_full_database_keeps_what_it_has(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{path_of(tmp_path)}")
    store.set_settings(ME, '{"a":1}').result()
    driver = store._writer._connection.connection.driver_connection
    pages = driver.execute("PRAGMA page_count").fetchone()[0]
    driver.execute(f"PRAGMA max_page_count={pages}").close()
    with pytest.raises(StoreError, match="full"):
        store.set_settings("Q" * 22, f'{{"a":"{"x" * 100_000}"}}').result()
    assert store.settings(ME) == '{"a":1}'
    # The connection that failed was given up, and its limit with it.
    store.set_settings(ME, '{"a":2}').result()
    assert store.settings(ME) == '{"a":2}'
    store.close()


def test_a_file_that_another_process_holds_is_told_to_all_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sapper.store.database.BUSY_SECONDS", 0.2)
    with open_client(tmp_path) as client:
        games = [begin(client, seed=42) for _ in range(5)]
        other = sqlite3.connect(path_of(tmp_path), isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        before = client.app.state.context.store.writes[1]
        store = client.app.state.context.store
        waiting = []
        for each in games:
            game = Game(Rules.level("beginner"), seed=42)
            game.flag((0, 0))
            waiting.append(store.append(each["id"], game, since=0))
        for kept in waiting:
            with pytest.raises(StoreError, match="locked"):
                kept.result()
        # Those who waited together failed together: one wait for the lock, not one for each.
        assert store.writes[1] - before <= 2
        check_away(try_move(client, games[0], (0, 1)), "locked")
        assert client.get(f"/api/games/{games[0]['id']}").status_code == 200  # reading goes on
        other.execute("ROLLBACK")
        other.close()
        assert move(client, games[0], "flag", (0, 1))["version"] == 1


def test_a_file_that_is_gone_is_not_replaced_by_an_empty_one_and_may_come_back(
    tmp_path: Path,
) -> None:
    with open_client(tmp_path) as client:
        game = move(client, begin(client, seed=42), "flag", (0, 0))
        away = tmp_path / "away"
        away.mkdir()
        client.app.state.context.store._checkpointer.checkpoint()
        moved = [path for path in tmp_path.iterdir() if path.name.startswith("sapper.sqlite")]
        for path in moved:
            path.rename(away / path.name)
        check_away(try_move(client, game, (0, 1)), "gone")
        check_away(client.get(f"/api/games/{game['id']}"), "gone")
        check_away(client.get("/healthz"), "gone")
        check_away(client.post("/api/games", json={"level": "beginner"}), "gone")
        assert not path_of(tmp_path).exists()
        for path in moved:
            (away / path.name).rename(path)
        assert client.get("/healthz").status_code == 200
        assert move(client, game, "flag", (0, 1))["version"] == 2


def test_a_file_that_was_replaced_by_a_copy_is_the_one_that_is_played_on(tmp_path: Path) -> None:
    with open_client(tmp_path) as client:
        game = move(client, begin(client, seed=42), "flag", (0, 0))
        with sqlite3.connect(path_of(tmp_path)) as source:
            copy = sqlite3.connect(tmp_path / "copy.sqlite")
            source.backup(copy)
            copy.close()
        source.close()
        move(client, game, "flag", (0, 1))
        for name in ("sapper.sqlite-wal", "sapper.sqlite-shm"):
            (tmp_path / name).unlink()
        (tmp_path / "copy.sqlite").replace(path_of(tmp_path))
        # The copy is older by a move: nothing here pretends to know better.
        assert client.get(f"/api/games/{game['id']}").json()["version"] == 1
        assert move(client, game, "flag", (0, 2))["version"] == 2
        with sqlite3.connect(path_of(tmp_path)) as alone:
            kept = alone.execute("SELECT text FROM moves ORDER BY number").fetchall()
        alone.close()
        assert [text.partition(" ")[2] for (text,) in kept] == ["flag 0,0", "flag 0,2"]


@pytest.fixture
def long_game(tmp_path: Path) -> tuple[Path, str]:
    """A database of several pages, closed, and its game."""
    store = Store(f"sqlite:///{path_of(tmp_path)}")
    game = Game(Rules(40, 40, 9), seed=3)
    for number in range(1600):
        game.flag((number // 40, number % 40))
    game_id, kept = store.create(ME, game, terms=GameOptions())
    kept.result()
    store.close()
    return path_of(tmp_path), game_id


@pytest.mark.parametrize("share", [0.01, 0.3, 0.6, 0.95])
def test_a_file_that_was_cut_short_is_refused_in_one_line(
    long_game: tuple[Path, str], share: float
) -> None:
    path, game_id = long_game
    os.truncate(path, int(path.stat().st_size * share))

    def read() -> None:
        store = Store(f"sqlite:///{path}")
        try:
            store.game(game_id)
        finally:
            store.close()

    with pytest.raises(StoreError, match="cannot"):
        read()


def test_a_server_whose_file_breaks_goes_on_when_it_is_whole_again(
    long_game: tuple[Path, str], tmp_path: Path
) -> None:
    path, game_id = long_game
    whole = tmp_path / "whole"
    shutil.copy(path, whole)
    with open_client(tmp_path, cached_games=0) as client:
        client.cookies["sapper_player"] = client.app.state.context.players.sign(ME, 2_000_000_000)
        assert client.get(f"/api/games/{game_id}").json()["version"] == 1600
        half = tmp_path / "half"
        shutil.copy(path, half)
        os.truncate(half, half.stat().st_size // 2)
        replace(path, half)
        check_away(client.get(f"/api/games/{game_id}"), "cannot be read")
        replace(path, whole)
        assert client.get(f"/api/games/{game_id}").json()["version"] == 1600


def replace(path: Path, other: Path) -> None:
    for log in ("-wal", "-shm"):
        path.with_name(path.name + log).unlink(missing_ok=True)
    other.replace(path)
