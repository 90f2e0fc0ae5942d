"""Writing of RAWVF files: golden files and round trips."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper import Game, Rules, write_replay
from sapper.compat import formats
from sapper.errors import FormatError
from tests.compat.formats.examples import DATA, golden, play_moves

SIZES = st.tuples(st.integers(1, 12), st.integers(1, 9), st.integers(0, 100))
KINDS = st.sampled_from(["reveal", "flag", "question", "chord"])
MOVES = st.lists(st.tuples(KINDS, st.integers(0, 200)), max_size=40)


def test_moves_become_mouse_events() -> None:
    assert formats.convert(DATA / "clicks.replay", "rawvf") == golden("written.rawvf")


@given(size=SIZES, seed=st.integers(0, 99), moves=MOVES)
def test_every_game_survives_a_round_trip(
    size: tuple[int, int, int], seed: int, moves: list[tuple[str, int]]
) -> None:
    width, height, share = size
    rules = Rules(width, height, (width * height - 1) * share // 100)
    game = play_moves(rules, seed, moves)
    again = formats.read_rawvf(formats.write_rawvf(game))
    assert (again.view, again.status, again.layout) == (game.view, game.status, game.layout)
    assert again.rules == game.rules
    revealing = [move for move in again.history if move.kind in ("reveal", "chord")]
    assert revealing == [move for move in game.history if move.kind in ("reveal", "chord")]
    text = formats.write_rawvf(again)
    assert formats.write_rawvf(formats.read_rawvf(text)) == text
    board = formats.write(formats.read(write_replay(game).encode()), "mbf")
    assert formats.read_mbf(board).layout == game.layout


def test_undone_moves_are_omitted() -> None:
    game = Game.from_layout(Rules(3, 1, 1), {(0, 2)})
    game.reveal((0, 2))
    game.undo()
    game.reveal((0, 1))
    assert [move.kind for move in formats.read_rawvf(formats.write_rawvf(game)).history] == [
        "reveal"
    ]


def test_a_large_board_is_written_quickly() -> None:
    """Writing once looked up all mines for every cell, which took 15 seconds."""
    board = formats.read(
        bytes([255, 255, 1, 0, *[n for i in range(256) for n in (i % 255, i // 255)]])
    )
    text = formats.write(board, "rawvf")
    assert formats.write(formats.read(text), "mbf") == formats.write(board, "mbf")


def test_a_game_without_mines_in_place_cannot_be_written() -> None:
    with pytest.raises(FormatError, match="the mines are not placed until the first reveal"):
        formats.write_rawvf(Game(Rules(5, 5, 3), seed=1))
