"""`sapper generate`."""

import json
import os
import re
import signal
import subprocess

import pytest

from sapper import Game, Rules, parse_view
from sapper.generate import Certificate, Step, check
from tests.oracles import seed_rule
from tests.sapper_command import COMMAND, PATIENCE, environment, interrupt_sapper, run_sapper


def test_a_board_is_printed_as_parseable_text() -> None:
    result = run_sapper("generate", "beginner", "--seed", "42")
    assert result.returncode == 0
    assert result.stderr == "seed 42, first 4,4\n"
    view = parse_view(result.stdout)
    assert view.shown_mines == seed_rule.layout(9, 9, 10, "safe", 42, (4, 4))
    for cell in view.rules.cells():
        if cell not in view.shown_mines:
            near = view.rules.neighbours(cell)
            assert view.clue(cell) == len(view.shown_mines.intersection(near))


def test_several_boards_have_consecutive_seeds_and_are_separated_by_blank_lines() -> None:
    result = run_sapper("generate", "5x4/6", "--seed", "7", "--count", "3")
    boards = result.stdout.split("\n\n")
    assert len(boards) == 3
    for seed, board in enumerate(boards, start=7):
        assert parse_view(board).shown_mines == seed_rule.layout(5, 4, 6, "safe", seed, (2, 2))
    assert result.stderr == "".join(f"seed {seed}, first 2,2\n" for seed in (7, 8, 9))


def test_json_has_one_object_per_line() -> None:
    result = run_sapper("generate", "30x16/99", "--seed", "5", "--count", "4", "--start", "opening",
                        "--first", "0,29", "--json")  # fmt: skip
    assert result.returncode == 0
    assert result.stderr == ""
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert lines == [
        {
            "level": "30x16/99",
            "start": "opening",
            "seed": seed,
            "first": [0, 29],
            "mines": sorted(
                map(list, seed_rule.layout(30, 16, 99, "opening", seed, (0, 29)))
            ),
        }
        for seed in range(5, 9)
    ]  # fmt: skip


def test_the_default_seed_is_random() -> None:
    boards = [json.loads(run_sapper("generate", "--json").stdout) for _ in range(2)]
    assert boards[0]["seed"] != boards[1]["seed"]
    assert boards[0]["level"] == "9x9/10"


def test_the_largest_seed_and_a_board_full_of_mines_are_valid() -> None:
    result = run_sapper("generate", "2x2/4", "--start", "any", "--seed", str(2**64 - 1))
    assert result.stdout == "2x2/4\n**\n**\n"


def test_the_heading_of_a_no_guess_board_names_the_method() -> None:
    result = run_sapper("generate", "beginner", "--no-guess", "--seed", "1", "--count", "2")
    assert result.returncode == 0
    lines = result.stderr.splitlines()
    assert [line.split(",")[0] for line in lines] == ["seed 1", "seed 2"]
    assert all(
        re.search(r"first 4,4, no guess by rejection, \w+, 3BV \d+$", line) for line in lines
    )
    boards = result.stdout.split("\n\n")
    assert [len(parse_view(board).shown_mines) for board in boards] == [10, 10]


def test_json_of_no_guess_boards_contains_the_difficulty_and_the_certificate() -> None:
    result = run_sapper("generate", "16x16/40", "--difficulty", "hard", "--seed", "3", "--json",
                        "--start", "opening", "--count", "3", "--certificate")  # fmt: skip
    assert result.returncode == 0
    assert result.stderr == ""
    for seed, line in enumerate(result.stdout.splitlines(), start=3):
        board = json.loads(line)
        assert (board["seed"], board["first"], board["no_guess"]) == (seed, [8, 8], True)
        assert (board["difficulty"], board["method"], board["biased"]) == (
            "hard",
            "rejection",
            False,
        )
        assert board["attempts"] >= 1
        assert board["certificate"]["difficulty"] == "hard"
        data = board["certificate"]["steps"]
        steps = tuple(
            Step(tuple(s["cell"]), s["is_mine"], s["kind"], tuple(map(tuple, s["clues"])),
                 s["uses_mine_count"])
            for s in data
        )  # fmt: skip
        layout = set(map(tuple, board["mines"]))
        check(Rules.parse("16x16/40"), layout, Certificate(tuple(board["first"]), steps))


def test_dense_boards_are_repaired_and_labelled_as_biased() -> None:
    result = run_sapper("generate", "intermediate", "--density", "33", "--no-guess", "--seed", "1",
                        "--attempts", "20")  # fmt: skip
    assert result.returncode == 0
    assert "no guess by repair (biased)" in result.stderr
    assert result.stdout.startswith("16x16/84\n")


