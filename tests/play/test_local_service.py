"""The games of the local player, in a real SQLite file."""

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from sapper.errors import NotFound, StoreError
from sapper.game.game import Game
from sapper.game.rules import Rules
from sapper.play.computation import compute_in_thread, run_blocking
from sapper.play.game_service import PlayerGame
from sapper.play.local_service import LocalService
from sapper.play.session import Session
from sapper.store.local_player import local_player


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SAPPER_DATA", str(tmp_path))
    return tmp_path


@pytest.fixture
def service() -> Iterator[LocalService]:
    service = LocalService(compute_in_thread)
    yield service
    service.close()


def new_game(*, practice: bool = False) -> PlayerGame:
    return PlayerGame("", Session(Rules.level("beginner"), 42, practice=practice))


def test_a_game_is_stored_after_the_database_has_been_opened(service: LocalService) -> None:
    game = new_game()
    game.session.move("reveal", (0, 0))
    run_blocking(service.save(game))
    assert game.id is None
    service.open()
    game.player = service.player
    run_blocking(service.save(game))
    game.session.move("flag", (0, 5))
    run_blocking(service.save(game))
    service.close()
    again = LocalService(compute_in_thread)
    again.open()
    (listed,) = run_blocking(again.history.unfinished(again.player))
    assert (listed["id"], listed["version"]) == (game.id, 2)
    assert run_blocking(again.load(listed["id"])).session.game.view.flags == {(0, 5)}
    again.close()


def test_games_that_are_finished_or_untouched_are_not_listed_as_unfinished(
    service: LocalService,
) -> None:
    service.open()
    untouched, finished = (PlayerGame(service.player, new_game().session) for _ in range(2))
    finished.session.move("reveal", (0, 0))
    finished.session.move("reveal", (0, 5))
    assert finished.session.game.status == "lost"
    for game in (untouched, finished):
        run_blocking(service.save(game))
    assert run_blocking(service.history.unfinished(service.player)) == ()
    assert len(run_blocking(service.history.list(service.player)).games) == 2


def test_a_service_without_an_open_database_lists_no_games(service: LocalService) -> None:
    assert run_blocking(service.history.unfinished(service.player)) == ()
    assert run_blocking(service.statistics(service.player)) == []
    with pytest.raises(StoreError, match="the database is not open"):
        run_blocking(service.load("no-such-game"))
    with pytest.raises(NotFound, match="the game has not been saved"):
        run_blocking(service.reload(new_game()))


def test_threads_that_open_the_database_together_share_one_store(service: LocalService) -> None:
    stores = []

    def open_database() -> None:
        service.open()
        stores.append(service.store)

    threads = [threading.Thread(target=open_database) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(stores) == 4
    assert len({id(store) for store in stores}) == 1
    assert service.player == local_player()


def test_a_search_in_a_thread_is_unaffected_by_later_moves() -> None:
    game = new_game(practice=True)
    game.session.move("reveal", (0, 0))

    async def undo_during_the_search() -> int:
        started, resume = threading.Event(), threading.Event()
        WAITING[:] = [started, resume]
        search = asyncio.ensure_future(
            compute_in_thread("", version_after_waiting, game.session.game)
        )
        await asyncio.to_thread(started.wait, 10)
        game.session.undo()
        resume.set()
        return await search

    assert asyncio.run(undo_during_the_search()) == 1
    assert game.version == 2


WAITING: list[threading.Event] = []


def version_after_waiting(game: Game) -> int:
    started, resume = WAITING
    started.set()
    assert resume.wait(10)
    return game.version


def test_the_local_player_is_permanent_and_private(folder: Path) -> None:
    name = local_player()
    assert local_player() == name
    assert (folder / "player").stat().st_mode & 0o077 == 0
    (folder / "player").write_text("nobody")
    with pytest.raises(StoreError, match="does not contain a player name"):
        local_player()
