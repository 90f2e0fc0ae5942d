"""`sapper play` as people and programs run it: a process with pipes or a terminal."""

import os
import pty
import select
import subprocess
import sys

import pytest
from oracles.golden import read_cell, read_golden
from terminal import COMMAND, PATIENCE, environment, run_sapper

from sapper.game.cell_names import cell_name

# The golden board: 9x9/10, safe, seed 42, first reveal in the centre.
MINES = next(
    {read_cell(mine) for mine in mines}
    for key, mines in read_golden("layouts.txt")
    if key == ["9x9/10", "safe", "42", "4,4"]
)
SAFE = [(row, column) for row in range(9) for column in range(9) if (row, column) not in MINES]
WINNING = "".join(f"O {cell_name(cell)}\n" for cell in [(4, 4), *SAFE])
LOSING = f"O E5\nM A1\nO {cell_name(min(MINES))}\n"


def no_traceback(result: subprocess.CompletedProcess[str]) -> bool:
    return "Traceback" not in result.stderr + result.stdout


def test_a_whole_game_is_won_through_a_pipe() -> None:
    result = run_sapper("play", "--plain", "--seed", "42", typed=WINNING)
    assert result.returncode == 0
    assert result.stderr == ""
    assert "You won!" in result.stdout
    assert "seed 42." in result.stdout
    assert result.stdout.startswith("Sapper 9x9/10. Type help for the commands.\n")


def test_a_whole_game_is_lost_through_a_pipe_and_begun_anew() -> None:
    result = run_sapper(
        "play", "--plain", "beginner", "--seed", "42", typed=LOSING + "retry\nquit\n"
    )
    assert result.returncode == 0
    assert result.stderr == ""
    assert "You hit a mine. The game is lost." in result.stdout
    assert "Wrong flags: A1." in result.stdout
    assert result.stdout.endswith("Mines left: 10.\nBye.\n")


def test_play_is_plain_without_being_asked_and_takes_any_size_and_start() -> None:
    result = run_sapper("play", "3x2/6", "--start", "any", typed="O A1\n")
    assert result.returncode == 0
    assert "A ! * *\nB * * *\nYou hit a mine." in result.stdout


def test_input_that_ends_in_the_middle_of_a_game_ends_it_cleanly() -> None:
    for typed in ("", "O E5", "O E5\nM A"):
        result = run_sapper("play", "--plain", "--seed", "42", typed=typed)
        assert result.returncode == 0
        assert result.stderr == ""


def test_bad_lines_are_answered_on_stdout_and_the_game_goes_on() -> None:
    typed = "dig\nO Z99\nO E5\nundo\nundo\nO E5\n" + WINNING
    result = run_sapper("play", "--plain", "--seed", "42", typed=typed)
    assert result.returncode == 0
    assert result.stderr == ""
    for answer in ("I do not understand 'dig'", "There is no cell Z99", "Cannot undo", "You won!"):
        assert answer in result.stdout


@pytest.mark.parametrize("encoding", ["utf-8", "ascii", "latin-1"])
def test_binary_junk_is_answered_in_any_encoding(encoding: str) -> None:
    junk = bytes(range(256)) * 20 + b"\n\xff\xfe\n\xe2\x82\xac \xf0\x9f\x92\xa3\nO E5\n"
    result = run_sapper(
        "play", "--plain", "--seed", "42", typed=junk, PYTHONUTF8="0", PYTHONIOENCODING=encoding
    )
    assert result.returncode == 0
    assert no_traceback(result)
    assert "I do not understand" in result.stdout
    assert result.stdout.endswith("Mines left: 10.\n")


def test_a_line_of_ten_megabytes_is_answered_shortly() -> None:
    result = run_sapper("play", "--plain", typed=b"x" * 10_000_000 + b"\nquit\n")
    assert result.returncode == 0
    assert "I do not understand 'xxx" in result.stdout
    assert len(result.stdout) < 1000


