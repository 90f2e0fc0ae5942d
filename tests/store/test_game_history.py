"""The list of a player's games, with filters and pages, and the deletion of games."""

import contextlib
import json
import sqlite3
from pathlib import Path

import pytest
import sqlalchemy as sa

from sapper import Game, Rules
from sapper.errors import InvalidOption, NotFound
from sapper.game.game_options import AssistanceUsed, GameOptions
from sapper.game.moves import Move
from sapper.store import Store
from sapper.store.database_schema import games
from sapper.store.game_list import GameFilter
from sapper.store.stored_game_types import MAX_PICTURE_CELLS

ME, OTHER = "P" * 22, "Q" * 22
ROW = Rules(width=3, height=1, mines=1, start="any")


def add(
    store: Store,
    *cells: tuple[int, int],
    player: str = ME,
    rules: Rules = ROW,
    options: GameOptions | None = None,
    assistance: AssistanceUsed | None = None,
) -> str:
    """Store a game in which the given cells were revealed; the mine is in the second cell."""
    moves = [Move("reveal", cell, "player", 1.0) for cell in cells]
    game = Game.from_moves(rules, moves, mines=[(0, 1)])
    game_id, created = store.create(
        player, game, options=options or GameOptions(), assistance=assistance
    )
    created.result()
    return game_id


WON, LOST, PLAYING = ((0, 0), (0, 2)), ((0, 1),), ((0, 0),)


def listed(store: Store, player: str = ME, **selection: object) -> list[str]:
    page = store.history.list_games(player, GameFilter(**selection))
    return [game["id"] for game in page.games]


def test_the_latest_games_come_first(store: Store) -> None:
    ids = [add(store, *WON) for _ in range(3)]
    add(store, *WON, player=OTHER)
    assert listed(store) == ids[::-1]


def test_games_are_filtered_by_level_result_and_help(store: Store) -> None:
    won, lost, playing = add(store, *WON), add(store, *LOST), add(store, *PLAYING)
    helped = add(store, *WON, assistance=AssistanceUsed(hints=1))
    other = add(store, *WON, rules=Rules(width=3, height=2, mines=1, start="any"))
    assert listed(store, level="3x2/1") == [other]
    assert listed(store, result="won", level="3x1/1") == [helped, won]
    assert listed(store, result="lost") == [lost]
    assert listed(store, result="unfinished") == [other, playing]
    assert listed(store, assisted=True) == [helped]
    assert listed(store, assisted=False, result="won") == [won]
    assert listed(store, is_over=True) == [helped, lost, won]
    assert store.history.list_levels(ME) == ["3x1/1", "3x2/1"]


def test_pages_continue_after_the_cursor_even_if_games_have_the_same_time(store: Store) -> None:
    ids = {add(store, *WON) for _ in range(7)}
    with store._engine.begin() as connection:
        connection.execute(sa.update(games).values(moved_at=1_700_000_000.1234567))
    found: list[str] = []
    cursor = None
    for size in (3, 3, 1):
        page = store.history.list_games(ME, limit=3, cursor=cursor)
        assert len(page.games) == size
        found += [game["id"] for game in page.games]
        cursor = page.next
    assert cursor is None
    assert found == sorted(ids, reverse=True)


def test_a_malformed_cursor_is_rejected(store: Store) -> None:
    with pytest.raises(InvalidOption, match="invalid cursor"):
        store.history.list_games(ME, cursor="1 OR 1=1")


def test_a_finished_game_is_listed_with_its_result_and_picture(store: Store) -> None:
    game_id = add(store, *WON)
    digest = {"accuracy": 0.5, "mistakes": 2, "avoidable": None, "verdict": ""}
    store.save_digest(game_id, 2, accuracy=0.5, digest=json.dumps(digest)).result()
    (game,) = store.history.list_games(ME).games
    assert (game["status"], game["seconds"], game["three_bv"]) == ("won", 1.0, 2)
    assert (game["mistakes"], game["accuracy"], game["progress"]) == (2, 0.5, 1.0)
    assert (game["rows"], game["paused"], game["imported"]) == (["1F1"], False, False)


def test_an_unfinished_game_is_listed_with_its_progress_but_without_a_picture(
    store: Store,
) -> None:
    add(store, *PLAYING)
    (game,) = store.history.list_games(ME).games
    assert (game["progress"], game["rows"], game["mistakes"]) == (0.5, None, None)


def test_a_large_board_has_no_picture(store: Store) -> None:
    for width, has_picture in ((MAX_PICTURE_CELLS, True), (MAX_PICTURE_CELLS + 1, False)):
        add(store, *LOST, rules=Rules(width=width, height=1, mines=1, start="any"))
        assert (store.history.list_games(ME).games[0]["rows"] is not None) is has_picture


def test_deleting_a_game_deletes_its_moves_and_its_share_link(store: Store) -> None:
    game_id, kept = add(store, *WON), add(store, *WON)
    token = store.share(game_id).result()
    assert store.history.delete(ME, [game_id]).result() == 1
    assert store.history.delete(ME, [game_id]).result() == 0
    assert listed(store) == [kept]
    with pytest.raises(NotFound):
        store.load_shared_state(token)
    with store._engine.connect() as connection:
        rows = connection.execute(sa.text("SELECT DISTINCT game FROM moves")).scalars()
        assert list(rows) == [kept]


def test_a_player_cannot_delete_the_games_of_another_player(store: Store) -> None:
    game_id = add(store, *WON)
    assert store.history.delete(OTHER, [game_id]).result() == 0
    assert listed(store) == [game_id]


def test_a_deleted_game_disappears_from_the_statistics_and_the_ranking(store: Store) -> None:
    first, second = add(store, *WON), add(store, *WON)
    store.history.delete(ME, [first]).result()
    assert [level["games"] for level in store.statistics(ME)] == [1]
    assert store.load_standing(second).ranked_games == 1


def test_the_list_is_read_in_the_order_of_an_index(sqlite_store: Store) -> None:
    # Sorting 50,000 games once occupied the threads that read games for other players.
    store = sqlite_store
    add(store, *WON)
    plans: list[str] = []

    @sa.event.listens_for(store._engine, "before_cursor_execute")
    def explain(
        connection: sa.Connection, _: object, sql: str, values: object, *__: object
    ) -> None:
        if sql.startswith("SELECT games.id"):
            driver = connection.connection.driver_connection
            rows = driver.execute(f"EXPLAIN QUERY PLAN {sql}", values).fetchall()
            plans.extend(row[3] for row in rows)

    assert len(listed(store)) == 1
    assert plans[0] == "SEARCH games USING INDEX games_by_player (player=?)"
    assert "USE TEMP B-TREE FOR ORDER BY" not in plans


def test_a_page_is_read_from_an_index_even_if_all_games_have_the_same_time(tmp_path: Path) -> None:
    # Imported games may all have the same time. Each page once sorted all of them.
    with contextlib.closing(Store(f"sqlite:///{tmp_path / 'sapper.sqlite'}")):
        pass
    with contextlib.closing(sqlite3.connect(tmp_path / "sapper.sqlite")) as connection:
        for order in ("moved_at DESC, id DESC", "moved_at, id"):
            query = f"SELECT * FROM games WHERE player = 'P' ORDER BY {order} LIMIT 20"
            ((*_, plan),) = connection.execute(f"EXPLAIN QUERY PLAN {query}")
            assert "games_by_player" in plan
