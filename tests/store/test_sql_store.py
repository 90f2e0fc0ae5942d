"""Stored games, moves and settings."""

import threading
import time

import pytest
import sqlalchemy as sa

from sapper import Game, Rules
from sapper.errors import NotFound, StaleVersion, StoreError
from sapper.game.game_options import AssistanceUsed, GameOptions
from sapper.store import Store
from sapper.store import sql_store as store_module
from sapper.store.challenges import Challenge
from sapper.store.stored_game_types import new_row
from sapper.store.stored_puzzle_types import StoredCard, StoredRun

ME = "P" * 22


def create(store: Store, game: Game, player: str = ME, options: GameOptions | None = None) -> str:
    game_id, created = store.create(player, game, options=options or GameOptions())
    created.result()
    return game_id


def test_a_stored_game_can_be_loaded(store: Store) -> None:
    game = Game(Rules.level("beginner"), seed=42)
    options = GameOptions(
        practice=True, known_board=True, no_guess=True, difficulty="hard", first=(4, 4)
    )
    game_id = create(store, game, options=options)
    for since, cell in enumerate([(0, 0), (0, 5), (8, 8)]):
        game.flag(cell)
        store.append_moves(game_id, game, since=since).result()
    stored = store.load_game(game_id)
    assert (stored.player, stored.version, stored.status) == (ME, 3, "ready")
    assert stored.options == options
    again = stored.to_game()
    assert again.view == game.view
    assert (again.seed, again.history) == (42, game.history)


@pytest.mark.parametrize("seed", [0, 2**53, 2**64 - 1])
def test_every_64_bit_seed_can_be_stored(store: Store, seed: int) -> None:
    game_id = create(store, Game(Rules(4, 4, 3), seed=seed))
    assert store.load_game(game_id).seed == seed


def test_a_game_on_a_given_layout_is_stored_with_its_mines(store: Store) -> None:
    game_id = create(store, Game.from_layout(Rules(4, 1, 2), {(0, 0), (0, 3)}))
    assert store.load_game(game_id).to_game().layout == {(0, 0), (0, 3)}


def test_several_moves_are_stored_in_order(store: Store) -> None:
    game = Game(Rules(20, 20, 5), seed=1)
    game_id = create(store, game)
    for column in range(20):
        game.flag((0, column), by="ai")
    game.undo()
    store.append_moves(game_id, game, since=0).result()
    assert store.load_game(game_id).to_game().history == game.history


def test_a_move_on_an_outdated_version_is_rejected(store: Store) -> None:
    game, other = (Game(Rules(4, 4, 3), seed=1) for _ in range(2))
    game_id = create(store, game)
    game.flag((0, 0))
    other.flag((3, 3))
    store.append_moves(game_id, game, since=0).result()
    with pytest.raises(StaleVersion, match="the game is at version 1, not 0") as caught:
        store.append_moves(game_id, other, since=0).result()
    assert caught.value.version == 1
    assert store.load_game(game_id).moves == ("0.000 flag 0,0",)


