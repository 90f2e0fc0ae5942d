"""Games and moves in the database."""

import threading
import time

import pytest
import sqlalchemy as sa

from sapper import Game, Rules, read_replay
from sapper.errors import NotFound, StaleVersion, StoreError
from sapper.game.game_options import AssistanceUsed, GameOptions
from sapper.store import Store
from sapper.store import store as games_module

ME = "P" * 22


def create(store: Store, game: Game, player: str = ME, terms: GameOptions | None = None) -> str:
    game_id, kept = store.create(player, game, terms=terms or GameOptions())
    kept.result()
    return game_id


def test_a_game_comes_back_as_it_was_kept(store: Store) -> None:
    game = Game(Rules.level("beginner"), seed=42)
    terms = GameOptions(
        practice=True, known_board=True, no_guess=True, difficulty="hard", first=(4, 4)
    )
    game_id = create(store, game, terms=terms)
    for since, cell in enumerate([(0, 0), (0, 5), (8, 8)]):
        game.flag(cell)
        store.append(game_id, game, since=since).result()
    stored = store.game(game_id)
    assert (stored.player, stored.version, stored.status) == (ME, 3, "ready")
    assert stored.terms == terms
    again = read_replay(stored.record())
    assert again.view == game.view
    assert (again.seed, again.history) == (42, game.history)


@pytest.mark.parametrize("seed", [0, 2**53, 2**64 - 1])
def test_every_seed_fits(store: Store, seed: int) -> None:
    game_id = create(store, Game(Rules(4, 4, 3), seed=seed))
    assert store.game(game_id).seed == seed


def test_a_given_board_comes_back_with_its_mines(store: Store) -> None:
    game_id = create(store, Game.from_layout(Rules(4, 1, 2), {(0, 0), (0, 3)}))
    assert read_replay(store.game(game_id).record()).layout == {(0, 0), (0, 3)}


def test_many_moves_at_once_are_kept_in_order(store: Store) -> None:
    game = Game(Rules(20, 20, 5), seed=1)
    game_id = create(store, game)
    for column in range(20):
        game.flag((0, column), by="ai")
    game.undo()
    store.append(game_id, game, since=0).result()
    assert read_replay(store.game(game_id).record()).history == game.history


def test_a_move_on_an_old_version_is_refused_and_nothing_is_kept(store: Store) -> None:
    game, other = (Game(Rules(4, 4, 3), seed=1) for _ in range(2))
    game_id = create(store, game)
    game.flag((0, 0))
    other.flag((3, 3))
    store.append(game_id, game, since=0).result()
    with pytest.raises(StaleVersion, match="the game is at version 1, not 0") as caught:
        store.append(game_id, other, since=0).result()
    assert caught.value.version == 1
    assert store.game(game_id).moves == ("0.000 flag 0,0",)


def test_of_many_moves_at_once_on_one_version_exactly_one_is_kept(url: str, store: Store) -> None:
    game_id = create(store, Game(Rules(10, 10, 5), seed=1))
    second = Store(url)
    results: list[object] = []

    def play(where: Store, column: int) -> None:
        game = Game(Rules(10, 10, 5), seed=1)
        game.flag((0, column))
        try:
            results.append(where.append(game_id, game, since=0).result())
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
    assert len(store.game(game_id).moves) == store.game(game_id).version == 1


def test_an_unknown_game_is_unknown_everywhere(store: Store) -> None:
    for ask in (store.state, store.game, store.shared_game):
        with pytest.raises(NotFound):
            ask("nothing")
    game = Game(Rules(4, 4, 3), seed=1)
    game.flag((0, 0))
    for kept in (
        store.append("nothing", game, since=0),
        store.share("nothing"),
        store.count_assist("nothing", "hints"),
    ):
        with pytest.raises(NotFound):
            kept.result()


def test_help_is_counted_by_everybody_and_told_with_the_next_move(store: Store, url: str) -> None:
    game = Game(Rules(4, 4, 3), seed=1)
    game_id = create(store, game)
    second = Store(url)
    second.count_assist(game_id, "hints").result()
    assert second.count_assist(game_id, "odds").result() == AssistanceUsed(1, 1)
    second.close()
    game.flag((0, 0))
    assert store.append(game_id, game, since=0).result() == AssistanceUsed(1, 1)
    assert store.state(game_id).assists == AssistanceUsed(1, 1)


def test_a_finished_game_takes_no_more_help(store: Store) -> None:
    game = Game.from_layout(Rules(2, 1, 1, "any"), {(0, 0)})
    game_id = create(store, game)
    game.reveal((0, 0))
    store.append(game_id, game, since=0).result()
    with pytest.raises(StaleVersion, match="the game is over"):
        store.count_assist(game_id, "hints").result()


def test_a_link_stays_the_same_and_leads_to_the_game(store: Store) -> None:
    game_id = create(store, Game(Rules(4, 4, 3), seed=1))
    token = store.share(game_id).result()
    assert store.share(game_id).result() == token
    assert store.shared_game(token).id == game_id
    assert token != game_id


