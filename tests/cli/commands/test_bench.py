"""`sapper bench`."""

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
from tests.sapper_command import run_main, wait_for_session

LAYERED = ("--strategy", "layered")


def test_bench_prints_a_table(capfd: pytest.CaptureFixture[str]) -> None:
    code, out, err = run_main(capfd, "bench", "small", "20", *LAYERED, "--workers", "1")
    assert code == 0
    assert "8x8/10 start safe: 20 games, seeds 0-19" in out
    assert "layered" in out
    assert "95% interval" in out
    assert err == ""


def test_the_help_explains_how_to_stop_a_run(capfd: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run_main(capfd, "bench", "--help")
    assert code == 0
    assert "On Ctrl-C or SIGTERM, the run stops and reports the games completed so far." in out


def test_bench_prints_only_json_on_stdout(capfd: pytest.CaptureFixture[str]) -> None:
    words = ("bench", "small", "20", *LAYERED, "--strategy", "random", "--json", "-")
    code, out, _ = run_main(capfd, *words, "--seed", "7", "--start", "opening", "--workers", "1")
    data = json.loads(out)
    assert code == 0
    assert data["seed"] == 7
    assert [each["games"] for each in data["strategies"]] == [20, 20]
    assert data["pairs"][0]["difference"] > 0.5


def test_all_selects_every_strategy(capfd: pytest.CaptureFixture[str]) -> None:
    words = ("bench", "small", "2", "--strategy", "all", "--json", "-", "--workers", "1")
    _, out, _ = run_main(capfd, *words)
    played = [each["name"] for each in json.loads(out)["strategies"]]
    assert sorted(played) == sorted(strategies.names())


def test_bench_writes_files(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("x.json", "x.csv", "x.svg")]
    options = zip(("--json", "--csv", "--plot"), map(str, files), strict=True)
    words = [word for option in options for word in option]
    code, out, _ = run_main(capfd, "bench", "small", "10", *LAYERED, "--workers", "1", *words)
    assert code == 0
    assert "8x8/10" in out
    assert all(path.stat().st_size > 100 for path in files)


def test_first_precision_and_no_flood_are_applied(
    capfd: pytest.CaptureFixture[str],
) -> None:
    words = ("bench", "cs50", "--start", "any", "--strategy", "knowledge:total_mines")
    code, out, _ = run_main(
        capfd,
        *words,
        *("--no-flood", "--first", "0,0", "--precision", "5", "--workers", "1"),
    )
    assert code == 0
    assert "first move 0,0, without flood: 3" in out  # 300 or a few hundred more
    assert "knowledge:total_mines" in out


def test_output_files_are_checked_before_the_first_game(capfd: pytest.CaptureFixture[str]) -> None:
    begin = time.monotonic()
    code, _, _ = run_main(capfd, "bench", "expert", "1000000", "--json", "/no/such/folder/x.json")
    assert code == 2
    assert time.monotonic() - begin < 5


def test_the_signature_is_one_number(capfd: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run_main(capfd, "bench", "--signature", "--strategy", "random")
    assert code == 0
    assert out.strip().isdecimal()


def start_in_terminal(*words: str) -> tuple[subprocess.Popen[bytes], int]:
    """Start `sapper` with stderr in a terminal; return the process and the terminal."""
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
def test_ctrl_c_and_sigterm_print_the_results_so_far(
    number: signal.Signals, code: int, word: bytes, workers: str
) -> None:
    process, terminal = start_in_terminal(
        *("bench", "small", "1000000", *LAYERED, "--json", "-", "--workers", workers)
    )
    shown = b""
    deadline = time.monotonic() + 60
    while "±".encode() not in shown and time.monotonic() < deadline:
        shown += os.read(terminal, 4096)
    # Terminals and `timeout` signal the whole process group, including the workers.
    os.killpg(process.pid, number)
    out, _ = process.communicate(timeout=30)
    wait_for_session(process.pid)
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
    assert "±".encode() in shown  # the progress bar showed the current interval


def test_the_sigterm_handler_is_removed_after_the_run(
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
    code, out, err = run_main(capfd, *words)
    assert code == 143
    assert json.loads(out)["strategies"][0]["games"] == 40
    assert err == "terminated: 40 of 1000 games completed by every strategy\n"
    assert signal.getsignal(signal.SIGTERM) == before


def test_bench_runs_outside_the_main_thread(capfd: pytest.CaptureFixture[str]) -> None:
    words = ["bench", "small", "5", *LAYERED, "--workers", "1"]
    with ThreadPoolExecutor(1) as threads:
        assert threads.submit(main, words).result() == 0
    assert "5 games" in capfd.readouterr().out


def test_results_saved_to_another_path_are_a_failure(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    words = ("bench", "small", "5", *LAYERED, "--workers", "1", "--json", "/dev/full")
    code, _, err = run_main(capfd, *words)
    (saved,) = tmp_path.iterdir()
    assert code == 1
    assert err == f"cannot write /dev/full; the results are in {saved}\n"
    assert json.loads(saved.read_text())["level"] == "8x8/10"


def test_the_think_time_is_passed_to_expert(capfd: pytest.CaptureFixture[str]) -> None:
    code, out, err = run_main(capfd, "bench", "beginner", "3", "--think", "0.001", "--workers", "1")
    assert (code, err) == (0, "")
    assert "expert:think=0.001 " in out


def test_the_think_time_is_ignored_by_other_strategies(capfd: pytest.CaptureFixture[str]) -> None:
    words = ("bench", "beginner", "3", "--think", "0.001", "--workers", "1")
    code, out, err = run_main(capfd, *words, "--strategy", "exact", "--strategy", "expert")
    assert (code, err) == (0, "")
    assert "exact " in out
    assert "expert:think=0.001 " in out


@pytest.mark.parametrize("words", [("--think", "1"), ("--strategy", "expert:think=1")])
def test_a_think_time_has_no_signature(
    capfd: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    code, out, err = run_main(capfd, "bench", "--signature", *words)
    assert (code, out) == (2, "")
    assert err.startswith(
        "error: cannot compute a signature for a strategy with the think option\n"
    )


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["bench", "expret"], "unknown level 'expret'"),
        (["bench", "small", "0"], "the number of games must be between 1 and 1000000000, not 0"),
        (["bench", "small", "-5"], "the number of games must be between 1 and 1000000000, not -5"),
        (["bench", "small", "ten"], "GAMES"),
        (["bench", "small", "9", "--strategy", "layerd"], "unknown strategy 'layerd'"),
        (["bench", "small", "9", "--strategy", "layered:x"], "has no option 'x'"),
        (["bench", "small", "9", "--start", "sfae"], "unknown start rule"),
        (
            ["bench", "small", "9", "--first", "8,0"],
            "--first must be a cell on the board, not '8,0'",
        ),
        (["bench", "small", "9", "--seed", "-1"], "a seed must be between 0"),
        (["bench", "small", "9", "--workers", "0"], "workers must be between 1 and 1024, not 0"),
        (["bench", "small", "9", "--json", "/no/such/x"], "directory '/no/such' does not exist"),
        (["bench", "small", "9", "--csv", "/"], "is a directory"),
        (["bench", "small", "9", "--plot", "x.gif"], "unknown format"),
        (["bench", "small", "9", "--json", "-", "--csv", "-"], "cannot both write to stdout"),
        (["bench", "small", "9", "--json", "x", "--csv", "./x"], "cannot both be written to 'x'"),
        (["bench", "--signature", "--json", "-"], "--signature cannot be combined with --json"),
        (["bench", "--signature", "--csv", "x"], "--signature cannot be combined with --csv"),
        (["bench", "--signature", "--plot", "x.svg"], "--signature cannot be combined with --plot"),
        (["bench", "small", "9", "--cluster", "nowhere"], "cannot reach the cluster"),
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
    code, out, err = run_main(capfd, "bench", "beginner", *words)
    assert code == 2
    assert out == ""
    assert err.startswith("error: ")
