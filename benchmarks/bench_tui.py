"""How quick the terminal app is: start, keys and idleness.

`python benchmarks/bench_tui.py` prints a table in Markdown. The start is that of the real command
in a pseudo-terminal, until the first board is on it; keys are answered when the changed lines are
on their way to the terminal; idleness is the time of the processor in ten seconds of a running game
with its odds shown.
"""

import argparse
import asyncio
import fcntl
import os
import pty
import select
import statistics
import struct
import sys
import tempfile
import termios
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path


def open_game(*arguments: str) -> tuple[int, int, float]:
    """Start the command; return its process, its terminal and when it was started."""
    begin = time.perf_counter()
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ.update(TERM="xterm-256color", COLORTERM="truecolor", SAPPER_DATA=FOLDER)
        os.execv(sys.executable, [sys.executable, "-m", "sapper", "play", *arguments])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    return pid, terminal, begin


def read_until(terminal: int, text: bytes, seconds: float = 30.0) -> float:
    """Read until a text appears; return when."""
    seen = b""
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        if select.select([terminal], [], [], 0.1)[0]:
            seen = (seen + os.read(terminal, 65536))[-200_000:]
            if text in seen:
                return time.perf_counter()
    raise SystemExit(f"{text!r} did not appear")


def drain(terminal: int, seconds: float) -> None:
    """Read what comes for a while."""
    end = time.perf_counter() + seconds
    while (left := end - time.perf_counter()) > 0:
        if select.select([terminal], [], [], left)[0]:
            os.read(terminal, 65536)


def close(pid: int, terminal: int) -> None:
    """Leave the game."""
    os.write(terminal, b"q")
    with suppress(OSError):
        drain(terminal, 0.5)
    os.waitpid(pid, 0)
    os.close(terminal)


def processor_seconds(pid: int) -> float:
    """The time of the processor that a process has taken so far."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure_start(rounds: int) -> tuple[list[float], list[float]]:
    """Seconds from the start to the first board: by the clock, and of the processor."""
    clock, processor = [], []
    for _ in range(rounds):
        pid, terminal, begin = open_game("expert")
        clock.append(read_until(terminal, b"ready") - begin)
        processor.append(processor_seconds(pid))
        close(pid, terminal)
    return clock, processor


def measure_idle(seconds: float) -> float:
    """The share of a core that a running game takes while nobody presses a key."""
    pid, terminal, _ = open_game("expert", "--seed", "42")
    read_until(terminal, b"ready")
    os.write(terminal, b" o")
    drain(terminal, 3.0)
    before = processor_seconds(pid)
    drain(terminal, seconds)
    used = processor_seconds(pid) - before
    close(pid, terminal)
    return used / seconds


def measure_keys(rounds: int) -> dict[str, list[float]]:
    """Seconds from a key to the drawn answer, on an expert's board with the odds shown."""
    from sapper.game.rules import Rules
    from sapper.session import Session
    from sapper.tui.app import SapperApp
    from sapper.tui.game_screen import GameScreen
    from sapper.tui.keeping import Keeper

    found: dict[str, list[float]] = {"move of the cursor": [], "flag": [], "reveal": []}

    async def run() -> None:
        session = Session(Rules.level("expert"), 42)
        steps = session.play_to_end("exact")
        for _ in range(14):
            next(steps)
        screen = GameScreen(session)
        app = SapperApp(screen, Keeper())
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause(1.0)
            await pilot.press("o")
            await pilot.pause(0.2)

            async def press(action: Callable[[], None], name: str) -> None:
                begin = time.perf_counter()
                action()
                screen._on_timer_update()  # what else would wait for the next frame
                found[name].append(time.perf_counter() - begin)
                await pilot.pause()

            for number in range(rounds):
                step = 1 if number % 20 < 10 else -1
                await press(partial(screen.action_go, 0, step), "move of the cursor")
                screen.board.place_cursor((15, number % 30))
                await pilot.pause()
                await press(screen.action_flag, "flag")
                safe = sorted(screen.board.odds.safe) if screen.board.odds else []
                if safe and not session.game.is_over:
                    screen.board.place_cursor(safe[0])
                    await pilot.pause()
                    await press(screen.action_reveal, "reveal")

    asyncio.run(run())
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    chosen = parser.parse_args()
    clock, processor = measure_start(chosen.rounds)
    print("| what | median | worst |\n|---|---:|---:|")
    for name, times in (("by the clock", clock), ("of the processor", processor)):
        middle = statistics.median(times)
        print(f"| start to the first board, {name} | {middle:.2f} s | {max(times):.2f} s |")
    for name, times in measure_keys(chosen.rounds * 20).items():
        worst = 1000 * max(times)
        print(f"| key: {name} | {1000 * statistics.median(times):.1f} ms | {worst:.1f} ms |")
    print(f"| idle game, share of a core | {measure_idle(10):.2%} | |")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as FOLDER:
        os.environ["SAPPER_DATA"] = FOLDER
        main()
