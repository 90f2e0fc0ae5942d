"""Finds strategies by name. A strategy is one file in this package and needs no other entry.

The file `my_idea.py` holds the class `MyIdea`, whose `name` is `my-idea`. Files are imported only
when their strategy is asked for.
"""

import inspect
import pkgutil
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from sapper.errors import InvalidOption, SapperError, StrategyFailed, UnknownStrategy
from sapper.game.rules import closest_name
from sapper.strategies.base import Strategy

_NOT_STRATEGIES: Final = {"base", "clue_state", "registry", "sum_variables"}
_BY_STRENGTH: Final = ("expert", "exact", "layered")
_MAX_DIGITS: Final = 30
_PARTS: Final = ("name", "summary", "first_move", "advise")
_YES: Final = {"true", "yes", "on", "1"}
_NO: Final = {"false", "no", "off", "0"}
_HOW_TO_WRITE: Final = {
    bool: "write yes or no",
    int: "write a whole number",
    float: "write a number",
}


@cache
def names() -> tuple[str, ...]:
    """Return the names of all strategies, in the order of the alphabet."""
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
    """Return a strategy. Equal arguments give strategies that play alike.

    Raises UnknownStrategy, and InvalidOption for options that the strategy does not have.

    >>> get("layered").summary
    'Rules A and B, pairs of clues, then the least combined risk.'
    """
    strategy_class = _load(name)
    known = _options(strategy_class)
    for option in options:
        if option not in known:
            raise InvalidOption(
                f"strategy {name!r} has no option {option[:40]!r}",
                hint=f"its options are {', '.join(known)}" if known else "it has none",
            )
    try:
        strategy: Strategy = strategy_class(seed=seed, **options)
    except SapperError:
        raise
    except Exception as error:
        raise _broken(name, _told(error)) from error
    if missing := [part for part in _PARTS if not hasattr(strategy, part)]:
        raise _broken(name, f"class {strategy_class.__name__} has no {' and no '.join(missing)}")
    return strategy


Option = bool | int | float


def has_option(name: str, option: str) -> bool:
    """Return whether a strategy has an option. Raises UnknownStrategy.

    >>> has_option("expert", "think"), has_option("exact", "think")
    (True, False)
    """
    return option in _options(_load(name))


def parse(text: str) -> tuple[str, dict[str, Option]]:
    """Read a name with options, as on the command line. Raises the errors of `get`.

    >>> parse("pattern:one_one=no,reduction=no")
    ('pattern', {'one_one': False, 'reduction': False})
    """
    name, _, rest = text.strip().partition(":")
    known = _options(_load(name))
    options: dict[str, Option] = {}
    for each in rest.split(","):
        if not each.strip():
            continue
        option, _, value = (part.strip().lower() for part in each.partition("="))
        option = option.replace("-", "_")
        if option == "seed":
            raise InvalidOption("the seed is not an option of a strategy", hint="use --seed")
        if option in options:
            raise InvalidOption(f"option {option[:40]!r} of strategy {name!r} is there twice")
        kind = type(known.get(option))
        is_switch = kind is bool and not value
        # `get` tells of an option that is not known.
        is_read = option in known and not is_switch
        options[option] = _read_option(name, option, value, kind) if is_read else True
    get(name, seed=0, **options)
    return name, options


def _options(strategy_class: Any) -> dict[str, Any]:
    """Return the options of a strategy with their defaults."""
    parameters = inspect.signature(strategy_class).parameters.values()
    return {each.name: each.default for each in parameters if each.name != "seed"}


def _read_option(name: str, option: str, value: str, kind: type) -> Option:
    if kind is bool and value in _YES | _NO:
        return value in _YES
    if kind in (int, float) and len(value) < _MAX_DIGITS:
        with suppress(ValueError):
            return int(value) if kind is int else float(value)
    raise InvalidOption(
        f"cannot read {value[:40]!r} for option {option[:40]!r} of strategy {name!r}",
        hint=_HOW_TO_WRITE.get(kind),
    )


def _load(name: str) -> Any:
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
        raise _broken(name, _told(error)) from error
    wanted = "".join(part.capitalize() for part in name.split("-"))
    found = getattr(module, wanted, None)
    if not inspect.isclass(found):
        raise _broken(name, f"it has no class {wanted}")
    called = getattr(found, "name", None)
    if isinstance(called, str) and called != name:
        raise _broken(name, f"class {wanted} has the name {called[:40]!r}, not {name!r}")
    return found


def _module_name(name: str) -> str:
    return f"{__package__}.{name.replace('-', '_')}"


def _broken(name: str, why: str) -> StrategyFailed:
    """Return the error for a file that is not written as a strategy must be."""
    spec = find_spec(_module_name(name))
    where = spec.origin if spec else _module_name(name)
    return StrategyFailed(
        f"{where} is no strategy: {why}", hint="docs/guide/strategies.md shows how to write one"
    )


def _told(error: Exception) -> str:
    """Return what happened, in one line."""
    return " ".join(f"{type(error).__name__}: {error}".split())
