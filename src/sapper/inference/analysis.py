"""The exact odds of any position, from the native core.

`analyse` counts every layout of the mines that agrees with what is seen; each is equally likely.
`sapper.inference.reference_analysis` is the specification of this module, in plain Python.
"""

import math
import operator
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar

from sapper import _core
from sapper.errors import (
    BudgetExceeded,
    IllegalMove,
    InconsistentView,
    InvalidBudget,
    NotationError,
    quoted,
)
from sapper.game import notation
from sapper.game.game import check_seed
from sapper.game.rules import Cell
from sapper.game.view import MAX_CLUE, View

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_SAFE, _MINE = 1, 2
# An exact number of layouts is given up to this many digits; beyond, only its logarithm.
_MAX_LAYOUT_DIGITS: Final = 1000

# An analysis looks for perfect play where so few layouts are left; `optimal` takes its time.
_ENDGAME_LAYOUTS: Final = 2_000
_ENDGAME_SECONDS: Final = 0.25
_ENDGAME_SETS: Final = 1_000_000

# How many layouts one call may draw.
MAX_SAMPLES: Final = 10**9

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Budget:
    """Limits of one search.

    `seconds` bounds the time. `states` bounds the memory: a state takes about 64 bytes. Counting is
    #P-hard, so some positions reach any limit; the usual ones take microseconds.
    """

    seconds: float = 2.0
    states: int = 4_000_000

    def __post_init__(self) -> None:
        seconds: object = self.seconds
        if isinstance(seconds, bool) or not isinstance(seconds, int | float):
            raise InvalidBudget(f"a budget's seconds are a number, not {quoted(seconds)}")
        if not 0 < self.seconds <= 1e6:  # also refuses NaN
            raise InvalidBudget(
                f"a budget's seconds are above 0, up to 1e6, not {quoted(self.seconds)}"
            )
        states: object = self.states
        if isinstance(states, bool) or not isinstance(states, int) or not 0 < states <= 10**12:
            raise InvalidBudget(
                f"a budget's states are a whole number from 1 to 10**12, not {quoted(states)}"
            )


DEFAULT_BUDGET: Final = Budget()


def analyse(
    view: View,
    *,
    budget: Budget | float = DEFAULT_BUDGET,
    on_limit: Literal["estimate", "raise"] = "estimate",
    trust_flags: bool = False,
) -> "Analysis":
    r"""Return what is certain and how likely each cell is a mine.

    >>> from sapper import parse_view
    >>> odds = analyse(parse_view("4x2/2\n#1##\n####"))
    >>> odds.mine_probability.round(3).tolist()
    [[0.2, 0.0, 0.2, 0.5], [0.2, 0.2, 0.2, 0.5]]
    >>> odds.layouts
    10

    Flags are opinions and do not count, unless `trust_flags` makes every flagged cell a mine. A
    `budget` that is a number means seconds. When it is reached, the answer is an estimate from
    sampling (`exact` is then False), or BudgetExceeded is raised if `on_limit` is "raise" or if
    there was not even time for an estimate. Raises InconsistentView when no layout agrees.
    """
    if not isinstance(view, View):
        raise NotationError(
            f"a position is a View, not {type(view).__name__}",
            hint="make one with parse_view or View.from_array",
        )
    if on_limit not in ("estimate", "raise"):
        raise InvalidBudget(f'on_limit is "estimate" or "raise", not {quoted(on_limit)}')
    limits = budget if isinstance(budget, Budget) else Budget(seconds=budget)
    position = (
        view.width,
        view.height,
        view.mines,
        view.cell_bytes,
        _known_mines(view, trust_flags),
    )
    # An estimate needs time of its own, so the exact count then gets only half of it.
    share = limits.seconds / 2 if on_limit == "estimate" else limits.seconds
    begin = time.monotonic()
    try:
        posterior = _core.Posterior(*position, share, limits.states)
    except _core.Contradiction as error:
        raise _inconsistent(view, error) from None
    except _core.LimitReached:
        if on_limit == "raise":
            raise BudgetExceeded(
                f"the position is too wide to count within {limits.seconds:g} s "
                f"and {limits.states} states",
                hint="give a larger budget, or take an estimate",
            ) from None
        # On the largest boards single steps take a moment that nothing interrupts. The count just
        # showed how long, and an estimate has several of them.
        spent = time.monotonic() - begin
        late = max(spent - share, 0.0)
        seconds_left = max(0.97 * limits.seconds - spent - 4 * late, 1e-9)
        return _estimate(view, position, limits, seconds_left)
    except ValueError as error:  # a View made by hand from other bytes
        raise NotationError(f"this is no view: {error}") from None
    return Analysis(view, posterior.mine_probability(), posterior.certainty(), posterior, limits)


def _known_mines(view: View, trust_flags: bool) -> bytes:
    """Return 1 for each cell that is known to be a mine; nothing at all when none is."""
    known = {notation.MINE, notation.EXPLODED}
    if trust_flags:
        known |= {notation.FLAG, notation.AI_FLAG}
    shown = view.shown_bytes
    if not any(mark in shown for mark in known):
        return b""
    return bytes(mark in known for mark in shown)


