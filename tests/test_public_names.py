"""The public names of the package. Every addition and removal changes this test."""

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import sapper
from sapper import Game, Rules, errors, strategies
from sapper.bench import run
from sapper.errors import SapperError
from sapper.generate import no_guess

PUBLIC = {
    "Analysis",
    "Budget",
    "Cell",
    "Game",
    "Hint",
    "Move",
    "PerfectPlay",
    "RolloutResult",
    "Rules",
    "Scan",
    "View",
    "__version__",
    "analyse",
    "errors",
    "hint",
    "optimal",
    "parse_view",
    "read_replay",
    "scan",
    "strategies",
    "think",
    "write_replay",
}


def test_the_public_names_are_unchanged() -> None:
    assert set(sapper.__all__) == PUBLIC
    assert sorted(sapper.__all__) == sapper.__all__


def test_every_public_name_exists() -> None:
    for name in sapper.__all__:
        assert getattr(sapper, name) is not None


def test_every_public_class_and_function_has_a_docstring() -> None:
    for name in sapper.__all__:
        thing = getattr(sapper, name)
        if inspect.isclass(thing) or inspect.isfunction(thing):
            assert thing.__doc__, name
        if inspect.isclass(thing) and thing.__module__.startswith("sapper"):
            for attribute, value in vars(thing).items():
                if not attribute.startswith("_") and callable(value):
                    assert value.__doc__, f"{name}.{attribute}"


def test_every_error_is_documented_and_derives_from_a_built_in_error() -> None:
    classes = [
        value
        for value in vars(errors).values()
        if inspect.isclass(value) and value.__module__ == errors.__name__
    ]
    assert len(classes) >= 7
    for error in classes:
        assert issubclass(error, errors.SapperError)
        if error is not errors.SapperError:
            built_in = error.__bases__[1].__name__
            assert f"── {error.__name__} ({built_in})" in errors.__doc__


def test_an_error_carries_its_hint() -> None:
    error = errors.InvalidRules("too large", hint="make it smaller")
    assert str(error) == "too large"
    assert error.hint == "make it smaller"
    assert errors.IllegalMove("no").hint is None


ARRAYS = [np.array([1, 2]), np.array([[1, 2], [3, 4]]), np.array([]), np.array(5), np.array(["a"])]


@pytest.mark.parametrize(
    "call",
    [
        lambda array: Rules(9, 9, 10, start=array),
        lambda array: Game.from_layout(Rules(9, 9, 81), array),
        lambda array: Game(Rules(9, 9, 10), 1).flag((8, 8), by=array),
        lambda array: Game(Rules(9, 9, 10), 1).undo(by=array),
        strategies.get,
        lambda array: no_guess(Rules(9, 9, 10), seed=1, difficulty=array),
        lambda array: run(array, Rules(9, 9, 10), games=1, seed=1),
    ],
    ids=["start", "layout", "by", "undo", "strategy", "difficulty", "strategies"],
)
@pytest.mark.parametrize("array", ARRAYS, ids=repr)
def test_an_array_in_place_of_another_argument_is_an_error_of_sapper(
    call: Callable[[Any], Any], array: Any
) -> None:
    # NumPy's own exceptions once escaped, because the truth value of an array is ambiguous.
    with pytest.raises(SapperError):
        call(array)
