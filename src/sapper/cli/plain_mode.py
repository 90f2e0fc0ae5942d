"""Plain mode, a text-only interface for pipes, screen readers and slow terminals."""

from dataclasses import replace
from typing import Final, TextIO

from sapper.errors import IllegalMove, SapperError, short_repr
from sapper.game.cell_names import cell_name, parse_cell_name, row_letters
from sapper.game.rules import Cell, Rules
from sapper.game.wording import counted
from sapper.play.computation import compute_inline, run_blocking
from sapper.play.game_setup import GameSetup
from sapper.play.local_service import LocalService
from sapper.play.move_messages import no_effect_text
from sapper.play.session import Session

HELP: Final = """\
O A1   or reveal A1     reveal the cell in row A, column 1
M A1   or flag A1       place or remove a flag
C A1   or chord A1      reveal the other neighbours once a number has all its flags
       question A1      place or remove a question mark
U      or undo          undo the last move, even a loss
N      or new [LEVEL]   start a new game, for example new expert or new 30x16/99
R      or retry         play the same board again
B      or board         print the board again
H      or help          print this list
Q      or quit          quit
Case and spaces do not matter, so oa1 means O A1. The rows after Z are AA, AB and so on.
# hidden   . empty   1-8 adjacent mines   F flag   ? question mark   * mine   ! exploded mine"""

# Longer verbs come first, so that "mark a1" is never parsed as "m" in row "ARKA".
_CELL_VERBS: Final = {
    "question": "question",
    "reveal": "reveal",
    "chord": "chord",
    "open": "reveal",
    "flag": "flag",
    "mark": "flag",
    "o": "reveal",
    "m": "flag",
    "f": "flag",
    "c": "chord",
}
_COMMANDS: Final = ("undo", "new", "retry", "board", "help", "quit")
"""The commands without a cell argument, which can be abbreviated to their first letters."""
_SYNONYMS: Final = {"?": "help", "exit": "quit"}


class _Quit(Exception):
    """An exception raised when the player quits."""


