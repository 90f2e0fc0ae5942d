import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sapper import Move
from sapper.errors import ReplayError
from sapper.game.moves import ACTORS, KINDS, parse_move

CELLS = st.tuples(st.integers(0, 1999), st.integers(0, 1999))


@given(
    kind=st.sampled_from(KINDS),
    cell=CELLS,
    by=st.sampled_from(ACTORS),
    milliseconds=st.integers(0, 10**12 - 1),
)
def test_a_move_round_trips_through_its_text(
    kind: str, cell: tuple[int, int], by: str, milliseconds: int
) -> None:
    move = Move(
        kind, None if kind in ("undo", "pause", "resume") else cell, by, milliseconds / 1000
    )
    assert parse_move(str(move)) == move


def test_moves_are_written_as_short_texts() -> None:
    assert str(Move("reveal", (3, 4), "player", 12.3456)) == "12.346 reveal 3,4"
    assert str(Move("flag", (0, 11), "ai", 0.0)) == "0.000 flag 0,11 ai"
    assert str(Move("undo", None, "player", 1.0)) == "1.000 undo"


@given(st.text(max_size=40))
@example("")
@example("1.000 undo 3,4")
@example("1.000 reveal")
@example("1.000 reveal 3,4 player")
@example("-1.000 reveal 3,4")
@example("1.000 reveal -3,4")
@example("1.000 reveal 3,4\n")
@example("nan reveal 3,4")
@example("1.000 reveal 99999,4")
@example("1.000 REVEAL 3,4")
@example("x" * 1_000_000)
def test_the_error_for_a_malformed_move_quotes_it(text: str) -> None:
    with pytest.raises(ReplayError, match="malformed move ") as caught:
        parse_move(text)
    assert repr(text[:60]) in str(caught.value)
    assert caught.value.hint
