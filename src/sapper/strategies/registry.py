"""The strategy registry, which discovers strategies in this package and in others.

To add a strategy, add a module to this package. A module named `my_idea.py` must define a class
`MyIdea` with the name `my-idea`. Other packages declare their strategies as entry points (see
`sapper.strategies.third_party`). A strategy's module is imported on first use.
"""

import inspect
import pkgutil
import time
from concurrent.futures import Future
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from sapper.errors import (
    InvalidOption,
    SapperError,
    StrategyFailed,
    UnknownStrategy,
    closest_name,
)
from sapper.strategies.base import Strategy, character, has_exact_risks, title, uses_marks

if TYPE_CHECKING:
    from sapper.strategies.third_party import InstalledStrategies

MAX_LOAD_SECONDS: Final = 5.0
"""The maximum time that `available` waits for a third-party strategy to load."""
_NOT_STRATEGIES: Final = {
    "base",
    "clue_state",
    "ai_moves",
    "registry",
    "ac3_solver",
    "third_party",
}
_BY_STRENGTH: Final = (
    "expert",
    "exact",
    "layered",
    "arc-consistency",
    "knowledge",
    "pattern",
    "single-point",
    "score",
    "random",
)
"""The built-in strategies in order of their win rates on 30x16/99 boards with the opening start."""
_MAX_DIGITS: Final = 30
_NO_OPTIONS: Final = "the strategy has no options"
_MEMBERS: Final = ("name", "summary", "first_move", "advise")
_YES: Final = {"true", "yes", "on", "1"}
_NO: Final = {"false", "no", "off", "0"}
_FORMAT_HINTS: Final = {
    bool: "write yes or no",
    int: "write an integer",
    float: "write a number",
}


@cache
def names() -> tuple[str, ...]:
    """Return all strategy names in alphabetical order, without importing any strategy."""
    return tuple(sorted({*built_in_names(), *_installed().entry_points}))


@cache
def built_in_names() -> tuple[str, ...]:
    """Return the names of the built-in strategies in alphabetical order."""
    modules = pkgutil.iter_modules([str(Path(__file__).parent)])
    return tuple(
        sorted(
            module.name.replace("_", "-")
            for module in modules
            if module.name not in _NOT_STRATEGIES and not module.name.startswith("_")
        )
    )


def default_name() -> str:
    """Return the name of the strongest strategy."""
    return next(name for name in _BY_STRENGTH if name in built_in_names())


class StrategySummary(NamedTuple):
    """A summary of a strategy, for display in a list."""

    name: str
    summary: str
    package: str | None
    """The name and version of the strategy's package, or None if the strategy is built in."""
    uses_marks: bool
    """True if the strategy relies on the flags on the board."""
    title: str
    """The strategy's name for players."""
    character: str
    """The strategy's way of playing in one sentence, without technical terms."""
    exact_risks: bool
    """True if the strategy's risks are exact probabilities rather than estimates."""

    @property
    def description(self) -> str:
        """The summary, followed by a note if the strategy relies on flags."""
        return f"{self.summary} Relies on your flags." if self.uses_marks else self.summary


class AvailableStrategies(NamedTuple):
    """The usable strategies, and the reasons why others are unusable."""

    strategies: tuple[StrategySummary, ...]
    problems: tuple[str, ...]
    """One line of text for each unusable strategy, with the reason."""


def available() -> AvailableStrategies:
    """Load all strategies and return the usable ones, strongest first.

    Strategies of unknown strength come last. Strategies that fail to load or take too long are
    reported without affecting the others.
    """
    found, problems = [], []
    for name in sorted(names(), key=_rank):
        try:
            found.append(_load_summary(name))
        except StrategyFailed as error:
            problems.append(str(error))
    return AvailableStrategies(tuple(found), (*problems, *_installed().problems))


def _rank(name: str) -> tuple[int, str]:
    return (_BY_STRENGTH.index(name) if name in _BY_STRENGTH else len(_BY_STRENGTH)), name


def get(name: str, *, seed: int = 0, **options: Any) -> Strategy:
    """Create a strategy. Strategies created with equal arguments play identically.

    Raises UnknownStrategy if the name is unknown. Raises InvalidOption if an option is unknown or
    has an invalid value. Raises StrategyFailed if the strategy cannot be loaded.

    >>> get("layered").summary
    'Applies rules A and B, compares pairs of clues, then picks the lowest risk.'
    """
    strategy_class = _load_class(name)
    known = _default_options(strategy_class)
    for option in options:
        if option not in known:
            raise InvalidOption(
                f"strategy {name!r} has no option {option[:40]!r}",
                hint=f"the options are {', '.join(known)}" if known else _NO_OPTIONS,
                field="strategy",
            )
    try:
        strategy: Strategy = strategy_class(seed=seed, **options)
        missing = [member for member in _MEMBERS if not hasattr(strategy, member)]
        if _package(name) is not None and not missing:
            from sapper.strategies.third_party import CheckedStrategy

            strategy = CheckedStrategy(name, strategy)
    except SapperError:
        raise
    except (Exception, SystemExit) as error:
        raise _invalid_strategy(name, _one_line(error)) from error
    if missing:
        raise _invalid_strategy(
            name, f"class {strategy_class.__name__} has no {' and no '.join(missing)}"
        )
    return strategy


Option = bool | int | float


def has_option(name: str, option: str) -> bool:
    """Check whether a strategy has the given option.

    Raises UnknownStrategy if the name is unknown.

    >>> has_option("expert", "think"), has_option("exact", "think")
    (True, False)
    """
    return option in _default_options(_load_class(name))


