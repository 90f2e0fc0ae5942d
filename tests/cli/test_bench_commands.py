"""`sapper bench`, `sapper watch`, `sapper strategies` and the aliases, as they are typed."""

import json
import os
import pty
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from sapper import bench, strategies
from sapper.cli import main

LAYERED = ("--strategy", "layered")


def run(capfd: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(list(words))
    out, err = capfd.readouterr()
    return code, out, err


def test_bench_prints_a_table(capfd: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capfd, "bench", "small", "20", *LAYERED, "--workers", "1")
    assert code == 0
    assert "8x8/10 start safe: 20 games, seeds 0-19" in out
    assert "layered" in out
    assert "95 % interval" in out
    assert err == ""


def test_the_help_of_bench_tells_how_a_run_ends_early(capfd: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capfd, "bench", "--help")
    assert code == 0
    assert "Ctrl-C or SIGTERM ends the run and reports what was played until then." in out


def test_bench_prints_json_alone_on_stdout(capfd: pytest.CaptureFixture[str]) -> None:
    words = ("bench", "small", "20", *LAYERED, "--strategy", "random", "--json", "-")
    code, out, _ = run(capfd, *words, "--seed", "7", "--start", "opening", "--workers", "1")
    data = json.loads(out)
    assert code == 0
    assert data["seed"] == 7
    assert [each["games"] for each in data["strategies"]] == [20, 20]
    assert data["pairs"][0]["difference"] > 0.5


def test_all_means_every_strategy(capfd: pytest.CaptureFixture[str]) -> None:
    words = ("bench", "small", "2", "--strategy", "all", "--json", "-", "--workers", "1")
    _, out, _ = run(capfd, *words)
    assert [each["name"] for each in json.loads(out)["strategies"]] == list(strategies.names())


def test_bench_writes_files(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("x.json", "x.csv", "x.svg")]
    options = zip(("--json", "--csv", "--plot"), map(str, files), strict=True)
    words = [word for option in options for word in option]
    code, out, _ = run(capfd, "bench", "small", "10", *LAYERED, "--workers", "1", *words)
    assert code == 0
    assert "8x8/10" in out
    assert all(path.stat().st_size > 100 for path in files)


def test_bench_knows_first_precision_options_and_no_flood(
    capfd: pytest.CaptureFixture[str],
) -> None:
    words = ("bench", "cs50", "--start", "any", "--strategy", "knowledge:total_mines")
    code, out, _ = run(
        capfd,
        *words,
        *("--no-flood", "--first", "0,0", "--precision", "5", "--workers", "1"),
    )
    assert code == 0
    assert "first move 0,0, without flood: 3" in out  # 300 or a few hundred more
    assert "knowledge:total_mines" in out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["bench", "expret"], "unknown level 'expret'"),
        (["bench", "small", "0"], "cannot play 0 games"),
        (["small", "benchmark", "-5"], "cannot play -5 games"),
        (["bench", "small", "-5"], "cannot play -5 games"),
        (["expret", "benchmark", "5"], "unknown level 'expret'"),
        (["bench", "small", "ten"], "GAMES"),
        (["bench", "small", "9", "--strategy", "layerd"], "unknown strategy 'layerd'"),
        (["bench", "small", "9", "--strategy", "layered:x"], "has no option 'x'"),
        (["bench", "small", "9", "--start", "sfae"], "unknown start rule"),
        (["bench", "small", "9", "--first", "8,0"], "--first '8,0' is not a cell"),
        (["bench", "small", "9", "--seed", "-1"], "a seed is from 0"),
        (["bench", "small", "9", "--workers", "0"], "cannot use 0 workers"),
        (["bench", "small", "9", "--precision", "-1"], "precision of -1.0"),
        (["bench", "small", "9", "--json", "/no/such/x"], "there is no folder"),
        (["bench", "small", "9", "--csv", "/"], "it is a folder"),
        (["bench", "small", "9", "--plot", "x.gif"], "unknown format"),
        (["bench", "small", "9", "--json", "-", "--csv", "-"], "cannot both go to stdout"),
        (["bench", "small", "9", "--json", "x", "--csv", "./x"], "cannot both write 'x'"),
        (["bench", "--signature", "--json", "-"], "--signature and --json do not go together"),
        (["bench", "--signature", "--csv", "x"], "--signature and --csv do not go together"),
        (["bench", "--signature", "--plot", "x.svg"], "--signature and --plot do not go"),
        (["benchmark", "expret", "20"], "unknown level 'expret'"),
        (["benchmark", "20", "medium"], "extra argument(s) (medium)"),
        (["benchmark", "medium", "20", "7"], "extra argument(s) (7)"),
        (["bench", "small", "9", "--cluster", "nowhere"], "cannot reach a cluster"),
        (["watch", "small", "--strategy", "patern"], "unknown strategy 'patern'"),
        (["watch", "small", "--delay", "-1"], "cannot wait -1.0 seconds"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(
    capfd: pytest.CaptureFixture[str], words: list[str], message: str
) -> None:
    code, out, err = run(capfd, *words)
    assert code == 2
    assert out == ""
    lines = err.splitlines()
    assert lines[0].startswith("error: ")
    assert message in lines[0]
    assert len(lines) == 1 or (len(lines) == 2 and lines[1].startswith("hint: "))


def test_bad_files_are_refused_before_the_first_game(capfd: pytest.CaptureFixture[str]) -> None:
    begin = time.monotonic()
    code, _, _ = run(capfd, "bench", "expert", "1000000", "--json", "/no/such/folder/x.json")
    assert code == 2
    assert time.monotonic() - begin < 5


@pytest.mark.parametrize(
    ("words", "begin"),
    [
        (["benchmark", "4"], "8x8/10 start safe: 4 games"),
        (["benchmark", "medium", "3"], "16x16/40 start safe: 3 games"),
        (["medium", "benchmark", "3"], "16x16/40 start safe: 3 games"),
        (["6x6/4", "benchmark", "3", "--start", "any"], "6x6/4 start any: 3 games"),
    ],
)
def test_the_other_word_order_works(
    capfd: pytest.CaptureFixture[str], words: list[str], begin: str
) -> None:
    code, out, _ = run(capfd, *words, *LAYERED, "--workers", "1")
    assert code == 0
    assert out.startswith(begin)


def test_a_level_alone_plays(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    import io

    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"quit\n")))
    code, out, _ = run(capfd, "5x4/3")
    assert code == 0
    assert "Mines left: 3." in out


