"""GameOptions and assists as lines of a record."""

import pytest

from sapper.errors import ReplayError
from sapper.game.game_options import DIFFICULTIES, AssistanceUsed, GameOptions


@pytest.mark.parametrize(
    "terms",
    [
        GameOptions(),
        GameOptions(practice=True),
        GameOptions(known_board=True),
        GameOptions(no_guess=True, first=(3, 12)),
        GameOptions(True, True, True, "hard", (0, 0)),
        *(GameOptions(no_guess=True, difficulty=name) for name in DIFFICULTIES),
    ],
)
def test_terms_come_back_as_they_were_written(terms: GameOptions) -> None:
    assert GameOptions.from_line(terms.to_line() or "terms") == terms


@pytest.mark.parametrize("word", ["first=1", "first=1,2,3", "first=-1,2", "difficulty=", "x"])
def test_a_term_that_makes_no_sense_is_refused(word: str) -> None:
    with pytest.raises(ReplayError, match="unknown term"):
        GameOptions.from_line(f"terms practice {word}")


@pytest.mark.parametrize(
    "assists", [AssistanceUsed(1, 0), AssistanceUsed(0, 2), AssistanceUsed(30, 400)]
)
def test_assists_come_back_as_they_were_written(assists: AssistanceUsed) -> None:
    assert AssistanceUsed.from_line(assists.to_line() or "") == assists


def test_no_assists_are_no_line() -> None:
    assert AssistanceUsed().to_line() is None
    with pytest.raises(ReplayError):
        AssistanceUsed.from_line("assists hints=1")
