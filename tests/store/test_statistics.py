"""What finished games add up to."""

import pytest

from sapper import Game, Rules
from sapper.game.game_options import GameOptions
from sapper.store import Store
from sapper.store.statistics import LONGEST_SERIES, FinishedGame, summarise

ME = "P" * 22


def finished(**changes: object) -> FinishedGame:
    usual = {
        "level": "beginner", "assisted": False, "won": True, "at": 0.0, "seconds": 10.0,
        "three_bv": 20, "solved_three_bv": 20, "clicks": 40, "accuracy": None,
    }  # fmt: skip
    return FinishedGame(**{**usual, **changes})


def test_games_and_wins_are_counted_level_by_level() -> None:
    levels = summarise(
        [finished(), finished(won=False, solved_three_bv=5), finished(level="expert")]
    )
    assert [(level["level"], level["games"], level["wins"]) for level in levels] == [
        ("beginner", 2, 1),
        ("expert", 1, 1),
    ]
    assert levels[0]["win_rate"] == 0.5


def test_games_with_help_are_apart() -> None:
    levels = summarise([finished(), finished(assisted=True, seconds=1.0)])
    assert [(level["assisted"], level["best_seconds"]) for level in levels] == [
        (False, 10.0),
        (True, 1.0),
    ]


@pytest.mark.parametrize(
    ("results", "streak", "best"),
    [("", 0, 0), ("w", 1, 1), ("wwl", 0, 2), ("wwlw", 1, 2), ("lll", 0, 0), ("lwww", 3, 3)],
)
def test_streaks_are_wins_in_a_row(results: str, streak: int, best: int) -> None:
    games = [finished(won=result == "w") for result in results]
    for level in summarise(games):
        assert (level["streak"], level["best_streak"]) == (streak, best)
    assert bool(games) == bool(summarise(games))


def test_times_and_speeds_are_those_of_games_won() -> None:
    (level,) = summarise(
        [
            finished(seconds=20.0),
            finished(seconds=10.0),
            finished(seconds=0.0),  # a first reveal that won has taken no time
            finished(seconds=1.0, won=False, solved_three_bv=3, clicks=6),
        ]
    )
    assert level["best_seconds"] == 0.0
    assert level["mean_seconds"] == 10.0
    assert level["best_three_bv_per_second"] == 2.0
    assert level["mean_three_bv_per_second"] == 1.5
    assert level["mean_efficiency"] == 0.5


def test_accuracy_is_the_mean_of_what_is_known() -> None:
    (level,) = summarise([finished(accuracy=1.0), finished(accuracy=0.5), finished()])
    assert level["mean_accuracy"] == 0.75
    (level,) = summarise([finished()])
    assert level["mean_accuracy"] is None


def test_a_series_has_the_latest_games_in_order() -> None:
    (level,) = summarise([finished(at=float(n)) for n in range(LONGEST_SERIES + 10)])
    assert [point["at"] for point in level["series"]] == list(range(10, LONGEST_SERIES + 10))
    assert level["games"] == LONGEST_SERIES + 10


def play(store: Store, cell: tuple[int, int], terms: GameOptions, player: str = ME) -> str:
    """A game on the board `*1` that is over after one reveal."""
    game = Game.from_layout(Rules(2, 1, 1, "any"), {(0, 0)})
    game_id, kept = store.create(player, game, terms=terms)
    kept.result()
    game.reveal(cell)
    store.append(game_id, game, since=0).result()
    return game_id


def test_the_store_tells_what_a_player_has_finished(store: Store) -> None:
    won = play(store, (0, 1), GameOptions())
    play(store, (0, 0), GameOptions())
    play(store, (0, 1), GameOptions(practice=True))
    play(store, (0, 1), GameOptions(known_board=True))
    play(store, (0, 1), GameOptions(no_guess=True))
    play(store, (0, 1), GameOptions(), player="Q" * 22)
    game = Game(Rules(2, 1, 1, "any"), seed=1)
    store.create(ME, game, terms=GameOptions())[1].result()
    store.set_accuracy(won, 1, 0.25).result()
    told = [
        (level["level"], level["assisted"], level["games"], level["wins"])
        for level in store.statistics(ME)
    ]
    assert told == [
        ("2x1/1", False, 2, 1),
        ("2x1/1 no-guess", False, 1, 1),
        ("2x1/1", True, 2, 2),
    ]
    assert store.statistics(ME)[0]["mean_accuracy"] == 0.25
    assert store.statistics("R" * 22) == []
    assert store.statistics(None)[0]["games"] == 3


@pytest.mark.parametrize("kind", ["ai", "hints", "odds"])
def test_a_game_with_any_one_kind_of_help_is_apart(store: Store, kind: str) -> None:
    game = Game.from_layout(Rules(2, 1, 1, "any"), {(0, 0)})
    game_id, kept = store.create(ME, game, terms=GameOptions())
    kept.result()
    if kind == "ai":
        game.flag((0, 0), by="ai")
    else:
        store.count_assist(game_id, kind).result()
    game.reveal((0, 1))
    store.append(game_id, game, since=0).result()
    assert [level["assisted"] for level in store.statistics(ME)] == [True]


def test_a_loss_that_is_undone_is_no_longer_counted(store: Store) -> None:
    game = Game.from_layout(Rules(2, 1, 1, "any"), {(0, 0)})
    game_id, kept = store.create(ME, game, terms=GameOptions(practice=True))
    kept.result()
    game.reveal((0, 0))
    store.append(game_id, game, since=0).result()
    assert store.statistics(ME)[0]["games"] == 1
    game.undo()
    store.append(game_id, game, since=1).result()
    assert store.statistics(ME) == []
