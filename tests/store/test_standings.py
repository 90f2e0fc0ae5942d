"""A finished game's rank, best times and streak among its player's games."""

import itertools

import pytest
import sqlalchemy as sa

from sapper import Game, Rules
from sapper.errors import NotFound
from sapper.game.game_options import AssistanceUsed, GameOptions, is_assisted
from sapper.game.moves import Move
from sapper.store import Store
from sapper.store.database import read_transaction
from sapper.store.database_schema import games
from sapper.store.game_conditions import IS_ASSISTED
from sapper.store.standings import Standing

ME, OTHER = "P" * 22, "Q" * 22
RULES = Rules(width=3, height=1, mines=1, start="any")


def play(
    store: Store,
    seconds: float = 5.0,
    *,
    won: bool = True,
    player: str = ME,
    rules: Rules = RULES,
    options: GameOptions | None = None,
    assistance: AssistanceUsed | None = None,
) -> str:
    """Store a game that ended after the given time, and return its id."""
    cells = [(0, 0), (0, 2) if won else (0, 1)]
    times = [0.0, seconds]
    moves = [Move("reveal", cell, "player", at) for cell, at in zip(cells, times, strict=True)]
    game = Game.from_moves(rules, moves, mines=[(0, 1)])
    assert game.is_over
    game_id, created = store.create(
        player, game, options=options or GameOptions(), assistance=assistance
    )
    created.result()
    return game_id


def test_the_first_win_has_no_previous_best(store: Store) -> None:
    assert store.load_standing(play(store, 7.0)) == Standing(
        rank=1, ranked_games=1, best_seconds=7.0, previous_best_seconds=None, streak=1
    )


def test_a_win_is_ranked_by_its_time(store: Store) -> None:
    first, second, third = (play(store, seconds) for seconds in (7.0, 5.0, 6.0))
    assert store.load_standing(third) == Standing(
        rank=2, ranked_games=3, best_seconds=5.0, previous_best_seconds=5.0, streak=3
    )
    standing = store.load_standing(second)
    assert (standing.rank, standing.previous_best_seconds, standing.streak) == (1, 7.0, 2)
    assert store.load_standing(first).rank == 3


def test_a_loss_has_no_rank_and_ends_the_streak(store: Store) -> None:
    play(store)
    standing = store.load_standing(play(store, won=False))
    assert (standing.rank, standing.ranked_games, standing.streak) == (None, 1, 0)
    assert store.load_standing(play(store)).streak == 1


@pytest.mark.parametrize(
    ("options", "assistance"),
    [
        (GameOptions(practice=True), None),
        (GameOptions(known_board=True), None),
        (None, AssistanceUsed(hints=1)),
        (None, AssistanceUsed(odds=1)),
    ],
)
def test_an_assisted_win_has_no_rank_and_does_not_count(
    store: Store, options: GameOptions | None, assistance: AssistanceUsed | None
) -> None:
    play(store, 9.0)
    assisted = play(store, 1.0, options=options, assistance=assistance)
    standing = store.load_standing(assisted)
    assert (standing.rank, standing.best_seconds, standing.streak) == (None, 9.0, 1)
    assert store.load_standing(play(store, 8.0)).rank == 1


def test_only_games_of_the_same_kind_are_compared(store: Store) -> None:
    play(store, 1.0, player=OTHER)
    play(store, 1.0, rules=Rules(width=3, height=1, mines=1, start="safe"))
    play(store, 1.0, options=GameOptions(no_guess=True, first=(0, 0)))
    standing = store.load_standing(play(store, 9.0))
    assert (standing.rank, standing.ranked_games) == (1, 1)


def test_the_start_rule_does_not_matter_on_a_no_guess_board(store: Store) -> None:
    options = GameOptions(no_guess=True, first=(0, 0))
    play(store, 1.0, options=options, rules=Rules(width=3, height=1, mines=1, start="safe"))
    standing = store.load_standing(play(store, 9.0, options=options))
    assert (standing.rank, standing.ranked_games) == (2, 2)


def test_the_standing_of_an_unknown_game_is_not_found(store: Store) -> None:
    with pytest.raises(NotFound):
        store.load_standing("no-such-game")


def test_the_sql_condition_for_assisted_games_matches_the_rule_of_the_game(store: Store) -> None:
    expected = {}
    for practice, known, imported, hints, odds in itertools.product((False, True), repeat=5):
        options = GameOptions(
            practice=practice, known_board=known, imported=imported, no_guess=True
        )
        used = AssistanceUsed(int(hints), int(odds))
        game_id = play(store, options=options, assistance=used)
        expected[game_id] = is_assisted(options, used, assisted_moves=0)
    with read_transaction(store._engine) as connection:
        rows = connection.execute(sa.select(games.c.id, IS_ASSISTED))
        assert {game_id: bool(assisted) for game_id, assisted in rows} == expected
