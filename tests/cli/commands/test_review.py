"""`sapper review`."""

import json
import re
from pathlib import Path

import pytest

from sapper import Game, Rules, write_replay
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


def test_a_review_lists_uncertain_moves_and_a_summary(record: Path) -> None:
    result = run_sapper("review", str(record))
    assert (result.returncode, result.stderr) == (0, "")
    assert re.search(
        r"^   3! +\d+\.\d s  reveal B3 +mistake +B3 is certainly", result.stdout, re.MULTILINE
    )
    assert "1 routine move not listed" in result.stdout
    assert re.search(
        r"^Lost after \d+\.\d s: 0 certain moves, 1 forced guess, 1 mistake\.$", result.stdout, re.M
    )
    assert re.search(
        r"^Turning point: move 3 \(reveal B3, mistake\)\.$", result.stdout, re.MULTILINE
    )
    assert re.search(r"^3BV/s: [\d.]+\. IOE: [\d.]+%\.$", result.stdout, re.MULTILINE)
    all_moves = run_sapper("review", str(record), "--all").stdout
    assert re.search(r"flag A3 +flag +A3 is certainly a mine", all_moves)


def test_rawvf_recordings_can_be_reviewed(tmp_path: Path) -> None:
    game = Path(__file__).parents[2] / "data" / "formats" / "clicks.rawvf"
    from_file = run_sapper("review", str(game), "--json")
    assert from_file.returncode == 0
    answer = json.loads(from_file.stdout)
    assert [move["kind"] for move in answer["moves"]].count("chord") == 2
    assert run_sapper("review", "-", "--json", typed=game.read_bytes()).stdout == from_file.stdout
    (tmp_path / "cut.rawvf").write_bytes(game.read_bytes()[:200])
    cut = run_sapper("review", str(tmp_path / "cut.rawvf"))
    assert (cut.returncode, cut.stdout) == (2, "")
    assert cut.stderr.startswith(f"error: {tmp_path / 'cut.rawvf'}: RAWVF, line ")


def test_an_error_names_the_file_and_the_line(tmp_path: Path) -> None:
    broken = tmp_path / "broken.txt"
    broken.write_text("sapper-replay 1\nrules 9x9/10 safe\nseed 1\n0.0 jump 1,1\n")
    for command in (["review", str(broken)], ["puzzle", "--from", str(broken)]):
        result = run_sapper(*command)
        assert (result.returncode, result.stdout) == (2, "")
        assert result.stderr.startswith(f"error: {broken}: line 4: malformed move")
    typed = run_sapper("review", "-", typed=broken.read_bytes())
    assert typed.stderr.startswith("error: standard input: line 4: ")


def test_the_clock_of_an_unfinished_game_stops_at_the_last_move(
    tmp_path: Path,
) -> None:
    running = tmp_path / "game.txt"
    running.write_text(
        "sapper-replay 1\nrules 9x9/10 safe\nseed 42\n0.000 reveal 0,0\n1.200 flag 3,4\n"
    )
    assert "In progress after 1.2 s: " in run_sapper("review", str(running)).stdout


def test_json_contains_all_moves(record: Path) -> None:
    answer = json.loads(run_sapper("review", str(record), "--json").stdout)
    assert [move["class"] for move in answer["moves"]] == ["forced guess", "flag", "mistake"]
    assert answer["turning_point"] == 2


@pytest.mark.parametrize(
    ("arguments", "typed", "error"),
    [
        (["review", "-"], "", "line 1: unexpected end of file"),
        (["review", "-"], "sapper-replay 1\nrules 9x9/10 safe\nseed 1\n0.0 jump 1,1\n", "line 4"),
        (["review", "-"], "sapper-replay 1\nrules 9x9/10 safe\nseed 1\n0.0 reveal 9,9\n", "line 4"),
        (["review", "no/such/file"], "", "No such file"),
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
