"""Moves of several games in one transaction, each accepted or rejected individually."""

import asyncio
import threading

import pytest
import sqlalchemy as sa

from sapper import Game, Rules
from sapper.errors import NotFound, StaleVersion, StoreError
from sapper.game.game_options import AssistanceUsed, GameOptions
from sapper.play.computation import compute_inline
from sapper.play.game_service import GameService, PlayerGame
from sapper.play.session import Session
from sapper.store import Store

ME = "P" * 22


def new_game(store: Store, seed: int) -> tuple[str, Game]:
    game = Game(Rules(6, 6, 5), seed=seed)
    game_id, created = store.create(ME, game, options=GameOptions())
    created.result()
    return game_id, game


def block_writer(store: Store) -> threading.Event:
    """Block the writer, so that the following writes share one transaction."""
    gate, started = threading.Event(), threading.Event()

    def wait(_: sa.Connection) -> None:
        started.set()
        gate.wait()

    store._writer.submit(wait)
    started.wait()
    return gate


def test_each_batch_of_a_transaction_has_its_own_result(store: Store) -> None:
    games = [new_game(store, seed) for seed in range(4)]
    gate = block_writer(store)
    for _, game in games:
        game.flag((0, 0))
    twin = Game(Rules(6, 6, 5), seed=0)
    twin.flag((5, 5))
    stale = Game(Rules(6, 6, 5), seed=3)
    stale.flag((1, 1))
    stale.flag((1, 2))
    accepted = [store.append_moves(game_id, game, since=0) for game_id, game in games[:3]]
    duplicate = store.append_moves(games[0][0], twin, since=0)
    late = store.append_moves(games[3][0], stale, since=1)
    unknown = store.append_moves("nothing", stale, since=0)
    counted = store.count_assistance(games[1][0], "hints")
    before = store.write_counts[1]
    gate.set()
    assert [each.result().odds for each in accepted] == [0, 0, 0]
    assert counted.result() == AssistanceUsed(1, 0)
    with pytest.raises(StaleVersion, match="the game is at version 1, not 0"):
        duplicate.result()
    with pytest.raises(StaleVersion, match="the game is at version 0, not 1"):
        late.result()
    with pytest.raises(NotFound):
        unknown.result()
    assert store.write_counts[1] - before <= 1
    assert [store.load_game(game_id).moves for game_id, _ in games] == [
        ("0.000 flag 0,0",), ("0.000 flag 0,0",), ("0.000 flag 0,0",), (),
    ]  # fmt: skip


def test_consecutive_moves_of_one_game_can_share_a_transaction(store: Store) -> None:
    game_id, game = new_game(store, 1)
    gate = block_writer(store)
    written = []
    for since in range(3):
        game.flag((0, since))
        written.append(store.append_moves(game_id, game, since=since))
    gate.set()
    assert [each.result() for each in written] == [AssistanceUsed()] * 3
    assert store.load_game(game_id).version == len(store.load_game(game_id).moves) == 3


def test_the_last_move_stores_the_result_of_the_game(store: Store) -> None:
    game = Game.from_layout(Rules(3, 1, 1, "any"), {(0, 0)})
    game_id, created = store.create(ME, game, options=GameOptions())
    created.result()
    for since, cell in enumerate([(0, 2), (0, 1)]):
        if not game.is_over:
            game.reveal(cell)
            store.append_moves(game_id, game, since=since).result()
    assert game.status == "won"
    [level] = store.statistics(ME)
    assert (level["games"], level["wins"], level["series"][0]["three_bv"]) == (1, 1, 1)


def test_a_move_that_the_database_rejects_changes_nothing(store: Store) -> None:
    game_id, game = new_game(store, 1)
    game.flag((0, 0))
    with store._engine.execution_options(writing=True).begin() as connection:
        connection.execute(
            sa.text("INSERT INTO moves VALUES (:game, 1, 'conflict')"), {"game": game_id}
        )
    with pytest.raises(Exception, match="the database cannot be written"):
        store.append_moves(game_id, game, since=0).result()
    assert store.load_state(game_id).version == 0
    other_id, other = new_game(store, 2)
    other.flag((0, 0))
    assert store.append_moves(other_id, other, since=0).result() == AssistanceUsed()


def test_a_move_returns_the_hints_and_odds_used_so_far(store: Store) -> None:
    game_id, game = new_game(store, 1)
    for kind in ("hints", "hints", "odds"):
        store.count_assistance(game_id, kind).result()
    game.flag((0, 0))
    assert store.append_moves(game_id, game, since=0).result() == AssistanceUsed(hints=2, odds=1)


def test_a_retried_transaction_does_not_make_a_move_twice(store: Store) -> None:
    # A failed transaction repeats its writes one by one.
    service = GameService(compute_inline, store)
    game_id, game = new_game(store, 1)
    other_id, _ = new_game(store, 2)

    async def play() -> None:
        player_game = PlayerGame(ME, Session.resume(game), game_id)
        gate = block_writer(store)
        change = service.change(player_game, lambda: player_game.session.move("flag", (0, 0)))
        moved = asyncio.create_task(change)
        await asyncio.sleep(0)
        broken = sa.text("INSERT INTO moves VALUES (:game, 1, NULL)")
        failed = store._writer.submit(lambda each: each.execute(broken, {"game": other_id}))
        gate.set()
        assert await moved == 1
        with pytest.raises(StoreError):
            failed.result()

    asyncio.run(play())
    assert game.version == 1
    assert store.load_game(game_id).moves == ("0.000 flag 0,0",)
