"""Exact mine probabilities for any position, computed by the C++ core.

`analyse` counts the layouts consistent with the view, all of which are equally likely.
`tests/oracles/reference_analysis.py` implements the same computation in plain Python.
"""

import math
import time
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar

from sapper import _core
from sapper.errors import (
    BudgetExceeded,
    IllegalMove,
    InconsistentView,
    InvalidBudget,
    NotationError,
    UnknownStrategy,
    short_repr,
)
from sapper.game import position_notation
from sapper.game.cell_names import cell_name
from sapper.game.rules import Cell, to_cell
from sapper.game.seeds import check_seed
from sapper.game.view import MAX_CLUE, View
from sapper.game.wording import counted
from sapper.inference.budget import DEFAULT_BUDGET, Budget

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SAFE: Final = 1
MINE: Final = 2
_MINE_MARKS: Final = (position_notation.MINE, position_notation.EXPLODED)
_FLAG_MARKS: Final = (position_notation.FLAG, position_notation.AI_FLAG)
# Layout counts with more digits than this are reported only as logarithms.
_MAX_LAYOUT_DIGITS: Final = 1000

# Limits for solving an endgame within an analysis. `optimal` uses larger limits.
_ENDGAME_LAYOUTS: Final = 2_000
_ENDGAME_SECONDS: Final = 0.25
_ENDGAME_SETS: Final = 1_000_000

# The maximum number of layouts that one call to `Analysis.sample` may draw.
MAX_SAMPLES: Final = 10**9

Result = TypeVar("Result")
CorePosition = tuple[int, int, int, bytes, bytes]
"""The width, height, mine count, clues and known mines of a position, in the core's format."""


def analyse(
    view: View,
    *,
    budget: Budget | float = DEFAULT_BUDGET,
    on_limit: Literal["estimate", "raise"] = "estimate",
    trust_flags: bool = False,
) -> "Analysis":
    r"""Compute the mine probability of every cell.

    >>> from sapper import parse_view
    >>> odds = analyse(parse_view("4x2/2\n#1##\n####"))
    >>> odds.mine_probability.round(3).tolist()
    [[0.2, 0.0, 0.2, 0.5], [0.2, 0.2, 0.2, 0.5]]
    >>> odds.layouts
    10

    Flags are ignored by default. If `trust_flags` is set, every flagged cell is assumed to be a
    mine. If `budget` is a number, it is the time limit in seconds. If counting exceeds the budget,
    the result is a sampling estimate whose `exact` attribute is False. If `on_limit` is "raise" or
    no time is left for an estimate, BudgetExceeded is raised instead. Raises InconsistentView if no
    layout is consistent with the view.
    """
    if not isinstance(view, View):
        raise NotationError(
            f"view must be a View, not {type(view).__name__}",
            hint="create one with parse_view or View.from_array",
        )
    if on_limit not in ("estimate", "raise"):
        raise InvalidBudget(f'on_limit must be "estimate" or "raise", not {short_repr(on_limit)}')
    limits = budget if isinstance(budget, Budget) else Budget(seconds=budget)
    position = core_position(view, trust_flags=trust_flags)
    # Half of the time limit is reserved for a possible estimate.
    counting_seconds = limits.seconds / 2 if on_limit == "estimate" else limits.seconds
    start = time.monotonic()
    try:
        posterior = _core.Posterior(*position, counting_seconds, limits.states)
    except _core.Contradiction as error:
        raise _inconsistent(view, error) from None
    except _core.LimitReached:
        if on_limit == "raise":
            raise BudgetExceeded(
                f"cannot count the layouts within {limits.seconds:g} s and {limits.states} states",
                hint="increase the budget or accept an estimate",
            ) from None
        # On the largest boards, a single step takes noticeable time and cannot be interrupted. The
        # overrun approximates the duration of one step. An estimate takes several steps, so four
        # times the overrun is reserved.
        spent = time.monotonic() - start
        overrun = max(spent - counting_seconds, 0.0)
        seconds_left = max(0.97 * limits.seconds - spent - 4 * overrun, 1e-9)
        return _estimate(view, position, limits, seconds_left)
    except ValueError as error:  # The view was constructed from inconsistent bytes.
        raise NotationError(f"invalid view: {error}") from None
    return _exact_analysis(view, limits, posterior)


def _exact_analysis(view: View, budget: Budget, posterior: "_core.Posterior") -> "Analysis":
    certainty, log_layouts = posterior.certainty(), posterior.log_layouts
    return Analysis(view, budget, certainty, log_layouts, posterior=posterior)


def core_position(view: View, *, trust_flags: bool = False) -> CorePosition:
    """Return a view in the core's format.

    The last element of the result is a byte mask of the known mines, or empty if there are none.
    """
    known = _MINE_MARKS + _FLAG_MARKS if trust_flags else _MINE_MARKS
    shown = view.shown_bytes
    mask = b""
    if any(mark in shown for mark in known):
        mask = bytes(mark in known for mark in shown)
    return view.width, view.height, view.mines, view.cell_bytes, mask


