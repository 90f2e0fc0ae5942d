"""The record of a game as text: the rules, the board and every move.

    sapper-replay 1
    rules 9x9/10 safe
    seed 42
    0.000 reveal 4,4
    1.250 flag 3,4

A board that was given has a line `mines 0,1 2,3 ...` in place of the seed. The record contains the
mines, so it leaves the server only after the end of the game.
"""

import re
import time
from collections.abc import Callable, Iterator
from typing import Final

from sapper.errors import ReplayError, SapperError
from sapper.game.game import Game
from sapper.game.moves import Move, parse_move
from sapper.game.rules import Cell, Rules

HEADER: Final = "sapper-replay 1"
MAX_CHARACTERS: Final = 64 * 1024 * 1024
_CELL = re.compile(r"(\d{1,4}),(\d{1,4})", re.ASCII)
_SEED = re.compile(r"\d{1,20}", re.ASCII)


def write_replay(game: Game) -> str:
    """Return the record of a game, finished or not."""
    if game.seed is None:
        board = " ".join(["mines", *(f"{row},{column}" for row, column in sorted(game.layout))])
    else:
        board = f"seed {game.seed}"
    lines = [HEADER, f"rules {game.rules} {game.rules.start}", board]
    return "\n".join(lines + [str(move) for move in game.history]) + "\n"


def read_replay(text: str, *, now: Callable[[], float] = time.monotonic) -> Game:
    """Play a recorded game again and return it; its clock goes on if the game does.

    Raises ReplayError, which names the line.
    """
    if not isinstance(text, str):
        raise ReplayError(f"a record is text, not {type(text).__name__}")
    if len(text) > MAX_CHARACTERS:
        raise ReplayError(f"the record is too long: {len(text)} characters")
    lines = _Lines(text)
    try:
        if lines.take() != HEADER:
            raise ReplayError(f"expected {HEADER!r}")
        rules = _read_rules(lines.take())
        seed, mines = _read_board(lines.take())
        return Game.replayed(rules, lines.moves(), seed=seed, mines=mines, now=now)
    except SapperError as error:
        raise ReplayError(f"line {lines.number}: {error}", hint=error.hint) from None


class _Lines:
    """The lines of a record, one after the other, and the number of the last one taken."""

    def __init__(self, text: str) -> None:
        self._lines = text.splitlines()
        self.number = 0

    def take(self) -> str:
        self.number += 1
        if self.number > len(self._lines):
            raise ReplayError("the record ends too early")
        return self._lines[self.number - 1]

    def moves(self) -> Iterator[Move]:
        while self.number < len(self._lines):
            yield parse_move(self.take())


def _read_rules(line: str) -> Rules:
    match line.split():
        case ["rules", size, start]:
            return Rules.parse(size, start=start)  # type: ignore[arg-type]
        case _:
            raise ReplayError("expected: rules WIDTHxHEIGHT/MINES START")


def _read_board(line: str) -> tuple[int | None, list[Cell] | None]:
    match line.split():
        case ["seed", seed] if _SEED.fullmatch(seed):
            return int(seed), None
        case ["mines", *cells] if all(map(_CELL.fullmatch, cells)):
            return None, [(int(row), int(column)) for row, column in _CELL.findall(line)]
        case _:
            raise ReplayError("expected: seed NUMBER, or: mines ROW,COLUMN ...")
