"""The command in a real terminal: tmux sends the keys and captures the screen."""

import os
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.sapper_command import PATIENCE, run_sapper

ROOT = Path(__file__).parent.parent.parent


class Terminal:
    """A tmux window that runs one shell command."""

    def __init__(self, folder: Path) -> None:
        found = subprocess.run(
            [ROOT / "tools/find-tmux"], capture_output=True, text=True, check=True
        )
        self._tmux = [found.stdout.strip(), "-S", str(folder / "tmux"), "-f", "/dev/null"]
        self._folder = folder

    def _run(self, *arguments: str) -> str:
        result = subprocess.run(
            [*self._tmux, *arguments], capture_output=True, text=True, timeout=PATIENCE, check=True,
            env={**os.environ, "LANG": "C.UTF-8", "TERM": "xterm-256color"},
        )  # fmt: skip
        return result.stdout

    def start(self, *arguments: str, before: str = "", then: str = "") -> None:
        """Run one or two commands; afterwards, print the exit code and save the tty settings."""
        command = shlex.join([sys.executable, "-m", "sapper", *arguments])
        if then:
            command += f"; {shlex.join([sys.executable, '-m', 'sapper'])} {then}"
        data = shlex.quote(str(self._folder / "data"))
        script = (
            f"export SAPPER_DATA={data} {before}; stty -g >{data}.before; {command}; "
            f"echo code=$?; stty -g >{data}.after; echo done; exec sleep 600"
        )
        self._run("new-session", "-d", "-x", "80", "-y", "24", script)

    def press(self, *keys: str) -> None:
        self._run("send-keys", *keys)

    def resize(self, width: int, height: int) -> None:
        self._run("resize-window", "-x", str(width), "-y", str(height))

    @property
    def screen(self) -> str:
        return self._run("capture-pane", "-p")

    def pid_of_command(self) -> int:
        shell = self._run("list-panes", "-F", "#{pane_pid}").strip()
        children = Path(f"/proc/{shell}/task/{shell}/children").read_text().split()
        return int(children[0])

    def wait_for(self, text: str) -> str:
        """Wait for a text and return the screen that contains it."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            screen = self.screen
            if text in screen:
                return screen
            time.sleep(0.05)
        raise AssertionError(f"{text!r} did not appear on the screen:\n{self.screen}")

    def check_restored(self) -> None:
        """Check the tty settings, the main screen, the cursor and the mouse mode."""
        self.wait_for("done")
        before, after = (
            (self._folder / f"data.{name}").read_text() for name in ("before", "after")
        )
        assert before == after
        shown = self._run(
            "display-message", "-p", "#{alternate_on} #{cursor_flag} #{mouse_any_flag}"
        )
        assert shown.split() == ["0", "1", "0"]

    def close(self) -> None:
        self._run("kill-server")


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    found = Terminal(tmp_path)
    yield found
    found.close()


def test_a_game_can_be_played_resized_and_quit(terminal: Terminal) -> None:
    # Exported size variables must not override the real terminal size.
    terminal.start("play", "expert", "--seed", "42", before="COLUMNS=80 LINES=24")
    screen = terminal.wait_for("ready")
    assert "expert 30x16/99" in screen
    assert screen.count("\n") >= 23
    terminal.press("m")
    terminal.wait_for("playing")
    terminal.press("H")
    terminal.wait_for("Hint 1 of 3")
    for width, height in [(60, 18), (20, 6), (140, 40)]:
        terminal.resize(width, height)
        terminal.wait_for("SAPPER")
    terminal.wait_for("Keys")  # the wide terminal has space for the panel
    terminal.press("q")
    assert "code=0" in terminal.wait_for("done")
    terminal.check_restored()


def test_a_saved_game_is_resumed(terminal: Terminal) -> None:
    terminal.start("play", "expert", "--seed", "42", "--practice", then="play --resume")
    terminal.wait_for("ready")
    terminal.press("m")
    terminal.wait_for("playing")
    terminal.press("q")
    assert "expert 30x16/99 practice" in terminal.wait_for("Game resumed")
    terminal.press("q")
    terminal.wait_for("done")


def test_a_typed_byte_that_is_not_utf_8_is_ignored(terminal: Terminal) -> None:
    # Textual's decoder once raised an exception, which ended the app.
    terminal.start("play")
    terminal.wait_for("ready")
    terminal.press("-H", "80")
    terminal.press("m")
    terminal.wait_for("playing")
    terminal.press("q")
    assert "code=0" in terminal.wait_for("done")


def test_ctrl_c_restores_the_terminal(terminal: Terminal) -> None:
    terminal.start("play")
    terminal.wait_for("ready")
    terminal.press("C-c")
    assert "code=130" in terminal.wait_for("done")
    terminal.check_restored()


@pytest.mark.parametrize("number", [1, 2, 15])
def test_a_signal_restores_the_terminal(number: int, terminal: Terminal) -> None:
    terminal.start("play")
    terminal.wait_for("ready")
    terminal.press("m")
    terminal.wait_for("playing")
    os.kill(terminal.pid_of_command(), number)
    assert "code=130" in terminal.wait_for("done")
    terminal.check_restored()


def test_a_crash_restores_the_terminal(terminal: Terminal, tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "import sapper.tui.screens.game_screen as module\n"
        "def crash(self): raise RuntimeError('deliberate failure')\n"
        "module.GameScreen.action_flag = crash\n"
    )
    terminal.start("play", before=f"PYTHONPATH={tmp_path}")
    terminal.wait_for("ready")
    terminal.press("f")
    assert "code=1" in terminal.wait_for("done")
    assert "deliberate failure" in terminal.screen
    terminal.check_restored()


def test_quitting_during_a_computation_does_not_crash(terminal: Terminal, tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "import pathlib\n"
        "from sapper.inference.analysis import analyse\n"
        "import sapper.coach.graded_hints as module\n"
        "def compute(view, *, budget):\n"
        f"    pathlib.Path({str(tmp_path / 'computing')!r}).touch()\n"
        "    while True: analyse(view).sample(1000)\n"
        "module.hint = compute\n"
    )
    terminal.start("play", "expert", "--seed", "42", before=f"PYTHONPATH={tmp_path}")
    terminal.wait_for("ready")
    terminal.press("m")
    terminal.wait_for("playing")
    terminal.press("H")
    while not (tmp_path / "computing").exists():
        terminal.wait_for("playing")
    terminal.press("q")
    assert "code=0" in terminal.wait_for("done")
    terminal.check_restored()


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["watch", "beginner", "--seed", "7", "--delay", "0.05"], "WATCH"),
        (["puzzle", "corner", "--seed", "1"], "Which cell is certainly a mine?"),
        (["learn"], "What a number means"),
        (["learn", "numbers"], "One neighbour left"),
        (["puzzle"], "Rated, at your level"),
        (["games"], "No games yet."),
        (["play", "--resume"], "ready"),
    ],
)
def test_other_commands_open_their_screens(
    arguments: list[str], text: str, terminal: Terminal
) -> None:
    terminal.start(*arguments)
    terminal.wait_for(text)
    terminal.press("q")
    assert "code=0" in terminal.wait_for("done")


def test_the_board_is_readable_with_no_color(terminal: Terminal) -> None:
    terminal.start("play", "--seed", "42", before="NO_COLOR=1")
    terminal.wait_for("ready")
    assert "▒▒" in terminal.screen
    terminal.press("q")
    terminal.wait_for("done")


def test_plain_mode_is_used_without_a_terminal(tmp_path: Path) -> None:
    result = run_sapper("play", "--seed", "42", typed="O A1\nquit\n", SAPPER_DATA=str(tmp_path))
    assert "Sapper 9x9/10" in result.stdout
    assert result.returncode == 0
    assert not list(tmp_path.iterdir())


def test_resume_without_a_terminal_is_refused(tmp_path: Path) -> None:
    result = run_sapper("play", "--resume", SAPPER_DATA=str(tmp_path))
    assert result.returncode == 2
    assert result.stderr.startswith("error: ")


def test_plain_mode_is_used_in_a_dumb_terminal(terminal: Terminal) -> None:
    terminal.start("play", before="TERM=dumb")
    terminal.wait_for("Type 'help' for a list of commands")
    terminal.press("quit", "Enter")
    terminal.wait_for("Bye")


def test_the_bare_command_plays_the_small_board_in_plain_text(terminal: Terminal) -> None:
    terminal.start()
    screen = terminal.wait_for("\n>")
    assert "Sapper 8x8/10. Type 'help' for a list of commands." in screen
    terminal.press("M H8", "Enter")
    assert "H # # # # # # # F" in terminal.wait_for("Mines left: 9.")
    terminal.press("O D4", "Enter")
    terminal.wait_for("> O D4\n  1 2 3 4 5 6 7 8")
    terminal.press("quit", "Enter")
    assert "code=0" in terminal.wait_for("done")
    terminal.check_restored()


def test_ctrl_c_ends_the_bare_command_silently(terminal: Terminal) -> None:
    terminal.start()
    terminal.wait_for("\n>")
    terminal.press("C-c")
    assert "> ^C\ncode=130\n" in terminal.wait_for("done")
    terminal.check_restored()


def test_a_size_is_played_in_plain_text(terminal: Terminal) -> None:
    terminal.start("medium")
    assert "Sapper 16x16/40" in terminal.wait_for("\n>")
    terminal.press("q", "Enter")
    assert "code=0" in terminal.wait_for("done")


def test_benchmark_prints_the_win_rate_with_its_interval(terminal: Terminal) -> None:
    terminal.start("benchmark", "50", "--workers", "1")
    screen = terminal.wait_for("done")
    assert "8x8/10 start opening: 50 games, seeds 0-49" in screen
    assert re.search(r"^ layered +\d+ +[\d.]+% +[\d.]+% - [\d.]+%", screen, re.MULTILINE)
    assert "code=0" in screen


def test_ctrl_c_ends_a_benchmark_with_the_results_so_far(terminal: Terminal) -> None:
    terminal.start("large", "benchmark", "100000", "--workers", "1")
    terminal.wait_for("layered ")  # the progress bar
    terminal.press("C-c")
    screen = terminal.wait_for("done")
    assert re.search(r"^interrupted: \d+ of 100000 games completed", screen, re.MULTILINE)
    assert "code=130" in screen


@pytest.mark.parametrize("redirection", ["</dev/null", "| cat"])
def test_the_bare_command_prints_help_if_a_stream_is_redirected(
    redirection: str, terminal: Terminal
) -> None:
    terminal.start("--version", then=redirection)
    screen = terminal.wait_for("done")
    assert "Watch a strategy play one game." in screen
    assert "Sapper 8x8/10" not in screen
