"""Game options and assistance, and their lines in a replay file."""

import pytest

from sapper.errors import ReplayError
from sapper.game.difficulty import DIFFICULTIES
from sapper.game.game_options import AssistanceUsed, GameOptions, is_assisted


@pytest.mark.parametrize(
    "options",
    [
        GameOptions(),
        GameOptions(practice=True),
        GameOptions(known_board=True),
        GameOptions(no_guess=True, first=(3, 12)),
        GameOptions(
            practice=True, known_board=True, no_guess=True, difficulty="hard", first=(0, 0)
        ),
        *(GameOptions(no_guess=True, difficulty=name) for name in DIFFICULTIES),
    ],
)
def test_options_round_trip(options: GameOptions) -> None:
    assert GameOptions.from_line(options.to_line() or "terms") == options


@pytest.mark.parametrize("word", ["first=1", "first=1,2,3", "first=-1,2", "difficulty=", "x"])
def test_an_unknown_option_is_refused(word: str) -> None:
    with pytest.raises(ReplayError, match="unknown game option"):
        GameOptions.from_line(f"terms practice {word}")


@pytest.mark.parametrize(
    "assistance", [AssistanceUsed(1, 0), AssistanceUsed(0, 2), AssistanceUsed(30, 400)]
)
def test_assistance_round_trips(assistance: AssistanceUsed) -> None:
    assert AssistanceUsed.from_line(assistance.to_line() or "") == assistance


def test_unused_assistance_has_no_line() -> None:
    assert AssistanceUsed().to_line() is None


def test_an_incomplete_assistance_line_is_refused() -> None:
    with pytest.raises(ReplayError):
        AssistanceUsed.from_line("assists hints=1")


@pytest.mark.parametrize(
    ("options", "used", "assisted_moves", "expected"),
    [
        (GameOptions(), AssistanceUsed(), 0, False),
        (GameOptions(no_guess=True, first=(0, 0)), AssistanceUsed(), 0, False),
        (GameOptions(practice=True), AssistanceUsed(), 0, True),
        (GameOptions(known_board=True), AssistanceUsed(), 0, True),
        (GameOptions(), AssistanceUsed(hints=1), 0, True),
        (GameOptions(), AssistanceUsed(odds=1), 0, True),
        (GameOptions(), AssistanceUsed(), 1, True),
    ],
)
def test_options_and_assistance_determine_whether_a_game_counts_as_assisted(
    options: GameOptions, used: AssistanceUsed, assisted_moves: int, expected: bool
) -> None:
    assert is_assisted(options, used, assisted_moves=assisted_moves) is expected
