"""`sapper puzzle` in plain mode."""

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from sapper import Game, Rules, parse_view, write_replay
from sapper.game.cell_names import cell_name
from sapper.generate.puzzle_supply import make_puzzle
from tests.sapper_command import run_sapper


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
    _, puzzle = make_puzzle(2, theme="single-clue")
    answer = cell_name(puzzle.answers[0])
    result = run_sapper(
        "puzzle", "single-clue", "--count", "1", "--seed", "2", typed=f"hint\nxx\n{answer}\n"
    )
    assert result.returncode == 0
    assert puzzle.question in result.stdout
    assert "You do not need to guess. Look at" in result.stdout
    assert "Correct. " in result.stdout
    assert result.stdout.endswith("1 of 1 correct\n")
    expected = "unknown answer 'xx': type a cell such as C4, 'guess', 'hint' or 'quit'"
    assert result.stderr == f"error: {expected}\n"


def test_a_wrong_cell_is_refuted_by_a_layout() -> None:
    _, puzzle = make_puzzle(2, theme="single-clue")
    hidden = [cell for cell in puzzle.view.rules.cells() if puzzle.view.clue(cell) is None]
    wrong = next(cell for cell in hidden if cell not in puzzle.answers)
    result = run_sapper(
        "puzzle", "single-clue", "--count", "1", "--seed", "2", typed=f"{cell_name(wrong)}\n"
    )
    assert "A layout that refutes your answer:" in result.stdout
    assert "*" in result.stdout
    assert result.stdout.endswith("0 of 1 correct\n")


def test_a_puzzle_can_be_stopped_or_given_up() -> None:
    for typed in ("quit\n", ""):
        stopped = run_sapper("puzzle", "corner", "--seed", "1", typed=typed)
        assert (stopped.returncode, "correct" in stopped.stdout) == (0, False)
    wrong = run_sapper("puzzle", "corner", "--count", "1", "--seed", "1", typed="guess\n")
    assert "Incorrect. " in wrong.stdout
    assert wrong.stdout.endswith("0 of 1 correct\n")


def test_json_contains_the_answers() -> None:
    lines = run_sapper("puzzle", "corner", "--count", "2", "--seed", "1", "--json").stdout
    puzzles = [json.loads(line) for line in lines.splitlines()]
    assert [puzzle["theme"] for puzzle in puzzles] == ["corner", "corner"]
    for puzzle in puzzles:
        parse_view(puzzle["position"])
        assert puzzle["answers"]


def test_puzzles_are_made_from_the_mistakes_of_a_game(record: Path) -> None:
    lines = run_sapper("puzzle", "--from", str(record), "--json").stdout.splitlines()
    (puzzle,) = map(json.loads, lines)
    assert puzzle["position"].startswith("5x2/3\n.2###")


def test_a_game_without_mistakes_yields_no_puzzles(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    game = Game(Rules.level("beginner"), seed=1)
    game.reveal((0, 0))
    file.write_text(write_replay(game), encoding="utf-8")
    result = run_sapper("puzzle", "--from", str(file))
    assert (result.returncode, result.stdout) == (0, "")
    assert result.stderr == "this game contains no mistakes\n"


def test_mistakes_with_another_theme_are_excluded(record: Path) -> None:
    result = run_sapper("puzzle", "chain", "--from", str(record))
    assert (result.returncode, result.stdout) == (0, "")
    assert result.stderr == "this game contains no mistakes with the theme chain\n"


def test_puzzles_are_made_from_rawvf_recordings() -> None:
    game = Path(__file__).parents[2] / "data" / "formats" / "clicks.rawvf"
    result = run_sapper("puzzle", "--from", str(game), "--json")
    assert (result.returncode, "error" in result.stderr) == (0, False)


def test_a_cell_off_the_board_is_quoted_as_typed() -> None:
    result = run_sapper("puzzle", "corner", "--count", "1", "--seed", "1", typed="z99\n")
    assert result.stderr.startswith("error: 'Z99' is off the board: valid cells are A1 to ")


def test_rated_answers_change_the_rating_of_the_player(tmp_path: Path) -> None:
    folder = {"SAPPER_DATA": str(tmp_path)}
    first = run_sapper("puzzle", "--count", "1", typed="quit\n", **folder)
    again = run_sapper("puzzle", "--count", "1", typed="guess\n", **folder)
    # An unanswered rated puzzle is shown again.
    assert again.stdout.startswith(first.stdout.split("\n\n")[0])
    assert re.search(r"^Rating: \d+ \([+-]\d+\), theme: [\w-]+$", again.stdout, re.MULTILINE)
    with closing(sqlite3.connect(tmp_path / "sapper.sqlite")) as database:
        [(rating, deviation)] = database.execute(
            "SELECT rating, deviation FROM player_ratings"
        ).fetchall()
    assert rating != 1200
    assert deviation < 350


def test_missed_puzzles_come_back_when_they_are_due(tmp_path: Path) -> None:
    folder = {"SAPPER_DATA": str(tmp_path)}
    nothing = run_sapper("puzzle", "--mistakes", **folder)
    assert (nothing.returncode, nothing.stdout) == (2, "")
    assert nothing.stderr.startswith("error: no missed puzzles are due for review\n")
    run_sapper("puzzle", "corner", "--seed", "1", "--count", "1", typed="guess\n", **folder)
    with closing(sqlite3.connect(tmp_path / "sapper.sqlite")) as database:
        database.execute("UPDATE puzzle_cards SET due = 0, shown_at = 0")
        database.commit()
    due = run_sapper("puzzle", "--mistakes", "--count", "1", typed="guess\n", **folder)
    assert "corner, " in due.stdout
    assert due.stdout.endswith("0 of 1 correct\n")


def test_a_rush_run_ends_after_three_mistakes(tmp_path: Path) -> None:
    result = run_sapper("puzzle", "--rush", typed="guess\n" * 20, SAPPER_DATA=str(tmp_path))
    assert result.returncode == 0
    assert re.search(r"Score \d+, 0 lives, 1\d\d s left", result.stdout)


def test_puzzles_work_without_a_database() -> None:
    result = run_sapper(
        "puzzle", "--count", "1", typed="guess\n", SAPPER_DATA="/proc/no-such-folder"
    )
    assert result.returncode == 0
    assert result.stderr.startswith("note: answers are not saved: ")
    assert " of 1 correct\n" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "typed", "error"),
    [
        (["puzzle", "subsets"], "", "unknown theme 'subsets'"),
        (["puzzle", "chain", "--rush"], "", "a theme, --mistakes and --rush cannot be combined"),
        (
            ["puzzle", "--mistakes", "--rush"],
            "",
            "a theme, --mistakes and --rush cannot be combined",
        ),
        (["puzzle", "--count", "0"], "", "--count must be between 1 and 1000, not 0"),
        (["puzzle", "--count", "1001"], "", "--count must be between 1 and 1000, not 1001"),
        (["puzzle", "--seed", "-1"], "", "a seed must be between 0"),
        (["puzzle", "--from", "no/such/file"], "", "No such file"),
        (["puzzle", "--from", "-"], "hello\n", "line 1"),
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
