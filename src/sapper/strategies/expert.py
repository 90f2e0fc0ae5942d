r"""The strongest strategy, which combines exact risks, two-ply search and perfect endgame play.

Like `exact`, the strategy reveals safe cells first. If no cell is safe, the least risky cell
is not always the best guess::

    5x4/5
    #####       Three cells in the first row share the lowest risk. Perfect play reveals (0, 2),
    #1###       and then wins in 285 of the 360 consistent layouts.
    #3###
    #####

The strategy therefore combines three techniques:

- If at most 400 layouts are left (more on small boards), the strategy computes perfect play.
- Otherwise, it searches one ply beyond each promising cell. The search rates every clue that the
  cell may show by the number of safe cells that follow, or by the risk of the next guess.
- A trap is a pair of cells that contains exactly one mine and that no clue can ever distinguish, so
  the player has to guess sooner or later. Each cell of a trap receives a bonus that grows with the
  trap's probability.

With the `think` option, each guess is chosen by rollouts. The best candidates are played to the end
of the game on the same sampled layouts, and the candidate with the most wins is revealed.

`docs/concepts/guessing.md` explains the techniques, and `docs/research/expert.md` records the
experiments.
"""

import dataclasses

from sapper.errors import InvalidBudget, InvalidOption
from sapper.inference.analysis import Analysis
from sapper.inference.rollout_search import check_seconds, search_rollouts
from sapper.strategies.base import Advice
from sapper.strategies.exact import Exact, build_advice


class Expert(Exact):
    """A strategy that reveals safe cells first, then the cell with the best chance of winning."""

    name = "expert"
    summary = "The strongest strategy: exact risks, two-ply search and perfect endgames."
    title = "Grandmaster"
    character = "Looks two moves ahead and plays endgames perfectly."
    exact_risks = True
    _native_name = "expert"

    def __init__(self, *, seed: int = 0, think: float = 0.0) -> None:
        """Create the strategy. If `think` is positive, rollouts take `think` seconds per guess.

        Rollouts are time-limited, so the chosen moves may depend on the machine's speed.
        """
        super().__init__(seed=seed)
        if think == 0.0 and not isinstance(think, bool):
            return
        try:
            self._think_seconds = check_seconds(think)
        except InvalidBudget as error:
            raise InvalidOption(str(error)) from None

    def _advise_from(self, odds: Analysis) -> Advice:
        if not self._think_seconds or odds.safe:
            return super()._advise_from(odds)
        result = search_rollouts(odds, seconds=self._think_seconds)
        advice = build_advice(odds, result.best or odds.best)
        if result.win_probability is None or advice.best is None:
            return advice
        probability = f"{result.win_probability:.1%}"
        if not result.exact:
            low, high = result.interval
            probability = f"about {probability} ({low:.1%} to {high:.1%})"
        reason = f"{advice.reason}; the chance of winning is {probability}"
        return dataclasses.replace(advice, reason=reason)
