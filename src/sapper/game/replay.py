"""The record of a game as text: the rules, the board and every move.

    sapper-replay 1
    rules 9x9/10 safe
    seed 42
    0.000 reveal 4,4
    1.250 flag 3,4

A game on a given layout has a line `mines 0,1 2,3 ...` in place of the seed. The optional lines
`terms practice ...` and `assists hints=1 odds=0` precede the moves: see `sapper.game.game_options`.
The record contains the mines, so it leaves the server only after the game has ended.
"""

import re
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

from sapper.errors import ReplayError, SapperError
from sapper.game.game import Game
from sapper.game.game_options import AssistanceUsed, GameOptions
from sapper.game.moves import Move, parse_move
from sapper.game.rules import Cell, Rules

HEADER: Final = "sapper-replay 1"
MAX_CHARACTERS: Final = 64 * 1024 * 1024
_CELL = re.compile(r"(\d{1,4}),(\d{1,4})", re.ASCII)
_SEED = re.compile(r"\d{1,20}", re.ASCII)


class Record(NamedTuple):
    """All that a record says."""

    game: Game
    terms: GameOptions
    assists: AssistanceUsed


def write_replay(
    game: Game, *, terms: GameOptions | None = None, assists: AssistanceUsed | None = None
) -> str:
    """Return the record of a game, finished or not."""
    mines = sorted(game.layout) if game.seed is None else None
    moves = (str(move) for move in game.history)
    return join_replay(
        game.rules, game.seed, mines, terms or GameOptions(), assists or AssistanceUsed(), moves
    )


def join_replay(
    rules: Rules,
    seed: int | None,
    mines: Iterable[Cell] | None,
    terms: GameOptions,
    assists: AssistanceUsed,
    moves: Iterable[str],
) -> str:
    """Return the record made of its parts, the moves as texts."""
    if seed is None:
        board = " ".join(["mines", *(f"{row},{column}" for row, column in mines or ())])
    else:
        board = f"seed {seed}"
    lines = [HEADER, f"rules {rules} {rules.start}", board]
    lines += [line for line in (terms.to_line(), assists.to_line()) if line]
    return "\n".join([*lines, *moves]) + "\n"


def read_replay(text: str, *, now: Callable[[], float] = time.monotonic) -> Game:
    """Play a recorded game again and return it; its clock goes on if the game does.

    Raises ReplayError, which names the line.
    """
    return read_record(text, now=now).game


def read_record(
    text: str, *, now: Callable[[], float] = time.monotonic, idle: float = 0.0
) -> Record:
    """Play a recorded game again and return it with the rest of the record.

    `idle` is how many seconds have passed since the last move; they count if the game still runs.
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
        terms = GameOptions.from_line(lines.take()) if lines.next_begins("terms") else GameOptions()
        if terms.first is not None and not rules.contains(terms.first):
            raise ReplayError(f"the first cell {terms.first} is off the board")
        assists = (
            AssistanceUsed.from_line(lines.take())
            if lines.next_begins("assists ")
            else AssistanceUsed()
        )
        game = Game.replayed(rules, lines.moves(), seed=seed, mines=mines, now=now, idle=idle)
    except SapperError as error:
        raise ReplayError(f"line {lines.number}: {error}", hint=error.hint) from None
    return Record(game, terms, assists)


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

    def next_begins(self, word: str) -> bool:
        return self.number < len(self._lines) and self._lines[self.number].startswith(word)

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
