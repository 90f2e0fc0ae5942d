"""`sapper watch` in plain mode."""

import pytest

from tests.sapper_command import run_main

LAYERED = ("--strategy", "layered")


def test_every_step_is_printed_with_its_reason(capfd: pytest.CaptureFixture[str]) -> None:
    words = ("watch", "small", "--seed", "3", "--start", "opening", *LAYERED)
    code, out, _ = run_main(capfd, *words)
    assert code == 0
    lines = out.splitlines()
    assert lines[0] == "layered plays 8x8/10 start opening, seed 3"
    steps = [line for line in lines if line.startswith("step ")]
    assert steps[0] == ("step 1: reveal E5 - first move E5: safe by the start rule")
    assert lines[-1].startswith(("layered won: ", "layered lost at "))
    assert f"{len(steps)} steps" in lines[-1]
    assert run_main(capfd, *words)[1] == out


def test_watch_and_bench_play_the_same_game(capfd: pytest.CaptureFixture[str]) -> None:
    options = ("--strategy", "single-point", "--seed", "17")
    _, out, _ = run_main(capfd, "watch", "small", *options)
    _, rows, _ = run_main(capfd, "bench", "small", "1", *options, "--csv", "-", "--workers", "1")
    seed, won, moves, guesses = rows.splitlines()[1].split(",")[3:7]
    assert seed == "17"
    assert ("won: " in out) == (won == "1")
    assert out.count(": reveal ") == int(moves)
    assert out.endswith(f", {guesses} guesses\n")


def test_a_single_step_is_counted_in_the_singular(capfd: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run_main(capfd, "watch", "2x2/3", "--seed", "1", *LAYERED)
    assert out.endswith("layered won: 1 step, no guesses\n")


def test_the_win_probability_is_printed_after_rollouts(capfd: pytest.CaptureFixture[str]) -> None:
    words = ("watch", "small", "--think", "0.01", "--seed", "5", "--start", "any", "--plain")
    code, out, _ = run_main(capfd, *words)
    assert code == 0
    assert "chance of winning" in out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["watch", "small", "--strategy", "patern"], "unknown strategy 'patern'"),
        (["watch", "small", "--delay", "-1"], "--delay must be between 0 and 60 seconds, not -1.0"),
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


@pytest.mark.parametrize("words", [("--think", "0"), ("--strategy", "exact", "--think", "1")])
def test_an_invalid_think_time_is_rejected(
    capfd: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    code, out, err = run_main(capfd, "watch", "beginner", *words)
    assert code == 2
    assert out == ""
    assert err.startswith("error: ")