def _inconsistent(view: View, error: Exception) -> InconsistentView:
    message, index = error.args
    if index < 0:
        return InconsistentView(message)
    # The core counts with a border of one cell all round.
    row, column = divmod(index, view.width + 2)
    return InconsistentView(message, cell=(row - 1, column - 1))


def _estimate(
    view: View, position: tuple[int, int, int, bytes, bytes], limits: Budget, seconds_left: float
) -> "Analysis":
    # The seed follows from the position: the same question gets the same kind of answer.
    seed = (
        hash((view.width, view.mines, view.cell_bytes.count(notation.HIDDEN & 0xFF))) & 0xFFFFFFFF
    )
    try:
        probability, error, certainty, log_layouts, runs = _core.estimate(
            *position, seconds_left, limits.states, seed
        )
    except _core.Contradiction as contradiction:
        raise _inconsistent(view, contradiction) from None
    except _core.LimitReached:
        raise BudgetExceeded(
            f"the position is too wide, even for an estimate within {limits.seconds:g} s",
            hint="give a larger budget",
        ) from None
    return Analysis(
        view,
        probability,
        certainty,
        None,
        limits,
        standard_error=error,
        log_layouts=log_layouts,
        runs=runs,
    )


class Analysis:
    """What is known of a position. Cells are (row, column)."""

    def __init__(
        self,
        view: View,
        mine_probability: "NDArray[np.float64]",
        certainty: bytes,
        posterior: "_core.Posterior | None",
        budget: Budget,
        *,
        standard_error: "NDArray[np.float64] | None" = None,
        log_layouts: float | None = None,
        runs: int = 0,
    ) -> None:
        self.view = view
        self.mine_probability = mine_probability
        """The chance of a mine, float64 (height, width), read-only; revealed cells 0.0."""
        self.standard_error = standard_error
        """How far an estimate may be off, cell by cell; None when the odds are exact."""
        self.runs = runs
        """How many independent runs an estimate rests on; 0 when the odds are exact."""
        self._certainty = certainty
        self._posterior = posterior
        self._budget = budget
        self._log_layouts = log_layouts

    @property
    def exact(self) -> bool:
        """Whether everything was counted. An estimate knows only what single clues prove."""
        return self._posterior is not None

    @cached_property
    def safe(self) -> frozenset[Cell]:
        """The hidden cells that are certainly safe."""
        return self._cells_with(_SAFE)

    @cached_property
    def mines(self) -> frozenset[Cell]:
        """The cells that are certainly mines."""
        return self._cells_with(_MINE)

    def _cells_with(self, certainty: int) -> frozenset[Cell]:
        width = self.view.width
        return frozenset(divmod(i, width) for i, c in enumerate(self._certainty) if c == certainty)

    @property
    def log_layouts(self) -> float:
        """The natural logarithm of the number of layouts that agree with the position."""
        if self._posterior is not None:
            return self._posterior.log_layouts
        assert self._log_layouts is not None  # noqa: S101
        return self._log_layouts

    @cached_property
    def layouts(self) -> int | None:
        """How many layouts agree, exactly; None when that is only estimated or does not fit.

        It fits up to 1000 digits when no component has more than 127 cells and counting them in
        whole numbers takes no more than the budget.
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
        for fewest, numbers in counts:
            product: dict[int, int] = {}
            for k, way in ways.items():
                for more, number in enumerate(numbers, start=fewest):
                    product[k + more] = product.get(k + more, 0) + way * number
            ways = product
        return sum(way * math.comb(cells, mines - k) for k, way in ways.items() if k <= mines)

    @cached_property
    def best(self) -> Cell | None:
        """The cell that the strongest strategy reveals next; None when only mines are left."""
        return self.best_by("expert")

    def best_by(self, policy: Literal["exact", "expert"]) -> Cell | None:
        """Return the cell to reveal next by one of the core's policies."""
        rules = self.view.rules
        if self.view.is_untouched and not self.mines and rules.mines < rules.cell_count:
            return _core.first_cell(policy, rules.width, rules.height, rules.mines, rules.start)
        if self._posterior is not None:
            return self._posterior.best_cell(policy)
        if self.safe:
            return min(self.safe)
        hidden = [cell for cell in rules.cells() if self.view.clue(cell) is None]
        risks = {cell: self.mine_probability[cell] for cell in hidden if cell not in self.mines}
        return min(risks, key=risks.__getitem__, default=None)

    @cached_property
    def win_probability(self) -> float | None:
        r"""The chance that best play wins from here, exact; None when that is not known.

        It is known where few layouts are left: up to 2000, if the search ends in time. Before the
        first reveal it is not, unless that may hit a mine: the board is not laid out yet.

        >>> from sapper import parse_view
        >>> analyse(parse_view("4x2/2\n#1##\n####")).win_probability
        0.3
        """
        if notation.EXPLODED in self.view.shown_bytes:
            return 0.0
        has_layout = not self.view.is_untouched or self.view.rules.start == "any"
        if not has_layout or self.log_layouts > math.log(_ENDGAME_LAYOUTS + 0.5):
            return None
        seconds = min(_ENDGAME_SECONDS, self._budget.seconds)
        try:
            found = self.solve(seconds, _ENDGAME_LAYOUTS, _ENDGAME_SETS)
        except _core.LimitReached:
            return None
        return found[0] / found[1] if found else None

    def solve(self, seconds: float, layouts: int, sets: int) -> tuple[int, int, list[Cell]] | None:
        """Return wins, layouts and best cells of perfect play; see `optimal` for friendlier words.

        None for an estimate, and when a limit is reached.
        """
        if self._posterior is None:
            return None
        return self._posterior.optimum(seconds, layouts, sets)

    def play_out(
        self, seconds: float, games: int
    ) -> tuple[Cell | None, bool, float, int, int, list[tuple[Cell, int, float]]]:
        """Play the position to its end on many layouts; see `think` for friendlier words."""
        return self._counter.think(seconds, games)

    def to_json(self) -> dict[str, Any]:
        """Return what programs read: plain numbers and lists, ready for JSON."""
        answer: dict[str, Any] = {
            "width": self.view.width,
            "height": self.view.height,
            "mines": self.view.mines,
            "exact": self.exact,
            "layouts": self.layouts,
            "log_layouts": self.log_layouts,
            "mine_probability": self.mine_probability.tolist(),
            "safe": [list(cell) for cell in sorted(self.safe)],
            "mines_known": [list(cell) for cell in sorted(self.mines)],
            "best": list(self.best) if self.best else None,
        }
        if self.win_probability is not None:
            answer["win_probability"] = self.win_probability
        if self.standard_error is not None:
            answer["standard_error"] = self.standard_error.tolist()
        return answer

    def clue_distribution(self, cell: Cell) -> tuple[float, ...]:
        """Return the chances that revealing a hidden cell shows clue 0 to 8, and last a mine.

        Raises IllegalMove when the cell is not hidden.
        """
        row, column = self._hidden(cell)
        return tuple(
            self._within_budget(
                lambda seconds, states: self._counter.clue_distribution(
                    row, column, seconds, states
                )
            )
        )

    def what_if(self, cell: Cell, clue: int) -> "Analysis":
        """Return the analysis after revealing a hidden cell with that clue.

        Only the components around the cell are counted again. Raises InconsistentView when the cell
        cannot show that clue, IllegalMove when it is not hidden.
        """
        row, column = self._hidden(cell)
        if isinstance(clue, bool) or not isinstance(clue, int) or not 0 <= clue <= MAX_CLUE:
            raise IllegalMove(f"cannot show {quoted(clue)} at ({row}, {column}): clues are 0 to 8")
        at = row * self.view.width + column
        cells, shown = bytearray(self.view.cell_bytes), bytearray(self.view.shown_bytes)
        cells[at], shown[at] = clue, 0
        view = View(self.view.rules, bytes(cells), bytes(shown))
        try:
            after = self._within_budget(
                lambda seconds, states: self._counter.after_reveal(
                    row, column, clue, seconds, states
                )
            )
        except _core.Contradiction as error:
            raise _inconsistent(view, error) from None
        return Analysis(view, after.mine_probability(), after.certainty(), after, self._budget)

    def sample(self, count: int, seed: int = 0) -> "NDArray[np.bool_]":
        """Return layouts drawn at random, each that agrees with the position equally likely.

        bool (count, height, width), True for a mine. The same seed draws the same layouts.
        """
        if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= MAX_SAMPLES:
            raise InvalidBudget(
                f"the number of layouts is from 0 to {MAX_SAMPLES}, not {quoted(count)}"
            )
        return self._counter.sample(count, check_seed(seed))

    @property
    def _counter(self) -> "_core.Posterior":
        if self._posterior is None:
            raise BudgetExceeded("this is known only for positions that were counted exactly")
        return self._posterior

    def _within_budget(self, search: Callable[[float, int], Result]) -> Result:
        try:
            return search(self._budget.seconds, self._budget.states)
        except _core.LimitReached as error:
            raise BudgetExceeded(str(error)) from None

    def _hidden(self, cell: Any) -> Cell:
        try:
            row, column = map(operator.index, cell)
        except (TypeError, ValueError):
            row = column = -1
        if not self.view.rules.contains((row, column)) or self.view.clue((row, column)) is not None:
            raise IllegalMove(f"{quoted(cell)} is not a hidden cell of the board")
        return row, column

    def __repr__(self) -> str:
        kind = "exact" if self.exact else "estimated"
        certain = f"{len(self.safe)} safe, {len(self.mines)} mines"
        return f"<Analysis of {self.view.rules}: {kind}, {certain}>"