def _inconsistent(view: View, error: Exception) -> InconsistentView:
    reason, index = error.args
    if index < 0:
        return InconsistentView(reason)
    # The core's indices include a border of one cell on every side.
    row, column = divmod(index, view.width + 2)
    cell = row - 1, column - 1
    message = f"clue {view.clue(cell)} at {cell_name(cell)} is impossible: {reason}"
    return InconsistentView(message, cell=cell)


def _estimate(
    view: View, position: CorePosition, limits: Budget, seconds_left: float
) -> "Analysis":
    # The seed is derived from the position, which makes estimates reproducible.
    seed = (
        hash((view.width, view.mines, view.cell_bytes.count(position_notation.HIDDEN & 0xFF)))
        & 0xFFFFFFFF
    )
    try:
        probability, error, certainty, log_layouts, runs = _core.estimate(
            *position, seconds_left, limits.states, seed
        )
    except _core.Contradiction as contradiction:
        raise _inconsistent(view, contradiction) from None
    except _core.LimitReached:
        raise BudgetExceeded(
            f"cannot estimate the probabilities within {limits.seconds:g} s",
            hint="increase the budget",
        ) from None
    return Analysis(
        view,
        limits,
        certainty,
        log_layouts,
        estimated_probability=probability,
        standard_error=error,
        runs=runs,
    )