def parse(text: str) -> tuple[str, dict[str, Option]]:
    """Parse a strategy name with options in command-line syntax. Raises the same errors as `get`.

    >>> parse("pattern:one_one=yes,reduction=yes")
    ('pattern', {'one_one': True, 'reduction': True})
    """
    name, separator, rest = text.strip().partition(":")
    known = _default_options(_load_class(name))
    options: dict[str, Option] = {}
    for each in rest.split(",") if separator else ():
        if not each.strip():
            raise InvalidOption(
                f"missing option in strategy {text.strip()[:80]!r}",
                hint="write name:option=value,option=value",
                field="strategy",
            )
        option, _, value = (part.strip().lower() for part in each.partition("="))
        option = option.replace("-", "_")
        if option == "seed":
            raise InvalidOption(
                "seed is not a strategy option", hint="use --seed", field="strategy"
            )
        if option in options:
            raise InvalidOption(
                f"duplicate option {option[:40]!r} for strategy {name!r}", field="strategy"
            )
        kind = type(known.get(option))
        is_switch = kind is bool and not value
        # The call to `get` below reports the unknown options.
        has_value = option in known and not is_switch
        options[option] = _parse_option(name, option, value, kind) if has_value else True
    get(name, seed=0, **options)
    return name, options


def _default_options(strategy_class: Any) -> dict[str, Any]:
    """Return a strategy's options with their default values."""
    parameters = inspect.signature(strategy_class).parameters.values()
    return {each.name: each.default for each in parameters if each.name != "seed"}


def _parse_option(name: str, option: str, value: str, kind: type) -> Option:
    if kind is bool and value in _YES | _NO:
        return value in _YES
    if kind in (int, float) and len(value) < _MAX_DIGITS:
        with suppress(ValueError):
            return int(value) if kind is int else float(value)
    raise InvalidOption(
        f"invalid value {value[:40]!r} for option {option[:40]!r} of strategy {name!r}",
        hint=_FORMAT_HINTS.get(kind),
        field="strategy",
    )


def _installed() -> "InstalledStrategies":
    from sapper.strategies.third_party import installed_strategies

    return installed_strategies(frozenset(built_in_names()))


def _package(name: str) -> str | None:
    """Return the package that provides a strategy, or None if the strategy is built in."""
    if name in built_in_names() or name not in _installed().entry_points:
        return None
    from sapper.strategies.third_party import origin

    return origin(_installed().entry_points[name])


def _summarise(name: str) -> StrategySummary:
    strategy = get(name)
    return StrategySummary(
        name,
        strategy.summary,
        _package(name),
        uses_marks(strategy),
        title(strategy),
        character(strategy),
        has_exact_risks(strategy),
    )


def _load_summary(name: str) -> StrategySummary:
    """Summarise a strategy. Raises StrategyFailed if the strategy cannot be loaded."""
    if _package(name) is None:
        return _summarise(name)
    started, summary = _load_in_background(name)
    try:
        return summary.result(max(0.0, started + MAX_LOAD_SECONDS - time.monotonic()))
    except TimeoutError:
        reason = f"loading takes longer than {MAX_LOAD_SECONDS:g} s"
        raise _invalid_strategy(name, reason) from None


@cache
def _load_in_background(name: str) -> tuple[float, Future[StrategySummary]]:
    """Load a strategy in the background, and return the start time and a future for its summary."""
    summary: Future[StrategySummary] = Future()

    def load() -> None:
        try:
            summary.set_result(_summarise(name))
        except BaseException as error:
            summary.set_exception(error)

    Thread(target=load, name=f"load-{name}", daemon=True).start()
    return time.monotonic(), summary


def _load_class(name: str) -> Any:
    if not isinstance(name, str) or name not in (*built_in_names(), *names()):
        nearest = closest_name(str(name), names())
        known = f"strategies are {', '.join(names())}"
        raise UnknownStrategy(
            f"unknown strategy {str(name)[:40]!r}",
            hint=f"did you mean {nearest}?" if nearest else known,
            field="strategy",
        )
    class_name = "".join(part.capitalize() for part in name.split("-"))
    try:
        if _package(name) is None:
            module = import_module(_module_name(name))
            strategy_class = getattr(module, class_name, None)
        else:
            strategy_class = _installed().entry_points[name].load()
            class_name = getattr(strategy_class, "__name__", class_name)
    except (Exception, SystemExit) as error:
        raise _invalid_strategy(name, _one_line(error)) from error
    if not inspect.isclass(strategy_class):
        raise _invalid_strategy(name, f"class {class_name} is missing")
    declared_name = getattr(strategy_class, "name", None)
    if isinstance(declared_name, str) and declared_name != name:
        raise _invalid_strategy(
            name, f"{class_name}.name must be {name!r}, not {declared_name[:40]!r}"
        )
    return strategy_class


def _module_name(name: str) -> str:
    return f"{__package__}.{name.replace('-', '_')}"


def _invalid_strategy(name: str, reason: str) -> StrategyFailed:
    """Return the error for a module or package that does not define a valid strategy."""
    package = _package(name)
    if package is not None:
        return StrategyFailed(f"strategy {name!r} from {package} cannot be used: {reason}")
    spec = find_spec(_module_name(name))
    path = spec.origin if spec else _module_name(name)
    return StrategyFailed(
        f"invalid strategy module {path}: {reason}",
        hint="see docs/guide/strategies.md",
    )


def _one_line(error: BaseException) -> str:
    """Format an error's type and message as one line."""
    return " ".join(f"{type(error).__name__}: {error}".split())
