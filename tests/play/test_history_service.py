"""The history service: large imports that leave the writer to other players' moves."""

import asyncio
from concurrent.futures import Future
from pathlib import Path
from typing import Any

from sapper import Game, Rules
from sapper.game.game_options import GameOptions
from sapper.play.computation import compute_inline
from sapper.play.game_service import GameService
from sapper.play.history_service import GameRecord
from sapper.store import Store

RECORD = "sapper-replay 1\nrules 2x1/1 any\nmines 0,1\n0 flag 0,1\n{} reveal 0,0\n"


def test_imports_take_turns_and_write_a_few_games_at_a_time(tmp_path: Path) -> None:
    # Imports from 40 networks once filled a single transaction, which delayed moves by 5 seconds.
    store = Store(f"sqlite:///{tmp_path / 'sapper.sqlite'}")
    add = store.history.add
    pending: list[Future[int]] = []

    def checked_add(rows: Any) -> Future[int]:
        assert len(rows) <= 10
        assert all(write.done() for write in pending)
        pending.append(add(rows))
        return pending[-1]

    store.history.add = checked_add  # type: ignore[method-assign]
    service = GameService(compute_inline, store)
    records = [GameRecord(RECORD.format(second)) for second in range(25)]

    async def import_all() -> list[tuple[int, int]]:
        players = (letter * 22 for letter in "abcd")
        return await asyncio.gather(*(service.history.import_games(p, records) for p in players))

    assert asyncio.run(import_all()) == [(25, 0)] * 4
    assert len(pending) == 12
    service.close()


def test_single_deletions_take_turns_and_pay_for_their_moves(tmp_path: Path) -> None:
    # Single deletions of many long games were once written at the same time, each for the price of
    # a simple request.
    store = Store(f"sqlite:///{tmp_path / 'sapper.sqlite'}")
    delete = store.history.delete
    pending: list[Future[int]] = []
    paid: list[tuple[int, int]] = []

    def checked_delete(player: str, ids: Any) -> Future[int]:
        assert all(write.done() for write in pending)
        pending.append(delete(player, ids))
        return pending[-1]

    async def pay(games: int, moves: int) -> None:
        paid.append((games, moves))

    store.history.delete = checked_delete  # type: ignore[method-assign]
    service = GameService(compute_inline, store)
    game = Game(Rules(4, 4, 3), seed=1)
    for _ in range(7):
        game.flag((0, 0))
    ids = []
    for _ in range(4):
        game_id, created = store.create("me", game, options=GameOptions())
        created.result()
        ids.append(game_id)

    async def delete_each() -> list[int]:
        chosen = [*ids, "unknown"]
        return await asyncio.gather(*(service.history.delete("me", i, pay=pay) for i in chosen))

    assert asyncio.run(delete_each()) == [1, 1, 1, 1, 0]
    assert paid == [(1, 7)] * 4
    assert len(pending) == 4
    service.close()
