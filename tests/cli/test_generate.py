import json
import os
import re
import subprocess

import pytest
from oracles import seed_rule
from terminal import COMMAND, PATIENCE, environment, run_sapper

from sapper import parse_view


def test_a_board_is_printed_as_text_that_can_be_read_again() -> None:
    result = run_sapper("generate", "beginner", "--seed", "42")
    assert result.returncode == 0
    assert result.stderr == "seed 42, first 4,4\n"
    view = parse_view(result.stdout)
    assert view.shown_mines == seed_rule.layout(9, 9, 10, "safe", 42, (4, 4))
    for cell in view.rules.cells():
        if cell not in view.shown_mines:
            near = view.rules.neighbours(cell)
            assert view.clue(cell) == len(view.shown_mines.intersection(near))


def test_several_boards_have_the_seeds_that_follow_and_a_blank_line_between() -> None:
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


def test_a_seed_is_chosen_when_none_is_given() -> None:
    boards = [json.loads(run_sapper("generate", "--json").stdout) for _ in range(2)]
    assert boards[0]["seed"] != boards[1]["seed"]
    assert boards[0]["level"] == "9x9/10"


def test_the_last_seed_and_the_fullest_board_are_printed() -> None:
    result = run_sapper("generate", "2x2/4", "--start", "any", "--seed", str(2**64 - 1))
    assert result.stdout == "2x2/4\n**\n**\n"


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["nothing"], "unknown level 'nothing'"),
        (["0x5/1"], "width must be from 1 to 2000, not 0"),
        (["5x2001/1"], "height must be from 1 to 2000, not 2001"),
        (["9x9/81"], "81 mines do not fit: a 9x9 board with start rule 'safe' holds from 0 to 80"),
        (["9x9/73", "--start", "opening"], "73 mines do not fit: .* from 0 to 72"),
        (["--start", "saef"], "unknown start rule 'saef'"),
        (["--seed", "-1"], r"a seed is from 0 to 2\*\*64 - 1, not -1"),
        (["--seed", str(2**64)], r"a seed is from 0 to 2\*\*64 - 1, not 18446744073709551616"),
        (["--seed", "1.5"], "Invalid value for '--seed': '1.5' is not a whole number"),
        (["--seed", "9" * 5000], r"Invalid value for '--seed': '999.*\.\.\. is not a whole number"),
        (["--count", "0"], "cannot make 0 boards: --count is at least 1"),
        (["--count", "-5"], "cannot make -5 boards"),
        (["--count", "many"], "Invalid value for '--count': 'many' is not a whole number"),
        (["--seed", str(2**64 - 1), "--count", "2"], r"2 seeds from .* go past 2\*\*64 - 1"),
        (["--first", "9,0"], "--first '9,0' is not a cell of the board"),
        (["--first", "A1"], "--first 'A1' is not a cell of the board"),
        (["--first", "-1,0"], "--first '-1,0' is not a cell of the board"),
        (["--count"], "Option '--count' requires an argument"),
        (["--nothing"], "No such option"),
        (["a", "b"], "Got unexpected extra argument"),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else "",
)
def test_bad_arguments_give_one_error_line_and_exit_code_2(
    arguments: list[str], error: str
) -> None:
    result = run_sapper("generate", *arguments)
    assert result.returncode == 2
    assert result.stdout == ""
    first, *rest = result.stderr.splitlines()
    assert re.match(f"error: {error}", first)
    assert len(rest) <= 1
    assert all(line.startswith("hint: ") for line in rest)


def test_arguments_that_are_not_text_are_refused() -> None:
    result = run_sapper("generate", b"\xff\xfe")
    assert result.returncode == 2
    assert result.stderr.startswith("error: cannot read the size ")


def test_a_reader_that_goes_away_ends_it_without_a_traceback() -> None:
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
def test_a_reader_that_was_never_there_does_no_harm(count: str) -> None:
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
