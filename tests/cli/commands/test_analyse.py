"""`sapper analyse`: the table, the JSON output, colours and errors."""

import json
import os
import pty
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from sapper import Budget, View
from sapper.cli import main
from sapper.inference import analysis
from sapper.inference.analysis import Analysis
from tests.inference.positions import lattice
from tests.sapper_command import COMMAND, environment, run_sapper

BOARD = "5x2/3\n#11##\n#####\n"
CERTAIN = "5x3/3\n11###\n1####\n#####\n"
WIDE = str(lattice(30, 3))
COLOUR = re.compile(r"\x1b\[[0-9;]*m")


def test_the_table_shows_odds_clues_and_certain_cells() -> None:
    result = run_sapper("analyse", "-", typed=CERTAIN)
    assert (result.returncode, result.stderr) == (0, "")
    *lines, best, win = result.stdout.splitlines()
    assert lines == [
        "    1   2   3   4   5",
        "A [1] [1]  ok  29  29",
        "B [1]  **  ok  29  29",
        "C  ok  ok  29  29  29",
        "",
        "Hidden cells: mine probability in percent; ok is safe, ** is a mine.",
        "Revealed cells: the clue in brackets.",
        "Layouts: 21.",
        "Safe: A3, B3, C1, C2.",
        "Mines: B2.",
    ]
    assert re.fullmatch(r"Best: (A3|B3|C1|C2) \(risk 0\.0%\)\.", best)
    assert re.fullmatch(r"Win probability: \d+\.\d% with perfect play\.", win)


def test_a_position_without_certain_cells_prints_none() -> None:
    result = run_sapper("analyse", "-", typed=BOARD)
    lines = result.stdout.splitlines()
    assert lines[1:3] == ["A  40 [1] [1]  40  60", "B  40  10  10  40  60"]
    assert lines[-5:] == [
        "Layouts: 10.",
        "Safe: none.",
        "Mines: none.",
        f"Best: {lines[-2].split()[1]} (risk 10.0%).",
        "Win probability: 20.0% with perfect play.",
    ]


def test_think_adds_rollouts() -> None:
    position = "9x9/10\n" + "#########\n" * 4 + "####2####\n" + "#########\n" * 4
    result = run_sapper("analyse", "-", "--think", "0.5", typed=position)
    assert (result.returncode, result.stderr) == (0, "")
    *_, win, best = (line for line in result.stdout.splitlines() if line[0:1] != " ")
    assert re.fullmatch(r"Win probability: about [\d.]+% \(.*\), from [\d,]+ rollouts\.", win)
    assert re.fullmatch(r"Best cell after rollouts: [A-I]\d\.", best)
    result = run_sapper("analyse", "-", "--think", "0.5", "--json", typed=position)
    assert 0 < json.loads(result.stdout)["rollouts"]["win_probability"] < 1


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "4000"])
def test_an_invalid_think_time_is_rejected(seconds: str) -> None:
    result = run_sapper("analyse", "-", "--think", seconds, typed=BOARD)
    assert result.returncode == 2
    assert result.stdout == ""
    assert result.stderr.startswith("error: thinking time must be greater than 0")


def test_odds_near_zero_and_one_never_look_certain() -> None:
    text = "100x1/1\n" + "#" * 100
    result = run_sapper("analyse", "-", typed=text)
    assert " 1.0 1.0 1.0" in result.stdout
    assert "The first reveal may hit a mine because the start rule is any." in result.stdout
    rare = run_sapper("analyse", "-", typed="2000x1/1\n" + "#" * 2000)
    assert " <.1 <.1" in rare.stdout
    assert "(risk under 0.1%)" in rare.stdout
    assert " ok" not in rare.stdout.splitlines()[1]
    often = run_sapper("analyse", "-", typed="2000x1/1999\n" + "#" * 2000)
    assert " >99 >99" in often.stdout
    assert "(risk over 99.9%)" in often.stdout


def test_a_finished_board_has_no_best_cell(tmp_path: Path) -> None:
    file = tmp_path / "board.txt"
    file.write_text("2x1/1\n1#\n", encoding="utf-8-sig")
    result = run_sapper("analyse", str(file))
    assert result.returncode == 0
    assert "Best" not in result.stdout
    assert "Layouts: 1." in result.stdout


# JSON ---------------------------------------------------------------------------------------------


def test_json_has_the_documented_shape() -> None:
    result = run_sapper("analyse", "-", "--json", typed=CERTAIN)
    assert (result.returncode, result.stderr) == (0, "")
    answer = json.loads(result.stdout)
    assert {key: answer[key] for key in ("width", "height", "mines", "exact", "layouts")} == {
        "width": 5,
        "height": 3,
        "mines": 3,
        "exact": True,
        "layouts": answer["layouts"],
    }
    assert isinstance(answer["layouts"], int)
    assert answer["mines_known"] == [[1, 1]]
    assert [0, 2] in answer["safe"]
    assert answer["best"] in answer["safe"]
    assert [len(row) for row in answer["mine_probability"]] == [5, 5, 5]
    assert answer["mine_probability"][1][1] == 1.0
    assert sum(map(sum, answer["mine_probability"])) == pytest.approx(3)
    assert "standard_error" not in answer


