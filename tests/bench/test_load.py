"""The load that `python -m benchmarks.load` makes: what it takes, and that it ends."""

import asyncio
import subprocess
import sys
import time
from pathlib import Path

import pytest

from benchmarks.load import players
from benchmarks.load.players import Player
from benchmarks.load.scripts import write_scripts

ROOT = Path(__file__).parents[2]


class Clock:
    """Shows a time that only the players' waiting moves on."""

    def __init__(self) -> None:
        self.now = 0.0

    def perf_counter(self) -> float:
        return self.now


def run_python(*words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_players_of_a_slow_server_stop_by_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    monkeypatch.setattr(players, "time", clock)
    player = Player(1, write_scripts("beginner", 1), connections=1)

    async def begin() -> None:
        player.games.append(players.Played("x", player._scripts[0]))

    async def move() -> None:
        clock.now += 1.0  # the server answers once a second, the player wants a hundred moves

    async def sleep(seconds: float) -> None:
        clock.now += seconds

    monkeypatch.setattr(player, "begin", begin)
    monkeypatch.setattr(player, "move", move)
    monkeypatch.setattr(asyncio, "sleep", sleep)
    asyncio.run(player.play(100, 5.0))
    assert len(player.waits) == 5
    assert clock.now < 6.0 + 0.01


@pytest.mark.parametrize(
    ("module", "words", "message"),
    [
        ("benchmarks.load", ["--level", "expret"], "unknown level 'expret'"),
        ("benchmarks.load", ["--players", "0"], "'0' is no whole number from 1 on"),
        ("benchmarks.load.kills", ["--kills", "0"], "'0' is no whole number from 1 on"),
        ("benchmarks.load.kills", ["--level", "expret"], "unknown level 'expret'"),
    ],
)
def test_what_the_load_cannot_do_is_one_error(module: str, words: list[str], message: str) -> None:
    ended = run_python("-m", module, *words)
    assert ended.returncode == 2
    assert f"error: argument {words[0]}: {message}" in ended.stderr.splitlines()[-1]
    assert "Traceback" not in ended.stderr


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


ENDING = """
import os, signal, sys
from benchmarks.load import players
from {module} import main

move = players.Player.move

async def move_and_end(self):
    await move(self)
    if self.acknowledged == 5:
        os.kill(os.getpid(), signal.SIGTERM)

players.Player.move = move_and_end
main()
"""


@pytest.mark.parametrize(
    ("module", "words"),
    [
        ("benchmarks.load.__main__", ["--games", "2"]),
        ("benchmarks.load.__main__", ["--games", "2", "--warm-up", "600"]),
        ("benchmarks.load.kills", []),
    ],
)
def test_sigterm_in_the_middle_of_a_move_ends_quietly(module: str, words: list[str]) -> None:
    # It ended one task by an exception, and the loop printed the traceback of each.
    usual = ["--players", "3", "--level", "beginner"]
    ended = run_python("-c", ENDING.format(module=module), *usual, *words)
    assert ended.returncode == 143
    assert ended.stderr == ""


def test_sigterm_ends_the_servers_of_the_load() -> None:
    words = ["--players", "2", "--seconds", "600", "--level", "beginner", "--games", "2"]
    load = subprocess.Popen(
        [sys.executable, "-m", "benchmarks.load", *words, "--verbose", "--memory-every", "0.1"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert load.stdout is not None
        assert load.stdout.readline()  # the first look at the memory: players play
        (server,) = children(load.pid)
        load.terminate()
        _, said = load.communicate(timeout=60)
    finally:
        load.kill()
    assert load.returncode == 143
    assert said == ""
    until = time.monotonic() + 30
    while is_running(server) and time.monotonic() < until:
        time.sleep(0.05)
    assert not is_running(server)
