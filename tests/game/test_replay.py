import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper import Game, Rules, read_replay, write_replay
from sapper.errors import ReplayError

RECORD = """\
sapper-replay 1
rules 9x9/10 safe
seed 42
0.000 reveal 4,4
1.250 flag 3,4
2.500 undo
"""


def random_game(number: int) -> Game:
    """Play a random game with every kind of move, finished or not, with a seed or fixed mines."""
    chance = random.Random(number)
    start = chance.choice(["safe", "opening", "any"])
    width, height = chance.randint(1, 9), chance.randint(1, 9)
    rules = Rules(
        width, height, chance.randint(0, Rules(width, height, 0, start).max_mines // 3), start
    )
    time = [0.0]
    if number % 3:
        game = Game(rules, seed=chance.getrandbits(64), now=lambda: time[0])
    else:
        mines = chance.sample(list(rules.cells()), rules.mines)
        game = Game.from_layout(rules, mines, now=lambda: time[0])
    for _ in range(chance.randint(0, 30)):
        time[0] += chance.randint(0, 5000) / 1000
        cell = chance.randrange(height), chance.randrange(width)
        kind = chance.choice(["reveal", "reveal", "chord", "flag", "question", "undo"])
        if kind == "undo" or game.is_over:
            if game.can_undo and chance.random() < 0.8:
                game.undo(by=chance.choice(["player", "ai"]))
            elif game.is_over:
                break
        else:
            getattr(game, kind)(cell, by=chance.choice(["player", "ai"]))
    return game


@pytest.mark.parametrize("block", range(4))
def test_random_games_round_trip_through_replays(block: int) -> None:
    statuses = set()
    for number in range(block * 1000, block * 1000 + 1000):
        game = random_game(number)
        record = write_replay(game)
        again = read_replay(record)
        assert write_replay(again) == record
        assert again.view == game.view
        assert again.rules == game.rules
        assert again.layout == game.layout
        assert again.status == game.status
        assert again.seed == game.seed
        assert (again.undos, again.losses_undone, again.clicks, again.can_undo) == (
            game.undos, game.losses_undone, game.clicks, game.can_undo,
        )  # fmt: skip
        assert [move[:3] for move in again.history] == [move[:3] for move in game.history]
        statuses.add(game.status)
    assert statuses == {"ready", "playing", "won", "lost"}


def test_a_replayed_game_can_be_undone_completely() -> None:
    for number in range(200):
        game = read_replay(write_replay(random_game(number)))
        while game.can_undo:
            game.undo()
        assert game.view.is_untouched
        assert game.flag_count == 0


def test_a_replay_is_written_as_documented() -> None:
    time = [5.0]
    game = Game(Rules.level("beginner"), seed=42, now=lambda: time[0])
    game.reveal((4, 4))
    time[0] += 1.25
    game.flag((3, 4))
    time[0] += 1.25
    game.undo()
    assert write_replay(game) == RECORD
    assert write_replay(read_replay(RECORD)) == RECORD


def test_the_replay_of_a_fixed_layout_lists_its_mines() -> None:
    game = Game.from_layout(Rules(3, 2, 2), [(1, 2), (0, 0)])
    assert write_replay(game) == "sapper-replay 1\nrules 3x2/2 safe\nmines 0,0 1,2\n"
    empty = Game.from_layout(Rules(3, 2, 0), [])
    assert read_replay(write_replay(empty)).layout == frozenset()


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ("", "line 1: unexpected end of file"),
        ("hello", "line 1: expected 'sapper-replay 1'"),
        ("sapper-replay 2\nrules 9x9/10 safe\nseed 1", "line 1: expected 'sapper-replay 1'"),
        ("sapper-replay 1", "line 2: unexpected end of file"),
        ("sapper-replay 1\nrules 9x9/10", "line 2: expected 'rules WIDTHxHEIGHT/MINES START'"),
        ("sapper-replay 1\nrules 9x0/1 safe", "line 2: height must be between 1 and 2000, not 0"),
        (
            "sapper-replay 1\nrules 9x9/81 safe",
            "line 2: the number of mines on a 9x9 board",
        ),
        ("sapper-replay 1\nrules 9x9/10 fair", "line 2: unknown start rule 'fair'"),
        ("sapper-replay 1\nrules 9x9/10 safe", "line 3: unexpected end of file"),
        ("sapper-replay 1\nrules 9x9/10 safe\nseed x", "line 3: expected 'seed NUMBER'"),
        ("sapper-replay 1\nrules 9x9/10 safe\nseed -1", "line 3: expected 'seed NUMBER'"),
        (
            "sapper-replay 1\nrules 9x9/10 safe\nseed 18446744073709551616",
            "line 3: a seed must be between",
        ),
        (
            "sapper-replay 1\nrules 3x1/1 safe\nmines",
            "line 3: wrong number of mines: expected 1, found 0",
        ),
        ("sapper-replay 1\nrules 3x1/2 safe\nmines 0,0 0,0", "line 3: duplicate mine at A1"),
        ("sapper-replay 1\nrules 3x1/1 safe\nmines 0,3", "line 3: mine (0, 3) is off the board"),
        (
            "sapper-replay 1\nrules 3x1/1 safe\nmines 0;0",
            "line 3: expected 'seed NUMBER' or 'mines",
        ),
        (RECORD + "3.0 explode 1,1\n", "line 7: malformed move '3.0 explode 1,1'"),
        (RECORD + "\n", "line 7: malformed move ''"),
        (RECORD + "3.0 reveal 9,1\n", "line 7: cannot reveal (9, 1): the board has 9 rows (0-8)"),
        (RECORD + "3.0 undo\n3.0 undo\n", "line 8: cannot undo: no move has been made"),
        (
            "sapper-replay 1\nrules 2x1/1 safe\nmines 0,0\n0.0 reveal 0,0\n1.0 flag 0,1\n",
            "line 5: cannot flag A2: the game is lost",
        ),
    ],
)
def test_the_error_for_a_malformed_replay_names_the_line_and_the_reason(
    record: str, message: str
) -> None:
    with pytest.raises(ReplayError) as caught:
        read_replay(record)
    assert str(caught.value).startswith(message)
    line = re.match(r"line (\d+)", message)
    assert caught.value.line == (int(line[1]) if line else None)


@pytest.mark.parametrize("record", [None, b"sapper-replay 1", 5])
def test_a_replay_that_is_not_a_string_is_refused(record: object) -> None:
    with pytest.raises(ReplayError, match=f"a replay must be a str, not {type(record).__name__}"):
        read_replay(record)


def test_a_replay_of_more_than_64_megabytes_is_refused_without_parsing() -> None:
    with pytest.raises(ReplayError, match="at most 67108864 characters long, not 67108865"):
        read_replay("x" * (64 * 1024 * 1024 + 1))


@given(st.text(max_size=80), st.integers(0, len(RECORD)))
def test_a_replay_with_inserted_text_is_a_game_or_raises_a_sapper_error(text: str, at: int) -> None:
    try:
        game = read_replay(RECORD[:at] + text + RECORD[at:])
    except ReplayError:
        pass
    else:
        assert write_replay(read_replay(write_replay(game))) == write_replay(game)


def test_decreasing_times_are_corrected() -> None:
    game = read_replay(RECORD.replace("2.500 undo", "0.500 undo"))
    assert [move.at for move in game.history] == [0.0, 1.25, 1.25]
