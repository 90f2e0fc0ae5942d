r"""The strongest strategy: exact risks, two-ply search, 50/50 traps and perfect endgames.

Certain cells are revealed first, as by `exact`. If no cell is certain, the safest cell is not
always the best one. In

    5x4/5
    #####
    #1###
    #3###
    #####

360 layouts are consistent with the view, and perfect play wins 285 of them. The strategy therefore
combines three techniques:

- If at most 400 layouts are left, the game is solved to its end over all reveals and all clues.
- Otherwise, each promising cell is searched one ply further. Every possible clue is rated by the
  number of safe cells that follow, or by the risk of the next guess.
- A pair of cells with one mine that no clue can ever distinguish is a trap: it must be guessed
  sooner or later. The more likely a trap is, the higher the cells around it are rated.

With the option `think`, each guess uses rollouts: the best candidates are played to the end on the
same sampled layouts, and the one with the most wins is revealed.

`docs/concepts/guessing.md` explains the techniques; `docs/research/expert.md` records the
experiments.
"""

import dataclasses

from sapper.errors import InvalidBudget, InvalidOption
from sapper.inference.analysis import Analysis
from sapper.inference.rollout_search import check_seconds, search_rollouts
from sapper.strategies.base import Advice
from sapper.strategies.exact import Exact, build_advice


class Expert(Exact):
    """Certain cells first, then the cell with the best estimated winning chances."""

    name = "expert"
    summary = "The strongest: exact risks, two plies, traps, perfect endgames."
    _native_name = "expert"

    def __init__(self, *, seed: int = 0, think: float = 0.0) -> None:
        """Set the seconds of rollouts for each guess; 0 disables rollouts.

        The number of rollouts depends on the machine's speed, so the moves may too.
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
        return dataclasses.replace(advice, reason=f"{advice.reason}; chance to win {probability}")
