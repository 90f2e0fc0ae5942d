"""Boards by seed: uniform, or such that logic alone clears them from their first cell.

A no-guess board is made by rejection where that is possible: layouts are drawn until one can be
cleared, so every such layout is equally likely. Where good layouts are too rare, a drawn layout is
repaired; then `Board.method` says so, for repaired boards are not equally likely.
"""

import operator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Literal, cast

from sapper import _core
from sapper.errors import (
    BoardNotFound,
    BudgetExceeded,
    IllegalMove,
    InvalidBoardRequest,
    InvalidLayout,
    quoted,
)
from sapper.game.board_metrics import Metrics
from sapper.game.game import MAX_SEED, Game, check_seed, choose_seed
from sapper.game.rules import Cell, Rules
from sapper.game.view import View
from sapper.generate.certificate import DIFFICULTIES, KINDS, Certificate, Difficulty, Kind, Step

Method = Literal["uniform", "rejection", "repair"]

DEFAULT_SECONDS: Final = 10.0
# Layouts that are drawn before repair is tried. More would hardly find more unbiased boards, and
# slow down those that have to be repaired.
_ATTEMPTS: Final = 1_000
_ATTEMPTS_WITH_WISHES: Final = 20_000
_REPAIRS: Final = 50
_REPAIRS_WITH_WISHES: Final = 2_000
_MAX_ATTEMPTS: Final = 10**12
_MAX_THREE_BV: Final = 2**31 - 1


@dataclass(frozen=True)
class Board:
    """A layout of mines together with the cell that is to be revealed first."""

    rules: Rules
    seed: int
    first: Cell
    layout: frozenset[Cell]
    method: Method
    """How it was made: "uniform", "rejection" (unbiased) or "repair" (biased)."""
    attempts: int
    """How many layouts were drawn, this one included."""

    @property
    def is_biased(self) -> bool:
        """Whether some boards are more likely than others among those asked for."""
        return self.method == "repair"

    @cached_property
    def certificate(self) -> Certificate:
        """Every deduction that clears the board. Raises InvalidLayout when it needs a guess."""
        return certify(self.rules, self.layout, self.first)

    @cached_property
    def difficulty(self) -> Difficulty | None:
        """The name for the hardest kind of argument it needs; None when it needs a guess."""
        return difficulty(self.rules, self.layout, self.first)

    @cached_property
    def metrics(self) -> Metrics:
        """3BV and the like."""
        return self.game().metrics()

    @property
    def solution(self) -> View:
        """The whole board with every clue and mine shown."""
        return self.game().solution

    def game(self) -> Game:
        """Return a new game on this board; it is to be begun with `first`."""
        return Game.from_layout(self.rules, self.layout)


def uniform(
    rules: Rules,
    *,
    first: Cell | None = None,
    seed: int | None = None,
    three_bv: tuple[int | None, int | None] | None = None,
    attempts: int | None = None,
) -> Board:
    """Return the board that a game of this seed has when `first` (else the centre) is revealed.

    >>> sorted(uniform(Rules(4, 3, 2), seed=7).layout)
    [(1, 0), (2, 0)]

    With a wished 3BV (fewest and most, either may be None), the first of up to `attempts` seeds
    from there on whose board has it. Raises BoardNotFound when none has.
    """
    cell = _check_first(rules, first)
    begin = choose_seed() if seed is None else check_seed(seed)
    low, high = _check_three_bv(three_bv)
    most = _check_attempts(attempts, 1 if three_bv is None else _ATTEMPTS_WITH_WISHES)
    for drawn, number in enumerate(range(begin, min(begin + most, MAX_SEED + 1)), start=1):
        game = Game(rules, number)
        game.reveal(cell)
        if three_bv is None or low <= game.metrics().three_bv <= high:
            return Board(rules, number, cell, game.layout, "uniform", drawn)
    raise BoardNotFound(
        f"no board {rules} with a 3BV from {low} to {high} was found among {most} seeds",
        hint="widen the range or allow more attempts",
    )


