"""Statistics of finished games."""

import pytest

from sapper import Game, Rules
from sapper.game.game_options import GameOptions
from sapper.store import Store
from sapper.store.statistics import MAX_SERIES_LENGTH, FinishedGame, summarise

ME = "P" * 22


def finished(**changes: object) -> FinishedGame:
    usual = {
        "level": "beginner", "assisted": False, "won": True, "at": 0.0, "seconds": 10.0,
        "three_bv": 20, "solved_three_bv": 20, "clicks": 40, "accuracy": None,
    }  # fmt: skip
    return FinishedGame(**{**usual, **changes})


def test_games_and_wins_are_counted_by_level() -> None:
    levels = summarise(
        [finished(), finished(won=False, solved_three_bv=5), finished(level="expert")]
    )
    assert [(level["level"], level["games"], level["wins"]) for level in levels] == [
        ("beginner", 2, 1),
        ("expert", 1, 1),
    ]
    assert levels[0]["win_rate"] == 0.5


def test_assisted_games_form_their_own_group() -> None:
    levels = summarise([finished(), finished(assisted=True, seconds=1.0)])
    assert [(level["assisted"], level["best_seconds"]) for level in levels] == [
        (False, 10.0),
        (True, 1.0),
    ]


@pytest.mark.parametrize(
    ("results", "streak", "best"),
    [("", 0, 0), ("w", 1, 1), ("wwl", 0, 2), ("wwlw", 1, 2), ("lll", 0, 0), ("lwww", 3, 3)],
)
def test_streaks_count_consecutive_wins(results: str, streak: int, best: int) -> None:
    games = [finished(won=result == "w") for result in results]
    for level in summarise(games):
        assert (level["streak"], level["best_streak"]) == (streak, best)
    assert bool(games) == bool(summarise(games))


def test_times_and_speeds_come_from_won_games() -> None:
    (level,) = summarise(
        [
            finished(seconds=20.0),
            finished(seconds=10.0),
            finished(seconds=0.0),  # won by the first reveal
            finished(seconds=1.0, won=False, solved_three_bv=3, clicks=6),
        ]
    )
    assert level["best_seconds"] == 0.0
    assert level["mean_seconds"] == 10.0
    assert level["best_three_bv_per_second"] == 2.0
    assert level["mean_three_bv_per_second"] == 1.5
    assert level["mean_ioe"] == 0.5


def test_mean_accuracy_ignores_games_without_a_review() -> None:
    (level,) = summarise([finished(accuracy=1.0), finished(accuracy=0.5), finished()])
    assert level["mean_accuracy"] == 0.75
    (level,) = summarise([finished()])
    assert level["mean_accuracy"] is None


def test_a_series_lists_the_most_recent_games_in_order() -> None:
    (level,) = summarise([finished(at=float(n)) for n in range(MAX_SERIES_LENGTH + 10)])
    assert [point["at"] for point in level["series"]] == list(range(10, MAX_SERIES_LENGTH + 10))
    assert level["games"] == MAX_SERIES_LENGTH + 10


def play(store: Store, cell: tuple[int, int], options: GameOptions, player: str = ME) -> str:
    """Store a game on the board `*1` that ends with its first reveal."""
    game = Game.from_layout(Rules(2, 1, 1, "any"), {(0, 0)})
    game_id, created = store.create(player, game, options=options)
    created.result()
    game.reveal(cell)
    store.append_moves(game_id, game, since=0).result()
    return game_id


def test_statistics_count_the_finished_games_of_a_player(store: Store) -> None:
    won = play(store, (0, 1), GameOptions())
    play(store, (0, 0), GameOptions())
    play(store, (0, 1), GameOptions(practice=True))
    play(store, (0, 1), GameOptions(known_board=True))
    play(store, (0, 1), GameOptions(no_guess=True))
    play(store, (0, 1), GameOptions(), player="Q" * 22)
    game = Game(Rules(2, 1, 1, "any"), seed=1)
    store.create(ME, game, options=GameOptions())[1].result()
    store.save_digest(won, 1, accuracy=0.25, digest="{}").result()
    summary = [
        (level["level"], level["assisted"], level["games"], level["wins"])
        for level in store.statistics(ME)
    ]
    assert summary == [
        ("2x1/1 any start", False, 2, 1),
        ("2x1/1 no-guess", False, 1, 1),
        ("2x1/1 any start", True, 2, 2),
    ]
    assert store.statistics(ME)[0]["mean_accuracy"] == 0.25
    assert store.statistics("R" * 22) == []
    assert store.statistics(None)[0]["games"] == 3


def test_games_with_different_start_rules_are_counted_separately(store: Store) -> None:
    # Wins with an opening at the first click once counted as wins without it.
    for start in ("safe", "opening", "any"):
        game = Game(Rules(2, 1, 0, start), seed=1)
        game.reveal((0, 1))
        store.create(ME, game, options=GameOptions())[1].result()
    assert [level["level"] for level in store.statistics(ME)] == [
        "2x1/0",
        "2x1/0 any start",
        "2x1/0 opening start",
    ]


@pytest.mark.parametrize("kind", ["ai", "hints", "odds"])
def test_a_single_use_of_assistance_marks_a_game_as_assisted(store: Store, kind: str) -> None:
    game = Game.from_layout(Rules(2, 1, 1, "any"), {(0, 0)})
    game_id, created = store.create(ME, game, options=GameOptions())
    created.result()
    if kind == "ai":
        game.flag((0, 0), by="ai")
    else:
        store.count_assistance(game_id, kind).result()
    game.reveal((0, 1))
    store.append_moves(game_id, game, since=0).result()
    assert [level["assisted"] for level in store.statistics(ME)] == [True]


def test_an_undone_loss_is_not_counted(store: Store) -> None:
    game = Game.from_layout(Rules(2, 1, 1, "any"), {(0, 0)})
    game_id, created = store.create(ME, game, options=GameOptions(practice=True))
    created.result()
    game.reveal((0, 0))
    store.append_moves(game_id, game, since=0).result()
    assert store.statistics(ME)[0]["games"] == 1
    game.undo()
    store.append_moves(game_id, game, since=1).result()
    assert store.statistics(ME) == []
