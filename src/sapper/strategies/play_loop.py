"""The play loop, in which a strategy plays a game step by step.

Each step reveals or flags one cell. The AI reveals safe cells first, then flags known mines, and
guesses only if neither is left.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from sapper.errors import SapperError, StrategyFailed
from sapper.game.cell_names import cell_name
from sapper.game.moves import Actor
from sapper.game.rules import Cell, Rules
from sapper.game.view import View
from sapper.strategies.base import Advice, Strategy, chosen_first_move_advice, uses_marks


class Board(Protocol):
    """A game that a strategy can play."""

    @property
    def rules(self) -> Rules:
        """The rules of the game."""

    @property
    def view(self) -> View:
        """The strategy's view of the game."""

    @property
    def is_over(self) -> bool:
        """True if the game is won or lost."""

    def reveal(self, cell: Cell, *, by: Actor) -> int:
        """Reveal a cell and return the number of changed cells."""

    def flag(self, cell: Cell, *, by: Actor) -> int:
        """Flag a cell, or remove its flag, and return the number of changed cells."""


@dataclass(frozen=True, slots=True)
class Step:
    """One move made by the AI."""

    kind: Literal["reveal", "flag"]
    cell: Cell
    reason: str
    risk: float | None
    """The strategy's estimate of the cell's risk, from 0 to 1, or None if it gives no estimate."""
    is_guess: bool = False
    """True if the step reveals a cell that is not known to be safe.

    A first reveal that the start rule protects is not a guess.
    """

    def to_json(self) -> dict[str, Any]:
        """Return the step as JSON-serialisable data."""
        return {
            "kind": self.kind,
            "cell": list(self.cell),
            "reason": self.reason,
            "risk": self.risk,
        }


def ask(strategy: Strategy, view: View) -> Advice:
    """Return a strategy's advice, hiding the marks unless the strategy declares `uses_marks`.

    Raises StrategyFailed if the strategy raises an exception.
    """
    try:
        return strategy.advise(view if uses_marks(strategy) else view.without_marks())
    except (SapperError, MemoryError):
        raise
    except Exception as error:
        raise StrategyFailed(f"strategy {strategy.name!r} failed: {error!r}") from error


def follow(advice: Advice, board: Board, *, place_flags: bool = True) -> Iterator[Step]:
    """Make the moves that a strategy advises, and yield each step after making it.

    A flag on a cell that is about to be revealed is removed first. Raises StrategyFailed if the
    advice contains no move that changes the board.
    """
    has_moved = False
    for step in _steps(advice, board, place_flags=place_flags):
        if (board.reveal if step.kind == "reveal" else board.flag)(step.cell, by="ai"):
            has_moved = True
            yield step
    if not has_moved:
        raise StrategyFailed("the strategy advised no legal move")


def _steps(advice: Advice, board: Board, *, place_flags: bool) -> Iterator[Step]:
    view = board.view
    flags = view.flags | view.ai_flags
    for cell in sorted(advice.safe, key=lambda cell: (cell != advice.best, cell)):
        if board.is_over:
            return
        if cell in flags:
            yield Step("flag", cell, f"{cell_name(cell)} was flagged, but it is safe", 0.0)
        reason = advice.reason if cell == advice.best else f"{cell_name(cell)} is also safe"
        yield Step("reveal", cell, reason, 0.0)
    if advice.safe:
        return
    if place_flags and advice.mines - flags:
        for cell in sorted(advice.mines - flags):
            yield Step("flag", cell, f"{cell_name(cell)} must be a mine", 1.0)
    elif advice.best is not None:
        cell, risk = advice.best, advice.risks.get(advice.best)
        if cell in flags:
            doubt = f"{cell_name(cell)} was flagged, but it is not certain to be a mine"
            yield Step("flag", cell, doubt, risk)
        is_protected = view.is_untouched and board.rules.start != "any"
        yield Step("reveal", cell, advice.reason, risk, is_guess=not is_protected)


def play(
    strategy: Strategy,
    board: Board,
    *,
    first: Cell | None = None,
    decide: Callable[[Strategy, View], Advice] = ask,
) -> Iterator[Step]:
    """Play a game to the end, and yield each step after making it.

    `first` is the first cell to reveal, or None to let the strategy choose it. Mines are flagged
    only if the strategy uses marks. Raises StrategyFailed if the strategy fails.
    """
    if first is not None and not board.is_over:
        yield from follow(chosen_first_move_advice(board.rules, first), board)
    while not board.is_over:
        advice = decide(strategy, board.view)
        yield from follow(advice, board, place_flags=uses_marks(strategy))
