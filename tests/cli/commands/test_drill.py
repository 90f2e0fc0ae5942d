"""`sapper drill` in plain mode."""

import json
import re
import sqlite3
from pathlib import Path

import pytest

from sapper import Game, Rules, parse_view, write_replay
from sapper.coach.drill_builder import make_drill
from tests.terminal import run_sapper


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """Write a game that ends with the reveal of a certain mine."""
    game = Game.from_layout(Rules(5, 2, 3, start="any"), [(0, 2), (1, 2), (0, 4)])
    game.reveal((0, 0))
    game.flag((0, 2))
    game.reveal((1, 2))
    file = tmp_path / "game.txt"
    file.write_text(write_replay(game), encoding="utf-8")
    return file


def test_a_correct_answer_is_proved() -> None:
    drill = make_drill("1-2-x", 2)
    row, column = drill.answers[0]
    answer = f"{'ABCDEFGHI'[row]}{column + 1}"
    result = run_sapper(
        "drill", "1-2-x", "--count", "1", "--seed", "2", typed=f"hint\nxx\n{answer}\n"
    )
    assert result.returncode == 0
    assert "Which cell is certainly safe?" in result.stdout
    assert "You do not need to guess. Look at" in result.stdout
    assert "Correct. " in result.stdout
    assert result.stdout.endswith("1 of 1 correct\n")
    assert (
        result.stderr
        == "error: unknown answer 'xx': type a cell such as C4, or guess, hint or quit\n"
    )


def test_a_drill_can_be_stopped_or_answered_incorrectly() -> None:
    stopped = run_sapper("drill", "subset", "--seed", "1", typed="quit\n")
    assert (stopped.returncode, "correct" in stopped.stdout) == (0, False)
    ended = run_sapper("drill", "subset", "--seed", "1", typed="")
    assert ended.returncode == 0
    wrong = run_sapper("drill", "subset", "--count", "1", "--seed", "1", typed="guess\n")
    assert "Incorrect. " in wrong.stdout
    assert wrong.stdout.endswith("0 of 1 correct\n")


def test_json_contains_the_answers() -> None:
    lines = run_sapper("drill", "--count", "3", "--seed", "1", "--json").stdout.splitlines()
    drills = [json.loads(line) for line in lines]
    assert [drill["theme"] for drill in drills] == ["single-clue", "subset", "1-2-x"]
    for drill in drills:
        parse_view(drill["position"])
        assert drill["answers"]


def test_drills_are_made_from_the_mistakes_of_a_game(record: Path) -> None:
    lines = run_sapper("drill", "--from", str(record), "--json").stdout.splitlines()
    (drill,) = map(json.loads, lines)
    assert drill["position"].startswith("5x2/3\n.2###")


def test_a_game_without_mistakes_yields_no_drills(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    game = Game(Rules.level("beginner"), seed=1)
    game.reveal((0, 0))
    file.write_text(write_replay(game), encoding="utf-8")
    result = run_sapper("drill", "--from", str(file))
    assert (result.returncode, result.stdout) == (0, "")
    assert result.stderr == "this game contains no mistakes\n"


def test_mistakes_with_another_theme_are_excluded(record: Path) -> None:
    result = run_sapper("drill", "chain", "--from", str(record))
    assert (result.returncode, result.stdout) == (0, "")
    assert result.stderr == "this game contains no mistakes with the theme chain\n"


def test_drills_are_made_from_rawvf_recordings() -> None:
    game = Path(__file__).parents[2] / "data" / "formats" / "clicks.rawvf"
    result = run_sapper("drill", "--from", str(game), "--json")
    assert (result.returncode, "error" in result.stderr) == (0, False)


def test_a_cell_off_the_board_is_quoted_as_typed() -> None:
    result = run_sapper("drill", "subset", "--count", "1", "--seed", "1", typed="z9\nA99\n")
    assert result.stderr.splitlines() == [
        "error: 'Z9' is off the board: valid cells are A1 to I9",
        "error: 'A99' is off the board: valid cells are A1 to I9",
    ]


def test_answers_update_the_schedule_of_the_player(tmp_path: Path) -> None:
    folder = {"SAPPER_DATA": str(tmp_path)}
    asked = run_sapper("drill", "subset", "--count", "1", typed="guess\n", **folder)
    assert "Incorrect. " in asked.stdout
    with sqlite3.connect(tmp_path / "sapper.sqlite") as database:
        [(drill, lapses, wait)] = database.execute(
            "SELECT drill_id, lapses, due - shown_at FROM drill_cards"
        ).fetchall()
        assert lapses == 1
        assert wait > 60
        database.execute("UPDATE drill_cards SET due = 0, shown_at = 0")
    database.close()
    again = run_sapper("drill", "--count", "1", typed="quit\n", **folder)
    board = asked.stdout.split("Which")[0]
    assert again.stdout.startswith(board), drill


def test_drills_work_without_a_database() -> None:
    result = run_sapper(
        "drill", "subset", "--count", "1", typed="guess\n", SAPPER_DATA="/proc/no-such-folder"
    )
    assert result.returncode == 0
    assert result.stderr.startswith("note: answers are not saved: ")
    assert result.stdout.endswith("0 of 1 correct\n")


@pytest.mark.parametrize(
    ("arguments", "typed", "error"),
    [
        (["drill", "subsets"], "", "unknown theme 'subsets'"),
        (["drill", "--count", "0"], "", "--count must be from 1 to 1000, not 0"),
        (["drill", "--count", "1001"], "", "--count must be from 1 to 1000, not 1001"),
        (["drill", "--seed", "-1"], "", "a seed must be from 0"),
        (["drill", "--from", "no/such/file"], "", "No such file"),
        (["drill", "--from", "-"], "hello\n", "line 1"),
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
