"""`sapper play` in plain mode, with pipes and in a terminal."""

import os
import pty
import select
import subprocess
import sys
from pathlib import Path

import pytest

from sapper.game.cell_names import cell_name
from tests.oracles.golden import read_cell, read_golden
from tests.sapper_command import COMMAND, PATIENCE, environment, run_sapper
from tests.vision.board_pictures import draw

# The golden board: 9x9/10, safe, seed 42, first reveal in the centre.
MINES = next(
    {read_cell(mine) for mine in mines}
    for key, mines in read_golden("layouts.txt")
    if key == ["9x9/10", "safe", "42", "4,4"]
)
SAFE = [(row, column) for row in range(9) for column in range(9) if (row, column) not in MINES]
WINNING = "".join(f"O {cell_name(cell)}\n" for cell in [(4, 4), *SAFE])
LOSING = f"O E5\nM A1\nO {cell_name(min(MINES))}\n"


def has_no_traceback(result: subprocess.CompletedProcess[str]) -> bool:
    return "Traceback" not in result.stderr + result.stdout


def test_a_game_is_won_through_a_pipe() -> None:
    result = run_sapper("play", "--plain", "--seed", "42", typed=WINNING)
    assert result.returncode == 0
    assert result.stderr == ""
    assert "You won!" in result.stdout
    assert "seed 42." in result.stdout
    assert result.stdout.startswith("Sapper 9x9/10. Type 'help' for a list of commands.\n")


def test_a_lost_game_can_be_retried_through_a_pipe() -> None:
    result = run_sapper(
        "play", "--plain", "beginner", "--seed", "42", typed=LOSING + "retry\nquit\n"
    )
    assert result.returncode == 0
    assert result.stderr == ""
    assert "You hit a mine. The game is lost." in result.stdout
    assert "Wrong flags: A1." in result.stdout
    assert result.stdout.endswith("Mines left: 10.\nBye.\n")


def test_plain_mode_is_the_default_without_a_terminal() -> None:
    result = run_sapper("play", "3x2/6", "--start", "any", typed="O A1\n")
    assert result.returncode == 0
    assert "A ! * *\nB * * *\nYou hit a mine." in result.stdout


def test_the_end_of_the_input_ends_the_game() -> None:
    for typed in ("", "O E5", "O E5\nM A"):
        result = run_sapper("play", "--plain", "--seed", "42", typed=typed)
        assert result.returncode == 0
        assert result.stderr == ""


def test_invalid_commands_are_answered_and_the_game_continues() -> None:
    typed = "dig\nO Z99\nO E5\nundo\nundo\nO E5\n" + WINNING
    result = run_sapper("play", "--plain", "--seed", "42", typed=typed)
    assert result.returncode == 0
    assert result.stderr == ""
    for answer in ("Unknown command 'dig'", "Z99 is off the board", "Cannot undo", "You won!"):
        assert answer in result.stdout


@pytest.mark.parametrize("encoding", ["utf-8", "ascii", "latin-1"])
def test_binary_input_is_answered_in_any_encoding(encoding: str) -> None:
    junk = bytes(range(256)) * 20 + b"\n\xff\xfe\n\xe2\x82\xac \xf0\x9f\x92\xa3\nO E5\n"
    result = run_sapper(
        "play", "--plain", "--seed", "42", typed=junk, PYTHONUTF8="0", PYTHONIOENCODING=encoding
    )
    assert result.returncode == 0
    assert has_no_traceback(result)
    assert "Unknown command" in result.stdout
    assert result.stdout.endswith("Mines left: 10.\n")


def test_the_answer_to_a_line_of_ten_megabytes_is_short() -> None:
    result = run_sapper("play", "--plain", typed=b"x" * 10_000_000 + b"\nquit\n")
    assert result.returncode == 0
    assert "Unknown command 'xxx" in result.stdout
    assert len(result.stdout) < 1000


def test_a_closed_pipe_ends_the_game_without_a_traceback() -> None:
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
            pass  # the process may have ended already
        assert process.wait(PATIENCE) == 1
        assert process.stderr.read() == b""


