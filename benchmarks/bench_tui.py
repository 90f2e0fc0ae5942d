"""Benchmark of the terminal application: start-up time, key response time and idle CPU usage.

`python benchmarks/bench_tui.py` prints a Markdown table. The start-up time is measured from
launching the real command in a pseudo-terminal until the first board appears. The response time is
measured from a key press until the first byte of output. Idle CPU usage is measured over ten
seconds of a game that shows odds.
"""

import argparse
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
from contextlib import suppress
from pathlib import Path


def open_game(*arguments: str) -> tuple[int, int, float]:
    """Start the command and return its process id, its terminal and the start time."""
    begin = time.perf_counter()
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ.update(TERM="xterm-256color", COLORTERM="truecolor", SAPPER_DATA=FOLDER)
        os.execv(sys.executable, [sys.executable, "-m", "sapper", "play", *arguments])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    return pid, terminal, begin


def read_until(terminal: int, text: bytes, seconds: float = 30.0) -> float:
    """Read output until a text appears, and return the time at which it appeared."""
    seen = b""
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        if select.select([terminal], [], [], 0.1)[0]:
            seen = (seen + os.read(terminal, 65536))[-200_000:]
            if text in seen:
                return time.perf_counter()
    raise SystemExit(f"timeout: {text!r} did not appear")


def drain(terminal: int, seconds: float) -> None:
    """Discard all output for the given number of seconds."""
    end = time.perf_counter() + seconds
    while (left := end - time.perf_counter()) > 0:
        if select.select([terminal], [], [], left)[0]:
            os.read(terminal, 65536)


def close(pid: int, terminal: int) -> None:
    """Quit the game and wait for its process."""
    os.write(terminal, b"q")
    with suppress(OSError):
        drain(terminal, 0.5)
    os.waitpid(pid, 0)
    os.close(terminal)


def cpu_seconds(pid: int) -> float:
    """Return the CPU time that a process has used so far."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure_start(rounds: int) -> tuple[list[float], list[float]]:
    """Return the wall-clock and CPU times from the launch to the first board, in seconds."""
    wall_times, cpu_times = [], []
    for _ in range(rounds):
        pid, terminal, begin = open_game("expert")
        wall_times.append(read_until(terminal, b"ready") - begin)
        cpu_times.append(cpu_seconds(pid))
        close(pid, terminal)
    return wall_times, cpu_times


def measure_idle(seconds: float) -> float:
    """Return the share of one core that an idle game uses."""
    pid, terminal, _ = open_game("expert", "--seed", "42")
    read_until(terminal, b"ready")
    os.write(terminal, b" o")
    drain(terminal, 3.0)
    before = cpu_seconds(pid)
    drain(terminal, seconds)
    used = cpu_seconds(pid) - before
    close(pid, terminal)
    return used / seconds


def response_seconds(terminal: int, key: bytes) -> float:
    """Return the time from a key press to the first byte of output, in seconds."""
    while select.select([terminal], [], [], 0.05)[0]:
        os.read(terminal, 65536)
    begin = time.perf_counter()
    os.write(terminal, key)
    if not select.select([terminal], [], [], 5.0)[0]:
        raise SystemExit(f"timeout: no response to {key!r}")
    return time.perf_counter() - begin


def measure_keys(rounds: int) -> dict[str, list[float]]:
    """Return key response times, in seconds, on an expert board that shows odds."""
    from sapper.game.rules import Cell, Rules
    from sapper.play.session import Session

    times: dict[str, list[float]] = {"cursor movement": [], "flag": [], "reveal": []}
    # A local copy of the game provides the cells that are safe to reveal.
    session = Session(Rules.level("expert"), 42)
    cursor = session.rules.centre
    pid, terminal, _ = open_game("expert", "--seed", "42")
    read_until(terminal, b"ready")
    drain(terminal, 2.0)

    def move_cursor(cell: Cell) -> None:
        nonlocal cursor
        down, right = cell[0] - cursor[0], cell[1] - cursor[1]
        os.write(terminal, (b"j" * down or b"k" * -down) + (b"l" * right or b"h" * -right))
        drain(terminal, 0.2)
        cursor = cell

    def press(name: str, kind: str, cell: Cell) -> None:
        move_cursor(cell)
        times[name].append(response_seconds(terminal, {"reveal": b" ", "flag": b"f"}[kind]))
        session.move(kind, cell)

    os.write(terminal, b" o")
    session.move("reveal", cursor)
    drain(terminal, 1.0)
    while len(times["reveal"]) < rounds:
        layout, view = session.game.layout, session.game.view
        hidden = [cell for cell in view.rules.cells() if view.clue(cell) is None]
        press("reveal", "reveal", next(cell for cell in hidden if cell not in layout))
        mine = next(cell for cell in hidden if cell in layout and cell not in view.flags)
        press("flag", "flag", mine)
        step, key = (1, b"l") if cursor[1] < 15 else (-1, b"h")
        times["cursor movement"].append(response_seconds(terminal, key))
        cursor = (cursor[0], cursor[1] + step)
    close(pid, terminal)
    return times


def main() -> None:
    """Run all measurements and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    chosen = parser.parse_args()
    wall_times, cpu_times = measure_start(chosen.rounds)
    print("| measurement | median | 95th percentile | worst |\n|---|---:|---:|---:|")
    for name, times in (("wall clock", wall_times), ("CPU", cpu_times)):
        row = (statistics.median(times), max(times))
        print("| startup to the first board, {} | {:.2f} s | | {:.2f} s |".format(name, *row))
    for name, times in measure_keys(chosen.rounds * 8).items():
        row = (statistics.median(times), statistics.quantiles(times, n=20)[-1], max(times))
        shown = " | ".join(f"{1000 * seconds:.1f} ms" for seconds in row)
        print(f"| response to a key: {name} ({len(times)} samples) | {shown} |")
    print(f"| CPU usage of an idle game | {measure_idle(10):.2%} | | |")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as FOLDER:
        os.environ["SAPPER_DATA"] = FOLDER
        main()