def test_time_since_the_last_move_counts_and_a_clock_set_back_counts_as_none(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id = create(store, Game(Rules(4, 4, 3), seed=1))
    kept_at = time.time()
    monkeypatch.setattr(games_module, "now", lambda: kept_at + 100)
    assert store.game(game_id).idle == pytest.approx(100, abs=5)
    monkeypatch.setattr(games_module, "now", lambda: kept_at - 1000)
    assert store.game(game_id).idle == 0.0


def test_settings_are_kept_for_each_player(store: Store) -> None:
    assert store.settings(ME) == "{}"
    store.set_settings(ME, '{"a":1}').result()
    store.set_settings(ME, '{"a":2}').result()
    store.set_settings("Q" * 22, "{}").result()
    assert store.settings(ME) == '{"a":2}'


def test_a_write_that_fails_hurts_no_other_in_the_same_transaction(store: Store) -> None:
    good, bad = Game(Rules(4, 4, 3), seed=1), Game(Rules(4, 4, 3), seed=2)
    game_id = create(store, good)
    good.flag((0, 0))
    gate = threading.Event()

    def wait(_: sa.Connection) -> None:
        gate.wait()

    def fail(connection: sa.Connection) -> None:
        connection.execute(sa.text("INSERT INTO no_table VALUES (1)"))

    writer = store._writer
    held = writer.submit(wait)  # so that the three below come into one transaction
    before = create_later(store, bad)
    broken = writer.submit(fail)
    after = store.append(game_id, good, since=0)
    gate.set()
    held.result()
    before[1].result()
    assert after.result() == AssistanceUsed()
    with pytest.raises(StoreError, match=r"no such table|does not exist"):
        broken.result()
    assert store.game(game_id).version == 1
    assert store.game(before[0]).seed == 2


def create_later(store: Store, game: Game) -> tuple:
    return store.create(ME, game, terms=GameOptions())


def test_writes_that_wait_share_a_transaction(store: Store) -> None:
    gate = threading.Event()
    held = store._writer.submit(lambda _: gate.wait())
    kept = [store.set_settings(ME, f'{{"n":{n}}}') for n in range(50)]
    gate.set()
    held.result()
    for each in kept:
        each.result()
    writes, transactions = store.writes
    assert writes == 51
    assert transactions <= 2
    assert store.settings(ME) == '{"n":49}'


def test_a_write_is_made_also_when_nobody_waits_for_it_any_more(store: Store) -> None:
    # A client that hangs up cancels what it waits for; that once ended the thread that writes.
    gate = threading.Event()
    held = store._writer.submit(lambda _: gate.wait())
    kept = store.set_settings(ME, '{"a":1}')
    assert not kept.cancel()
    gate.set()
    held.result()
    store.set_settings("Q" * 22, '{"a":2}').result()
    assert store.settings(ME) == '{"a":1}'


def test_sqlite_keeps_a_log_and_waits_for_the_disk(sqlite_store: Store) -> None:
    with sqlite_store._engine.connect() as connection:
        assert connection.execute(sa.text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(sa.text("PRAGMA synchronous")).scalar() == 2  # FULL


def test_a_database_that_is_locked_for_long_gives_an_error_and_then_works_again(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sapper.store.database.BUSY_SECONDS", 0.1)
    store = Store(sqlite_url)
    engine = sa.create_engine(sqlite_url)
    with engine.connect() as other:
        other.exec_driver_sql("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="locked"):
            store.set_settings(ME, '{"a":1}').result()
        assert store.settings(ME) == "{}"  # reading goes on
        other.rollback()
    store.set_settings(ME, '{"a":2}').result()
    assert store.settings(ME) == '{"a":2}'
    engine.dispose()
    store.close()


def test_closing_finishes_what_is_waiting(url: str) -> None:
    store = Store(url)
    kept = [store.set_settings(ME, f'{{"n":{n}}}') for n in range(20)]
    store.close()
    assert all(each.done() for each in kept)
    again = Store(url)
    assert again.settings(ME) == '{"n":19}'
    again.close()


def test_progress_tells_what_came_after_a_version(store: Store) -> None:
    game = Game(Rules(4, 4, 3), seed=1)
    game_id = create(store, game)
    assert store.progress(game_id, 0).moves == ()
    for since in range(3):
        game.flag((0, since))
        store.append(game_id, game, since=since).result()
    store.count_assist(game_id, "odds").result()
    progress = store.progress(game_id, 1)
    assert progress.moves == ("0.000 flag 0,1", "0.000 flag 0,2")
    assert (progress.player, progress.share, progress.assists) == (ME, None, AssistanceUsed(0, 1))
    assert progress.idle >= 0
    assert store.progress(game_id, 7).moves == ()
    with pytest.raises(NotFound):
        store.progress("nothing", 0)
