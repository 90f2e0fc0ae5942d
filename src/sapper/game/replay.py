"""Replay files, which store a game's rules, board and moves as text.

For example::

    sapper-replay 1
    rules 9x9/10 safe
    seed 42
    0.000 reveal 4,4
    1.250 flag 3,4

For a fixed layout, a `mines 0,1 2,3 ...` line replaces the `seed` line. The optional lines `terms
practice ...` and `assists hints=1 odds=0` precede the moves. `sapper.game.game_options` defines
their format. A replay discloses the positions of the mines, so the server sends it only after the
game is over.
"""

import re
import time
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from sapper.errors import ReplayError, SapperError, short_repr
from sapper.game.board_limits import BoardLimits
from sapper.game.game import Game
from sapper.game.game_options import AssistanceUsed, GameOptions
from sapper.game.moves import Move, parse_move
from sapper.game.rules import Cell, Rules

HEADER: Final = "sapper-replay 1"
MAX_CHARACTERS: Final = 64 * 1024 * 1024
_CELL = re.compile(r"(\d{1,4}),(\d{1,4})", re.ASCII)
_SEED = re.compile(r"\d{1,20}", re.ASCII)


class Replay(NamedTuple):
    """The contents of a replay file."""

    game: Game
    options: GameOptions
    assistance: AssistanceUsed


def write_replay(
    game: Game, *, options: GameOptions | None = None, assistance: AssistanceUsed | None = None
) -> str:
    """Format a finished or unfinished game as a replay.

    Raises ReplayError if an argument has the wrong type.
    """
    for value, kind in ((game, Game), (options, GameOptions), (assistance, AssistanceUsed)):
        if not isinstance(value, kind) and (value is not None or kind is Game):
            raise ReplayError(f"a replay requires a {kind.__name__}, not {short_repr(value)}")
    board = f"seed {game.seed}"
    if game.seed is None:
        board = " ".join(["mines", *(f"{row},{column}" for row, column in sorted(game.layout))])
    lines = [
        HEADER,
        f"rules {game.rules} {game.rules.start}",
        board,
        options and options.to_line(),
        assistance and assistance.to_line(),
        *map(str, game.history),
    ]
    return "".join(f"{line}\n" for line in lines if line)


def read_replay(text: str, *, now: Callable[[], float] = time.monotonic) -> Game:
    """Load the game from a replay. If the game is unfinished, its clock continues.

    Raises ReplayError if the text is malformed. The error message includes the line number.
    """
    return parse_replay(text, now=now).game


def parse_replay(
    text: str,
    *,
    now: Callable[[], float] = time.monotonic,
    limits: BoardLimits | None = None,
) -> Replay:
    """Parse a replay into its game, options and assistance counts.

    Raises ReplayError if the text is malformed or, before any move is replayed, if the game exceeds
    the limits. The error message includes the line number.
    """
    if not isinstance(text, str):
        raise ReplayError(f"a replay must be a str, not {type(text).__name__}")
    if len(text) > MAX_CHARACTERS:
        raise ReplayError(
            f"a replay must be at most {MAX_CHARACTERS} characters long, not {len(text)}"
        )
    lines = _Lines(text)
    try:
        if lines.read() != HEADER:
            raise ReplayError(f"expected {HEADER!r}")
        rules = _read_rules(lines.read())
        if limits is not None:
            limits.check(rules.width, rules.height, moves=lines.count)
        seed, mines = _read_board(lines.read())
        options, assistance = GameOptions(), AssistanceUsed()
        if lines.next_starts_with("terms"):
            options = GameOptions.from_line(lines.read())
        if options.first is not None and not rules.contains(options.first):
            raise ReplayError(f"first cell {options.first} is off the board", cell=options.first)
        if lines.next_starts_with("assists "):
            assistance = AssistanceUsed.from_line(lines.read())
        game = Game.from_moves(rules, lines.moves(), seed=seed, mines=mines, now=now)
    except SapperError as error:
        raise ReplayError(
            f"line {lines.number}: {error}", hint=error.hint, cell=error.cell, line=lines.number
        ) from None
    return Replay(game, options, assistance)


class _Lines:
    """A line reader that tracks the current line number."""

    def __init__(self, text: str) -> None:
        self._lines = text.splitlines()
        self.count = len(self._lines)
        self.number = 0

    def read(self) -> str:
        self.number += 1
        if self.number > self.count:
            raise ReplayError("unexpected end of file")
        return self._lines[self.number - 1]

    def next_starts_with(self, word: str) -> bool:
        return self.number < self.count and self._lines[self.number].startswith(word)

    def moves(self) -> Iterator[Move]:
        while self.number < self.count:
            yield parse_move(self.read())


def _read_rules(line: str) -> Rules:
    match line.split():
        case ["rules", size, start]:
            return Rules.parse(size, start=start)  # type: ignore[arg-type]
        case _:
            raise ReplayError("expected 'rules WIDTHxHEIGHT/MINES START'")


def _read_board(line: str) -> tuple[int | None, list[Cell] | None]:
    match line.split():
        case ["seed", seed] if _SEED.fullmatch(seed):
            return int(seed), None
        case ["mines", *cells] if all(map(_CELL.fullmatch, cells)):
            return None, [(int(row), int(column)) for row, column in _CELL.findall(line)]
        case _:
            raise ReplayError("expected 'seed NUMBER' or 'mines ROW,COLUMN ...'")