class Analysis:
    """The mine probabilities of a position and the conclusions drawn from them."""

    def __init__(
        self,
        view: View,
        budget: Budget,
        certainty: bytes,
        log_layouts: float,
        *,
        posterior: "_core.Posterior | None" = None,
        estimated_probability: "NDArray[np.float64] | None" = None,
        standard_error: "NDArray[np.float64] | None" = None,
        runs: int = 0,
    ) -> None:
        self.view = view
        self._estimated_probability = estimated_probability
        self.standard_error = standard_error
        """The standard error of each estimated probability, or None if the probabilities are
        exact."""
        self.runs = runs
        """The number of independent sampling runs, or 0 if the probabilities are exact."""
        self.certainty = certainty
        """One byte per cell in row-major order: SAFE, MINE or 0 if the cell is uncertain."""
        self.log_layouts = log_layouts
        """The natural logarithm of the number of consistent layouts."""
        self._posterior = posterior
        self._budget = budget

    @property
    def exact(self) -> bool:
        """True if the probabilities are exact, or False if they are estimates.

        An estimate classifies a cell as safe or as a mine only if a single clue proves it.
        """
        return self._posterior is not None

    @cached_property
    def mine_probability(self) -> "NDArray[np.float64]":
        """The mine probabilities as a read-only float64 array of shape (height, width).

        Revealed cells have a probability of 0.0.
        """
        if self._posterior is not None:
            return self._posterior.mine_probability()
        assert self._estimated_probability is not None  # noqa: S101
        return self._estimated_probability

    @cached_property
    def safe(self) -> frozenset[Cell]:
        """The hidden cells that are safe in every consistent layout."""
        return self._cells_with(SAFE)

    @cached_property
    def mines(self) -> frozenset[Cell]:
        """The hidden cells that are mines in every consistent layout."""
        return self._cells_with(MINE)

    def _cells_with(self, certainty: int) -> frozenset[Cell]:
        width = self.view.width
        return frozenset(divmod(i, width) for i, c in enumerate(self.certainty) if c == certainty)

    @cached_property
    def layouts(self) -> int | None:
        """The exact number of consistent layouts, or None if it is not available.

        The count is None if the analysis is an estimate, the count has more than 1000 digits, a
        component has more than 127 cells, or exact integer counting exceeds the budget.
        """
        if self._posterior is None or self.log_layouts > _MAX_LAYOUT_DIGITS * math.log(10):
            return None
        try:
            counts = self._within_budget(self._posterior.exact_counts)
        except BudgetExceeded:
            return None
        if counts is None:
            return None
        cells, mines = self._posterior.rest
        ways = {0: 1}
        for min_mines, component_ways in counts:
            product: dict[int, int] = {}
            for k, way in ways.items():
                for added, number in enumerate(component_ways, start=min_mines):
                    product[k + added] = product.get(k + added, 0) + way * number
            ways = product
        return sum(way * math.comb(cells, mines - k) for k, way in ways.items() if k <= mines)

    @cached_property
    def best(self) -> Cell | None:
        """The `expert` strategy's next reveal, or None if every hidden cell is a known mine."""
        return self.best_by("expert")

    def best_by(self, strategy: Literal["exact", "expert"]) -> Cell | None:
        """Return a strategy's next reveal, or None if every hidden cell is a known mine.

        Raises UnknownStrategy if the strategy is neither "exact" nor "expert".
        """
        if not isinstance(strategy, str) or strategy not in ("exact", "expert"):
            raise UnknownStrategy(
                f'strategy must be "exact" or "expert", not {short_repr(strategy)}'
            )
        rules = self.view.rules
        if self.view.is_untouched and not self.mines and rules.mines < rules.cell_count:
            return _core.first_cell(strategy, rules.width, rules.height, rules.mines, rules.start)
        if self._posterior is not None:
            return self._posterior.best_cell(strategy)
        if self.safe:
            return min(self.safe)
        hidden = [cell for cell in rules.cells() if self.view.clue(cell) is None]
        risks = {cell: self.mine_probability[cell] for cell in hidden if cell not in self.mines}
        return min(risks, key=risks.__getitem__, default=None)

    @cached_property
    def win_probability(self) -> float | None:
        r"""The exact winning probability under perfect play, or None if it is unknown.

        The probability is known if at most 2000 layouts remain and the search finishes within its
        time limit. Before the first reveal, the probability is known only if the start rule is
        "any", because the other start rules make the layout depend on that reveal.

        >>> from sapper import parse_view
        >>> analyse(parse_view("4x2/2\n#1##\n####")).win_probability
        0.3
        """
        if position_notation.EXPLODED in self.view.shown_bytes:
            return 0.0
        has_layout = not self.view.is_untouched or self.view.rules.start == "any"
        if not has_layout or self.log_layouts > math.log(_ENDGAME_LAYOUTS + 0.5):
            return None
        seconds = min(_ENDGAME_SECONDS, self._budget.seconds)
        try:
            solution = self.solve_endgame(seconds, _ENDGAME_LAYOUTS, _ENDGAME_SETS)
        except _core.LimitReached:
            return None
        return solution[0] / solution[1] if solution else None

    def solve_endgame(
        self, seconds: float, max_layouts: int, max_sets: int
    ) -> tuple[int, int, list[Cell]] | None:
        """Return the win count, the layout count and the best cells under perfect play.

        Returns None if the analysis is an estimate or a limit is exceeded. Code outside this
        package should call `optimal` instead of this method.
        """
        if self._posterior is None:
            return None
        return self._posterior.solve_endgame(seconds, max_layouts, max_sets)

    def run_rollouts(self, seconds: float, games: int) -> "_core.RolloutStatistics":
        """Run rollouts on sampled layouts.

        Code outside this package should call `think` instead of this method.
        """
        return self._exact_posterior.search_rollouts(seconds, games)

    def to_json(self) -> dict[str, Any]:
        """Return the analysis results as JSON-serialisable data."""
        from sapper.inference.odds_result import Odds

        return Odds.of(self).to_json()

    def clue_distribution(self, cell: Cell) -> tuple[float, ...]:
        """Return the probabilities that a hidden cell shows each clue from 0 to 8 or is a mine.

        Raises IllegalMove if the cell is not hidden.
        """
        row, column = self._hidden(cell)
        return tuple(self._within_budget(self._exact_posterior.clue_distribution, row, column))

    def what_if(self, cell: Cell, clue: int) -> "Analysis":
        """Return the analysis of the position after a hidden cell is revealed with the given clue.

        Only the components around the revealed cell are recounted. Raises InconsistentView if the
        cell cannot show the clue, and IllegalMove if the cell is not hidden.
        """
        row, column = self._hidden(cell)
        if isinstance(clue, bool) or not isinstance(clue, int) or not 0 <= clue <= MAX_CLUE:
            raise IllegalMove(
                f"the clue at {cell_name((row, column))} must be between 0 and 8, "
                f"not {short_repr(clue)}",
                cell=(row, column),
            )
        index = row * self.view.width + column
        cells, shown = bytearray(self.view.cell_bytes), bytearray(self.view.shown_bytes)
        cells[index], shown[index] = clue, 0
        view = View(self.view.rules, bytes(cells), bytes(shown))
        try:
            after = self._within_budget(self._exact_posterior.after_reveal, row, column, clue)
        except _core.Contradiction as error:
            raise _inconsistent(view, error) from None
        return _exact_analysis(view, self._budget, after)

    def sample(self, count: int, seed: int = 0) -> "NDArray[np.bool_]":
        """Sample consistent layouts uniformly and independently.

        Returns a bool array of shape (count, height, width) in which True marks a mine. The same
        seed always produces the same layouts.
        """
        if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= MAX_SAMPLES:
            raise InvalidBudget(
                f"count must be an integer between 0 and {MAX_SAMPLES}, not {short_repr(count)}"
            )
        return self._exact_posterior.sample(count, check_seed(seed))

    @property
    def _exact_posterior(self) -> "_core.Posterior":
        if self._posterior is None:
            raise BudgetExceeded("this computation requires an exact analysis, not an estimate")
        return self._posterior

    def _within_budget(self, search: Callable[..., Result], *args: int) -> Result:
        try:
            return search(*args, self._budget.seconds, self._budget.states)
        except _core.LimitReached as error:
            raise BudgetExceeded(str(error)) from None

    def _hidden(self, cell: Any) -> Cell:
        found, view = to_cell(cell), self.view
        if found is None or not view.rules.contains(found) or view.clue(found) is not None:
            raise IllegalMove(f"not a hidden cell on the board: {short_repr(cell)}")
        return found

    def __repr__(self) -> str:
        kind = "exact" if self.exact else "estimated"
        certain = f"{len(self.safe)} safe, {counted(len(self.mines), 'mine')}"
        return f"<Analysis of {self.view.rules}: {kind}, {certain}>"
