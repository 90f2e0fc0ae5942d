"""Terms and assists as lines of a record."""

import pytest

from sapper.errors import ReplayError
from sapper.game.game_options import DIFFICULTIES, Assists, Terms


@pytest.mark.parametrize(
    "terms",
    [
        Terms(),
        Terms(practice=True),
        Terms(known_board=True),
        Terms(no_guess=True, first=(3, 12)),
        Terms(True, True, True, "hard", (0, 0)),
        *(Terms(no_guess=True, difficulty=name) for name in DIFFICULTIES),
    ],
)
def test_terms_come_back_as_they_were_written(terms: Terms) -> None:
    assert Terms.from_line(terms.to_line() or "terms") == terms


@pytest.mark.parametrize("word", ["first=1", "first=1,2,3", "first=-1,2", "difficulty=", "x"])
def test_a_term_that_makes_no_sense_is_refused(word: str) -> None:
    with pytest.raises(ReplayError, match="unknown term"):
        Terms.from_line(f"terms practice {word}")


@pytest.mark.parametrize("assists", [Assists(1, 0), Assists(0, 2), Assists(30, 400)])
def test_assists_come_back_as_they_were_written(assists: Assists) -> None:
    assert Assists.from_line(assists.to_line() or "") == assists


def test_no_assists_are_no_line() -> None:
    assert Assists().to_line() is None
    with pytest.raises(ReplayError):
        Assists.from_line("assists hints=1")
