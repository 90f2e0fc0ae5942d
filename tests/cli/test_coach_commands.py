"""`sapper hint`, `sapper review` and `sapper drill`, as people and programs use them."""

import json
import re
import sqlite3
from pathlib import Path

import pytest
from terminal import run_sapper

from sapper import Game, Rules, parse_view, write_replay
from sapper.coach.drill_builder import make_drill

BOARD = "3x3/2\n#1.\n#2.\n#1.\n"
PROOF = (
    "B1 is safe: reveal it. The 2 at B2 needs 2 mines and the 1 at A2 puts exactly 1 mine into "
    "A1 and B1, so C1 is a mine. The 1 at C2 has its mine at C1, so B1 is safe."
)


# Hint ---------------------------------------------------------------------------------------------


def test_a_hint_is_drawn_and_proved() -> None:
    result = run_sapper("hint", "-", typed=BOARD)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.splitlines() == [
        "  1  2  3",
        "A # [1] .",
        "B>#<[2] .",
        "C # [1] .",
        "",
        PROOF,
        "Kind: pair, 1-2-X (medium), 3 clues.",
    ]


def test_lower_grades_tell_less() -> None:
    where = run_sapper("hint", "-", "--grade", "1", typed=BOARD).stdout
    assert where.endswith("Something is certain. Look at rows A to C, columns 1 to 2.\n")
    assert "B(#) 2  ." in where
    which = run_sapper("hint", "-", "--grade", "2", typed=BOARD).stdout
    assert "B # [2] ." in which
    assert "B1" not in which


def test_a_guess_shows_its_odds() -> None:
    result = run_sapper("hint", "-", typed="5x2/3\n#11##\n#####\n")
    assert "No cell is certainly safe: all layouts were counted. B2 is a mine in 10%" in (
        result.stdout
    )
    assert "Kind:" not in result.stdout


def test_programs_get_json_of_the_grade_only() -> None:
    answer = json.loads(run_sapper("hint", "-", "--json", typed=BOARD).stdout)
    assert (answer["cell"], answer["action"], answer["proof"]["name"]) == (
        [1, 0],
        "reveal",
        "1-2-X",
    )
    first = json.loads(run_sapper("hint", "-", "--json", "--grade", "1", typed=BOARD).stdout)
    assert "cell" not in first


def test_on_a_wide_board_only_the_part_around_the_move_is_drawn() -> None:
    row = "#" * 60 + "1..1" + "#" * 60
    text = f"124x2/20\n{row}\n{row}\n"
    lines = run_sapper("hint", "-", typed=text).stdout.splitlines()
    assert max(map(len, lines[:3])) < 130
    assert "Something" not in lines[0]


@pytest.mark.parametrize(
    ("arguments", "typed", "error"),
    [
        (["hint", "-"], "3x1/1\n#3#\n", r"clue 3 at \(0, 1\) cannot hold"),
        (["hint", "-"], "", "the text is empty"),
        (["hint", "-"], "2x1/1\n1F\n", "nothing left to do"),
        (["hint", "-", "--grade", "4"], BOARD, "grades 1 to 3, not 4"),
        (["hint", "-", "--grade", "x"], BOARD, "Invalid value for '--grade'"),
        (["hint", "-", "--seconds", "nan"], BOARD, "seconds are above 0"),
        (["hint", "no/such/file"], "", "No such file"),
        (["review", "-"], "", "line 1: the record ends too early"),
        (["review", "-"], "sapper-replay 1\nrules 9x9/10 safe\nseed 1\n0.0 jump 1,1\n", "line 4"),
        (["review", "-"], "sapper-replay 1\nrules 9x9/10 safe\nseed 1\n0.0 reveal 9,9\n", "line 4"),
        (["review", "no/such/file"], "", "No such file"),
        (["drill", "subsets"], "", "unknown theme 'subsets'"),
        (["drill", "--count", "0"], "", "cannot make 0 drills"),
        (["drill", "--count", "1001"], "", "cannot make 1001 drills"),
        (["drill", "--seed", "-1"], "", "a seed is from 0"),
        (["drill", "--from", "no/such/file"], "", "No such file"),
        (["drill", "--from", "-"], "hello\n", "line 1"),
    ],
)
def test_bad_input_gives_one_error_line_and_exit_code_2(
    arguments: list[str], typed: str, error: str
) -> None:
    result = run_sapper(*arguments, typed=typed)
    assert (result.returncode, result.stdout) == (2, "")
    first, *rest = result.stderr.splitlines()
    assert re.match(f"error: .*{error}", first)
    assert len(rest) <= 1


