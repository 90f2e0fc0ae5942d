"""Alternative command lines."""

import io
import sys

import pytest
from terminal import run_main


@pytest.mark.parametrize(
    ("words", "begin"),
    [
        (["benchmark", "4"], "8x8/10 start safe: 4 games"),
        (["benchmark", "medium", "3"], "16x16/40 start safe: 3 games"),
        (["medium", "benchmark", "3"], "16x16/40 start safe: 3 games"),
        (["6x6/4", "benchmark", "3", "--start", "any"], "6x6/4 start any: 3 games"),
    ],
)
def test_the_alternative_word_order_runs_a_benchmark(
    capfd: pytest.CaptureFixture[str], words: list[str], begin: str
) -> None:
    code, out, _ = run_main(capfd, *words, "--strategy", "layered", "--workers", "1")
    assert code == 0
    assert out.startswith(begin)


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
        (["small", "benchmark", "-5"], "the number of games must be from 1 to 1000000000, not -5"),
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