def test_the_3bv_range_applies_to_both_kinds_of_boards() -> None:
    for extra in ([], ["--no-guess"]):
        result = run_sapper("generate", "beginner", "--three-bv", "20-22", "--seed", "1", "--json",
                            "--count", "2", *extra)  # fmt: skip
        for line in result.stdout.splitlines():
            mines = set(map(tuple, json.loads(line)["mines"]))
            game = Game.from_layout(Rules.level("beginner"), mines)
            assert 20 <= game.metrics().three_bv <= 22


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["2x2/1", "--no-guess"], "no matching no-guess 2x2/1 board found in"),
        (["--three-bv", "500-"], "no 9x9/10 board with a 3BV between 500"),
        (["--no-guess", "--three-bv", "500-"], "no matching no-guess 9x9/10 board"),
        (["--difficulty", "insane"], "unknown difficulty 'insane'"),
        (["--no-guess", "--method", "magic"], 'method must be "rejection" or "repair"'),
        (["--method", "repair"], "--certificate and --method require --no-guess or --difficulty"),
        (["--certificate"], "--certificate and --method require --no-guess or --difficulty"),
        (["--three-bv", "9"], "--three-bv must be a range, not '9'"),
        (["--three-bv", "9-5"], "invalid 3BV range: 9 to 5"),
        (["--density", "200"], "--density must be a percentage, not '200'"),
        (["--density", "100"], "the number of mines .* must be between 0 and 80, not 81"),
        (["--no-guess", "--attempts", "0"], "attempts must be between 1"),
        (["--no-guess", "--seconds", "0"], "seconds must be greater than 0"),
        (["--no-guess", "--seconds", "nan"], "seconds must be greater than 0"),
        (["nothing"], "unknown level 'nothing'"),
        (["0x5/1"], "width must be between 1 and 2000, not 0"),
        (["5x2001/1"], "height must be between 1 and 2000, not 2001"),
        (
            ["9x9/81"],
            "the number of mines on a 9x9 board .* must be between 0 and 80, not 81",
        ),
        (
            ["9x9/73", "--start", "opening"],
            "the number of mines .* must be between 0 and 72, not 73",
        ),
        (["--start", "saef"], "unknown start rule 'saef'"),
        (["--seed", "-1"], r"a seed must be between 0 and 2\*\*64 - 1, not -1"),
        (
            ["--seed", str(2**64)],
            r"a seed must be between 0 and 2\*\*64 - 1, not 18446744073709551616",
        ),
        (["--seed", "1.5"], "Invalid value for '--seed': '1.5' is not a whole number"),
        (["--seed", "9" * 5000], r"Invalid value for '--seed': '999.*\.\.\. is not a whole number"),
        (["--count", "0"], "--count must be at least 1, not 0"),
        (["--count", "-5"], "--count must be at least 1, not -5"),
        (["--count", "many"], "Invalid value for '--count': 'many' is not a whole number"),
        (
            ["--seed", str(2**64 - 1), "--count", "2"],
            r"cannot generate 2 boards from seed .*: the largest seed is 2\*\*64 - 1",
        ),
        (["--first", "9,0"], "--first must be a cell on the board, not '9,0'"),
        (["--first", "A1"], "--first must be a cell on the board, not 'A1'"),
        (["--first", "-1,0"], "--first must be a cell on the board, not '-1,0'"),
        (["--count"], "Option '--count' requires an argument"),
        (["--nothing"], "No such option"),
        (["a", "b"], "Got unexpected extra argument"),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else "",
)
def test_invalid_arguments_print_one_error_line_and_exit_with_code_2(
    arguments: list[str], error: str
) -> None:
    result = run_sapper("generate", *arguments)
    assert result.returncode == 2
    assert result.stdout == ""
    first, *rest = result.stderr.splitlines()
    assert re.match(f"error: {error}", first)
    assert len(rest) <= 1
    assert all(line.startswith("hint: ") for line in rest)


def test_arguments_that_are_not_utf_8_are_rejected() -> None:
    result = run_sapper("generate", b"\xff\xfe")
    assert result.returncode == 2
    assert result.stderr.startswith("error: invalid size ")


def test_a_closed_pipe_ends_the_command_without_a_traceback() -> None:
    with subprocess.Popen(
        [*COMMAND, "generate", "--count", "100000", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as process:
        json.loads(process.stdout.readline())
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(PATIENCE) == 1


@pytest.mark.parametrize("count", ["1", "1000"])
def test_a_pipe_without_a_reader_is_not_an_error(count: str) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with open(writing, "wb") as closed:  # noqa: PTH123
        result = subprocess.run(
            [*COMMAND, "generate", "--json", "--count", count],
            stdout=closed,
            stderr=subprocess.PIPE,
            timeout=PATIENCE,
            check=False,
            env=environment(),
        )
    assert (result.returncode, result.stderr) == (1, b"")


def test_ctrl_c_ends_a_long_search() -> None:
    limits = ("--seconds", "100000", "--attempts", "1000000000000")
    result = interrupt_sapper("generate", "2x2/1", "--no-guess", *limits)
    assert result.stdout == b""
    assert result.returncode in (-signal.SIGINT, 130)
