"""The search behind an AI move, which sees only the view and returns advice."""

from sapper.errors import InvalidOption
from sapper.game.view import View
from sapper.strategies import default_name, registry
from sapper.strategies.ai_moves import ask
from sapper.strategies.base import Advice


def advise(
    view: View, strategy: str | None, seed: int, *, max_think: float | None = None
) -> Advice:
    """Return a strategy's advice on a view. The strongest strategy is the default.

    Raises UnknownStrategy or InvalidOption if `strategy` is invalid or its `think` option exceeds
    `max_think`, and StrategyFailed if the strategy fails.
    """
    name, options = registry.parse(strategy or default_name())
    think = options.get("think", 0.0)
    if max_think is not None and think > max_think:
        raise InvalidOption(
            f"think must be at most {max_think:g} seconds, not {think:g}", field="strategy"
        )
    return ask(registry.get(name, seed=seed, **options), view)
