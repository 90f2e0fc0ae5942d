from sapper import Game, Rules, read_replay, write_replay
from sapper.game.stopwatch import Stopwatch


class FakeClock:
    """A clock that advances only when told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now

    def advance(self, seconds: float) -> None:
        self.now += seconds


LINE = Rules(5, 1, 1)


def game_with_clock(mines: set[tuple[int, int]]) -> tuple[Game, FakeClock]:
    clock = FakeClock()
    return Game.from_layout(LINE, mines, now=clock), clock


def test_the_clock_starts_at_the_first_reveal() -> None:
    game, clock = game_with_clock({(0, 2)})
    clock.advance(60)
    game.flag((0, 2))
    clock.advance(60)
    assert game.seconds == 0.0
    assert game.history[0].at == 0.0


def test_the_clock_runs_from_the_first_reveal_to_the_win() -> None:
    game, clock = game_with_clock({(0, 2)})
    clock.advance(60)
    game.reveal((0, 0))
    clock.advance(2.5)
    assert game.seconds == 2.5
    game.reveal((0, 4))
    assert game.status == "won"
    clock.advance(100)
    assert game.seconds == 2.5
    assert [move.at for move in game.history] == [0.0, 2.5]


def test_the_clock_stops_at_a_loss_and_resumes_after_undo() -> None:
    game, clock = game_with_clock({(0, 2)})
    game.reveal((0, 1))
    clock.advance(3)
    game.reveal((0, 2))
    assert game.status == "lost"
    clock.advance(50)
    assert game.seconds == 3
    game.undo()
    assert game.status == "playing"
    clock.advance(4)
    assert game.seconds == 7
    assert [move.at for move in game.history] == [0, 3, 3]


def test_undo_does_not_reset_the_clock() -> None:
    game, clock = game_with_clock({(0, 2)})
    game.reveal((0, 1))
    clock.advance(3)
    game.undo()
    assert game.status == "ready"
    clock.advance(10)
    assert game.seconds == 3
    game.reveal((0, 1))
    clock.advance(1)
    assert game.seconds == 4


def test_a_game_won_with_one_reveal_takes_no_time() -> None:
    clock = FakeClock()
    game = Game(Rules(3, 3, 0), seed=1, now=clock)
    game.reveal((1, 1))
    clock.advance(5)
    assert game.status == "won"
    assert game.seconds == 0
    assert game.metrics().three_bv_per_second == 0.0


def test_the_clock_of_a_replayed_game_continues_from_the_last_move() -> None:
    game, clock = game_with_clock({(0, 2)})
    game.reveal((0, 0))
    clock.advance(12.5)
    game.flag((0, 2))
    clock.advance(99)
    other = FakeClock()
    again = read_replay(write_replay(game), now=other)
    assert again.seconds == 12.5
    other.advance(1)
    assert again.seconds == 13.5
    again.reveal((0, 4))
    other.advance(7)
    assert again.status == "won"
    assert again.seconds == 13.5


def test_the_clock_of_a_replayed_finished_game_is_stopped() -> None:
    game, clock = game_with_clock({(0, 2)})
    game.reveal((0, 0))
    clock.advance(4)
    game.reveal((0, 2))
    other = FakeClock()
    again = read_replay(write_replay(game), now=other)
    other.advance(100)
    assert again.seconds == 4


def test_a_stopwatch_counts_only_while_it_runs() -> None:
    clock = FakeClock()
    stopwatch = Stopwatch(clock)
    clock.advance(1)
    stopwatch.start()
    clock.advance(2)
    stopwatch.start()
    clock.advance(3)
    stopwatch.stop()
    clock.advance(4)
    stopwatch.stop()
    assert stopwatch.seconds == 5
    stopwatch.set(1.5)
    clock.advance(4)
    assert stopwatch.seconds == 1.5
    assert not stopwatch.is_running
