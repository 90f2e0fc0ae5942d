"""What users may import. A name that is added or taken away shows here."""

import inspect

import sapper
from sapper import errors

PUBLIC = {
    "Analysis",
    "Budget",
    "Cell",
    "Game",
    "Hint",
    "Move",
    "Optimum",
    "Rules",
    "Thought",
    "View",
    "__version__",
    "analyse",
    "errors",
    "hint",
    "optimal",
    "parse_view",
    "read_replay",
    "strategies",
    "think",
    "write_replay",
}


def test_the_public_names_are_the_known_ones() -> None:
    assert set(sapper.__all__) == PUBLIC
    assert sorted(sapper.__all__) == sapper.__all__


def test_every_public_name_exists() -> None:
    for name in sapper.__all__:
        assert getattr(sapper, name) is not None


def test_every_public_class_and_function_says_what_it_is() -> None:
    for name in sapper.__all__:
        thing = getattr(sapper, name)
        if inspect.isclass(thing) or inspect.isfunction(thing):
            assert thing.__doc__, name
        if inspect.isclass(thing) and thing.__module__.startswith("sapper"):
            for attribute, value in vars(thing).items():
                if not attribute.startswith("_") and callable(value):
                    assert value.__doc__, f"{name}.{attribute}"


def test_every_error_is_in_the_tree_and_also_a_built_in_error() -> None:
    classes = [value for value in vars(errors).values() if inspect.isclass(value)]
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