def test_exactly_one_of_several_concurrent_moves_is_stored(url: str, store: Store) -> None:
    game_id = create(store, Game(Rules(10, 10, 5), seed=1))
    second = Store(url)
    results: list[object] = []

    def play(where: Store, column: int) -> None:
        game = Game(Rules(10, 10, 5), seed=1)
        game.flag((0, column))
        try:
            results.append(where.append_moves(game_id, game, since=0).result())
        except StaleVersion as error:
            results.append(error)

    threads = [
        threading.Thread(target=play, args=([store, second][column % 2], column))
        for column in range(10)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    second.close()
    assert sum(isinstance(result, StaleVersion) for result in results) == 9
    assert len(store.load_game(game_id).moves) == store.load_game(game_id).version == 1


def test_every_operation_on_an_unknown_game_raises_not_found(store: Store) -> None:
    for load in (store.load_state, store.load_game, store.load_shared_state):
        with pytest.raises(NotFound):
            load("nothing")
    game = Game(Rules(4, 4, 3), seed=1)
    game.flag((0, 0))
    for written in (
        store.append_moves("nothing", game, since=0),
        store.share("nothing"),
        store.count_assistance("nothing", "hints"),
    ):
        with pytest.raises(NotFound):
            written.result()


def test_assistance_counted_by_another_process_is_returned_with_a_move(
    store: Store, url: str
) -> None:
    game = Game(Rules(4, 4, 3), seed=1)
    game_id = create(store, game)
    second = Store(url)
    second.count_assistance(game_id, "hints").result()
    assert second.count_assistance(game_id, "odds").result() == AssistanceUsed(1, 1)
    second.close()
    game.flag((0, 0))
    assert store.append_moves(game_id, game, since=0).result() == AssistanceUsed(1, 1)
    assert store.load_state(game_id).assistance == AssistanceUsed(1, 1)


def test_assistance_for_a_finished_game_is_rejected(store: Store) -> None:
    game = Game.from_layout(Rules(2, 1, 1, "any"), {(0, 0)})
    game_id = create(store, game)
    game.reveal((0, 0))
    store.append_moves(game_id, game, since=0).result()
    with pytest.raises(StaleVersion, match="the game is over"):
        store.count_assistance(game_id, "hints").result()


def test_a_share_link_is_stable_and_opens_the_game(store: Store) -> None:
    game_id = create(store, Game(Rules(4, 4, 3), seed=1))
    token = store.share(game_id).result()
    assert store.share(game_id).result() == token
    assert store.load_shared_state(token).id == game_id
    assert token != game_id


def test_idle_time_is_never_negative(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    game_id = create(store, Game(Rules(4, 4, 3), seed=1))
    stored_at = time.time()
    monkeypatch.setattr(store_module, "now", lambda: stored_at + 100)
    assert store.load_game(game_id).idle == pytest.approx(100, abs=5)
    monkeypatch.setattr(store_module, "now", lambda: stored_at - 1000)
    assert store.load_game(game_id).idle == 0.0


def test_each_player_has_own_settings(store: Store) -> None:
    assert store.load_settings(ME) == "{}"
    store.save_settings(ME, '{"a":1}').result()
    store.save_settings(ME, '{"a":2}').result()
    store.save_settings("Q" * 22, "{}").result()
    assert store.load_settings(ME) == '{"a":2}'


def test_a_failed_write_does_not_affect_others_in_its_transaction(store: Store) -> None:
    good, bad = Game(Rules(4, 4, 3), seed=1), Game(Rules(4, 4, 3), seed=2)
    game_id = create(store, good)
    good.flag((0, 0))
    gate = threading.Event()

    def wait(_: sa.Connection) -> None:
        gate.wait()

    def fail(connection: sa.Connection) -> None:
        connection.execute(sa.text("INSERT INTO no_table VALUES (1)"))

    writer = store._writer
    blocked = writer.submit(wait)  # puts the next three writes into one transaction
    created_id, created = store.create(ME, bad, options=GameOptions())
    broken = writer.submit(fail)
    after = store.append_moves(game_id, good, since=0)
    gate.set()
    blocked.result()
    created.result()
    assert after.result() == AssistanceUsed()
    with pytest.raises(StoreError, match=r"no such table|does not exist"):
        broken.result()
    assert store.load_game(game_id).version == 1
    assert store.load_game(created_id).seed == 2


def test_queued_writes_share_a_transaction(store: Store) -> None:
    gate = threading.Event()
    blocked = store._writer.submit(lambda _: gate.wait())
    written = [store.save_settings(ME, f'{{"n":{n}}}') for n in range(50)]
    gate.set()
    blocked.result()
    for each in written:
        each.result()
    writes, transactions = store.write_counts
    assert writes == 51
    assert transactions <= 2
    assert store.load_settings(ME) == '{"n":49}'


def test_a_write_cannot_be_cancelled(store: Store) -> None:
    # A disconnecting client cancels its request, which once stopped the writer thread.
    gate = threading.Event()
    blocked = store._writer.submit(lambda _: gate.wait())
    written = store.save_settings(ME, '{"a":1}')
    assert not written.cancel()
    gate.set()
    blocked.result()
    store.save_settings("Q" * 22, '{"a":2}').result()
    assert store.load_settings(ME) == '{"a":1}'


def test_sqlite_uses_a_write_ahead_log_and_full_synchronisation(sqlite_store: Store) -> None:
    with sqlite_store._engine.connect() as connection:
        assert connection.execute(sa.text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(sa.text("PRAGMA synchronous")).scalar() == 2  # FULL


def test_a_locked_database_is_an_error_until_it_is_unlocked(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sapper.store.database.LOCK_TIMEOUT_SECONDS", 0.1)
    store = Store(sqlite_url)
    engine = sa.create_engine(sqlite_url)
    with engine.connect() as other:
        other.exec_driver_sql("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="locked"):
            store.save_settings(ME, '{"a":1}').result()
        assert store.load_settings(ME) == "{}"  # reads still work
        other.rollback()
    store.save_settings(ME, '{"a":2}').result()
    assert store.load_settings(ME) == '{"a":2}'
    engine.dispose()
    store.close()


def test_closing_completes_queued_writes(url: str) -> None:
    store = Store(url)
    written = [store.save_settings(ME, f'{{"n":{n}}}') for n in range(20)]
    store.close()
    assert all(each.done() for each in written)
    again = Store(url)
    assert again.load_settings(ME) == '{"n":19}'
    again.close()


def test_an_update_contains_the_moves_after_a_version(store: Store) -> None:
    game = Game(Rules(4, 4, 3), seed=1)
    game_id = create(store, game)
    assert store.load_update(game_id, 0).moves == ()
    for since in range(3):
        game.flag((0, since))
        store.append_moves(game_id, game, since=since).result()
    store.count_assistance(game_id, "odds").result()
    update = store.load_update(game_id, 1)
    assert update.moves == ("0.000 flag 0,1", "0.000 flag 0,2")
    assert (update.player, update.share_token, update.assistance) == (
        ME,
        None,
        AssistanceUsed(0, 1),
    )
    assert update.idle >= 0
    assert store.load_update(game_id, 7).moves == ()
    with pytest.raises(NotFound):
        store.load_update("nothing", 0)


def test_pruning_deletes_old_unfinished_games_and_players_without_games(store: Store) -> None:
    def create(player: str, *cells: tuple[int, int]) -> str:
        game = Game.from_layout(Rules(2, 1, 1, "any"), {(0, 0)})
        for cell in cells:
            game.reveal(cell)
        game_id, created = store.create(player, game, options=GameOptions())
        created.result()
        return game_id

    unfinished, finished = create("A" * 22), create("A" * 22, (0, 1))
    for name in ("B", "C"):
        store.save_settings(name * 22, '{"theme":"dark"}').result()
    create("D" * 22)
    store.puzzle_deck.add("C" * 22, [StoredCard("x", "safe", "1-1", "1x1/0\n#", "")]).result()
    assert store.prune(before=0.0) == 0
    assert store.prune(before=time.time() + 1) == 4  # two games and the players B and D
    with pytest.raises(NotFound):
        store.load_game(unfinished)
    assert store.load_game(finished).version == 1
    assert store.load_settings("B" * 22) == "{}"
    assert store.load_settings("C" * 22) == '{"theme":"dark"}'
    assert store.prune(before=time.time() + 1) == 0


def test_pruning_deletes_dead_challenges_old_daily_attempts_and_empty_runs(store: Store) -> None:
    me, friend = "A" * 22, "B" * 22
    game = Game.from_layout(Rules(2, 1, 1, "any"), {(0, 0)})
    game.reveal((0, 1))
    ids = []
    for name in ("kept", "dead"):
        game_id, created = store.create(me, game, options=GameOptions())
        created.result()
        sent = Challenge(id=name, player=me, game=game_id, name="", hides_result=False)
        store.challenges.create(sent).result()
        row = new_row(f"{name} attempt", friend, game, options=GameOptions())
        store.challenges.accept(name, "", row).result()
        daily = new_row(f"{name} daily", me, game, options=GameOptions())
        store.daily_attempts.start("2026-01-01", name, daily).result()
        ids.append(game_id)
    for score in (0, 1):
        run = StoredRun(f"run {score}", 0.0, 3, score, is_over=True)
        store.puzzle_records.start_run(me, run).result()
    store.history.delete(me, [ids[1], "dead daily"]).result()
    # The dead challenge and the attempt at it, the attempt at a daily board and the empty run
    assert store.prune(before=time.time() + 1) == 4
    assert store.challenges.get("kept").game == ids[0]
    assert store.challenges.own_result("kept", friend) is not None
    with pytest.raises(NotFound):
        store.challenges.get("dead")
    assert store.challenges.own_result("dead", friend) is None
    assert store.daily_attempts.result(me, "2026-01-01", "kept") is not None
    assert store.daily_attempts.result(me, "2026-01-01", "dead") is None
    assert store.puzzle_records.best_runs(me) == [(0.0, 1)]


def test_games_with_many_moves_are_deleted_in_several_writes(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Deleting 20 games with 20,000 moves each once blocked the writer for more than a second.
    monkeypatch.setattr("sapper.store.game_history._DELETED_MOVES", 5)
    player = "A" * 22
    for moves in (3, 2, 1, 9, 1):
        game = Game(Rules(9, 9, 10), seed=1)
        for _ in range(moves):
            game.flag((0, 0))
        store.create(player, game, options=GameOptions())[1].result()
    versions = []
    while found := store.history.list_some_games(player):
        versions.append([store.load_state(game_id).version for game_id in found])
        assert versions[-1] == list(found.values())
        assert store.history.delete(player, list(found)).result() == len(found)
    assert sum(map(len, versions)) == 5
    assert all(sum(each) <= 5 or len(each) == 1 for each in versions)
