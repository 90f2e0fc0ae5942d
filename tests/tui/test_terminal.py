"""A real terminal: tmux runs the command, keys go in and the screen is read."""

import os
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from terminal import PATIENCE, run_sapper

ROOT = Path(__file__).parent.parent.parent


class Terminal:
    """One window of tmux with a shell command in it."""

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
        """Run one command or two; then the shell tells how it ended and how the terminal is."""
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
        """Return the screen once the text is on it."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            screen = self.screen
            if text in screen:
                return screen
            time.sleep(0.05)
        raise AssertionError(f"{text!r} does not appear on:\n{self.screen}")

    def check_left_in_order(self) -> None:
        """The terminal is as it was: its settings, the usual screen and a visible cursor."""
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


def test_a_game_is_played_resized_and_left(terminal: Terminal) -> None:
    # A size that a shell has exported must not hide the resizes.
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
    terminal.wait_for("Keys")  # the panel, for which there is room now
    terminal.press("q")
    assert "code=0" in terminal.wait_for("done")
    terminal.check_left_in_order()


def test_a_game_goes_on_where_it_was_left(terminal: Terminal) -> None:
    terminal.start("play", "expert", "--seed", "42", "--practice", then="play --resume")
    terminal.wait_for("ready")
    terminal.press("m")
    terminal.wait_for("playing")
    terminal.press("q")
    assert "expert 30x16/99 practice" in terminal.wait_for("as you left it")
    terminal.press("q")
    terminal.wait_for("done")


def test_ctrl_c_leaves_the_terminal_in_order(terminal: Terminal) -> None:
    terminal.start("play")
    terminal.wait_for("ready")
    terminal.press("C-c")
    assert "code=130" in terminal.wait_for("done")
    terminal.check_left_in_order()


@pytest.mark.parametrize("number", [1, 2, 15])
def test_a_signal_leaves_the_terminal_in_order(number: int, terminal: Terminal) -> None:
    terminal.start("play")
    terminal.wait_for("ready")
    terminal.press("m")
    terminal.wait_for("playing")
    os.kill(terminal.pid_of_command(), number)
    assert "code=130" in terminal.wait_for("done")
    terminal.check_left_in_order()


def test_a_crash_leaves_the_terminal_in_order(terminal: Terminal, tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "import sapper.tui.screens.game_screen as module\n"
        "def crash(self): raise RuntimeError('a fault in the program')\n"
        "module.GameScreen.action_flag = crash\n"
    )
    terminal.start("play", before=f"PYTHONPATH={tmp_path}")
    terminal.wait_for("ready")
    terminal.press("f")
    assert "code=1" in terminal.wait_for("done")
    assert "a fault in the program" in terminal.screen
    terminal.check_left_in_order()


def test_leaving_while_somebody_thinks_is_no_crash(terminal: Terminal, tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "import pathlib\n"
        "from sapper.inference.analysis import analyse\n"
        "import sapper.session.session as module\n"
        "def think(self, grade):\n"
        f"    pathlib.Path({str(tmp_path / 'thinking')!r}).touch()\n"
        "    while True: analyse(self.game.view).sample(1000)\n"
        "module.Session.hint = think\n"
    )
    terminal.start("play", "expert", "--seed", "42", before=f"PYTHONPATH={tmp_path}")
    terminal.wait_for("ready")
    terminal.press("m")
    terminal.wait_for("playing")
    terminal.press("H")
    while not (tmp_path / "thinking").exists():
        terminal.wait_for("playing")
    terminal.press("q")
    assert "code=0" in terminal.wait_for("done")
    terminal.check_left_in_order()


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["watch", "beginner", "--seed", "7", "--delay", "0.05"], "WATCH"),
        (["drill", "single-clue", "--seed", "1"], "Which cell is certainly safe?"),
        (["play", "--resume"], "ready"),
    ],
)
def test_other_commands_have_screens(arguments: list[str], text: str, terminal: Terminal) -> None:
    terminal.start(*arguments)
    terminal.wait_for(text)
    terminal.press("q")
    assert "code=0" in terminal.wait_for("done")


def test_no_colour_means_no_colour_codes_are_needed_to_read_the_board(terminal: Terminal) -> None:
    terminal.start("play", "--seed", "42", before="NO_COLOR=1")
    terminal.wait_for("ready")
    assert "▒▒" in terminal.screen
    terminal.press("q")
    terminal.wait_for("done")


def test_without_a_terminal_the_game_is_in_lines_of_text(tmp_path: Path) -> None:
    result = run_sapper("play", "--seed", "42", typed="O A1\nquit\n", SAPPER_DATA=str(tmp_path))
    assert "Sapper 9x9/10" in result.stdout
    assert result.returncode == 0
    assert not list(tmp_path.iterdir())


def test_resume_without_a_terminal_is_refused(tmp_path: Path) -> None:
    result = run_sapper("play", "--resume", SAPPER_DATA=str(tmp_path))
    assert result.returncode == 2
    assert result.stderr.startswith("error: ")


def test_a_dumb_terminal_gets_lines_of_text(terminal: Terminal) -> None:
    terminal.start("play", before="TERM=dumb")
    terminal.wait_for("Type help for the commands")
    terminal.press("quit", "Enter")
    terminal.wait_for("Bye")
