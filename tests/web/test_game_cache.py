"""The game cache: long games and moves on outdated versions."""

import asyncio
from pathlib import Path

import pytest

from sapper import Game, Rules
from sapper.errors import StaleVersion
from sapper.game.game_options import GameOptions
from sapper.play.computation import compute_inline
from sapper.play.game_service import GameService, PlayerGame
from sapper.store import Store
from sapper.web import game_cache
from sapper.web.error_responses import HttpError
from sapper.web.game_cache import GameCache
from sapper.web.rate_limit import NetworkLimits
from sapper.web.request_charges import CURRENT_CLIENT, Client
from sapper.web.settings import Settings

ME = "a" * 22


def test_long_games_are_loaded_one_at_a_time_and_occupy_limited_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Fifty different games with 20,000 moves each once delayed hints by 7 seconds and took 120 MB.
    monkeypatch.setattr(game_cache, "_LONG_GAME_MOVES", 5)
    monkeypatch.setattr(game_cache, "_MAX_LONG_GAME_MOVES", 25)
    store = Store(f"sqlite:///{tmp_path / 'sapper.sqlite'}")
    ids = []
    for seed in range(4):
        game = Game(Rules(5, 5, 3), seed=seed)
        for _ in range(10):
            game.flag((0, 0))
        game_id, created = store.create(ME, game, options=GameOptions())
        created.result()
        ids.append(game_id)
    service = GameService(compute_inline, store)
    loading, max_loading = 0, 0
    load = service.load

    async def counted_load(game_id: str) -> PlayerGame:
        nonlocal loading, max_loading
        loading += 1
        max_loading = max(max_loading, loading)
        loaded = await load(game_id)
        loading -= 1
        return loaded

    monkeypatch.setattr(service, "load", counted_load)
    cache = GameCache(service, store, max_games=100, max_moves=1000)

    async def get_all() -> list[PlayerGame]:
        return await asyncio.gather(*(cache.get(game_id, ME) for game_id in ids))

    assert [game.version for game in asyncio.run(get_all())] == [10, 10, 10, 10]
    assert max_loading == 1
    assert cache.size == 2
    service.close()


def test_a_move_on_a_version_outdated_by_another_process_is_rejected_before_it_is_made(
    tmp_path: Path,
) -> None:
    # The process once made the move before the database rejected it. The response for a mine was
    # slower than the response for a safe cell with a probability of 0.58.
    url = f"sqlite:///{tmp_path / 'sapper.sqlite'}"
    services = [GameService(compute_inline, Store(url)) for _ in range(2)]
    first, second = (
        GameCache(service, service.open_store(), max_games=10, max_moves=100)
        for service in services
    )
    made: list[str] = []

    async def move_in_outdated_process(game_id: str) -> None:
        async with second.change(game_id, ME, 0) as game:
            assert game.version == 0  # this process does not know the flag yet
            await services[1].change(game, lambda: made.append("outdated"))

    async def play() -> None:
        game_id, created = (
            services[0].open_store().create(ME, Game(Rules(5, 5, 3), seed=1), options=GameOptions())
        )
        created.result()
        await second.get(game_id, ME)
        async with first.change(game_id, ME, 0) as game:
            await services[0].change(game, lambda: game.session.move("flag", (0, 0)))
        with pytest.raises(StaleVersion, match="the game is at version 1, not 0"):
            await move_in_outdated_process(game_id)
        async with second.change(game_id, ME, 1) as game:
            await services[1].change(game, lambda: game.session.move("flag", (0, 1)))
        assert services[0].open_store().load_state(game_id).version == 2

    asyncio.run(play())
    assert made == []
    for service in services:
        service.close()


def test_shared_long_games_are_loaded_one_at_a_time_and_paid_for_in_advance(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The shared replays of many long games were once loaded at the same time, and the moves were
    # charged only after they had been loaded.
    monkeypatch.setattr(game_cache, "_LONG_GAME_MOVES", 5)
    store = Store(f"sqlite:///{tmp_path / 'sapper.sqlite'}")
    tokens = []
    for seed in range(4):
        game = Game(Rules(5, 5, 3), seed=seed)
        # 90 moves cost 0.9 requests, so the limit of 3 requests allows three loads.
        for _ in range(90):
            game.flag((0, 0))
        game_id, created = store.create(ME, game, options=GameOptions())
        created.result()
        tokens.append(store.share(game_id).result())
    service = GameService(compute_inline, store)
    loading, max_loading, loads = 0, 0, 0
    load = service.load

    async def counted_load(game_id: str) -> PlayerGame:
        nonlocal loading, max_loading, loads
        loads += 1
        loading += 1
        max_loading = max(max_loading, loading)
        loaded = await load(game_id)
        loading -= 1
        return loaded

    monkeypatch.setattr(service, "load", counted_load)
    cache = GameCache(service, store, max_games=100, max_moves=1000)
    settings = Settings(network_request_burst=3, network_requests_per_second=0.001)

    async def load_all() -> list[PlayerGame | BaseException]:
        CURRENT_CLIENT.set(Client("192.0.2.1", NetworkLimits(settings), None))
        shared = map(cache.load_shared, tokens)
        return await asyncio.gather(*shared, return_exceptions=True)

    results = asyncio.run(load_all())
    refused = [result for result in results if isinstance(result, HttpError)]
    assert [error.status for error in refused] == [429]
    assert (loads, max_loading) == (3, 1)
    service.close()
