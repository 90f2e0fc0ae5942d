"""`sapper hint`."""

import json
import re

import pytest

from tests.sapper_command import run_sapper

BOARD = "3x3/2\n#1.\n#2.\n#1.\n"
PROOF = (
    "B1 is safe: reveal it. The 2 at B2 needs 2 mines, and the 1 at A2 means that A1 and B1 "
    "contain exactly 1 mine, so C1 is a mine. The 1 at C2 already has its mine at C1, so B1 is "
    "safe. This is the 1-2-1 pattern."
)


def test_a_hint_is_drawn_and_proved() -> None:
    result = run_sapper("hint", "-", typed=BOARD)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.splitlines() == [
        "  1  2  3",
        "A(#)[1] .",
        "B>#<[2] .",
        "C(#)[1] .",
        "",
        PROOF,
        "Kind: pair, 1-2-1 (medium), 3 clues.",
    ]


def test_lower_grades_show_less() -> None:
    area = run_sapper("hint", "-", "--grade", "1", typed=BOARD).stdout
    assert area.endswith("You do not need to guess. Look at rows A to C, columns 1 to 2.\n")
    assert "B(#) 2  ." in area
    clues = run_sapper("hint", "-", "--grade", "2", typed=BOARD).stdout
    assert "B(#)[2] ." in clues
    assert "B1" not in clues


def test_a_guess_shows_its_odds() -> None:
    result = run_sapper("hint", "-", typed="5x2/3\n#11##\n#####\n")
    assert "No cell is certainly safe. B2 is a mine in 10% of all consistent layouts." in (
        result.stdout
    )
    assert "Kind:" not in result.stdout
    assert "B # ?#? #  #  #\n" in result.stdout


def test_json_contains_only_the_requested_grade() -> None:
    answer = json.loads(run_sapper("hint", "-", "--json", typed=BOARD).stdout)
    assert (answer["cell"], answer["action"], answer["proof"]["name"]) == (
        [1, 0],
        "reveal",
        "1-2-1",
    )
    first = json.loads(run_sapper("hint", "-", "--json", "--grade", "1", typed=BOARD).stdout)
    assert "cell" not in first


def test_a_wide_board_is_cropped_to_the_surroundings_of_the_move() -> None:
    row = "#" * 60 + "1..1" + "#" * 60
    text = f"124x2/20\n{row}\n{row}\n"
    lines = run_sapper("hint", "-", typed=text).stdout.splitlines()
    assert max(map(len, lines[:3])) < 130
    assert re.fullmatch(r"[\d ]+", lines[0])


@pytest.mark.parametrize(
    ("arguments", "typed", "error"),
    [
        (["hint", "-"], "3x1/1\n#3#\n", r"clue 3 at A2 is impossible"),
        (["hint", "-"], "", "empty position text"),
        (["hint", "-"], "2x1/1\n1F\n", "no hint available"),
        (["hint", "-", "--grade", "4"], BOARD, "the hint grade must be 1, 2 or 3, not 4"),
        (["hint", "-", "--grade", "x"], BOARD, "Invalid value for '--grade'"),
        (["hint", "-", "--seconds", "nan"], BOARD, "seconds must be greater than 0"),
        (["hint", "no/such/file"], "", "No such file"),
    ],
)
def test_invalid_input_prints_one_error_line_and_exits_with_code_2(
    arguments: list[str], typed: str, error: str
) -> None:
    result = run_sapper(*arguments, typed=typed)
    assert (result.returncode, result.stdout) == (2, "")
    first, *rest = result.stderr.splitlines()
    assert re.match(f"error: .*{error}", first)
    assert len(rest) <= 1
