"""The analysis of a position that is not part of a game."""

from dataclasses import dataclass
from typing import Any, Final

from sapper.coach.graded_hints import Hint, hint
from sapper.errors import BudgetExceeded, IllegalMove
from sapper.game.json_record import json_value
from sapper.game.view import View
from sapper.inference.analysis import analyse
from sapper.inference.budget import Budget
from sapper.inference.odds_result import Odds
from sapper.inference.rollout_search import RolloutResult, search_rollouts

_MAX_ROLLOUT_SECONDS: Final = 0.4
_MAX_ROLLOUT_GAMES: Final = 2000


@dataclass(frozen=True, slots=True)
class PositionReport:
    """The odds, rollout results and hint for a position."""

    view: View
    odds: Odds
    rollouts: RolloutResult | None
    """The rollout results, or None if the odds are estimates."""
    hint: Hint | None
    """The suggested move, or None if no moves are left or no hint was found in time."""

    def to_json(self) -> dict[str, Any]:
        """Return the report as JSON-serialisable data."""
        answer = self.odds.to_json()
        if self.rollouts is not None:
            answer["rollouts"] = self.rollouts.to_json()
        answer["text"] = str(self.view)
        answer["hint"] = json_value(self.hint)
        return answer


def analyse_position(view: View, *, budget: Budget) -> PositionReport:
    """Analyse a position within the given limits.

    Raises InconsistentView if no layout is consistent with the view, and BudgetExceeded if the
    position is too complex even for an estimate.
    """
    analysis = analyse(view, budget=budget)
    rollouts = None
    if analysis.exact:
        rollouts = search_rollouts(analysis, seconds=_MAX_ROLLOUT_SECONDS, games=_MAX_ROLLOUT_GAMES)
    try:
        next_move = hint(view, budget=budget)
    except (IllegalMove, BudgetExceeded):
        next_move = None
    return PositionReport(view, Odds.of(analysis), rollouts, next_move)