@pytest.mark.parametrize("redirection", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("command", ["play --plain", "generate"])
def test_closed_streams_are_not_an_error(command: str, redirection: str) -> None:
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
def test_a_full_disk_is_reported_in_one_line(command: str) -> None:
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
    """`sapper play` in a pseudo-terminal."""

    def __init__(self) -> None:
        self.master, self.slave = pty.openpty()
        # The shell starts a session with this controlling terminal, so that Ctrl-C works.
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
        """Read until the text appears in new output."""
        seen = b""
        while text not in seen:
            ready, _, _ = select.select([self.master], [], [], PATIENCE)
            assert ready, f"expected {text!r}, got only {seen!r}"
            seen += os.read(self.master, 4096)
        self.seen += seen

    def type(self, text: bytes) -> None:
        os.write(self.master, text)

    def end(self) -> int:
        """Read the remaining output and return the exit code."""
        os.close(self.slave)  # earlier, reading would fail before the game opens the terminal
        while True:
            try:
                part = os.read(self.master, 4096)
            except OSError:  # Linux raises an error when the other side is closed
                break
            if not part:
                break
            self.seen += part
        os.close(self.master)
        return self.process.wait(PATIENCE)


def test_ctrl_c_in_a_terminal_ends_the_game() -> None:
    terminal = Terminal()
    terminal.wait_for(b"> ")
    terminal.type(b"O E5\n")
    terminal.wait_for(b"Mines left: 10.\r\n> ")
    terminal.type(b"\x03")
    assert terminal.end() == 130
    assert terminal.seen.endswith(b"> ^C\r\n")
    assert b"Traceback" not in terminal.seen


def test_ctrl_d_in_a_terminal_ends_the_game() -> None:
    terminal = Terminal()
    terminal.wait_for(b"> ")
    terminal.type(b"\x04")
    assert terminal.end() == 0
    assert terminal.seen.endswith(b"> \r\n")
    assert b"Traceback" not in terminal.seen


def test_a_pipe_gets_no_prompt() -> None:
    assert "> " not in run_sapper("play", typed="O A1\nhelp\n").stdout


def test_a_no_guess_board_names_its_start_cell() -> None:
    result = run_sapper("play", "--no-guess", "--seed", "1", typed="O A1\nO E5\nretry\nquit\n")
    start = "This board needs no guessing if you start at E5: type O E5.\n"
    assert result.stdout.count(start) == 2
    assert "This board starts at E5.\nHint: reveal E5 first\n" in result.stdout


def test_a_daily_board_has_no_options_except_its_level() -> None:
    done = run_sapper("play", "expert", "--daily", "--seed", "1")
    assert done.returncode == 2
    assert "a daily board takes no options except the level" in done.stderr


def test_a_daily_board_needs_a_terminal() -> None:
    done = run_sapper("play", "--daily", "--plain")
    assert done.returncode == 2
    assert "--daily is not available in plain mode" in done.stderr


def test_a_game_starts_from_a_position_in_a_file_or_a_picture(tmp_path: Path) -> None:
    text = tmp_path / "wall.txt"
    text.write_text("3x3/2\n#1.\n#2.\n#1.\n", encoding="utf-8")
    result = run_sapper("play", "--plain", "--from", str(text), typed="O B1\nquit\n")
    assert result.returncode == 0
    assert "A # 1 .\nB # 2 .\nC # 1 .\nMines left: 2.\n" in result.stdout
    assert "You won!" in result.stdout
    picture = tmp_path / "board.png"
    rows = ["#########"] * 4 + ["####1####"] + ["#########"] * 4
    draw(rows, cell=24).save(picture)
    result = run_sapper("play", "--plain", "--from", str(picture), typed="quit\n")
    assert result.returncode == 0
    assert "E # # # # 1 # # # #\n" in result.stdout


def test_options_for_a_new_board_do_not_apply_to_a_position() -> None:
    result = run_sapper("play", "--plain", "--from", "-", "--no-guess", typed="")
    assert result.returncode == 2
    assert "--from cannot be combined with options for a new board" in result.stderr
    result = run_sapper("play", "--plain", "--mines", "5", typed="")
    assert result.returncode == 2
    assert "--mines requires --from" in result.stderr
