"""The game as a conversation in lines of text: for pipes, screen readers and slow terminals."""

import re
from typing import Final, TextIO

from sapper.errors import IllegalMove, SapperError, quoted
from sapper.game.cell_names import cell_name, row_letters, row_number, with_names
from sapper.game.rules import Cell, Rules
from sapper.session import Session

HELP: Final = """\
O A1   or reveal A1     reveal the cell in row A, column 1
M A1   or flag A1       set a flag, or take it away
C A1   or chord A1      reveal around a number that has all its flags
       question A1      set a question mark, or take it away
U      or undo          take back the last move, also a loss
N      or new [LEVEL]   begin another game, such as: new expert, new 30x16/99
R      or retry         begin again on the same board
B      or board         print the board again
H      or help          this list
Q      or quit          leave
Capitals and spaces do not matter: oa1 is O A1. Rows past Z are AA, AB and so on.
# hidden   . no mine near   1-8 mines near   F flag   ? question   * mine   ! exploded"""

_CELL_VERBS: Final = {
    "reveal": "reveal",
    "open": "reveal",
    "o": "reveal",
    "flag": "flag",
    "mark": "flag",
    "m": "flag",
    "f": "flag",
    "chord": "chord",
    "c": "chord",
    "question": "question",
}
# Longest first, so that "mark a1" is not taken for "m" in row "ARKA". Three letters name every row.
_CELL_MOVE: Final = re.compile(
    f"({'|'.join(sorted(_CELL_VERBS, key=len, reverse=True))})([a-z]{{1,3}})([0-9]{{1,4}})"
)
_ABBREVIATIONS: Final = {
    "u": "undo",
    "n": "new",
    "r": "retry",
    "b": "board",
    "h": "help",
    "?": "help",
    "q": "quit",
    "exit": "quit",
}


class _Quit(Exception):
    """The player asked to leave."""


class PlainGame:
    """A session played by lines of text from `source`, answered on `target`."""

    def __init__(self, session: Session, source: TextIO, target: TextIO) -> None:
        self._session = session
        self._source = source
        self._target = target
        self._prompts = source.isatty()

    def run(self) -> None:
        """Play until the player quits, the input ends or Ctrl-C is pressed."""
        self._say(f"Sapper {self._session.rules}. Type help for the commands.")
        self._show_board()
        self._say_where_to_begin()
        try:
            while (line := self._read_line()) is not None:
                self._answer(line)
        except (_Quit, KeyboardInterrupt):
            self._say("Bye.")

    def _say_where_to_begin(self) -> None:
        first = self._session.terms.first
        if first is not None and self._session.game.view.is_untouched:
            name = cell_name(first)
            self._say(f"This board needs no guess if you begin at {name}: type O {name}.")

    def _read_line(self) -> str | None:
        if self._prompts:
            self._target.write("> ")
            self._target.flush()
        line = self._source.readline()
        if not line and self._prompts:
            self._say("")
        return line or None

    def _answer(self, line: str) -> None:
        words = line.split()
        if not words:
            return
        try:
            self._obey(words)
        except SapperError as error:
            self._say(_sentence(with_names(str(error))))
            if error.hint:
                self._say(f"Hint: {with_names(error.hint)}")

    def _obey(self, words: list[str]) -> None:
        """Do what a line says. Raises SapperError, which says what is wrong with it."""
        if match := _CELL_MOVE.fullmatch("".join(words).lower()):
            verb, letters, number = match.groups()
            self._move(_CELL_VERBS[verb], (row_number(letters), int(number) - 1))
            return
        command = _ABBREVIATIONS.get(words[0].lower(), words[0].lower())
        if command == "new" and len(words) <= 2:
            start = self._session.rules.start
            self._session.new(Rules.level(words[1], start=start) if words[1:] else None)
        elif len(words) > 1 or command not in ("undo", "retry", "board", "help", "quit"):
            raise IllegalMove(
                f"I do not understand {quoted(' '.join(words))}", hint="type O A1, M A1 or help"
            )
        elif command == "undo":
            self._session.undo()
        elif command == "retry":
            self._session.retry()
        elif command == "help":
            self._say(HELP)
            return
        elif command == "quit":
            raise _Quit
        self._show_board()
        self._say_where_to_begin()

    def _move(self, kind: str, cell: Cell) -> None:
        rules = self._session.rules
        if not rules.contains(cell):
            name, last = cell_name(cell), cell_name((rules.height - 1, rules.width - 1))
            raise IllegalMove(f"there is no cell {name}: the board goes from A1 to {last}")
        if self._session.game.is_over:
            raise IllegalMove("the game is over", hint="type new, retry, undo or quit")
        if self._session.move(kind, cell):
            self._show_board()
        else:
            self._say(self._why_not(kind, cell))

    def _why_not(self, kind: str, cell: Cell) -> str:
        """Say why a move had no effect."""
        view, name = self._session.game.view, cell_name(cell)
        if kind == "reveal" and cell in view.flags | view.ai_flags:
            return f"{name} has a flag: type M {name} to take it away."
        if kind == "chord" and view.clue(cell):
            return f"{name} needs as many flags around it as its number."
        return f"Nothing to {kind} at {name}."

    def _show_board(self) -> None:
        snapshot = self._session.snapshot()
        margin = len(row_letters(snapshot["height"] - 1))
        digits = len(str(snapshot["width"]))
        for place in range(digits):
            column = (
                str(number).rjust(digits)[place] for number in range(1, snapshot["width"] + 1)
            )
            self._say(" " * margin + " " + " ".join(column).rstrip())
        for row, symbols in enumerate(self._session.game.view.rows):
            self._say(f"{row_letters(row):>{margin}} {' '.join(symbols)}")
        self._show_status()

    def _show_status(self) -> None:
        snapshot = self._session.snapshot()
        result = snapshot["result"]
        if result is None:
            self._say(f"Mines left: {snapshot['mines_left']}.")
            return
        won = snapshot["status"] == "won"
        undone = snapshot["losses_undone"]
        after = f" After {_count(undone, 'loss', 'losses')} undone." if undone else ""
        self._say(("You won!" if won else "You hit a mine. The game is lost.") + after)
        if result["wrong_flags"]:
            names = ", ".join(cell_name((row, column)) for row, column in result["wrong_flags"])
            self._say(f"Wrong flags: {names}.")
        clicks = _count(snapshot["clicks"], "click", "clicks")
        self._say(
            f"{snapshot['seconds']:.1f} s, 3BV {result['solved_three_bv']} of {result['three_bv']}"
            f", {clicks}, efficiency {result['efficiency']:.0%}, seed {result['seed']}."
        )
        self._say("Type new, retry, undo or quit.")

    def _say(self, text: str) -> None:
        self._target.write(text + "\n")
        self._target.flush()


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def _sentence(message: str) -> str:
    return f"{message[0].upper()}{message[1:]}."