# Review -------------------------------------------------------------------------------------------


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A game in which a proven mine was revealed after some certain moves."""
    game = Game.from_layout(Rules(5, 2, 3, start="any"), [(0, 2), (1, 2), (0, 4)])
    game.reveal((0, 0))
    game.flag((0, 2))
    game.reveal((1, 2))
    file = tmp_path / "game.txt"
    file.write_text(write_replay(game), encoding="utf-8")
    return file


def test_a_review_lists_what_was_not_certain_and_sums_up(record: Path) -> None:
    result = run_sapper("review", str(record))
    assert (result.returncode, result.stderr) == (0, "")
    assert re.search(
        r"^   3! +\d+\.\d s  reveal B3 +mistake +B3 is certainly", result.stdout, re.MULTILINE
    )
    assert "1 other move was certain, a flag, a mark or free" in result.stdout
    assert re.search(
        r"^Lost after \d+\.\d s: 0 certain, 1 forced guess, 1 mistake\.$", result.stdout, re.M
    )
    assert re.search(r"^Turning point: move 3, reveal B3, mistake\.$", result.stdout, re.MULTILINE)
    assert re.search(r"^3BV/s: [\d.]+\. Efficiency: [\d.]+%\.$", result.stdout, re.MULTILINE)
    every = run_sapper("review", str(record), "--all").stdout
    assert re.search(r"flag A3 +flag +A3 is certainly a mine", every)


def test_a_review_takes_records_of_other_programs(tmp_path: Path) -> None:
    game = Path(__file__).parents[1] / "data" / "formats" / "clicks.rawvf"
    from_file = run_sapper("review", str(game), "--json")
    assert from_file.returncode == 0
    answer = json.loads(from_file.stdout)
    assert [move["kind"] for move in answer["moves"]].count("chord") == 2
    assert run_sapper("review", "-", "--json", typed=game.read_bytes()).stdout == from_file.stdout
    (tmp_path / "cut.rawvf").write_bytes(game.read_bytes()[:200])
    cut = run_sapper("review", str(tmp_path / "cut.rawvf"))
    assert (cut.returncode, cut.stdout) == (2, "")
    assert cut.stderr.startswith(f"error: {tmp_path / 'cut.rawvf'}: RAWVF, line ")


def test_a_broken_record_is_named_with_its_file_and_line(tmp_path: Path) -> None:
    broken = tmp_path / "broken.txt"
    broken.write_text("sapper-replay 1\nrules 9x9/10 safe\nseed 1\n0.0 jump 1,1\n")
    for command in (["review", str(broken)], ["drill", "--from", str(broken)]):
        result = run_sapper(*command)
        assert (result.returncode, result.stdout) == (2, "")
        assert result.stderr.startswith(f"error: {broken}: line 4: not a move")
    typed = run_sapper("review", "-", typed=broken.read_bytes())
    assert typed.stderr.startswith("error: standard input: line 4: ")


def test_the_review_of_a_running_game_does_not_depend_on_the_time_it_takes(
    tmp_path: Path,
) -> None:
    running = tmp_path / "game.txt"
    running.write_text(
        "sapper-replay 1\nrules 9x9/10 safe\nseed 42\n0.000 reveal 0,0\n1.200 flag 3,4\n"
    )
    assert "Running after 1.2 s: " in run_sapper("review", str(running)).stdout


def test_a_review_is_json_for_programs(record: Path) -> None:
    answer = json.loads(run_sapper("review", str(record), "--json").stdout)
    assert [move["class"] for move in answer["moves"]] == ["forced guess", "flag", "mistake"]
    assert answer["turning_point"] == 2


# Drill --------------------------------------------------------------------------------------------


def test_a_drill_asks_and_proves_the_answer() -> None:
    drill = make_drill("1-2-x", 2)
    row, column = drill.answers[0]
    right = f"{'ABCDEFGHI'[row]}{column + 1}"
    result = run_sapper(
        "drill", "1-2-x", "--count", "1", "--seed", "2", typed=f"hint\nxx\n{right}\n"
    )
    assert result.returncode == 0
    assert "Which cell is certainly safe?" in result.stdout
    assert "Something is certain. Look at" in result.stdout
    assert "Right. " in result.stdout
    assert result.stdout.endswith("1 of 1 right\n")
    assert result.stderr == "error: not a cell: 'xx'; type a row and a column such as C4\n"


def test_a_player_may_stop_or_be_wrong() -> None:
    stopped = run_sapper("drill", "subset", "--seed", "1", typed="quit\n")
    assert (stopped.returncode, "right" in stopped.stdout) == (0, False)
    ended = run_sapper("drill", "subset", "--seed", "1", typed="")
    assert ended.returncode == 0
    wrong = run_sapper("drill", "subset", "--count", "1", "--seed", "1", typed="guess\n")
    assert "Wrong. Right: " in wrong.stdout
    assert wrong.stdout.endswith("0 of 1 right\n")


def test_drills_are_json_for_programs() -> None:
    lines = run_sapper("drill", "--count", "3", "--seed", "1", "--json").stdout.splitlines()
    drills = [json.loads(line) for line in lines]
    assert [drill["theme"] for drill in drills] == ["single-clue", "subset", "1-2-x"]
    for drill in drills:
        parse_view(drill["position"])
        assert drill["answers"]


def test_drills_come_from_the_mistakes_of_a_game(record: Path) -> None:
    lines = run_sapper("drill", "--from", str(record), "--json").stdout.splitlines()
    (drill,) = map(json.loads, lines)
    assert drill["position"].startswith("5x2/3\n.2###")


def test_a_game_without_mistakes_says_so(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    game = Game(Rules.level("beginner"), seed=1)
    game.reveal((0, 0))
    file.write_text(write_replay(game), encoding="utf-8")
    result = run_sapper("drill", "--from", str(file))
    assert (result.returncode, result.stdout) == (0, "")
    assert result.stderr == "no mistake to learn from in this game\n"


def test_mistakes_of_another_theme_are_not_denied(record: Path) -> None:
    result = run_sapper("drill", "chain", "--from", str(record))
    assert (result.returncode, result.stdout) == (0, "")
    assert result.stderr == "no mistake of the theme chain to learn from in this game\n"


def test_drills_come_from_records_of_other_programs_too() -> None:
    game = Path(__file__).parents[1] / "data" / "formats" / "clicks.rawvf"
    result = run_sapper("drill", "--from", str(game), "--json")
    assert (result.returncode, "error" in result.stderr) == (0, False)


def test_a_cell_off_the_board_is_named_as_it_was_typed() -> None:
    result = run_sapper("drill", "subset", "--count", "1", "--seed", "1", typed="z9\nA99\n")
    assert result.stderr.splitlines() == [
        "error: 'Z9' is off the board: cells are A1 to I9",
        "error: 'A99' is off the board: cells are A1 to I9",
    ]


def test_drills_in_lines_of_text_keep_the_players_schedule(tmp_path: Path) -> None:
    folder = {"SAPPER_DATA": str(tmp_path)}
    asked = run_sapper("drill", "subset", "--count", "1", typed="guess\n", **folder)
    assert "Wrong. " in asked.stdout
    with sqlite3.connect(tmp_path / "sapper.sqlite") as database:
        [(drill, lapses, wait)] = database.execute(
            "SELECT drill, lapses, due - asked_at FROM cards"
        ).fetchall()
        assert lapses == 1
        assert wait > 60
        database.execute("UPDATE cards SET due = 0, asked_at = 0")
    database.close()
    again = run_sapper("drill", "--count", "1", typed="quit\n", **folder)
    board = asked.stdout.split("Which")[0]
    assert again.stdout.startswith(board), drill


def test_drills_are_asked_also_where_nothing_can_be_kept() -> None:
    result = run_sapper(
        "drill", "subset", "--count", "1", typed="guess\n", SAPPER_DATA="/proc/no-such-folder"
    )
    assert result.returncode == 0
    assert result.stderr.startswith("note: answers are not kept: ")
    assert result.stdout.endswith("0 of 1 right\n")
