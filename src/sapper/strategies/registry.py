"""The strategy registry, which finds all strategy modules in this package.

A new strategy needs only a module. The module `my_idea.py` defines the class `MyIdea`, whose `name`
is `my-idea`. A module is imported when its strategy is first used.
"""

import inspect
import pkgutil
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from sapper.errors import (
    InvalidOption,
    SapperError,
    StrategyFailed,
    UnknownStrategy,
    closest_name,
)
from sapper.strategies.base import Strategy

_NOT_STRATEGIES: Final = {"base", "clue_state", "registry", "sum_variables"}
_BY_STRENGTH: Final = ("expert", "exact", "layered")
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
    """Return the names of all strategies in alphabetical order."""
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
    return next(name for name in _BY_STRENGTH if name in names())


def get(name: str, *, seed: int = 0, **options: Any) -> Strategy:
    """Create a strategy. Equal arguments give strategies that play identically.

    Raises UnknownStrategy if the name is unknown, InvalidOption if an option is unknown or has an
    invalid value, and StrategyFailed if the strategy's module is invalid.

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
            )
    try:
        strategy: Strategy = strategy_class(seed=seed, **options)
    except SapperError:
        raise
    except Exception as error:
        raise _invalid_module(name, _one_line(error)) from error
    if missing := [member for member in _MEMBERS if not hasattr(strategy, member)]:
        raise _invalid_module(
            name, f"class {strategy_class.__name__} has no {' and no '.join(missing)}"
        )
    return strategy


Option = bool | int | float


def has_option(name: str, option: str) -> bool:
    """Check whether a strategy has an option. Raises UnknownStrategy if the name is unknown.

    >>> has_option("expert", "think"), has_option("exact", "think")
    (True, False)
    """
    return option in _default_options(_load_class(name))


def parse(text: str) -> tuple[str, dict[str, Option]]:
    """Parse a strategy name with options in command-line syntax. Raises the same errors as `get`.

    >>> parse("pattern:one_one=no,reduction=no")
    ('pattern', {'one_one': False, 'reduction': False})
    """
    name, _, rest = text.strip().partition(":")
    known = _default_options(_load_class(name))
    options: dict[str, Option] = {}
    for each in rest.split(","):
        if not each.strip():
            continue
        option, _, value = (part.strip().lower() for part in each.partition("="))
        option = option.replace("-", "_")
        if option == "seed":
            raise InvalidOption("seed is not a strategy option", hint="use --seed")
        if option in options:
            raise InvalidOption(f"duplicate option {option[:40]!r} for strategy {name!r}")
        kind = type(known.get(option))
        is_switch = kind is bool and not value
        # The call to `get` below reports unknown options.
        has_value = option in known and not is_switch
        options[option] = _parse_option(name, option, value, kind) if has_value else True
    get(name, seed=0, **options)
    return name, options


def _default_options(strategy_class: Any) -> dict[str, Any]:
    """Return the options of a strategy with their default values."""
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
    )


def _load_class(name: str) -> Any:
    if name not in names():
        nearest = closest_name(str(name), names())
        known = f"strategies are {', '.join(names())}"
        raise UnknownStrategy(
            f"unknown strategy {str(name)[:40]!r}",
            hint=f"did you mean {nearest}?" if nearest else known,
        )
    try:
        module = import_module(_module_name(name))
    except Exception as error:
        raise _invalid_module(name, _one_line(error)) from error
    class_name = "".join(part.capitalize() for part in name.split("-"))
    strategy_class = getattr(module, class_name, None)
    if not inspect.isclass(strategy_class):
        raise _invalid_module(name, f"class {class_name} is missing")
    declared_name = getattr(strategy_class, "name", None)
    if isinstance(declared_name, str) and declared_name != name:
        raise _invalid_module(
            name, f"{class_name}.name must be {name!r}, not {declared_name[:40]!r}"
        )
    return strategy_class


def _module_name(name: str) -> str:
    return f"{__package__}.{name.replace('-', '_')}"


def _invalid_module(name: str, reason: str) -> StrategyFailed:
    """Return the error for a module that does not define a valid strategy."""
    spec = find_spec(_module_name(name))
    path = spec.origin if spec else _module_name(name)
    return StrategyFailed(
        f"invalid strategy module {path}: {reason}",
        hint="see docs/guide/strategies.md",
    )


def _one_line(error: Exception) -> str:
    """Return the type and message of an error on one line."""
    return " ".join(f"{type(error).__name__}: {error}".split())
