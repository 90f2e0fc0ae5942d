"""The search behind an AI move, which sees only the view and returns advice."""

from sapper.game.view import View
from sapper.strategies import default_name, registry
from sapper.strategies.base import Advice
from sapper.strategies.play_loop import ask


def advise(view: View, strategy: str | None, seed: int) -> Advice:
    """Return a strategy's advice on a view. The strongest strategy is the default.

    Raises UnknownStrategy or InvalidOption if `strategy` is invalid, and StrategyFailed if the
    strategy fails.
    """
    name, options = registry.parse(strategy or default_name())
    return ask(registry.get(name, seed=seed, **options), view)
