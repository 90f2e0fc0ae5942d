"""The conversion of a strategy's advice into single, explained moves in a player's game.

A step is one reveal or one flag. The AI reveals safe cells first, then flags certain mines, and
guesses only if there is nothing to reveal or flag. The AI never removes the player's flags.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from sapper.errors import IllegalMove, SapperError, StrategyFailed
from sapper.game.game import Game
from sapper.game.rules import Cell
from sapper.strategies.base import Advice, Strategy


@dataclass(frozen=True, slots=True)
class AiStep:
    """One move made by the AI."""

    kind: Literal["reveal", "flag"]
    cell: Cell
    reason: str
    risk: float | None
    """The strategy's risk estimate for the cell, from 0 to 1, or None if there is no estimate."""

    def to_json(self) -> dict[str, Any]:
        """Return the step as JSON-serialisable data."""
        return {
            "kind": self.kind,
            "cell": list(self.cell),
            "reason": self.reason,
            "risk": self.risk,
        }


def ai_steps(
    game: Game,
    strategy: Strategy,
    make_move: Callable[[AiStep], int],
    *,
    first: Cell | None = None,
) -> Iterator[AiStep]:
    """Play and yield steps until the game is over.

    `make_move` makes the move of a step and returns the number of changed cells. The strategy is
    called again after all of its advice has been played. `first` is the required first cell of a
    no-guess board. Raises IllegalMove if the player has flagged the next cell, and StrategyFailed
    if the strategy fails or returns no move.
    """
    if not game.is_over and first is not None and game.view.is_untouched:
        step = AiStep("reveal", first, f"this board starts at {first}", 0.0)
        make_move(step)
        yield step
    while not game.is_over:
        advice = _advise(strategy, game)
        moves = 0
        for step in _steps_from(advice, game):
            if make_move(step):
                moves += 1
                yield step
        if not moves and not game.is_over:
            _raise_no_move(advice, game, strategy)


def _advise(strategy: Strategy, game: Game) -> Advice:
    try:
        return strategy.advise(game.view)
    except (SapperError, MemoryError):
        raise
    except Exception as error:
        raise StrategyFailed(f"strategy {strategy.name!r} failed: {error!r}") from error


def _steps_from(advice: Advice, game: Game) -> Iterator[AiStep]:
    """Yield the steps for a strategy's advice. The caller changes the game between steps."""
    flags = game.view.flags
    safe_cells = sorted(advice.safe - flags, key=lambda cell: (cell != advice.best, cell))
    for cell in safe_cells:
        if game.view.clue(cell) is None and not game.is_over:
            reason = advice.reason if cell == advice.best else f"{cell} is also safe"
            yield from _reveal(game, cell, reason, 0.0)
    if safe_cells:
        return
    new_mines = sorted(advice.mines - flags - game.view.ai_flags)
    for cell in new_mines:
        yield AiStep("flag", cell, f"{cell} must be a mine", 1.0)
    if not new_mines and advice.best is not None and advice.best not in flags:
        risk = advice.risks.get(advice.best)
        yield from _reveal(game, advice.best, advice.reason, None if risk is None else float(risk))


def _reveal(game: Game, cell: Cell, reason: str, risk: float | None) -> Iterator[AiStep]:
    if cell in game.view.ai_flags:
        # Another strategy set this flag, and a flagged cell cannot be revealed.
        yield AiStep(
            "flag", cell, f"{cell} is not certain to be a mine, so its flag is removed", risk
        )
    yield AiStep("reveal", cell, reason, risk)


def _raise_no_move(advice: Advice, game: Game, strategy: Strategy) -> None:
    blocked = sorted((advice.safe or {advice.best}) & game.view.flags) if advice.best else []
    if blocked:
        raise IllegalMove(
            f"the AI cannot reveal {blocked[0]}: you have flagged it", hint="remove the flag"
        )
    raise StrategyFailed(f"strategy {strategy.name!r} returned no legal move")
