"""The AI at a player's board: advice turned into single steps, each with its reason.

A step is one reveal or one flag. What is safe is revealed first, then what must be a mine is
flagged; only then does the AI guess. It never touches a flag of the player.
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
    """One move of the AI."""

    kind: Literal["reveal", "flag"]
    cell: Cell
    reason: str
    risk: float | None
    """What the strategy thought of a mine there, from 0 to 1; None when it has no figure."""

    def to_json(self) -> dict[str, Any]:
        """Return the step, ready for JSON."""
        return {
            "kind": self.kind,
            "cell": list(self.cell),
            "reason": self.reason,
            "risk": self.risk,
        }


def ai_steps(
    game: Game, strategy: Strategy, move: Callable[[AiStep], int], *, first: Cell | None = None
) -> Iterator[AiStep]:
    """Make steps until the game is over; `move` makes each and tells how many cells it changed.

    The strategy is asked again only when all that it knew is used up. `first` is where the board
    must begin, if it must. Raises IllegalMove when the cell that the AI wants carries a flag of the
    player, StrategyFailed when the strategy advises nothing or fails.
    """
    if not game.is_over and first is not None and game.view.is_untouched:
        step = AiStep("reveal", first, f"this board begins at {first}", 0.0)
        move(step)
        yield step
    while not game.is_over:
        advice = _ask(strategy, game)
        made = 0
        for step in _steps_of(advice, game):
            if move(step):
                made += 1
                yield step
        if not made and not game.is_over:
            _explain_standstill(advice, game, strategy)


def _ask(strategy: Strategy, game: Game) -> Advice:
    try:
        return strategy.advise(game.view)
    except (SapperError, MemoryError):
        raise
    except Exception as error:
        raise StrategyFailed(f"strategy {strategy.name!r} failed: {error!r}") from error


def _steps_of(advice: Advice, game: Game) -> Iterator[AiStep]:
    """Yield what the advice allows; the game changes between the steps."""
    flags = game.view.flags
    certain = sorted(advice.safe - flags, key=lambda cell: (cell != advice.best, cell))
    for cell in certain:
        if game.view.clue(cell) is None and not game.is_over:
            reason = advice.reason if cell == advice.best else f"{cell} is safe as well"
            yield from _reveal(game, cell, reason, 0.0)
    if certain:
        return
    new_mines = sorted(advice.mines - flags - game.view.ai_flags)
    for cell in new_mines:
        yield AiStep("flag", cell, f"{cell} must be a mine", 1.0)
    if not new_mines and advice.best is not None and advice.best not in flags:
        risk = advice.risks.get(advice.best)
        yield from _reveal(game, advice.best, advice.reason, None if risk is None else float(risk))


def _reveal(game: Game, cell: Cell, reason: str, risk: float | None) -> Iterator[AiStep]:
    if cell in game.view.ai_flags:
        # Another strategy thought otherwise, and a flagged cell cannot be revealed.
        yield AiStep("flag", cell, f"{cell} need not be a mine: its flag goes", risk)
    yield AiStep("reveal", cell, reason, risk)


def _explain_standstill(advice: Advice, game: Game, strategy: Strategy) -> None:
    wanted = sorted((advice.safe or {advice.best}) & game.view.flags) if advice.best else []
    if wanted:
        raise IllegalMove(
            f"the AI would reveal {wanted[0]}, where your flag is", hint="take that flag away"
        )
    raise StrategyFailed(f"strategy {strategy.name!r} advised nothing that can be done here")