def test_a_word_that_is_nothing_is_no_command(capfd: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capfd, "frobnicate")
    assert code == 2
    assert err.startswith("error: ")


def test_strategies_are_listed(capfd: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capfd, "strategies")
    assert code == 0
    assert [line.split()[0] for line in out.splitlines()] == list(strategies.names())
    _, out, _ = run(capfd, "strategies", "--json")
    assert [each["name"] for each in json.loads(out)] == list(strategies.names())


def test_watch_tells_every_step_with_its_reason(capfd: pytest.CaptureFixture[str]) -> None:
    words = ("watch", "small", "--seed", "3", "--start", "opening", *LAYERED)
    code, out, _ = run(capfd, *words)
    assert code == 0
    lines = out.splitlines()
    assert lines[0] == "layered plays 8x8/10 start opening, seed 3"
    steps = [line for line in lines if line.startswith("step ")]
    assert steps[0] == (
        "step 1: reveal (4, 4) - first move (4, 4): the start rule promises that it is no mine"
    )
    assert lines[-1].startswith(("layered won: ", "layered lost at "))
    assert f"{len(steps)} reveals" in lines[-1]
    assert run(capfd, *words)[1] == out


def test_watch_and_bench_play_the_same_game(capfd: pytest.CaptureFixture[str]) -> None:
    options = ("--strategy", "single-point", "--seed", "11")
    _, out, _ = run(capfd, "watch", "small", *options)
    _, rows, _ = run(capfd, "bench", "small", "1", *options, "--csv", "-", "--workers", "1")
    seed, won, moves, guesses = rows.splitlines()[1].split(",")[3:7]
    assert seed == "11"
    assert ("won: " in out) == (won == "1")
    assert f"{moves} reveals, {guesses} of them guesses" in out


def test_watch_counts_one_reveal_as_one(capfd: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capfd, "watch", "2x2/3", "--seed", "1", *LAYERED)
    assert out.endswith("layered won: 1 reveal, no guess\n")


def test_the_signature_is_one_number(capfd: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capfd, "bench", "--signature", "--strategy", "random")
    assert code == 0
    assert out.strip().isdecimal()


def start_in_terminal(*words: str) -> tuple[subprocess.Popen[bytes], int]:
    """Start `sapper` with stderr on a terminal; returns the process and the terminal."""
    terminal, inner = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "sapper", *words],
        stdout=subprocess.PIPE,
        stderr=inner,
        start_new_session=True,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "120"},
    )
    os.close(inner)
    return process, terminal


