"""The benchmark play loop, in which a strategy plays one game to the end."""

import math
import time
from collections.abc import Iterator
from typing import NamedTuple

from sapper.bench.options import BenchmarkOptions
from sapper.errors import StrategyFailed
from sapper.game.game import Game, Status
from sapper.game.position_notation import HIDDEN
from sapper.game.rules import Cell, Rules
from sapper.game.view import View
from sapper.strategies.base import Advice, Strategy

_HIDDEN = HIDDEN & 0xFF


class Step(NamedTuple):
    """One reveal in a game played by a strategy."""

    cell: Cell
    advice: Advice
    """The advice that led to the reveal. One piece of advice may lead to several reveals."""
    is_guess: bool


class Outcome(NamedTuple):
    """The outcome of one game."""

    won: bool
    moves: int
    guesses: int
    risk: float
    """The strategy's risk estimate (0 to 1) for the losing reveal, or NaN if the game was won."""


class SingleCellBoard:
    """A game in which each reveal opens only one cell, as in the CS50 AI course.

    The core always opens the neighbours of empty cells. This board's view hides every cell that the
    strategy did not reveal itself.
    """

    def __init__(self, rules: Rules, seed: int) -> None:
        self.rules = rules
        self.status: Status = "ready"
        self._game = Game(rules, seed)
        self._cells = bytearray([_HIDDEN]) * rules.cell_count

    @property
    def view(self) -> View:
        """The strategy's view, which shows only the cells that the strategy has revealed."""
        return View(self.rules, bytes(self._cells))

    @property
    def is_over(self) -> bool:
        """True if the game is won or lost."""
        return self.status in ("won", "lost")

    def reveal(self, cell: Cell) -> int:
        """Reveal one cell and return 1, or return 0 if the cell is already revealed."""
        index = cell[0] * self.rules.width + cell[1]
        if self._cells[index] != _HIDDEN:
            return 0
        if not self._game.is_over:
            self._game.reveal(cell)
        clue = self._game.view.clue(cell)
        if clue is None:
            self.status = "lost"
            return 1
        self._cells[index] = clue
        self.status = "won" if self._cells.count(_HIDDEN) == self.rules.mines else "playing"
        return 1


def play_steps(
    strategy: Strategy,
    board: Game | SingleCellBoard,
    *,
    first: Cell | None = None,
    decision_seconds: list[float] | None = None,
) -> Iterator[Step]:
    """Play a game to the end and yield every reveal.

    All cells that the strategy declares safe are revealed in row-major order before the strategy is
    called again. If `decision_seconds` is given, the duration of each decision is appended to it.
    Raises StrategyFailed if none of the advised cells can be revealed.
    """
    rules = board.rules
    is_protected = rules.start != "any"
    is_first = True
    while not board.is_over:
        if is_first and first is not None:
            risk = 0.0 if is_protected else rules.mines / rules.cell_count
            reason = "the caller chose the first move"
            advice = Advice(frozenset(), frozenset(), {first: risk}, first, reason)
        else:
            start = time.perf_counter()
            advice = strategy.advise(board.view)
            if decision_seconds is not None:
                decision_seconds.append(time.perf_counter() - start)
        opened = 0
        for cell in sorted(advice.safe) or ([] if advice.best is None else [advice.best]):
            if not board.is_over and board.reveal(cell):
                opened += 1
                is_guess = cell not in advice.safe and not (is_first and is_protected)
                yield Step(cell, advice, is_guess)
        if not opened:
            raise StrategyFailed(f"strategy {strategy.name!r} advised no cell that can be revealed")
        is_first = False


def play_game(
    strategy: Strategy,
    options: BenchmarkOptions,
    seed: int,
    decision_seconds: list[float] | None = None,
) -> Outcome:
    """Play a game on the board with the given seed and return the outcome.

    Raises StrategyFailed if the strategy fails. The error message includes the seed.
    """
    board = (Game if options.flood else SingleCellBoard)(options.rules, seed)
    steps = play_steps(strategy, board, first=options.first, decision_seconds=decision_seconds)
    moves = guesses = 0
    risk = math.nan
    try:
        for step in steps:
            moves += 1
            guesses += step.is_guess
            if board.status == "lost":
                risk = step.advice.risks.get(step.cell, math.nan)
    except Exception as error:
        raise StrategyFailed(
            f"strategy {strategy.name!r} failed on {options.rules} "
            f"(start rule {options.rules.start!r}, seed {seed}): {error!r}"
        ) from error
    return Outcome(board.status == "won", moves, guesses, risk)
