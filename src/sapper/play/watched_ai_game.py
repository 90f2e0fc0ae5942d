"""A game that a strategy plays while the player watches."""

from collections.abc import AsyncGenerator
from contextlib import aclosing

from sapper.errors import StrategyFailed
from sapper.game.cell_names import cell_name
from sapper.game.rules import Cell, Rules
from sapper.game.wording import counted
from sapper.play.game_service import GameService, PlayerGame
from sapper.play.session import Session
from sapper.strategies.ai_moves import AiStep
from sapper.strategies.base import strategy_seed


class WatchedAiGame:
    """A seeded game that a strategy plays, with counts of its steps and guesses.

    The rules, strategy, seed and first cell fully determine the steps. Random guesses are the same
    as in a benchmark with the same seed.
    """

    def __init__(self, rules: Rules, strategy: str, seed: int, *, first: Cell | None) -> None:
        self.game = PlayerGame("", Session(rules, seed))
        self.strategy = strategy
        self.seed = seed
        self.step_count = self.guess_count = 0
        self._first = first
        self._last: AiStep | None = None

    @property
    def session(self) -> Session:
        """The game's session."""
        return self.game.session

    async def steps(self, service: GameService) -> AsyncGenerator[AiStep, None]:
        """Play the game to the end, yielding each step after making and counting it.

        Raises StrategyFailed if the strategy fails. The error message includes the seed.
        """
        rules = self.session.rules
        seed = strategy_seed(self.seed)
        steps = service.ai_steps(self.game, self.strategy, strategy_seed=seed, first=self._first)
        try:
            async with aclosing(steps):
                async for step in steps:
                    yield self._count(step)
        except StrategyFailed as error:
            raise StrategyFailed(
                f"strategy {self.strategy!r} failed on {rules} (start rule {rules.start!r}, "
                f"seed {self.seed}): {error.__cause__ or error!r}"
            ) from error

    def _count(self, step: AiStep) -> AiStep:
        self.step_count += 1
        self.guess_count += step.is_guess
        self._last = step
        return step

    @property
    def result(self) -> str:
        """A one-line description of the result, or an empty string if the game is not over."""
        status = self.session.game.status
        if not self.session.game.is_over or self._last is None:
            return ""
        place = ""
        if status == "lost":
            place = f" at {cell_name(self._last.cell)}"
            if self._last.risk is not None:
                place += f" with an estimated risk of {self._last.risk:.0%}"
        steps = counted(self.step_count, "step")
        guesses = f"{self.guess_count or 'no'} guess{'es' * (self.guess_count != 1)}"
        return f"{self.strategy} {status}{place}: {steps}, {guesses}"