class PlainGame:
    """A game that reads commands from `source` and writes its output to `target`."""

    def __init__(self, session: Session, source: TextIO, target: TextIO) -> None:
        self.session = session
        self._service = LocalService(compute_inline)
        self._source = source
        self._target = target
        self._is_interactive = source.isatty()

    def run(self) -> None:
        """Play until the player quits or the input ends. Ctrl-C raises KeyboardInterrupt."""
        self._print(f"Sapper {self.session.rules}. Type 'help' for a list of commands.")
        self._show_board()
        self._print_start_cell()
        try:
            while (line := self._read_line()) is not None:
                self._handle_line(line)
        except _Quit:
            self._print("Bye.")
        except KeyboardInterrupt:
            # Without this line break, the shell's prompt would follow "> ^C".
            if self._is_interactive:
                self._print("")
            raise

    def _print_start_cell(self) -> None:
        if (first := self.session.forced_first) is not None:
            name = cell_name(first)
            self._print(f"This board needs no guessing if you start at {name}: type O {name}.")

    def _read_line(self) -> str | None:
        if self._is_interactive:
            self._target.write("> ")
            self._target.flush()
        line = self._source.readline()
        if not line and self._is_interactive:
            self._print("")
        return line or None

    def _handle_line(self, line: str) -> None:
        words = line.split()
        if not words:
            return
        try:
            self._execute(words)
        except SapperError as error:
            self._print(_sentence(str(error)))
            if error.hint:
                self._print(f"Hint: {error.hint}")

    def _execute(self, words: list[str]) -> None:
        """Execute one command. Raises SapperError if the command is invalid."""
        if (move := parse_move("".join(words).lower())) is not None:
            self._move(*move)
            return
        word = words[0].lower()
        commands = (name for name in _COMMANDS if word in (name, name[0]))
        command = _SYNONYMS.get(word) or next(commands, None)
        if words[0].lower() in _CELL_VERBS and len(words) == 1:
            raise IllegalMove(f"{words[0]} requires a cell", hint=f"type {words[0]} A1")
        if command == "new" and len(words) <= 2:
            self.session = self._new_session(words[1:])
        elif len(words) > 1 or command is None:
            raise IllegalMove(
                f"unknown command {short_repr(' '.join(words))}",
                hint="type 'O A1', 'M A1' or 'help'",
            )
        elif command == "undo":
            self.session.undo()
        elif command == "retry":
            self.session = self.session.retry()
        elif command == "help":
            self._print(HELP)
            return
        elif command == "quit":
            raise _Quit
        self._show_board()
        self._print_start_cell()

    def _new_session(self, level: list[str]) -> Session:
        """Start a new game with the current setup, changing the level if one is given."""
        setup = GameSetup.of_session(self.session)
        if level:
            setup = replace(setup, rules=Rules.level(level[0], start=setup.rules.start))
        return run_blocking(self._service.new_game(self._service.player, setup)).session

    def _move(self, kind: str, cell: Cell) -> None:
        rules = self.session.rules
        if not rules.contains(cell):
            name, last = cell_name(cell), cell_name((rules.height - 1, rules.width - 1))
            raise IllegalMove(f"{name} is off the board: valid cells are A1 to {last}")
        if self.session.game.is_over:
            raise IllegalMove("the game is over", hint="type 'new', 'retry', 'undo' or 'quit'")
        if self.session.move(kind, cell):
            self._show_board()
        else:
            view, unflag = self.session.game.view, f"Type M {cell_name(cell)}"
            self._print(no_effect_text(view, kind, cell, flag_command=unflag))

    def _show_board(self) -> None:
        snapshot = self.session.snapshot()
        margin = len(row_letters(snapshot["height"] - 1))
        digits = len(str(snapshot["width"]))
        for place in range(digits):
            column = (
                str(number).rjust(digits)[place] for number in range(1, snapshot["width"] + 1)
            )
            self._print(" " * margin + " " + " ".join(column).rstrip())
        for row, symbols in enumerate(self.session.game.view.rows):
            self._print(f"{row_letters(row):>{margin}} {' '.join(symbols)}")
        self._show_status()

    def _show_status(self) -> None:
        snapshot = self.session.snapshot()
        result = snapshot["result"]
        if result is None:
            self._print(f"Mines left: {snapshot['mines_left']}.")
            return
        is_won = snapshot["status"] == "won"
        undone = snapshot["losses_undone"]
        suffix = f" ({counted(undone, 'loss', 'losses')} undone)" if undone else ""
        self._print(("You won!" if is_won else "You hit a mine. The game is lost.") + suffix)
        if result["wrong_flags"]:
            names = ", ".join(cell_name((row, column)) for row, column in result["wrong_flags"])
            self._print(f"Wrong flags: {names}.")
        clicks = counted(snapshot["clicks"], "click", "clicks")
        seed = "" if result["seed"] is None else f", seed {result['seed']}"
        self._print(
            f"{snapshot['seconds']:.1f} s, 3BV {result['solved_three_bv']} of {result['three_bv']}"
            f", {clicks}, IOE {result['ioe']:.0%}{seed}."
        )
        self._print("Type 'new', 'retry', 'undo' or 'quit'.")

    def _print(self, text: str) -> None:
        self._target.write(text + "\n")
        self._target.flush()


def parse_move(text: str) -> tuple[str, Cell] | None:
    """Parse a move and return its kind and cell, or None if the text does not specify both."""
    for verb, kind in _CELL_VERBS.items():
        cell = parse_cell_name(text.removeprefix(verb)) if text.startswith(verb) else None
        if cell is not None:
            return kind, cell
    return None


def _sentence(message: str) -> str:
    return f"{message[0].upper()}{message[1:]}."
