r"""A strategy that reveals the cell with the lowest exact risk.

The strategy counts all consistent layouts, then reveals the cells that are safe in every layout. If
no cell is safe, the strategy reveals the cell that is a mine in the fewest layouts::

    5x4/5
    #####       Each of the three cells in the first row that touch the 1 is a mine in 8 of the
    #1###       360 layouts, fewer than any other cell.
    #3###
    #####

Ties go to cells whose clues can provide information. The strategy compares the three of these cells
with the most revealed neighbours and chooses the one most likely to lead to another safe cell.

If counting exceeds the limit, which happens only on very large boards, a cell's risk is the highest
risk implied by any single clue. The limit applies to the number of states rather than to
time, so equal views always receive equal advice.
"""

from typing import Literal

from sapper import _core
from sapper.errors import BudgetExceeded, InconsistentView
from sapper.game.cell_names import cell_name
from sapper.game.rules import Cell, Rules
from sapper.game.view import View
from sapper.inference.analysis import Analysis, analyse
from sapper.inference.budget import Budget
from sapper.strategies.base import Advice, BatchResult, first_move_advice

# The number of states is the effective limit, because no decision takes as long as an hour.
_BUDGET = Budget(seconds=3600.0, states=_core.DECISION_STATES)


class Exact:
    """A strategy that reveals safe cells first, then the cell with the lowest exact risk."""

    name = "exact"
    summary = "Counts all layouts and reveals a safe cell or the cell with the lowest risk."
    title = "Mathematician"
    character = "Counts every possible layout and takes the smallest risk."
    exact_risks = True
    _native_name: Literal["exact", "expert"] = "exact"
    _think_seconds = 0.0

    def __init__(self, *, seed: int = 0) -> None:
        """Create the strategy. The seed has no effect, because the strategy is deterministic."""
        self._seed = seed

    def first_move(self, rules: Rules) -> Cell:
        """Return a corner, or a cell near the corner if the start rule is "opening".

        A cell near the corner is at most three diagonal steps away from it. With start rules other
        than "opening", `expert` plays perfectly on boards with up to 16 cells and uses a book of
        moves on 5x5 boards.
        """
        return _core.first_cell(
            self._native_name, rules.width, rules.height, rules.mines, rules.start
        )

    def advise(self, view: View) -> Advice:
        """Return all safe cells, all known mines and the exact risk of every hidden cell."""
        if view.is_untouched and not view.shown_mines:
            return first_move_advice(self, view.rules)
        try:
            return self._advise_from(analyse(view, budget=_BUDGET, on_limit="raise"))
        except BudgetExceeded:
            return _advise_by_single_clues(view)
        except InconsistentView as error:
            return Advice(frozenset(), frozenset(), {}, None, f"inconsistent position: {error}")

    def _advise_from(self, odds: Analysis) -> Advice:
        return build_advice(odds, odds.best_by(self._native_name))

    def play_batch(self, rules: Rules, seeds: range, *, first: Cell | None) -> BatchResult:
        """Play whole games in the C++ core, without holding the GIL."""
        return _core.play_games(
            strategy=self._native_name,
            width=rules.width,
            height=rules.height,
            mines=rules.mines,
            start=rules.start,
            first_seed=seeds.start,
            games=len(seeds),
            first=first,
            rollout_seconds=self._think_seconds,
        )


def _advise_by_single_clues(view: View) -> Advice:
    best, risk = _core.select_by_single_clues(view.width, view.height, view.mines, view.cell_bytes)
    reason = "position too large to count"
    if best is not None:
        reason += f": {cell_name(best)} has the lowest single-clue risk ({risk:.1%})"
    risks = {} if best is None else {best: risk}
    return Advice(frozenset(), frozenset(), risks, best, reason)


def build_advice(odds: Analysis, best: Cell | None) -> Advice:
    """Convert an analysis into advice to reveal the cell `best`."""
    probability = odds.mine_probability.tolist()
    hidden = (cell for cell in odds.view.rules.cells() if odds.view.clue(cell) is None)
    risks = {(row, column): probability[row][column] for row, column in hidden}
    name = cell_name(best) if best else ""
    if best is None:
        reason = "only mines are left"
    elif best in odds.safe:
        reason = f"{name} is safe in all layouts"
    elif risks[best] <= (lowest := min(risks.values())) + 1e-9:
        reason = f"{name} is a mine in {risks[best]:.1%} of all layouts; no cell is less risky"
    else:
        reason = (
            f"{name} is a mine in {risks[best]:.1%} of all layouts; the lowest risk is "
            f"{lowest:.1%}, but this cell offers better winning chances"
        )
    return Advice(odds.safe, odds.mines, risks, best, reason)
