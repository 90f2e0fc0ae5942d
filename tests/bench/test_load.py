"""The load tests: their arguments, schedule and behaviour on SIGTERM."""

import asyncio
import subprocess
import sys
import time
from pathlib import Path

import pytest

from benchmarks.load import simulated_player
from benchmarks.load.game_scripts import write_scripts
from benchmarks.load.simulated_player import AcknowledgedGame, SimulatedPlayer

ROOT = Path(__file__).parents[2]


class Clock:
    """A clock that only the waiting players advance."""

    def __init__(self) -> None:
        self.now = 0.0

    def perf_counter(self) -> float:
        return self.now


def run_python(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_players_of_a_slow_server_stop_on_time(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    monkeypatch.setattr(simulated_player, "time", clock)
    player = SimulatedPlayer(1, write_scripts("beginner", 1), connections=1)

    async def start_game() -> None:
        player.games.append(AcknowledgedGame("x", player._scripts[0]))

    async def move() -> None:
        clock.now += 1.0  # one response per second, although a hundred moves per second are due

    async def sleep(seconds: float) -> None:
        clock.now += seconds

    monkeypatch.setattr(player, "start_game", start_game)
    monkeypatch.setattr(player, "move", move)
    monkeypatch.setattr(asyncio, "sleep", sleep)
    asyncio.run(player.play(100, 5.0))
    assert len(player.latencies) == 5
    assert clock.now < 6.0 + 0.01


@pytest.mark.parametrize(
    ("module", "arguments", "message"),
    [
        ("benchmarks.load", ["--level", "expret"], "unknown level 'expret'"),
        ("benchmarks.load", ["--players", "0"], "must be a positive integer, not '0'"),
        ("benchmarks.load.kill_benchmark", ["--kills", "0"], "must be a positive integer, not '0'"),
        ("benchmarks.load.kill_benchmark", ["--level", "expret"], "unknown level 'expret'"),
    ],
)
def test_an_invalid_argument_is_one_error(module: str, arguments: list[str], message: str) -> None:
    result = run_python("-m", module, *arguments)
    assert result.returncode == 2
    assert f"error: argument {arguments[0]}: {message}" in result.stderr.splitlines()[-1]
    assert "Traceback" not in result.stderr


def children(pid: int) -> list[int]:
    return [
        int(child)
        for task in Path(f"/proc/{pid}/task").iterdir()
        for child in (task / "children").read_text().split()
    ]


def is_running(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


TERMINATED_PROGRAM = """
import os, signal, sys
from benchmarks.load.simulated_player import SimulatedPlayer
from {module} import main

move = SimulatedPlayer.move

async def move_and_terminate(self):
    await move(self)
    if self.acknowledged_moves == 5:
        os.kill(os.getpid(), signal.SIGTERM)

SimulatedPlayer.move = move_and_terminate
main()
"""


@pytest.mark.parametrize(
    ("module", "arguments"),
    [
        ("benchmarks.load.__main__", ["--games", "2"]),
        ("benchmarks.load.__main__", ["--games", "2", "--warm-up", "600"]),
        ("benchmarks.load.kill_benchmark", []),
    ],
)
def test_sigterm_during_a_move_exits_quietly(module: str, arguments: list[str]) -> None:
    # SIGTERM once raised an exception in one task, and asyncio printed a traceback for every task.
    common = ["--players", "3", "--level", "beginner"]
    program = TERMINATED_PROGRAM.format(module=module)
    result = run_python("-c", program, *common, *arguments)
    assert result.returncode == 143
    assert result.stderr == ""


def test_sigterm_stops_the_server_of_the_load_test() -> None:
    arguments = ["--players", "2", "--seconds", "600", "--level", "beginner", "--games", "2"]
    load = subprocess.Popen(
        [sys.executable, "-m", "benchmarks.load", *arguments, "--verbose", "--memory-every", "0.1"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert load.stdout is not None
        assert load.stdout.readline()  # the first memory sample: the players are playing
        (server,) = children(load.pid)
        load.terminate()
        _, stderr = load.communicate(timeout=60)
    finally:
        load.kill()
    assert load.returncode == 143
    assert stderr == ""
    until = time.monotonic() + 30
    while is_running(server) and time.monotonic() < until:
        time.sleep(0.05)
    assert not is_running(server)
