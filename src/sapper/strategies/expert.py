r"""The strongest player: two plies, traps and perfect endgames on top of exact odds.

What is certain is revealed, as by `exact`. Where nothing is, the safest cell is not always the
best. In

    5x4/5
    #####
    #1###
    #3###
    #####

360 layouts agree with the view, and best play wins 285 of them. So:

- When at most 400 layouts are left, the game is solved: every reveal, every clue that it may show,
  to the end.
- Before that, each promising cell is looked at one step further: for every clue that it may show,
  whether safe cells follow and how many, else how safe the next guess would be.
- A pair of cells of which one is a mine, and which nothing may ever tell apart, has to be guessed
  sooner or later. The likelier such a trap is, the more the cells around it gain.

With `think`, guesses get time: the cells that look best are played to the end on the same drawn
layouts, and the one that wins most is revealed.

`docs/concepts/guessing.md` explains it, `docs/research/expert.md` tells what was tried.
"""

import dataclasses

from sapper.errors import InvalidBudget, InvalidOption
from sapper.inference.analysis import Analysis
from sapper.inference.rollouts import check_seconds, think_about
from sapper.strategies.base import Advice
from sapper.strategies.exact import Exact, advice_from


class Expert(Exact):
    """Reveals what is certain, else the cell from which the game goes on best."""

    name = "expert"
    summary = "The strongest: exact odds, two plies, traps, perfect endgames."
    _policy = "expert"

    def __init__(self, *, seed: int = 0, think: float = 0.0) -> None:
        """Think about each guess for so many seconds; 0 decides at once.

        How much is thought in a time depends on the machine, and so may the moves.
        """
        super().__init__(seed=seed)
        if think == 0.0 and not isinstance(think, bool):
            return
        try:
            self._think = check_seconds(think)
        except InvalidBudget as error:
            raise InvalidOption(str(error)) from None

    def _advise_by(self, odds: Analysis) -> Advice:
        if not self._think or odds.safe:
            return super()._advise_by(odds)
        thought = think_about(odds, seconds=self._think)
        advice = advice_from(odds, thought.best or odds.best)
        if thought.win_probability is None or advice.best is None:
            return advice
        chance = f"{thought.win_probability:.1%}"
        if not thought.exact:
            low, high = thought.interval
            chance = f"about {chance} ({low:.1%} to {high:.1%})"
        return dataclasses.replace(advice, reason=f"{advice.reason}; chance to win {chance}")
