"""How quick the terminal app is: start, keys and idleness.

`python benchmarks/bench_tui.py` prints a table in Markdown. The start is that of the real command
in a pseudo-terminal, until the first board is on it; a key is answered when the first byte of what
it changed arrives there; idleness is the time of the processor in ten seconds of a running game
with its odds shown.
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


def answer_seconds(terminal: int, key: bytes) -> float:
    """Seconds from a key to the first byte of the answer."""
    while select.select([terminal], [], [], 0.05)[0]:
        os.read(terminal, 65536)
    begin = time.perf_counter()
    os.write(terminal, key)
    if not select.select([terminal], [], [], 5.0)[0]:
        raise SystemExit(f"{key!r} is not answered")
    return time.perf_counter() - begin


def measure_keys(rounds: int) -> dict[str, list[float]]:
    """Seconds from a key to its answer, on an expert's board with the odds shown."""
    from sapper.game.rules import Cell, Rules
    from sapper.session import Session

    found: dict[str, list[float]] = {"move of the cursor": [], "flag": [], "reveal": []}
    # The same game here, so that it is known what can be revealed safely.
    session = Session(Rules.level("expert"), 42)
    cursor = session.rules.centre
    pid, terminal, _ = open_game("expert", "--seed", "42")
    read_until(terminal, b"ready")
    drain(terminal, 2.0)

    def go(cell: Cell) -> None:
        nonlocal cursor
        down, right = cell[0] - cursor[0], cell[1] - cursor[1]
        os.write(terminal, (b"j" * down or b"k" * -down) + (b"l" * right or b"h" * -right))
        drain(terminal, 0.2)
        cursor = cell

    def press(name: str, kind: str, cell: Cell) -> None:
        go(cell)
        found[name].append(answer_seconds(terminal, {"reveal": b" ", "flag": b"f"}[kind]))
        session.move(kind, cell)

    os.write(terminal, b" o")
    session.move("reveal", cursor)
    drain(terminal, 1.0)
    while len(found["reveal"]) < rounds:
        layout, view = session.game.layout, session.game.view
        hidden = [cell for cell in view.rules.cells() if view.clue(cell) is None]
        press("reveal", "reveal", next(cell for cell in hidden if cell not in layout))
        mine = next(cell for cell in hidden if cell in layout and cell not in view.flags)
        press("flag", "flag", mine)
        step, key = (1, b"l") if cursor[1] < 15 else (-1, b"h")
        found["move of the cursor"].append(answer_seconds(terminal, key))
        cursor = (cursor[0], cursor[1] + step)
    close(pid, terminal)
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    chosen = parser.parse_args()
    clock, processor = measure_start(chosen.rounds)
    print("| what | median | 95 % below | worst |\n|---|---:|---:|---:|")
    for name, times in (("by the clock", clock), ("of the processor", processor)):
        row = (statistics.median(times), max(times))
        print("| start to the first board, {} | {:.2f} s | | {:.2f} s |".format(name, *row))
    for name, times in measure_keys(chosen.rounds * 8).items():
        row = (statistics.median(times), statistics.quantiles(times, n=20)[-1], max(times))
        shown = " | ".join(f"{1000 * seconds:.1f} ms" for seconds in row)
        print(f"| key: {name} ({len(times)} times) | {shown} |")
    print(f"| idle game, share of a core | {measure_idle(10):.2%} | | |")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as FOLDER:
        os.environ["SAPPER_DATA"] = FOLDER
        main()
