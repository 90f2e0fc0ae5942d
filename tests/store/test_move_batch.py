"""Moves of many games in one transaction: what is good is kept, what is not is refused alone."""

import threading

import pytest
import sqlalchemy as sa

from sapper import Game, Rules
from sapper.errors import NotFound, StaleVersion
from sapper.game.game_options import AssistanceUsed, GameOptions
from sapper.store import Store

ME = "P" * 22


def new_game(store: Store, seed: int) -> tuple[str, Game]:
    game = Game(Rules(6, 6, 5), seed=seed)
    game_id, kept = store.create(ME, game, terms=GameOptions())
    kept.result()
    return game_id, game


def hold(store: Store) -> threading.Event:
    """Hold the writer, so that all that a test asks for comes into one transaction."""
    gate, began = threading.Event(), threading.Event()

    def wait(_: sa.Connection) -> None:
        began.set()
        gate.wait()

    store._writer.submit(wait)
    began.wait()
    return gate


def test_each_move_of_a_transaction_has_its_own_answer(store: Store) -> None:
    games = [new_game(store, seed) for seed in range(4)]
    gate = hold(store)
    for _, game in games:
        game.flag((0, 0))
    twin = Game(Rules(6, 6, 5), seed=0)
    twin.flag((5, 5))
    stale = Game(Rules(6, 6, 5), seed=3)
    stale.flag((1, 1))
    stale.flag((1, 2))
    kept = [store.append(game_id, game, since=0) for game_id, game in games[:3]]
    double = store.append(games[0][0], twin, since=0)
    late = store.append(games[3][0], stale, since=1)
    unknown = store.append("nothing", stale, since=0)
    counted = store.count_assist(games[1][0], "hints")
    before = store.writes[1]
    gate.set()
    assert [each.result().odds for each in kept] == [0, 0, 0]
    assert counted.result() == AssistanceUsed(1, 0)
    with pytest.raises(StaleVersion, match="the game is at version 1, not 0"):
        double.result()
    with pytest.raises(StaleVersion, match="the game is at version 0, not 1"):
        late.result()
    with pytest.raises(NotFound):
        unknown.result()
    assert store.writes[1] - before <= 1
    assert [store.game(game_id).moves for game_id, _ in games] == [
        ("0.000 flag 0,0",), ("0.000 flag 0,0",), ("0.000 flag 0,0",), (),
    ]  # fmt: skip


def test_moves_of_one_game_one_after_the_other_may_share_a_transaction(
    store: Store,
) -> None:
    game_id, game = new_game(store, 1)
    gate = hold(store)
    kept = []
    for since in range(3):
        game.flag((0, since))
        kept.append(store.append(game_id, game, since=since))
    gate.set()
    assert [each.result() for each in kept] == [AssistanceUsed()] * 3
    assert store.game(game_id).version == len(store.game(game_id).moves) == 3


def test_how_a_game_ended_is_kept_with_its_last_move(store: Store) -> None:
    game = Game.from_layout(Rules(3, 1, 1, "any"), {(0, 0)})
    game_id, kept = store.create(ME, game, terms=GameOptions())
    kept.result()
    for since, cell in enumerate([(0, 2), (0, 1)]):
        if not game.is_over:
            game.reveal(cell)
            store.append(game_id, game, since=since).result()
    assert game.status == "won"
    [level] = store.statistics(ME)
    assert (level["games"], level["wins"], level["series"][0]["three_bv"]) == (1, 1, 1)


def test_a_move_that_the_database_refuses_keeps_no_half_of_it(store: Store) -> None:
    game_id, game = new_game(store, 1)
    game.flag((0, 0))
    with store._engine.execution_options(writing=True).begin() as connection:
        connection.execute(
            sa.text("INSERT INTO moves VALUES (:game, 1, 'in the way')"), {"game": game_id}
        )
    with pytest.raises(Exception, match="the database cannot be written"):
        store.append(game_id, game, since=0).result()
    assert store.state(game_id).version == 0
    other_id, other = new_game(store, 2)
    other.flag((0, 0))
    assert store.append(other_id, other, since=0).result() == AssistanceUsed()


def test_a_move_is_answered_with_hints_and_odds_each_by_its_name(store: Store) -> None:
    game_id, game = new_game(store, 1)
    for kind in ("hints", "hints", "odds"):
        store.count_assist(game_id, kind).result()
    game.flag((0, 0))
    assert store.append(game_id, game, since=0).result() == AssistanceUsed(hints=2, odds=1)