def test_a_reader_that_goes_away_ends_the_game_without_a_traceback() -> None:
    process = subprocess.Popen(
        [*COMMAND, "play", "--plain"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    process.stdout.readline()
    process.stdout.close()
    process.stdin.write(b"board\n" * 1000)
    with process.stdin, process.stderr:
        try:
            process.stdin.flush()
            process.stdin.close()
        except BrokenPipeError:
            pass  # it may be gone already
        assert process.wait(PATIENCE) == 1
        assert process.stderr.read() == b""


@pytest.mark.parametrize("redirection", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("command", ["play --plain", "generate"])
def test_closed_streams_do_no_harm(command: str, redirection: str) -> None:
    result = subprocess.run(
        ["sh", "-c", f'"$0" -m sapper {command} {redirection}', sys.executable],
        input=b"O A1\n",
        capture_output=True,
        timeout=PATIENCE,
        check=False,
        env=environment(),
    )
    assert result.returncode == 0
    assert b"Traceback" not in result.stderr


@pytest.mark.parametrize("command", ["play", "generate", "generate --json"])
def test_a_full_disk_is_an_error_in_one_line(command: str) -> None:
    with open("/dev/full", "w") as full:  # noqa: PTH123
        result = subprocess.run(
            [*COMMAND, *command.split()],
            stdin=subprocess.DEVNULL,
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=PATIENCE,
            check=False,
            env=environment(),
        )
    assert result.returncode == 2
    errors = [line for line in result.stderr.decode().splitlines() if not line.startswith("seed ")]
    assert errors == ["error: cannot read or write: No space left on device"]


class Terminal:
    """`sapper play` with a terminal of its own."""

    def __init__(self) -> None:
        self.master, self.slave = pty.openpty()
        # The shell leads a new session and opens the terminal, which becomes its own: Ctrl-C works.
        path = os.ttyname(self.slave)
        self.process = subprocess.Popen(
            [
                "sh",
                "-c",
                f'exec "$0" -m sapper play --plain --seed 42 <{path} >{path} 2>&1',
                sys.executable,
            ],
            start_new_session=True,
            env=environment(),
        )
        self.seen = b""

    def wait_for(self, text: bytes) -> None:
        """Read until the text has come since the last time."""
        seen = b""
        while text not in seen:
            ready, _, _ = select.select([self.master], [], [], PATIENCE)
            assert ready, f"{text!r} did not come, only {seen!r}"
            seen += os.read(self.master, 4096)
        self.seen += seen

    def type(self, text: bytes) -> None:
        os.write(self.master, text)

    def end(self) -> int:
        """Read what is left and return the exit code."""
        os.close(self.slave)  # not before: without the game's side open, reading would end at once
        while True:
            try:
                part = os.read(self.master, 4096)
            except OSError:  # Linux says so when the other side is closed
                break
            if not part:
                break
            self.seen += part
        os.close(self.master)
        return self.process.wait(PATIENCE)


def test_ctrl_c_in_a_terminal_says_goodbye() -> None:
    terminal = Terminal()
    terminal.wait_for(b"> ")
    terminal.type(b"O E5\n")
    terminal.wait_for(b"Mines left: 10.\r\n> ")
    terminal.type(b"\x03")
    assert terminal.end() == 0
    assert terminal.seen.endswith(b"Bye.\r\n")
    assert b"Traceback" not in terminal.seen


def test_ctrl_d_in_a_terminal_ends_the_line_and_the_game() -> None:
    terminal = Terminal()
    terminal.wait_for(b"> ")
    terminal.type(b"\x04")
    assert terminal.end() == 0
    assert terminal.seen.endswith(b"> \r\n")
    assert b"Traceback" not in terminal.seen


def test_no_prompt_is_written_into_a_pipe() -> None:
    assert "> " not in run_sapper("play", typed="O A1\nhelp\n").stdout


def test_a_board_without_guessing_tells_where_it_begins_in_names_of_cells() -> None:
    result = run_sapper("play", "--no-guess", "--seed", "1", typed="O A1\nO E5\nretry\nquit\n")
    told = "This board needs no guess if you begin at E5: type O E5.\n"
    assert result.stdout.count(told) == 2
    assert "Cannot reveal A1: this board begins at E5.\nHint: reveal E5 first\n" in result.stdout
