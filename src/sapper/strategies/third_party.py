"""Third-party strategies, discovered through the `sapper.strategies` entry point group.

A package declares its strategies in its pyproject.toml::

    [project.entry-points."sapper.strategies"]
    my-idea = "my_package.my_module:MyIdea"

Third-party packages may contain errors. Discovery therefore reads only metadata, and each strategy
is imported on first use. `CheckedStrategy` rejects illegal advice before the advice is used.
"""

import re
from collections.abc import Mapping, Set
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from itertools import islice
from typing import Any, Final, NamedTuple

from sapper.errors import StrategyFailed, short_repr
from sapper.game.cell_names import cell_name
from sapper.game.rules import Cell, Rules
from sapper.game.view import View
from sapper.strategies.base import (
    Advice,
    StepKind,
    Strategy,
    character,
    has_exact_risks,
    title,
    uses_marks,
)

GROUP: Final = "sapper.strategies"
_NAME: Final = re.compile(r"(?=.{1,40}$)[a-z][a-z0-9]*(-[a-z0-9]+)*", re.ASCII)
_MAX_SUMMARY_LENGTH: Final = 80
_MAX_TITLE_LENGTH: Final = 24
_MAX_REASON_LENGTH: Final = 300


class InstalledStrategies(NamedTuple):
    """The strategies declared by other packages, and the declarations that were ignored."""

    entry_points: Mapping[str, EntryPoint]
    problems: tuple[str, ...]
    """One line of text for each ignored declaration, with the reason."""


@cache
def installed_strategies(reserved: frozenset[str]) -> InstalledStrategies:
    """Discover third-party strategies, ignoring invalid, reserved and duplicate names."""
    found: dict[str, EntryPoint] = {}
    problems = []
    for declared in sorted(entry_points(group=GROUP), key=lambda each: (each.name, origin(each))):
        if not _NAME.fullmatch(declared.name):
            reason = "the name must consist of lower-case letters, digits and single hyphens"
        elif declared.name in reserved:
            reason = "a built-in strategy has the same name"
        elif declared.name in found:
            reason = f"{origin(found[declared.name])} has a strategy with the same name"
        else:
            found[declared.name] = declared
            continue
        name = short_repr(declared.name)
        problems.append(f"strategy {name} from {origin(declared)} is ignored: {reason}")
    return InstalledStrategies(found, tuple(problems))


def origin(declared: EntryPoint) -> str:
    """Return the name and version of the package that declares a strategy."""
    return f"{declared.dist.name} {declared.dist.version}" if declared.dist else declared.value


class CheckedStrategy:
    """A wrapper that validates a third-party strategy's moves and advice.

    The methods raise StrategyFailed if the strategy chooses a cell off the board or gives illegal
    advice.
    """

    def __init__(self, name: str, strategy: Strategy) -> None:
        self.name = name
        self.summary = _one_line(strategy.summary, _MAX_SUMMARY_LENGTH)
        self.title = _one_line(title(strategy), _MAX_TITLE_LENGTH)
        self.character = _one_line(character(strategy), _MAX_SUMMARY_LENGTH)
        self.exact_risks = has_exact_risks(strategy)
        self.uses_marks = uses_marks(strategy)
        self._strategy = strategy

    def first_move(self, rules: Rules) -> Cell:
        """Return the strategy's first move."""
        try:
            return _cell(self._strategy.first_move(rules), "the first move", rules)
        except _IllegalAdvice as error:
            raise self._failure(error) from None

    def advise(self, view: View) -> Advice:
        """Return the strategy's advice, with cells converted to pairs of Python integers."""
        try:
            return _check_advice(self._strategy.advise(view), view)
        except _IllegalAdvice as error:
            raise self._failure(error) from None

    def _failure(self, error: "_IllegalAdvice") -> StrategyFailed:
        return StrategyFailed(f"strategy {self.name!r} gave illegal advice: {error}")


class _IllegalAdvice(Exception):
    """An error raised if advice violates the strategy interface."""


def _check_advice(advice: Any, view: View) -> Advice:
    if not isinstance(advice, Advice):
        raise _IllegalAdvice(f"advise must return an Advice, not {short_repr(advice)}")
    safe = _hidden_cells(advice.safe, "safe", view)
    mines = _hidden_cells(advice.mines, "mines", view)
    if safe & mines:
        raise _IllegalAdvice(f"{min(safe & mines)} is in both safe and mines")
    best = None if advice.best is None else _hidden_cell(advice.best, "best", view)
    if not isinstance(advice.risks, Mapping):
        raise _IllegalAdvice(f"risks must be a mapping, not {short_repr(advice.risks)}")
    cells = islice(advice.risks, view.rules.cell_count + 1)
    risks = {_hidden_cell(cell, "risks", view): _risk(advice.risks[cell]) for cell in cells}
    reason = _one_line(advice.reason, _MAX_REASON_LENGTH)
    return Advice(safe, mines, risks, best, reason, _plan(advice, view), _notes(advice, view))


def _plan(advice: Advice, view: View) -> tuple[tuple[StepKind, Cell], ...]:
    if not isinstance(advice.plan, tuple):
        raise _IllegalAdvice(f"plan must be a tuple, not {short_repr(advice.plan)}")
    return tuple([_planned_step(step, view) for step in advice.plan[: 2 * view.rules.cell_count]])


def _planned_step(step: Any, view: View) -> tuple[StepKind, Cell]:
    try:
        kind, cell = step
    except (TypeError, ValueError):
        kind, cell = None, None
    if kind not in ("reveal", "flag"):
        raise _IllegalAdvice(f"plan must contain (kind, cell) pairs, not {short_repr(step)}")
    return kind, _hidden_cell(cell, "plan", view)


def _notes(advice: Advice, view: View) -> bytes:
    if not isinstance(advice.notes, bytes):
        raise _IllegalAdvice(f"notes must be a bytes object, not {short_repr(advice.notes)}")
    if len(advice.notes) > view.rules.cell_count:
        raise _IllegalAdvice(
            f"notes must contain at most {view.rules.cell_count} bytes, not {len(advice.notes)}"
        )
    return advice.notes


def _hidden_cells(cells: Any, field: str, view: View) -> frozenset[Cell]:
    # Any other collection, such as a generator, may be infinite.
    if not isinstance(cells, Set):
        raise _IllegalAdvice(f"{field} must be a frozenset, not {short_repr(cells)}")
    limited = islice(cells, view.rules.cell_count + 1)
    return frozenset([_hidden_cell(cell, field, view) for cell in limited])


def _hidden_cell(value: Any, field: str, view: View) -> Cell:
    cell = _cell(value, field, view.rules)
    if view.clue(cell) is not None:
        raise _IllegalAdvice(f"{field} contains {cell_name(cell)}, which is already revealed")
    return cell


def _cell(value: Any, field: str, rules: Rules) -> Cell:
    try:
        row, column = value
        cell = row.__index__(), column.__index__()
    except (TypeError, ValueError, AttributeError):
        cell = -1, -1
    if not rules.contains(cell):
        raise _IllegalAdvice(f"{field}: {short_repr(value)} is not a cell on the {rules} board")
    return cell


def _risk(value: Any) -> float:
    try:
        risk = float(value)
    except (TypeError, ValueError, OverflowError):
        risk = -1.0
    if not 0.0 <= risk <= 1.0:
        raise _IllegalAdvice(f"risks must be between 0 and 1, not {short_repr(value)}")
    return risk


def _one_line(text: Any, max_length: int) -> str:
    line = " ".join(str(text).split())
    return line if len(line) <= max_length else line[: max_length - 3] + "..."
