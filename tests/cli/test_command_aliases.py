"""Alternative command lines."""

import io
import json
import re
import sys

import pytest

from sapper.cli import main
from tests.sapper_command import run_main, run_sapper


@pytest.mark.parametrize(
    ("words", "begin"),
    [
        (["benchmark", "4"], "8x8/10 start opening: 4 games"),
        (["small", "benchmark", "4"], "8x8/10 start opening: 4 games"),
        (["medium", "benchmark", "3"], "16x16/40 start opening: 3 games"),
        (["large", "benchmark", "2"], "30x16/99 start opening: 2 games"),
        (["benchmark", "medium", "3"], "16x16/40 start opening: 3 games"),
        (["6x6/4", "benchmark", "3", "--start", "any"], "6x6/4 start any: 3 games"),
    ],
)
def test_benchmark_measures_the_layered_strategy(
    capfd: pytest.CaptureFixture[str], words: list[str], begin: str
) -> None:
    code, out, err = run_main(capfd, *words, "--workers", "1")
    assert (code, err) == (0, "")
    assert out.startswith(begin)
    assert re.search(r"^ layered +\d+ +[\d.]+% +[\d.]+% - [\d.]+%", out, re.MULTILINE)


def test_benchmark_plays_100_games_by_default(capfd: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run_main(capfd, "benchmark", "--workers", "1")
    assert code == 0
    assert out.startswith("8x8/10 start opening: 100 games, seeds 0-99")


@pytest.mark.parametrize("level", ["small", "medium"])
def test_the_win_rate_of_layered_is_compatible_with_80_to_90_percent(
    capfd: pytest.CaptureFixture[str], level: str
) -> None:
    code, out, _ = run_main(capfd, level, "benchmark", "300", "--workers", "1", "--json", "-")
    assert code == 0
    (result,) = json.loads(out)["strategies"]
    assert result["low"] <= 0.9
    assert result["high"] >= 0.8


@pytest.mark.parametrize("option", [["--strategy", "exact"], ["--strategy=exact"]])
def test_benchmark_measures_another_strategy_on_request(
    capfd: pytest.CaptureFixture[str], option: list[str]
) -> None:
    code, out, _ = run_main(
        capfd, "medium", "benchmark", "3", *option, "--workers", "1", "--json", "-"
    )
    assert code == 0
    result = json.loads(out)
    assert [strategy["name"] for strategy in result["strategies"]] == ["exact"]
    assert result["start"] == "opening"


def test_benchmark_equals_the_regular_command(capfd: pytest.CaptureFixture[str]) -> None:
    options = ("--workers", "1", "--csv", "-")
    alias = run_main(capfd, "medium", "benchmark", "5", *options)
    regular = ("bench", "medium", "5", "--strategy", "layered", "--start", "opening")
    assert alias == run_main(capfd, *regular, *options)


def test_help_is_printed_without_a_command_and_without_a_terminal() -> None:
    result = run_sapper()
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout == run_sapper("--help").stdout
    assert "Usage: sapper" in result.stdout


@pytest.mark.parametrize(
    ("level", "size"), [("small", "8x8/10"), ("medium", "16x16/40"), ("large", "30x16/99")]
)
def test_a_size_plays_in_plain_text_and_the_first_reveal_is_an_opening(
    level: str, size: str
) -> None:
    for seed in ("1", "2", "3"):
        result = run_sapper(level, "--seed", seed, typed="O D4\nquit\n")
        assert (result.returncode, result.stderr) == (0, "")
        lines = result.stdout.splitlines()
        assert lines[0] == f"Sapper {size}. Type 'help' for a list of commands."
        *_, row = (line.split() for line in lines if line.startswith("D "))
        assert row[4] == "."


def test_a_level_without_a_command_starts_a_game(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"quit\n")))
    code, out, _ = run_main(capfd, "5x4/3")
    assert code == 0
    assert "Mines left: 3." in out


def test_an_unknown_word_is_an_unknown_command(capfd: pytest.CaptureFixture[str]) -> None:
    code, _, err = run_main(capfd, "frobnicate")
    assert code == 2
    assert err.startswith("error: ")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ["small", "benchmark", "-5"],
            "the number of games must be between 1 and 1000000000, not -5",
        ),
        (
            ["medium", "benchmark", "0"],
            "the number of games must be between 1 and 1000000000, not 0",
        ),
        (["medium", "benchmark", "x"], "'x' is not a whole number"),
        (["benchmark", "5.5"], "'5.5' is not a whole number"),
        (["benchmark", "x"], "unknown level 'x'"),
        (["benchmark", "--strategy", "nobody"], "unknown strategy 'nobody'"),
        (["tiny"], "No such command 'tiny'"),
        (["tiny", "benchmark"], "unknown level 'tiny'"),
        (["expret", "benchmark", "5"], "unknown level 'expret'"),
        (["benchmark", "expret", "20"], "unknown level 'expret'"),
        (["benchmark", "20", "medium"], "extra argument(s) (medium)"),
        (["benchmark", "medium", "20", "7"], "extra argument(s) (7)"),
    ],
)
def test_invalid_input_prints_one_error_line_and_exits_with_code_2(
    capfd: pytest.CaptureFixture[str], words: list[str], message: str
) -> None:
    code, out, err = run_main(capfd, *words)
    assert code == 2
    assert out == ""
    lines = err.splitlines()
    assert lines[0].startswith("error: ")
    assert message in lines[0]
    assert len(lines) == 1 or (len(lines) == 2 and lines[1].startswith("hint: "))


@pytest.mark.parametrize("option", ["--strategy", "--start", "--seed"])
def test_an_option_without_its_value_is_reported(
    option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["benchmark", option]) == 2
    assert capsys.readouterr().err.splitlines()[0] == (
        f"error: Option '{option}' requires an argument"
    )
