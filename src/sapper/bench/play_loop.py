"""The play loop of the benchmarks, in which one strategy plays one board to the end."""

import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from sapper.errors import StrategyFailed
from sapper.game.game import Game
from sapper.game.position_notation import HIDDEN
from sapper.game.rules import Cell, Rules
from sapper.game.view import View
from sapper.strategies.base import Advice, Strategy

_HIDDEN = HIDDEN & 0xFF


class Step(NamedTuple):
    """One reveal in a game that a strategy plays."""

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
    """The strategy's risk estimate for the losing reveal, from 0 to 1; NaN if the game was won."""


class FloodBoard:
    """A benchmark board with the standard rules, on which empty cells open their neighbours."""

    def __init__(self, rules: Rules, seed: int) -> None:
        self._game = Game(rules, seed)

    @property
    def view(self) -> View:
        """The view that the strategy receives."""
        return self._game.view

    @property
    def is_over(self) -> bool:
        """True if the game is won or lost."""
        return self._game.is_over

    @property
    def is_won(self) -> bool:
        """True if every safe cell is revealed."""
        return self._game.status == "won"

    def reveal(self, cell: Cell) -> int:
        """Reveal a cell and return the number of opened cells, or 0 if the game is over."""
        return 0 if self._game.is_over else self._game.reveal(cell)


class SingleCellBoard(FloodBoard):
    """A benchmark board on which each reveal opens one cell, as in the CS50 AI course.

    The core always opens the neighbours of empty cells. The view of this board hides all cells that
    the strategy did not reveal itself.
    """

    def __init__(self, rules: Rules, seed: int) -> None:
        super().__init__(rules, seed)
        self._cells = bytearray([_HIDDEN]) * rules.cell_count
        self._safe_left = rules.cell_count - rules.mines
        self._is_lost = False

    @property
    def view(self) -> View:
        """The view that the strategy receives, which contains only its own reveals."""
        return View(self._game.rules, bytes(self._cells))

    @property
    def is_over(self) -> bool:
        """True if the game is won or lost."""
        return self._is_lost or self.is_won

    @property
    def is_won(self) -> bool:
        """True if the strategy has revealed every safe cell."""
        return self._safe_left == 0 and not self._is_lost

    def reveal(self, cell: Cell) -> int:
        """Reveal one cell and return 1, or 0 if it was already revealed or the game is over."""
        index = cell[0] * self._game.rules.width + cell[1]
        if self._cells[index] != _HIDDEN or self.is_over:
            return 0
        super().reveal(cell)
        clue = self._game.view.clue(cell)
        if clue is None:
            self._is_lost = True
        else:
            self._cells[index] = clue
            self._safe_left -= 1
        return 1


def play_steps(
    strategy: Strategy,
    board: FloodBoard,
    *,
    first: Cell | None = None,
    decision_seconds: list[float] | None = None,
) -> Iterator[Step]:
    """Play a game to the end and yield every reveal.

    All cells that the strategy advises as safe are revealed in row-major order before the strategy
    is called again. The duration of each decision is appended to `decision_seconds`. Raises
    StrategyFailed if the strategy advises no cell that can be revealed.
    """
    is_protected = board.view.rules.start != "any"
    is_first = True
    while not board.is_over:
        if is_first and first is not None:
            risk = 0.0 if is_protected else board.view.mines / board.view.rules.cell_count
            reason = f"the caller chose the first move {first}"
            advice = Advice(frozenset(), frozenset(), {first: risk}, first, reason)
        else:
            start = time.perf_counter()
            advice = strategy.advise(board.view)
            if decision_seconds is not None:
                decision_seconds.append(time.perf_counter() - start)
        opened = 0
        for cell in sorted(advice.safe) or ([] if advice.best is None else [advice.best]):
            if board.reveal(cell):
                opened += 1
                is_guess = cell not in advice.safe and not (is_first and is_protected)
                yield Step(cell, advice, is_guess)
        if not opened:
            raise StrategyFailed(f"strategy {strategy.name!r} advised no cell that can be revealed")
        is_first = False


@contextmanager
def wrap_strategy_errors(strategy: Strategy, rules: Rules, seed: int) -> Iterator[None]:
    """Convert every exception into a StrategyFailed that names the strategy and the board."""
    try:
        yield
    except Exception as error:
        raise StrategyFailed(
            f"strategy {strategy.name!r} failed on {rules} (start rule {rules.start!r}, "
            f"seed {seed}): {error!r}"
        ) from error


def play_game(
    strategy: Strategy,
    rules: Rules,
    seed: int,
    *,
    first: Cell | None = None,
    flood: bool = True,
    decision_seconds: list[float] | None = None,
) -> Outcome:
    """Play the board with the given seed to the end.

    Raises StrategyFailed, with the seed in the message, if the strategy fails.
    """
    board = FloodBoard(rules, seed) if flood else SingleCellBoard(rules, seed)
    moves = guesses = 0
    step = None
    with wrap_strategy_errors(strategy, rules, seed):
        for step in play_steps(strategy, board, first=first, decision_seconds=decision_seconds):
            moves += 1
            guesses += step.is_guess
    risk = math.nan
    if step is not None and not board.is_won:
        risk = step.advice.risks.get(step.cell, math.nan)
    return Outcome(board.is_won, moves, guesses, risk)
