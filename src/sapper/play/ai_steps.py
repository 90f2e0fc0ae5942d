"""The AI's moves in a player's game, derived from a strategy's advice.

Each step reveals or flags one cell. The AI first reveals safe cells, then flags known mines, and
guesses only if neither is left. It never removes the player's flags.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from sapper.errors import IllegalMove, SapperError, StrategyFailed
from sapper.game.cell_names import cell_name
from sapper.game.game import Game
from sapper.game.rules import Cell
from sapper.game.view import View
from sapper.strategies import default_name, registry
from sapper.strategies.base import Advice


@dataclass(frozen=True, slots=True)
class AiStep:
    """One move made by the AI."""

    kind: Literal["reveal", "flag"]
    cell: Cell
    reason: str
    risk: float | None
    """The strategy's estimate of the cell's risk, from 0 to 1, or None if it gives no estimate."""

    @property
    def is_guess(self) -> bool:
        """True if the step reveals a cell that the strategy did not consider safe."""
        return self.kind == "reveal" and self.risk != 0.0

    def to_json(self) -> dict[str, Any]:
        """Return the step as JSON-serialisable data."""
        return {
            "kind": self.kind,
            "cell": list(self.cell),
            "reason": self.reason,
            "risk": self.risk,
        }


def advise(view: View, strategy: str | None, seed: int) -> Advice:
    """Return a strategy's advice on a view. The strongest strategy is the default.

    Raises UnknownStrategy or InvalidOption if `strategy` is invalid, and StrategyFailed if the
    strategy fails.
    """
    name, options = registry.parse(strategy or default_name())
    chosen = registry.get(name, seed=seed, **options)
    try:
        return chosen.advise(view)
    except (SapperError, MemoryError):
        raise
    except Exception as error:
        raise StrategyFailed(f"strategy {name!r} failed: {error!r}") from error


def steps_from(advice: Advice, game: Game) -> Iterator[AiStep]:
    """Yield the steps that follow a strategy's advice. The caller applies each step to the game.

    Raises IllegalMove if the player has flagged the advised cell, and StrategyFailed if the advice
    contains no move.
    """
    flags = game.view.flags
    safe_cells = sorted(advice.safe - flags, key=lambda cell: (cell != advice.best, cell))
    for cell in safe_cells:
        if game.view.clue(cell) is None and not game.is_over:
            reason = advice.reason if cell == advice.best else f"{cell_name(cell)} is also safe"
            yield from _reveal(game, cell, reason, 0.0)
    if safe_cells:
        return
    new_mines = sorted(advice.mines - flags - game.view.ai_flags)
    for cell in new_mines:
        yield AiStep("flag", cell, f"{cell_name(cell)} must be a mine", 1.0)
    if new_mines:
        return
    if advice.best is None:
        raise StrategyFailed("the strategy returned no move")
    if advice.best in flags:
        raise IllegalMove(
            f"the AI cannot reveal {cell_name(advice.best)}: you have flagged it",
            hint="remove the flag",
            cell=advice.best,
        )
    risk = advice.risks.get(advice.best)
    yield from _reveal(game, advice.best, advice.reason, None if risk is None else float(risk))


def _reveal(game: Game, cell: Cell, reason: str, risk: float | None) -> Iterator[AiStep]:
    if cell in game.view.ai_flags:
        # Another strategy placed the flag, and a flagged cell cannot be revealed.
        doubt = f"{cell_name(cell)} is not certain to be a mine, so its flag is removed"
        yield AiStep("flag", cell, doubt, risk)
    yield AiStep("reveal", cell, reason, risk)
