"""One benchmark game, in which a strategy plays a seeded board to the end."""

import math
from collections.abc import Callable
from typing import NamedTuple

from sapper.bench.options import BenchmarkOptions
from sapper.errors import StrategyFailed
from sapper.game.game import Game, Status
from sapper.game.moves import Actor
from sapper.game.position_notation import AI_FLAG, HIDDEN
from sapper.game.rules import Cell, Rules
from sapper.game.view import View
from sapper.strategies.ai_moves import play_inline
from sapper.strategies.base import Strategy

_HIDDEN = HIDDEN & 0xFF


class Outcome(NamedTuple):
    """The outcome of one game."""

    won: bool
    moves: int
    """The number of reveals in the game."""
    guesses: int
    risk: float
    """The strategy's risk estimate (0 to 1) for the losing reveal, or NaN if there is none."""


class SingleCellBoard:
    """A game in which each reveal opens a single cell, as in the CS50 AI course.

    The C++ core always opens the neighbours of empty cells. This board's view hides every cell that
    the strategy did not reveal itself.
    """

    def __init__(self, rules: Rules, seed: int) -> None:
        self.rules = rules
        self.status: Status = "ready"
        self._game = Game(rules, seed)
        self._cells = bytearray([_HIDDEN]) * rules.cell_count
        self._flags = bytearray(rules.cell_count)

    @property
    def view(self) -> View:
        """The strategy's view, which shows only the cells that the strategy has revealed."""
        return View(self.rules, bytes(self._cells), bytes(self._flags))

    @property
    def is_over(self) -> bool:
        """True if the game is won or lost."""
        return self.status in ("won", "lost")

    def reveal(self, cell: Cell, *, by: Actor) -> int:
        """Reveal one cell and return 1, or return 0 if the cell is already revealed."""
        index = cell[0] * self.rules.width + cell[1]
        if self._cells[index] != _HIDDEN:
            return 0
        if not self._game.is_over:
            self._game.reveal(cell, by=by)
        clue = self._game.view.clue(cell)
        if clue is None:
            self.status = "lost"
            return 1
        self._cells[index] = clue
        self.status = "won" if self._cells.count(_HIDDEN) == self.rules.mines else "playing"
        return 1

    def flag(self, cell: Cell, *, by: Actor) -> int:  # noqa: ARG002
        """Flag a cell, or remove its flag, and return 1."""
        self._flags[cell[0] * self.rules.width + cell[1]] ^= AI_FLAG
        return 1


def play_game(
    strategy: Strategy,
    options: BenchmarkOptions,
    seed: int,
    on_decision: Callable[[float], None] | None = None,
) -> Outcome:
    """Play a game on the board with the given seed and return the outcome.

    `on_decision` receives the duration of each decision in seconds. Raises StrategyFailed if the
    strategy fails. The error message includes the seed.
    """
    board = (Game if options.flood else SingleCellBoard)(options.rules, seed)
    moves = guesses = 0
    risk: float | None = None
    try:
        for step in play_inline(strategy, board, first=options.first, on_decision=on_decision):
            moves += step.kind == "reveal"
            guesses += step.is_guess
            risk = step.risk
    except Exception as error:
        raise StrategyFailed(
            f"strategy {strategy.name!r} failed on {options.rules} "
            f"(start rule {options.rules.start!r}, seed {seed}): {error.__cause__ or error!r}"
        ) from error
    won = board.status == "won"
    return Outcome(won, moves, guesses, math.nan if won or risk is None else risk)