@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.parametrize(
    ("number", "code", "word"),
    [(signal.SIGINT, 130, b"interrupted: "), (signal.SIGTERM, 143, b"terminated: ")],
)
def test_control_c_and_sigterm_print_the_results_so_far(
    number: signal.Signals, code: int, word: bytes, workers: str
) -> None:
    process, terminal = start_in_terminal(
        *("bench", "small", "1000000", *LAYERED, "--json", "-", "--workers", workers)
    )
    shown = b""
    deadline = time.monotonic() + 60
    while "±".encode() not in shown and time.monotonic() < deadline:
        shown += os.read(terminal, 4096)
    # As a terminal and `timeout` do: to the whole group, workers included.
    os.killpg(process.pid, number)
    out, _ = process.communicate(timeout=30)
    while True:
        try:
            more = os.read(terminal, 4096)
        except OSError:
            break
        if not more:
            break
        shown += more
    os.close(terminal)
    data = json.loads(out)
    assert process.returncode == code
    assert 0 < data["strategies"][0]["games"] < 1_000_000
    assert word in shown
    assert b"Traceback" not in shown
    assert "±".encode() in shown  # the bar had shown the running interval


def test_sigterm_is_taken_during_a_run_only(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    play = bench.run

    def terminate(progress: bench.Progress) -> None:
        if progress.games >= 40:
            signal.raise_signal(signal.SIGTERM)

    def play_and_terminate(*arguments: Any, **options: Any) -> bench.BenchResult:
        return play(*arguments, **{**options, "chunk": 20, "on_progress": terminate})

    monkeypatch.setattr(bench, "run", play_and_terminate)
    before = signal.getsignal(signal.SIGTERM)
    words = ("bench", "small", "1000", *LAYERED, "--workers", "1", "--json", "-")
    code, out, err = run(capfd, *words)
    assert code == 143
    assert json.loads(out)["strategies"][0]["games"] == 40
    assert err == "terminated: 40 of 1000 games were played by every strategy\n"
    assert signal.getsignal(signal.SIGTERM) == before


def test_sigterm_is_left_alone_in_other_threads(capfd: pytest.CaptureFixture[str]) -> None:
    words = ["bench", "small", "5", *LAYERED, "--workers", "1"]
    with ThreadPoolExecutor(1) as threads:
        assert threads.submit(main, words).result() == 0
    assert "5 games" in capfd.readouterr().out


def test_results_that_end_up_elsewhere_are_a_failure(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    words = ("bench", "small", "5", *LAYERED, "--workers", "1", "--json", "/dev/full")
    code, _, err = run(capfd, *words)
    (kept,) = tmp_path.iterdir()
    assert code == 1
    assert err == f"cannot write /dev/full; the results are in {kept}\n"
    assert json.loads(kept.read_text())["level"] == "8x8/10"


def test_bench_lets_expert_think(capfd: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capfd, "bench", "beginner", "3", "--think", "0.001", "--workers", "1")
    assert (code, err) == (0, "")
    assert "expert:think=0.001 " in out


def test_watch_tells_the_chance_to_win(capfd: pytest.CaptureFixture[str]) -> None:
    words = ("watch", "small", "--think", "0.01", "--seed", "5", "--start", "any", "--plain")
    code, out, _ = run(capfd, *words)
    assert code == 0
    assert "chance to win" in out


def test_only_those_who_think_get_time(capfd: pytest.CaptureFixture[str]) -> None:
    words = ("bench", "beginner", "3", "--think", "0.001", "--workers", "1")
    code, out, err = run(capfd, *words, "--strategy", "exact", "--strategy", "expert")
    assert (code, err) == (0, "")
    assert "exact " in out
    assert "expert:think=0.001 " in out


@pytest.mark.parametrize("words", [("--think", "1"), ("--strategy", "expert:think=1")])
def test_thinking_has_no_signature(
    capfd: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    code, out, err = run(capfd, "bench", "--signature", *words)
    assert (code, out) == (2, "")
    assert err.startswith("error: a strategy that thinks has no signature\n")


@pytest.mark.parametrize("command", ["bench", "watch"])
@pytest.mark.parametrize("words", [("--think", "0"), ("--strategy", "exact", "--think", "1")])
def test_thinking_that_cannot_be_is_refused(
    capfd: pytest.CaptureFixture[str], command: str, words: tuple[str, ...]
) -> None:
    code, out, err = run(capfd, command, "beginner", *words)
    assert code == 2
    assert out == ""
    assert err.startswith("error: ")