@pytest.fixture
def few_states(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limit the budget so that even a small board is estimated on any machine."""

    def with_few_states(view: View, **options: Any) -> Analysis:
        return analysis.analyse(view, **{**options, "budget": Budget(seconds=0.5, states=500)})

    monkeypatch.setattr("sapper.cli.commands.analyse.analyse", with_few_states)


@pytest.mark.usefixtures("few_states")
def test_an_estimate_is_labelled_as_such(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "wide.txt"
    file.write_text(str(lattice(10, 3)), encoding="utf-8")
    assert main(["analyse", str(file), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["exact"] is False
    assert answer["layouts"] is None
    assert [len(row) for row in answer["standard_error"]] == [10] * 10
    assert main(["analyse", str(file)]) == 0
    table = capsys.readouterr().out
    for line in (
        r"^The odds are estimated from \d+ runs with a standard error of up to \d",
        r"^Layouts: about \d\.\d{3}e\d+\.$",
    ):
        assert re.search(line, table, flags=re.MULTILINE)


def test_flags_matter_only_with_trust_flags() -> None:
    flagged = "4x2/2\n1F##\n####\n"
    plain = json.loads(run_sapper("analyse", "-", "--json", typed=flagged).stdout)
    trusted = json.loads(
        run_sapper("analyse", "-", "--json", "--trust-flags", typed=flagged).stdout
    )
    assert plain["mines_known"] == []
    assert trusted["mines_known"] == [[0, 1]]


# Colours ------------------------------------------------------------------------------------------


def on_a_terminal(**changes: str) -> str:
    """Return the output of the command in a terminal."""
    ours, theirs = pty.openpty()
    with os.fdopen(ours, "rb", buffering=0) as screen:
        settings = environment(TERM="xterm-256color", **changes)
        with subprocess.Popen(
            [*COMMAND, "analyse", "-"], stdin=subprocess.PIPE, stdout=theirs, env=settings
        ) as process:
            os.close(theirs)
            assert process.stdin
            process.stdin.write(CERTAIN.encode())
            process.stdin.close()
            written = b""
            try:
                while chunk := screen.read(65536):
                    written += chunk
            except OSError:  # Linux raises an error when the terminal is closed
                pass
        assert process.returncode == 0
    return written.decode().replace("\r\n", "\n")


def test_a_terminal_gets_colours_and_the_same_text() -> None:
    coloured = on_a_terminal(NO_COLOR="")
    plain = run_sapper("analyse", "-", typed=CERTAIN).stdout
    assert COLOUR.search(coloured)
    assert not COLOUR.search(plain)
    assert COLOUR.sub("", coloured) == plain


def test_no_color_disables_colours() -> None:
    written = on_a_terminal(NO_COLOR="1")
    codes = {int(code) for codes in re.findall(r"\x1b\[([0-9;]*)m", written)
             for code in codes.split(";") if code}  # fmt: skip
    assert not any(30 <= code <= 49 or 90 <= code <= 107 for code in codes)
    assert COLOUR.sub("", written) == run_sapper("analyse", "-", typed=CERTAIN).stdout


# Errors -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "error"),
    [
        (b"3x1/1\n#3#\n", r"clue 3 at A2 is impossible"),
        (b"6x1/1\n1##1##\n", "1 mine is impossible"),
        (b"", "empty position text"),
        (b"hello\n", "line 1"),
        (b"3x1/1\n#x#\n", "line 2, column 2: unknown character 'x'"),
        (b"3x2/1\n###\n", ""),
        (b"\xff\xfe\x00", "-: not a text file: byte 0 is not valid UTF-8"),
        (b"#" * (17 * 1024 * 1024), "-: file too large for a position"),
    ],
    ids=range(8),
)
def test_invalid_positions_print_one_error_line_and_exit_with_code_2(
    text: bytes, error: str
) -> None:
    for options in ([], ["--json"]):
        result = run_sapper("analyse", "-", *options, typed=text)
        assert (result.returncode, result.stdout) == (2, "")
        first, *rest = result.stderr.splitlines()
        assert re.match(f"error: .*{error}", first)
        assert len(rest) <= 1
        assert all(line.startswith("hint: ") for line in rest)


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["no/such/file"], "No such file"),
        (["."], "Is a directory"),
        ([], "Missing argument 'FILE'"),
        (["-", "--seconds", "nan"], "seconds must be greater than 0"),
        (["-", "--seconds", "0"], "seconds must be greater than 0"),
        (["-", "--seconds", "-1"], "seconds must be greater than 0"),
        (["-", "--seconds", "soon"], "Invalid value for '--seconds'"),
        (["-", "--nothing"], "No such option"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_invalid_arguments_print_one_error_line_and_exit_with_code_2(
    arguments: list[str], error: str
) -> None:
    result = run_sapper("analyse", *arguments, typed=BOARD)
    assert (result.returncode, result.stdout) == (2, "")
    assert error in result.stderr.splitlines()[0]
    assert result.stderr.startswith("error: ")


def test_exact_fails_if_counting_takes_too_long() -> None:
    result = run_sapper("analyse", "-", "--exact", "--seconds", "0.05", typed=WIDE)
    assert result.returncode == 2
    assert result.stderr.startswith("error: cannot count the layouts within 0.05 s")
