r"""Lowest exact risk.

Every layout that agrees with the view is counted. Cells that are safe in all of them are revealed;
else the cell that is a mine in the fewest. In

    5x4/5
    #####
    #1###
    #3###
    #####

the three cells of the first row next to the 1 are mines in 8 of 360 layouts, fewer than any other.
Of cells with the same risk, those come first that can tell something, and of these the one with the
greatest chance that a safe cell follows, among the three with the most revealed neighbours.

Where counting would take too long, the clues are read one by one: a cell is as risky as its most
demanding clue says. That happens on very large boards only. The limit is one of states and not of
time, so that the same view always gets the same advice.
"""

from typing import Literal

from sapper import _core
from sapper.errors import BudgetExceeded, InconsistentView
from sapper.game.rules import Cell, Rules
from sapper.game.view import View
from sapper.inference.analysis import Analysis, Budget, analyse
from sapper.strategies.base import Advice, Batch, first_advice

# No decision takes so long; what ends a count is the number of states.
_BUDGET = Budget(seconds=3600.0, states=_core.DECISION_STATES)


class Exact:
    """Reveals what is certain, else the cell with the lowest exact risk."""

    name = "exact"
    summary = "All layouts counted: what is certain, else the lowest risk."
    _policy: Literal["exact", "expert"] = "exact"
    _think = 0.0

    def __init__(self, *, seed: int = 0) -> None:
        """Take a seed for the sake of the interface; nothing here is drawn."""
        self._seed = seed

    def first_move(self, rules: Rules) -> Cell:
        """Return the corner, or for an opening the cell two or three steps from it both ways.

        Without any promise, `expert` solves boards of up to 4x4 from their beginning.
        """
        return _core.first_cell(self._policy, rules.width, rules.height, rules.mines, rules.start)

    def advise(self, view: View) -> Advice:
        """Return all that is certain and the exact risk of every hidden cell."""
        if view.is_untouched and not view.shown_mines:
            return first_advice(self, view.rules)
        try:
            return self._advise_by(analyse(view, budget=_BUDGET, on_limit="raise"))
        except BudgetExceeded:
            return _advise_by_single_clues(view)
        except InconsistentView as error:
            return Advice(frozenset(), frozenset(), {}, None, f"nothing follows: {error}")

    def _advise_by(self, odds: Analysis) -> Advice:
        return advice_from(odds, odds.best_by(self._policy))

    def play_batch(self, rules: Rules, seeds: range, *, first: Cell | None) -> Batch:
        """Play whole games in the core, without the GIL."""
        return Batch(
            *_core.play_games(
                self._policy,
                rules.width,
                rules.height,
                rules.mines,
                rules.start,
                seeds.start,
                len(seeds),
                first,
                self._think,
            )
        )


def _advise_by_single_clues(view: View) -> Advice:
    best, risk = _core.choose_by_single_clues(view.width, view.height, view.mines, view.cell_bytes)
    risks = {} if best is None else {best: risk}
    reason = f"too wide to count: {best} looks least risky by single clues ({risk:.1%})"
    return Advice(frozenset(), frozenset(), risks, best, reason)


def advice_from(odds: Analysis, best: Cell | None) -> Advice:
    """Return the odds as advice to reveal a cell."""
    probability = odds.mine_probability.tolist()
    hidden = (cell for cell in odds.view.rules.cells() if odds.view.clue(cell) is None)
    risks = {(row, column): probability[row][column] for row, column in hidden}
    if best is None:
        reason = "only mines are left"
    elif best in odds.safe:
        reason = f"{best} is safe in all layouts"
    elif risks[best] <= (least := min(risks.values())) + 1e-9:
        reason = f"{best} is a mine in {risks[best]:.1%} of all layouts; no cell is less risky"
    else:
        reason = (
            f"{best} is a mine in {risks[best]:.1%} of all layouts; one with {least:.1%} exists, "
            "but this one promises more"
        )
    return Advice(odds.safe, odds.mines, risks, best, reason)
