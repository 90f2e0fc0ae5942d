"""Paused games: the clock stands still, and the history records every pause."""

import pickle

import pytest

from sapper import Game, Rules
from sapper.errors import IllegalMove
from sapper.game.replay import read_replay, write_replay


class Clock:
    """A clock that tests set by hand."""

    def __init__(self) -> None:
        self.time = 0.0

    def __call__(self) -> float:
        return self.time


def started_game(clock: Clock) -> Game:
    game = Game.from_layout(Rules(3, 1, 1, start="any"), [(0, 1)], now=clock)
    game.reveal((0, 0))
    clock.time += 5.0
    return game


def test_the_clock_stands_still_while_the_game_is_paused() -> None:
    clock = Clock()
    game = started_game(clock)
    assert game.pause() == 1
    clock.time += 1000.0
    assert (game.seconds, game.is_paused) == (5.0, True)
    assert game.resume() == 1
    clock.time += 2.0
    game.reveal((0, 2))
    assert (game.status, game.seconds, game.pauses) == ("won", 7.0, 1)


def test_a_paused_game_refuses_every_move() -> None:
    game = started_game(Clock())
    game.pause()
    for move in (game.reveal, game.flag, game.chord, game.question, game.click):
        with pytest.raises(IllegalMove, match="the game is paused"):
            move((0, 2))
    with pytest.raises(IllegalMove, match="cannot undo: the game is paused"):
        game.undo()
    assert game.version == 2


def test_only_a_game_in_progress_can_be_paused() -> None:
    clock = Clock()
    ready = Game(Rules(3, 1, 1), seed=1)
    assert (ready.pause(), ready.resume(), ready.version) == (0, 0, 0)
    game = started_game(clock)
    assert (game.pause(), game.pause(), game.resume(), game.resume()) == (1, 0, 1, 0)
    game.reveal((0, 2))
    assert (game.pause(), game.pauses) == (0, 1)


def test_a_pause_survives_replays_copies_and_the_store_format() -> None:
    clock = Clock()
    game = started_game(clock)
    game.pause()
    clock.time += 60.0
    copy = pickle.loads(pickle.dumps(game))
    loaded = read_replay(write_replay(game), now=clock)
    rebuilt = Game.from_moves(game.rules, game.history, mines=[(0, 1)], now=clock, idle=99.0)
    for other in (copy, loaded, rebuilt):
        assert (other.is_paused, other.seconds, other.history) == (True, 5.0, game.history)
    assert write_replay(game).splitlines()[-1] == "5.000 pause"


def test_pauses_cannot_be_undone() -> None:
    game = started_game(Clock())
    game.pause()
    game.resume()
    game.undo()
    assert (game.can_undo, game.status) == (False, "ready")