def no_guess(
    rules: Rules,
    *,
    first: Cell | None = None,
    seed: int | None = None,
    difficulty: Difficulty | None = None,
    three_bv: tuple[int | None, int | None] | None = None,
    method: Literal["rejection", "repair"] | None = None,
    attempts: int | None = None,
    seconds: float = DEFAULT_SECONDS,
) -> Board:
    """Return a board that logic alone clears from `first` (else the centre), mine count included.

    >>> board = no_guess(Rules.level("beginner"), seed=1)
    >>> board.method, board.difficulty
    ('rejection', 'medium')

    `difficulty` and `three_bv` (fewest and most, either may be None) are further wishes. `method`
    allows only one way of making it; otherwise boards that are too rare to be found within
    `attempts` layouts are repaired. The same seed and wishes give the same board on any machine.

    Raises BoardNotFound when there was none within the limits, `seconds` among them, and
    InvalidBoardRequest when a wish makes no sense.
    """
    cell = _check_first(rules, first)
    number = choose_seed() if seed is None else check_seed(seed)
    hardest = None if difficulty is None else _kind_of(difficulty)
    low, high = _check_three_bv(three_bv)
    if method not in (None, "rejection", "repair"):
        raise InvalidBoardRequest(f'a method is "rejection" or "repair", not {quoted(method)}')
    has_wishes = difficulty is not None or three_bv is not None
    most = _check_attempts(attempts, _ATTEMPTS_WITH_WISHES if has_wishes else _ATTEMPTS)
    repairs = _REPAIRS_WITH_WISHES if has_wishes else _REPAIRS
    found, is_late, mines, drawn = _core.make_no_guess(
        rules.width,
        rules.height,
        rules.mines,
        rules.start,
        number,
        cell,
        hardest,
        low,
        high,
        0 if method == "repair" else most,
        0 if method == "rejection" else repairs,
        _check_seconds(seconds),
    )
    if not found:
        limit = f"{seconds:g} s" if is_late else f"{drawn} layouts"
        raise BoardNotFound(
            f"no no-guess board {rules} as wished was found within {limit} (seed {number})",
            hint="ask for fewer mines, fewer wishes, or allow more attempts and time",
        )
    return Board(rules, number, cell, frozenset(mines), cast("Method", found), drawn)


def certify(
    rules: Rules, layout: frozenset[Cell], first: Cell, *, seconds: float = DEFAULT_SECONDS
) -> Certificate:
    """Return the certificate that a board can be cleared from `first` without a guess.

    Raises InvalidLayout when it cannot, and BudgetExceeded when that takes too long to find out.
    """
    mines = _check_layout(rules, layout, first)
    try:
        is_complete, steps = _core.certify(
            rules.width, rules.height, mines, first, _check_seconds(seconds)
        )
    except _core.LimitReached as error:
        raise BudgetExceeded(str(error)) from None
    if not is_complete:
        raise InvalidLayout(f"the board cannot be cleared from {first} without a guess")
    return Certificate(
        first,
        tuple(
            Step(cell, is_mine, cast("Kind", kind), tuple(clues), uses_mine_count)
            for cell, is_mine, kind, clues, uses_mine_count in steps
        ),
    )


def difficulty(
    rules: Rules, layout: frozenset[Cell], first: Cell, *, seconds: float = DEFAULT_SECONDS
) -> Difficulty | None:
    """Return how hard a board is: the name for the hardest kind of argument that it needs.

    None when it cannot be cleared from `first` without a guess. Raises BudgetExceeded.
    """
    mines = _check_layout(rules, layout, first)
    try:
        kind = _core.hardest_kind(rules.width, rules.height, mines, first, _check_seconds(seconds))
    except _core.LimitReached as error:
        raise BudgetExceeded(str(error)) from None
    return None if kind is None else DIFFICULTIES[KINDS.index(cast("Kind", kind))]


def _kind_of(name: str) -> Kind:
    if name not in DIFFICULTIES:
        raise InvalidBoardRequest(
            f"unknown difficulty {quoted(name)}", hint=f"choose one of {', '.join(DIFFICULTIES)}"
        )
    return KINDS[DIFFICULTIES.index(name)]


def _check_first(rules: Rules, first: Any) -> Cell:
    if first is None:
        return rules.centre
    try:
        row, column = map(operator.index, first)
    except (TypeError, ValueError):
        row = column = -1
    if not rules.contains((row, column)):
        raise IllegalMove(f"cannot begin at {quoted(first)}: it is not a cell of the {rules} board")
    return row, column


def _check_layout(rules: Rules, layout: frozenset[Cell], first: Cell) -> list[Cell]:
    mines = sorted(Game.from_layout(rules, layout).layout)
    if _check_first(rules, first) in layout:
        raise InvalidLayout(f"the board cannot be begun at {first}: it is a mine")
    return mines


def _check_three_bv(wished: Any) -> tuple[int, int]:
    if wished is None:
        return 0, _MAX_THREE_BV
    try:
        low, high = wished
        low = 0 if low is None else operator.index(low)
        high = _MAX_THREE_BV if high is None else operator.index(high)
    except (TypeError, ValueError):
        raise InvalidBoardRequest(
            f"3BV is wished as (fewest, most), not {quoted(wished)}"
        ) from None
    if not 0 <= low <= high:
        raise InvalidBoardRequest(f"no board has a 3BV from {quoted(low)} to {quoted(high)}")
    return min(low, _MAX_THREE_BV), min(high, _MAX_THREE_BV)


def _check_attempts(attempts: Any, default: int) -> int:
    if attempts is None:
        return default
    if isinstance(attempts, bool) or not isinstance(attempts, int):
        raise InvalidBoardRequest(f"attempts are a whole number, not {quoted(attempts)}")
    if not 1 <= attempts <= _MAX_ATTEMPTS:
        raise InvalidBoardRequest(f"attempts are from 1 to {_MAX_ATTEMPTS}, not {quoted(attempts)}")
    return attempts


def _check_seconds(seconds: Any) -> float:
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 < seconds <= 1e6:
        raise InvalidBoardRequest(f"seconds are above 0, up to 1e6, not {quoted(seconds)}")
    return float(seconds)
